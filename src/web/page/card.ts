// SPDX-License-Identifier: MIT
//
// What a rule card is: all the rules of an edition on one page, in short sentences. A line that is not
// the same in every edition is marked, and so is what is not printed as a rule: an option, or a ruling of ours, with the
// other reading behind it. docs/rules-linja.md and docs/rules-liniell.md tell where each rule comes from.

import type { Lines } from './answers';
import type { Source } from './source';

export interface CardLine {
  text: string;
  /** Other editions say something else. */
  differs?: boolean;
  /** Missing: printed as a rule. */
  source?: Source;
  /** What else can be read on the sheets, or where they part. */
  other?: string;
}

export interface CardSection {
  title: string;
  lines: CardLine[];
}

export interface Card {
  title: string;
  /** Whose words are used, and what the sheet calls what we call otherwise. */
  words: string[];
  sections: CardSection[];
  /** What a pawn is worth, from its own line to its goal, read from what is said of the start of a game; null: rows pay nothing. */
  points: ((described: Lines) => number[]) | null;
}

export const plain = (...texts: string[]): CardLine[] => texts.map((text) => ({ text }));
export const special = (...texts: string[]): CardLine[] => texts.map((text) => ({ text, differs: true }));
export const ours = (text: string, other?: string): CardLine => ({ text, source: 'ours', ...(other ? { other } : {}) });
