// SPDX-License-Identifier: MIT
//
// The games' modules by name, and what is asked of them everywhere.

import type { Did } from '../answers';
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

/** What a turn does; `cost`: to the one who reads it. */
export const turnWords = (game: GameName, did: readonly Did[] = [], cost = false): string => gameOf(game).turnWords(did, cost);
