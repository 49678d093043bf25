// SPDX-License-Identifier: MIT
//
// The row of buttons under the board, under the thumb on a phone: what the turn offers first.

import type { JSX } from 'preact';
import { gameOf } from './games/list';
import type { View } from './panels';
import type { Session } from './session';
import type { Table } from './table';
import { t } from './text';

interface Props {
  session: Session;
  table: Table;
  view: View;
  onView: (view: View) => void;
  onFlip: () => void;
  onBack: () => void;
  onPlay: (turn: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  onSkip: () => void;
  onGoOn: () => void;
  onNext: () => void;
  onHint: () => void;
  onReview: () => void;
}

export function Controls(props: Props): JSX.Element {
  const { session, table, view, onView } = props;
  const { state, steps, part } = table;
  const { open, drawingLot } = session;
  const waiting = !open && !drawingLot && !state.over && !table.thinking && !session.closed;
  const toggle = (wanted: View): void => onView(view === wanted ? 'play' : wanted);
  return (
    <div class={open && part !== '' ? 'controls making' : 'controls'} role="toolbar" aria-label={t('Controls')}>
      {open && part !== '' && steps.whole && (
        <button class="primary" type="button" onClick={() => props.onPlay(part)}>
          {gameOf(state.game).endingWords(table)}
        </button>
      )}
      {open && steps.longer[0] === '--' && (
        <button class="primary" type="button" onClick={() => props.onPlay('--')}>
          {t('Pass')}
        </button>
      )}
      {drawingLot && (
        <button class="primary" type="button" onClick={props.onSkip}>
          {t('Skip')}
        </button>
      )}
      {waiting && (
        <button class="primary" type="button" onClick={props.onGoOn}>
          {t('Play on from here')}
        </button>
      )}
      {state.over && !state.decided && (
        <button class="primary" type="button" onClick={props.onNext}>
          {t('Next game')}
        </button>
      )}
      {state.over && state.decided && (
        <button class="primary" type="button" onClick={() => onView('new')}>
          {t('New game')}
        </button>
      )}
      {open && part !== '' && (
        <button type="button" class="back" onClick={props.onBack}>
          {t('Take back step')}
        </button>
      )}
      {part === '' && (
        <button type="button" disabled={session.undoTo === null} onClick={props.onUndo}>
          {t('Undo')}
        </button>
      )}
      {part === '' && (
        <button type="button" disabled={session.redoTo === null} onClick={props.onRedo}>
          {t('Redo')}
        </button>
      )}
      {open && part === '' && steps.longer[0] !== '--' && (
        <button type="button" onClick={props.onHint}>
          {t('Hint')}
        </button>
      )}
      {state.over && table.line.length > 0 && (
        <button type="button" onClick={props.onReview}>
          {t('Review')}
        </button>
      )}
      <button type="button" class="spare" onClick={props.onFlip}>
        {t('Flip')}
      </button>
      {!(state.over && state.decided) && (
        <button type="button" class="spare" aria-expanded={view === 'new'} onClick={() => toggle('new')}>
          {t('New game')}
        </button>
      )}
      <button type="button" class="spare" aria-expanded={view === 'more'} onClick={() => toggle('more')}>
        {t('More')}
      </button>
    </div>
  );
}
