// SPDX-License-Identifier: MIT
//
// What the coach says, put into the reader's language: it comes as a pattern and its words, of
// which "A" and "B" are the two sides, and a small letter is a row.

import type { Lines } from './answers';
import { colourName, type SideColours } from './colours';
import { rowWord } from './games/linja/words';
import { decimal, refusal, t, told, tn } from './text';

function spoken(colours: SideColours, word: string): string {
  if (word === 'A' || word === 'B') return colourName(colours[word === 'A' ? 'a' : 'b']);
  if (/^[a-h]$/.test(word)) return rowWord(word.charCodeAt(0) - 97);
  return /^-?\d+(\.\d+)?$/.test(word) ? decimal(Number(word), word.split('.')[1]?.length ?? 0) : word;
}

export function saidWords(colours: SideColours, pattern: string, words: readonly string[]): string {
  return told(
    pattern,
    words.map((word) => spoken(colours, word)),
    Number(words[0]),
  );
}

/** Why the engine refused something; the names of moves in it are texts, too. What has no words is at least framed by some. */
export const refusalWords = (colours: SideColours, message: string): string =>
  refusal(message, (word) => (/^[a-z]/.test(word) ? told(spoken(colours, word)) : spoken(colours, word))) ??
  t('Not possible: {0}', message);

/** All sentences of an answer. */
export function sentences(colours: SideColours, lines: Lines): string[] {
  return lines.filter((line) => line[0] === 'say').map(([, pattern = '', ...words]) => saidWords(colours, pattern, words));
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
  if (measure === 'chance') {
    const shown = 100 * amount;
    const places = shown < 10 ? 1 : 0;
    return tn(Number(shown.toFixed(places)), '{1} percentage point', '{1} percentage points', decimal(shown, places));
  }
  const digits = exact ? 0 : 1;
  return tn(Number(amount.toFixed(digits)), '{1} point', '{1} points', decimal(amount, digits));
}
