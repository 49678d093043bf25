// SPDX-License-Identifier: MIT
//
// The part of the page's address that leads to lessons and rule cards: #learn, #learn/linja/3,
// #rules/linja/zen, #rules/liniell, #box, #about. Everything else is the table.

import type { GameName } from './answers';

export type LearnAddress =
  | { kind: 'index' }
  /** `step` counts from 1. */
  | { kind: 'lesson'; game: GameName; step: number }
  | { kind: 'card'; game: GameName; edition: string }
  /** Which box do you have? The games and their makers. */
  | { kind: 'box' }
  | { kind: 'about' };

const LESSON = /^#learn\/(linja|liniell)(?:\/(\d{1,2}))?$/;
const CARD = /^#rules\/(?:linja\/(zen|second|2003)|liniell)$/;

export function readLearnAddress(fragment: string): LearnAddress | null {
  const lesson = LESSON.exec(fragment);
  if (lesson) return { kind: 'lesson', game: lesson[1] === 'liniell' ? 'liniell' : 'linja', step: Math.max(1, Number(lesson[2] ?? 1)) };
  const card = CARD.exec(fragment);
  if (card) return card[1] ? { kind: 'card', game: 'linja', edition: card[1] } : { kind: 'card', game: 'liniell', edition: 'standard' };
  if (fragment === BOX) return { kind: 'box' };
  if (fragment === ABOUT) return { kind: 'about' };
  return /^#(learn|rules)(\/|$)/.test(fragment) ? { kind: 'index' } : null;
}

export const LEARN = '#learn';
export const BOX = '#box';
export const ABOUT = '#about';

export const lessonAddress = (game: GameName, step: number): string => `#learn/${game}/${step}`;

/** The card of a rule set; its options are on the card of its edition. */
export const cardAddress = (game: GameName, rules: string): string => (game === 'liniell' ? '#rules/liniell' : `#rules/linja/${rules.split('+')[0] ?? 'zen'}`);
