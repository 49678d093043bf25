// SPDX-License-Identifier: MIT
//
// Who sits where: a person at this device, who touches the board, or a computer player of a level, which is driven here;
// how a record names them.

import type { GameName, Player } from './answers';
import { beginnings } from './games/list';
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

/** What a computer player does at the table. */
interface Hands {
  /** Its turn is still wanted. */
  wanted: () => boolean;
  think: () => Promise<string>;
  /** Shows the beginning of a turn. */
  preview: (part: string) => Promise<void>;
  make: (turn: string) => Promise<void>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** A computer player's turn, step by step, so that it can be followed. */
export async function computerTurn(game: GameName, stepPause: number, { wanted, think, preview, make }: Hands): Promise<void> {
  const [turn] = await Promise.all([think(), pause(Math.min(300, stepPause))]);
  for (const part of beginnings(game, turn).slice(0, -1)) {
    if (!wanted()) return;
    await preview(part);
    await pause(stepPause);
  }
  await make(turn);
}
