// SPDX-License-Identifier: MIT
//
// The part of the page's address that leads to lessons and rule cards: #learn, #learn/linja/3,
// #learn/linja/second or #learn/linja/second/13 for what is special about an edition, #rules/linja/zen, #rules/liniell, #box, #about, #tiles, or a tile set in a link. Everything else is the table.

import type { GameName } from './answers';
import { gameOf } from './games/list';
import { findGame } from './games/names';
import { TILE_SET } from './share';

export type LearnAddress =
  | { kind: 'index' }
  /** `step`: the number of the lesson, from 1; 0: the first one there. */
  | { kind: 'lesson'; game: GameName; chapter: string; step: number }
  | { kind: 'card'; game: GameName; edition: string }
  /** Which box do you have? The games and their makers. */
  | { kind: 'box' }
  | { kind: 'about' }
  /** Tiles of one's own; `link`: the fragment that holds those that somebody has sent, or ''. */
  | { kind: 'tiles'; link: string };

/** game[/chapter][/step] */
function readLesson(words: string[]): LearnAddress | null {
  const game = findGame(words[0]);
  if (!game) return null;
  const chapter = words[1] && words[1] in gameOf(game).chapters ? words[1] : '';
  const [step = '0', ...rest] = words.slice(chapter ? 2 : 1);
  return /^\d{1,2}$/.test(step) && rest.length === 0 ? { kind: 'lesson', game, chapter, step: Number(step) } : null;
}

/** game[/edition], as `cardAddress` writes it */
function readCard(words: string[]): LearnAddress | null {
  const game = findGame(words[0]);
  const edition = game && gameOf(game).editions.find((each) => cardAddress(game, each) === `#rules/${words.join('/')}`);
  return edition ? { kind: 'card', game, edition } : null;
}

export function readLearnAddress(fragment: string): LearnAddress | null {
  const [place, ...words] = fragment.split('/');
  if (place === LEARN) return readLesson(words) ?? { kind: 'index' };
  if (place === RULES) return readCard(words) ?? { kind: 'index' };
  if (fragment === BOX) return { kind: 'box' };
  if (fragment === ABOUT) return { kind: 'about' };
  if (fragment === TILES) return { kind: 'tiles', link: '' };
  return fragment.startsWith(TILE_SET) ? { kind: 'tiles', link: fragment } : null;
}

export const LEARN = '#learn';
const RULES = '#rules';
export const BOX = '#box';
export const ABOUT = '#about';
export const TILES = '#tiles';

export const lessonAddress = (game: GameName, step: number, chapter = ''): string => `${LEARN}/${game}/${chapter && `${chapter}/`}${step}`;
export const chapterAddress = (game: GameName, chapter: string): string => `${LEARN}/${game}/${chapter}`;

/** The card of a rule set; its options are on the card of its edition. A game of one edition has one card. */
export function cardAddress(game: GameName, rules: string): string {
  const { editions } = gameOf(game);
  return editions.length > 1 ? `${RULES}/${game}/${rules.split('+')[0] ?? ''}` : `${RULES}/${game}`;
}
