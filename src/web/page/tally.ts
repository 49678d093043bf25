// SPDX-License-Identifier: MIT
//
// How the computer's levels were played: what each match has come to, kept beside the matches, so that it stays when
// they are deleted. A match counts as what it is now: one that is taken back and ended again counts once.

import type { GameName, Player } from './answers';
import { asGame } from './games/names';
import type { KeptMatch } from './kept-games';
import { isObject, oneOf, whole } from './storage';

type End = 'won' | 'drawn' | 'lost';

/** What a match has come to, for the person who played it. */
export interface Result extends Record<End, number> {
  id: string;
  game: GameName;
  level: number;
  /** How the whole of it ended, if it was a series of games; null: it was none, or is not over. */
  series: End | null;
}

export interface Tally extends Record<End, number> {
  level: number;
}

/** Null: nothing that counts. */
export function resultOf(match: KeptMatch & { id: string }): Result | null {
  const person = match.seats.findIndex(({ kind }) => kind === 'person');
  const computer = match.seats.find((seat) => seat.kind === 'computer');
  if (person < 0 || computer?.kind !== 'computer') return null;
  const { id, game, winner, wins, drawn } = match;
  const [won, lost] = person === 0 ? wins : [wins[1], wins[0]];
  if (won + lost + drawn === 0) return null;
  const isSeries = match.finished && match.bestOf > 1;
  return { id, game, level: computer.level, won, lost, drawn, series: isSeries ? endFor(person === 0 ? 0 : 1, winner) : null };
}

const endFor = (person: Player, winner: Player | null): End => (winner === null ? 'drawn' : winner === person ? 'won' : 'lost');

export function asResult(found: unknown): Result[] {
  if (!isObject(found) || typeof found['id'] !== 'string') return [];
  const [won, drawn, lost] = [whole(found['won'], 0), whole(found['drawn'], 0), whole(found['lost'], 0)];
  const series = oneOf<End | null>(found['series'], null, 'won', 'drawn', 'lost');
  return [{ id: found['id'], game: asGame(found['game']), level: whole(found['level'], 2, 10), won, drawn, lost, series }];
}

interface Part extends Tally {
  game: GameName;
}

function summed(parts: readonly Part[], wanted: GameName): Tally[] {
  const found = new Map<number, Tally>();
  for (const { game, level, won, drawn, lost } of parts) {
    if (game !== wanted) continue; // each game has levels of its own
    const before = found.get(level) ?? { level, won: 0, drawn: 0, lost: 0 };
    found.set(level, { level, won: before.won + won, drawn: before.drawn + drawn, lost: before.lost + lost });
  }
  return [...found.values()].sort((a, b) => b.level - a.level);
}

/** Games against each level, the highest first. */
export const gameTallies = (results: readonly Result[], game: GameName): Tally[] => summed(results, game);

/** Series against each level, the highest first. */
export const seriesTallies = (results: readonly Result[], wanted: GameName): Tally[] =>
  summed(
    results.flatMap(({ game, level, series }) => (series === null ? [] : [{ game, level, won: 0, drawn: 0, lost: 0, [series]: 1 }])),
    wanted,
  );
