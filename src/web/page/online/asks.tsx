// SPDX-License-Identifier: MIT
//
// What one player wants of the other: a line with two buttons, never a dialog. There is one at a time, the most urgent.

import type { JSX } from 'preact';
import type { Player } from '../answers';
import type { Deed } from '../carrier';
import type { Table } from '../table';
import { t } from '../text';
import { seatTitle, sideOf } from '../words';
import { AWAY, type Room } from './room';

interface Button {
  label: string;
  run: () => void;
}

export interface Ask {
  text: string;
  /** What can be answered; none: it is only said. */
  buttons: readonly Button[];
}

interface Around {
  room: Room;
  table: Table;
  /** Somebody is about to resign. */
  resigning: boolean;
  onResigning: (wanted: boolean) => void;
  /** The claim was put off. */
  waits: boolean;
  onWait: () => void;
  onDo: (deed: Deed) => void;
  onFollow: (id: string) => void;
}

/** Who loses by leaving: in games with a clock of minutes the other may be claimed against. */
const isAway = (room: Room, other: Player): boolean =>
  room.view.control !== null && 'initial' in room.view.control && room.away(other) >= AWAY;

export function askOf(around: Around): Ask | null {
  const { room, table, resigning, onResigning, onDo, onFollow } = around;
  const { end } = table;
  const me = room.player;
  const next = room.view.rematch;
  if (next) return { text: t('The rematch has begun.'), buttons: [{ label: t('Go there'), run: () => onFollow(next) }] };
  if (me === null) return null;
  const other: Player = me === 0 ? 1 : 0;
  const [mine, theirs] = [sideOf(end, me), sideOf(end, other)];
  const name = seatTitle(table, other);
  const answer = (kind: 'answer-draw' | 'answer-undo', yes: string, no: string): Button[] => [
    { label: yes, run: () => onDo({ do: kind, yes: true }) },
    { label: no, run: () => onDo({ do: kind, yes: false }) },
  ];
  if (end.over && end.decided) {
    if (room.wantsRematch(other))
      return { text: t('{0} wants a rematch.', name), buttons: [{ label: t('Rematch'), run: () => onDo({ do: 'rematch' }) }] };
    return room.wantsRematch(me) ? { text: t('You have asked for a rematch.'), buttons: [] } : null;
  }
  if (resigning)
    return {
      text: t('Resign this game?'),
      buttons: [
        { label: t('Resign'), run: () => (onResigning(false), onDo({ do: 'resign' })) },
        { label: t('Play on'), run: () => onResigning(false) },
      ],
    };
  if (end.offers === theirs) return { text: t('{0} offers a draw.', name), buttons: answer('answer-draw', t('Accept'), t('Decline')) };
  if (end.asks === theirs)
    return { text: t('{0} wants to take the last turn back.', name), buttons: answer('answer-undo', t('Allow'), t('Decline')) };
  if (isAway(room, other) && !around.waits)
    return {
      text: t('{0} has been away for more than five minutes.', name),
      buttons: [
        { label: t('Claim the win'), run: () => onDo({ do: 'claim' }) },
        { label: t('Wait'), run: around.onWait },
      ],
    };
  if (end.offers === mine) return { text: t('You have offered a draw.'), buttons: [] };
  if (end.asks === mine) return { text: t('You have asked to take your turn back.'), buttons: [] };
  return null;
}

export const AskLine = ({ ask }: { ask: Ask }): JSX.Element => (
  <div class="notice ask" role="group" aria-label={ask.text}>
    <span>{ask.text}</span>
    {ask.buttons.map(({ label, run }) => (
      <button key={label} type="button" onClick={run}>
        {label}
      </button>
    ))}
  </div>
);
