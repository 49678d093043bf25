// SPDX-License-Identifier: MIT
//
// Who sits where, and how a record names them. What drives each is in drivers.ts.

import type { Player } from './answers';
import type { Seat } from './kept-games';

const computerName = /^Computer level (\d+)$/;

export function seatName(seat: Seat, player: Player, friend: boolean): string {
  if (seat.kind === 'computer') return `Computer level ${seat.level}`;
  return friend ? (player === 0 ? 'Player 1' : 'Player 2') : 'You';
}

/** Who sits there, by the name in a record. */
export function seatOf(name: string): Seat {
  const level = Number(computerName.exec(name)?.[1] ?? NaN);
  return level >= 0 && level <= 10 ? { kind: 'computer', level } : { kind: 'person' };
}
