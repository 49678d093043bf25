// SPDX-License-Identifier: MIT
//
// The row of buttons under the board of a game elsewhere; each keeps its place, as for a game on this device.

import type { JSX } from 'preact';
import type { Deed } from '../carrier';
import { gameOf } from '../games/list';
import { Icon } from '../icons';
import type { Session } from '../session';
import type { Table } from '../table';
import { t } from '../text';
import { sideOf } from '../words';
import type { Room } from './room';

export type OnlineView = 'play' | 'say' | 'more' | 'review' | 'plan';

interface Props {
  session: Session;
  table: Table;
  room: Room;
  view: OnlineView;
  onView: (view: OnlineView) => void;
  onFlip: () => void;
  onBack: () => void;
  onPlay: (turn: string) => void;
  onDo: (deed: Deed) => void;
  onUndo: () => void;
  onGoOn: () => void;
}

/** What is to be done now, if it is one thing, and what it is called. */
function primary({ session, table, room, onPlay, onDo, onGoOn }: Props): { words: string; run: () => void } | null {
  const { state, steps, part, end } = table;
  if (session.open && part !== '' && steps.whole) return { words: gameOf(state.game).endingWords(table), run: () => onPlay(part) };
  if (session.open && steps.longer[0] === '--') return { words: t('Pass'), run: () => onPlay('--') };
  if (session.mayGoOn) return { words: t('To the current turn'), run: onGoOn };
  const mayAsk = room.player !== null && end.over && end.decided && !room.wantsRematch(room.player) && !room.view.rematch;
  return mayAsk ? { words: t('Rematch'), run: () => onDo({ do: 'rematch' }) } : null;
}

export function OnlineControls(props: Props): JSX.Element {
  const { session, table, room, view, onView, onDo } = props;
  const { end } = table;
  const me = room.player;
  const making = session.open && table.part !== '';
  const first = primary(props);
  const toggle = (wanted: OnlineView): void => onView(view === wanted ? 'play' : wanted);
  const mayOffer = me !== null && !end.over && end.offers !== sideOf(end, me) && table.line.length > 0;
  /** Turns in advance are for games over days, in which nothing is drawn; they are made while the other thinks. */
  const mayPlan =
    me !== null && !end.over && end.player !== me && !end.commitment && !(room.view.control && 'initial' in room.view.control);
  return (
    <div class="controls slots" role="toolbar" aria-label={t('Controls')}>
      {making ? (
        <button key="step" type="button" onClick={props.onBack}>
          <Icon name="undo" />
          {t('Take back step')}
        </button>
      ) : (
        <button key="undo" type="button" disabled={session.undoTo === null || end.asks !== null} onClick={props.onUndo}>
          <Icon name="undo" />
          {t('Ask for undo')}
        </button>
      )}
      {end.over && table.line.length > 0 ? (
        <button key="review" type="button" onClick={() => onView('review')}>
          <Icon name="review" />
          {t('Review')}
        </button>
      ) : (
        <button key="draw" type="button" disabled={!mayOffer} onClick={() => onDo({ do: 'offer-draw' })}>
          <Icon name="draw" />
          {t('Offer a draw')}
        </button>
      )}
      {first ? (
        <button key={first.words} class="primary" type="button" onClick={first.run}>
          {first.words}
        </button>
      ) : (
        <button key="plan" type="button" disabled={!mayPlan} onClick={() => onView('plan')}>
          <Icon name="hint" />
          {t('Plan ahead')}
        </button>
      )}
      <button type="button" class="spare" onClick={props.onFlip}>
        {t('Flip')}
      </button>
      <button type="button" aria-expanded={view === 'say'} disabled={me === null} onClick={() => toggle('say')}>
        <Icon name="say" />
        {t('Say something')}
      </button>
      <button type="button" aria-expanded={view === 'more'} onClick={() => toggle('more')}>
        <Icon name="more" />
        {t('More')}
      </button>
    </div>
  );
}
