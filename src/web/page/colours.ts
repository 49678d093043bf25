// SPDX-License-Identifier: MIT
//
// The colours of the pieces. Which side is A, because it begins, is the rules' business; in which colour a player's
// pieces are drawn and named is the players' choice, kept with the match (kept-games.ts). A game's module has its two colours, a table
// those of its sides, and everything that draws or names a side asks there.

import type { Side } from './answers';
import { t } from './text';

export type Colour = 'red' | 'black' | 'yellow' | 'green';
export type SideColours = Record<Side, Colour>;

export function colourName(colour: Colour): string {
  const names: Record<Colour, string> = { red: t('Red'), black: t('Black'), yellow: t('Yellow'), green: t('Green') };
  return names[colour];
}
