// SPDX-License-Identifier: MIT
//
// The row of buttons under the board, under the thumb on a phone. Each keeps its place, whoever is to
// move: back, on again, what the turn offers now, and the two panels.

import type { JSX } from 'preact';
import { gameOf } from './games/list';
import { Icon } from './icons';
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
  onRematch: () => void;
  onHint: () => void;
  onReview: () => void;
}

/** What is to be done now, if it is one thing, and what it is called. */
function primary(props: Props): { words: string; run: () => void } | null {
  const { session, table } = props;
  const { state, steps, part } = table;
  const { open, drawingLot } = session;
  if (drawingLot) return { words: t('Skip'), run: props.onSkip };
  if (open && part !== '' && steps.whole) return { words: gameOf(state.game).endingWords(table), run: () => props.onPlay(part) };
  if (open && steps.longer[0] === '--') return { words: t('Pass'), run: () => props.onPlay('--') };
  if (state.over) return state.decided ? { words: t('Rematch'), run: props.onRematch } : { words: t('Next game'), run: props.onNext };
  return session.mayGoOn ? { words: t('Play on from here'), run: props.onGoOn } : null;
}

export function Controls(props: Props): JSX.Element {
  const { session, table, view, onView } = props;
  const { open } = session;
  const making = open && table.part !== '';
  const first = primary(props);
  const toggle = (wanted: View): void => onView(view === wanted ? 'play' : wanted);
  return (
    <div class="controls slots" role="toolbar" aria-label={t('Controls')}>
      {making ? (
        <button key="step" type="button" onClick={props.onBack}>
          <Icon name="undo" />
          {t('Take back step')}
        </button>
      ) : (
        <button key="turn" type="button" disabled={session.undoTo === null} onClick={props.onUndo}>
          <Icon name="undo" />
          {t('Undo')}
        </button>
      )}
      {table.state.over && table.line.length > 0 ? (
        <button key="review" type="button" onClick={props.onReview}>
          <Icon name="review" />
          {t('Review')}
        </button>
      ) : (
        <button key="redo" type="button" disabled={making || session.redoTo === null} onClick={props.onRedo}>
          <Icon name="redo" />
          {t('Redo')}
        </button>
      )}
      {first ? (
        <button key={first.words} class="primary" type="button" onClick={first.run}>
          {first.words}
        </button>
      ) : (
        <button key="hint" type="button" disabled={!open || making} onClick={props.onHint}>
          <Icon name="hint" />
          {t('Hint')}
        </button>
      )}
      <button type="button" class="spare" onClick={props.onFlip}>
        {t('Flip')}
      </button>
      <button type="button" aria-expanded={view === 'new'} onClick={() => toggle('new')}>
        <Icon name="new" />
        {t('New game')}
      </button>
      <button type="button" aria-expanded={view === 'more'} onClick={() => toggle('more')}>
        <Icon name="more" />
        {t('More')}
      </button>
    </div>
  );
}
