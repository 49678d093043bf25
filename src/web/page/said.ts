// SPDX-License-Identifier: MIT
//
// What the coach says, put into the reader's language: it comes as a pattern and its words, of
// which "A" and "B" are the two sides.

import type { GameName, Lines } from './answers';
import { decimal, t, told, tn } from './text';
import { sideName } from './words';

export function saidWords(game: GameName, pattern: string, words: readonly string[]): string {
  const spoken = (word: string): string => {
    if (word === 'A' || word === 'B') return sideName(game, word === 'A' ? 'a' : 'b');
    return /^-?\d+(\.\d+)?$/.test(word) ? decimal(Number(word), word.split('.')[1]?.length ?? 0) : word;
  };
  return told(pattern, words.map(spoken));
}

/** All sentences of an answer. */
export function sentences(game: GameName, lines: Lines): string[] {
  return lines.filter((line) => line[0] === 'say').map(([, pattern = '', ...words]) => saidWords(game, pattern, words));
}

export type Measure = 'points' | 'chance';

/** A value as it is shown: points ahead with a sign, or chances to win. */
export function valueText(measure: Measure, amount: number, exact: boolean): string {
  if (measure === 'chance') return `${decimal(100 * amount, 0)}\u00a0%`;
  const digits = exact ? 0 : 1;
  return (Number(amount.toFixed(digits)) > 0 ? '+' : '') + decimal(amount, digits);
}

/** A loss or what was given away, in words. */
export function lossText(measure: Measure, amount: number, exact: boolean): string {
  if (measure === 'chance') return t('{0} % of the chances', decimal(100 * amount, amount < 0.1 ? 1 : 0));
  const digits = exact ? 0 : 1;
  return tn(Number(amount.toFixed(digits)), '{1} point', '{1} points', decimal(amount, digits));
}
