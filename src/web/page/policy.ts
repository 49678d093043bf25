// SPDX-License-Identifier: MIT
//
// What may be done with the match on the table, and by whom: moving, giving up, taking back, making again. All of it
// follows from the table and its clocks. Where a match is decided here (carrier.ts), whoever sits at the device may take
// anything back; where it is decided elsewhere, the past is only looked at, and a turn is taken back if the other agrees.

import type { Player } from './answers';
import type { Table } from './table';

type Clocks = readonly number[] | null;

export interface Policy {
  /** It can be looked at, but nothing of it can be played again. */
  isClosed: (table: Table, clocks: Clocks) => boolean;
  /** Whether a person may move now. */
  isOpen: (table: Table, clocks: Clocks) => boolean;
  mayResign: (table: Table) => boolean;
  /** Whether somebody who waits at the turn shown can be told to go on from it. */
  mayGoOn: (table: Table, clocks: Clocks) => boolean;
  /** Where undo leads; null: nowhere. */
  undoTo: (table: Table, clocks: Clocks) => number | null;
  redoTo: (table: Table) => number | null;
}

/** Who makes the turn after so many. */
export function playerAt({ state }: Table, ply: number): Player {
  return (ply - state.turns.length) % 2 === 0 ? state.player : state.player === 0 ? 1 : 0;
}

const isHere = (table: Table, player: Player): boolean => table.seats[player].kind === 'person';

// --- decided here -----------------------------------------------------------------------------------

/** A clock has ended the game, or its draws are told. */
const isClosed = (table: Table, clocks: Clocks): boolean => table.end.over && (table.end.told || !!clocks?.includes(0));

const isOpen = (table: Table, clocks: Clocks): boolean =>
  !table.state.over && !table.thinking && !isClosed(table, clocks) && isHere(table, table.state.player);

/**
 * To the turn before the last one that a person made. If players have ended the game by word, that is taken
 * back first, and all turns stay. A game whose draws are told is over for good.
 */
function undoTo(table: Table, clocks: Clocks): number | null {
  if (table.end.told) return null;
  let { ply } = table;
  if (ply > 0 && table.state.declared && !isClosed(table, clocks)) return ply;
  while (ply > 0) {
    ply--;
    if (isHere(table, playerAt(table, ply))) return ply;
  }
  return null;
}

function redoTo(table: Table): number | null {
  const { ply, line } = table;
  if (ply >= line.length) return null;
  let to = ply + 1;
  while (to < line.length && !isHere(table, playerAt(table, to))) to++;
  return to;
}

export const decidedHere: Policy = {
  isClosed,
  isOpen,
  /** It is that one's turn at the end of the line. */
  mayResign: (table) => !table.end.over && !table.thinking && table.line.length > 0 && isHere(table, table.end.player),
  mayGoOn: (table, clocks) => !isOpen(table, clocks) && !table.state.over && !table.thinking && !isClosed(table, clocks),
  undoTo,
  redoTo,
};

// --- decided elsewhere --------------------------------------------------------------------------------

const atEnd = ({ ply, line }: Table): boolean => ply === line.length;

export const decidedElsewhere: Policy = {
  isClosed: (table) => table.end.over,
  isOpen: (table) => atEnd(table) && !table.state.over && isHere(table, table.state.player),
  mayResign: (table) => !table.end.over && table.seats.some((seat) => seat.kind === 'person'),
  /** From a look back to where the game stands. */
  mayGoOn: (table) => !atEnd(table),
  /** One's own turn, as long as it is not answered; where tiles are drawn it has shown the next one to both. */
  undoTo: (table) =>
    atEnd(table) && table.ply > 0 && !table.end.over && !table.end.commitment && isHere(table, playerAt(table, table.ply - 1))
      ? table.ply - 1
      : null,
  redoTo: (table) => (atEnd(table) ? null : table.line.length),
};
