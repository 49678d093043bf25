// SPDX-License-Identifier: MIT
//
// The part of the page's address that leads to lessons and rule cards: #learn, #learn/linja/3,
// #learn/linja/second or #learn/linja/second/13 for what is special about an edition, #rules/linja/zen, #rules/liniell, #box, #about, #tiles, or a tile set in a link. Everything else is the table.

import type { GameName } from './answers';
import { isChapter, type Chapter } from './lessons/linja';
import { TILE_SET } from './share';

export type LearnAddress =
  | { kind: 'index' }
  /** `step`: the number of the lesson, from 1; 0: the first one there. */
  | { kind: 'lesson'; game: GameName; chapter: Chapter | ''; step: number }
  | { kind: 'card'; game: GameName; edition: string }
  /** Which box do you have? The games and their makers. */
  | { kind: 'box' }
  | { kind: 'about' }
  /** Tiles of one's own; `link`: the fragment that holds those that somebody has sent, or ''. */
  | { kind: 'tiles'; link: string };

const LESSON = /^#learn\/(linja|liniell)(?:\/(zen|second|2003|mean|readings))?(?:\/(\d{1,2}))?$/;
const CARD = /^#rules\/(?:linja\/(zen|second|2003)|liniell)$/;

export function readLearnAddress(fragment: string): LearnAddress | null {
  const lesson = LESSON.exec(fragment);
  if (lesson) {
    const chapter = lesson[2] ?? '';
    return {
      kind: 'lesson',
      game: lesson[1] === 'liniell' ? 'liniell' : 'linja',
      chapter: isChapter(chapter) ? chapter : '',
      step: Number(lesson[3] ?? 0),
    };
  }
  const card = CARD.exec(fragment);
  if (card) return card[1] ? { kind: 'card', game: 'linja', edition: card[1] } : { kind: 'card', game: 'liniell', edition: 'standard' };
  if (fragment === BOX) return { kind: 'box' };
  if (fragment === ABOUT) return { kind: 'about' };
  if (fragment === TILES) return { kind: 'tiles', link: '' };
  if (fragment.startsWith(TILE_SET)) return { kind: 'tiles', link: fragment };
  return /^#(learn|rules)(\/|$)/.test(fragment) ? { kind: 'index' } : null;
}

export const LEARN = '#learn';
export const BOX = '#box';
export const ABOUT = '#about';
export const TILES = '#tiles';

export const lessonAddress = (game: GameName, step: number, chapter: Chapter | '' = ''): string =>
  `#learn/${game}/${chapter && `${chapter}/`}${step}`;
export const chapterAddress = (chapter: Chapter): string => `#learn/linja/${chapter}`;

/** The card of a rule set; its options are on the card of its edition. */
export const cardAddress = (game: GameName, rules: string): string =>
  game === 'liniell' ? '#rules/liniell' : `#rules/linja/${rules.split('+')[0] ?? 'zen'}`;
