// SPDX-License-Identifier: MIT
//
// The colours of the pieces. Which side is A, because it begins, is the rules' business; in which colour a player's
// pieces are drawn and named is the players' choice. It is kept with the match (games.ts), and everything that draws or
// names a side asks here.

import type { GameName, Side } from './answers';
import { t } from './text';

export type Colour = 'red' | 'black' | 'yellow' | 'green';
export type SideColours = Record<Side, Colour>;

/** The two colours of a game, as in its box. */
export const COLOURS: Record<GameName, readonly [Colour, Colour]> = { linja: ['red', 'black'], liniell: ['yellow', 'green'] };

/** Side A has the first colour of the game, or with `swapped` the second. */
export function sideColours(game: GameName, swapped = false): SideColours {
  const [first, second] = COLOURS[game];
  return swapped ? { a: second, b: first } : { a: first, b: second };
}

export function colourName(colour: Colour): string {
  const names: Record<Colour, string> = { red: t('Red'), black: t('Black'), yellow: t('Yellow'), green: t('Green') };
  return names[colour];
}
