// SPDX-License-Identifier: MIT
//
// The games' modules by name, and what is asked of them everywhere.

import type { SideColours } from '../colours';
import type { GameModule } from './game';
import { liniell } from './liniell/game';
import { linja } from './linja/game';
import type { GameName } from './names';

const MODULES: Record<GameName, GameModule> = { linja, liniell };

export const gameOf = (name: GameName): GameModule => MODULES[name];

/** Side A has the first colour of the game, or with `swapped` the second. */
export function sideColours(game: GameName, swapped = false): SideColours {
  const [first, second] = gameOf(game).colours;
  return swapped ? { a: second, b: first } : { a: first, b: second };
}

/** The texts of a turn's beginnings, the whole turn last: ab, ab/df, ab/df/gh. */
export function beginnings(game: GameName, turn: string): string[] {
  if (turn === '--') return [turn];
  return [...[...turn.matchAll(gameOf(game).stepEnds)].map((found) => turn.slice(0, found.index)), turn];
}

/** A half-made turn without its last step. */
export const stepBefore = (game: GameName, part: string): string => beginnings(game, part).at(-2) ?? '';

export const turnWords = (game: GameName, turn: string): string => gameOf(game).turnWords(turn);
