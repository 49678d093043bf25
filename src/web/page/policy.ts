// SPDX-License-Identifier: MIT
//
// What may be done with the match on the table, and by whom: moving, giving up, taking back, making again. All of it
// follows from the table and its clocks.

import type { Player } from './answers';
import type { Table } from './table';

/** A clock has ended the game, or its draws are told: it can be looked at, but nothing of it can be played again. */
export const isClosed = (table: Table, clocks: readonly number[] | null): boolean =>
  table.end.over && (table.end.told || !!clocks?.includes(0));

/** Whether a person may move now. */
export const isOpen = (table: Table, clocks: readonly number[] | null): boolean =>
  !table.state.over && !table.thinking && !isClosed(table, clocks) && table.seats[table.state.player].kind === 'person';

/** Whether a person can give up: it is that one's turn at the end of the line. */
export const mayResign = ({ end, line, thinking, seats }: Table): boolean =>
  !end.over && !thinking && line.length > 0 && seats[end.player].kind === 'person';

/** Who makes the turn after so many. */
export function playerAt({ state }: Table, ply: number): Player {
  return (ply - state.turns.length) % 2 === 0 ? state.player : state.player === 0 ? 1 : 0;
}

/**
 * Where undo leads: to the turn before the last one that a person made. If players have ended the game
 * by word, that is taken back first, and all turns stay. A game whose draws are told is over for good.
 */
export function undoTo(table: Table, clocks: readonly number[] | null): number | null {
  if (table.end.told) return null;
  let { ply } = table;
  if (ply > 0 && table.state.declared && !isClosed(table, clocks)) return ply;
  while (ply > 0) {
    ply--;
    if (table.seats[playerAt(table, ply)].kind === 'person') return ply;
  }
  return null;
}

export function redoTo(table: Table): number | null {
  const { ply, line, seats } = table;
  if (ply >= line.length) return null;
  let to = ply + 1;
  while (to < line.length && seats[playerAt(table, to)].kind !== 'person') to++;
  return to;
}
