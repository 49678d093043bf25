// SPDX-License-Identifier: MIT
//
// What the page's address leads to: #/games, #/game/ID, games elsewhere (online/addresses.ts), #/puzzle/linja/17, #/review, lessons and rule cards
// (learn-address.ts); all else is the game on the table. The slash may be missing, as it was in earlier versions.

import { readLearnAddress, type LearnAddress } from './learn-address';
import { readOnlineRoute, type OnlineRoute } from './online/addresses';
import { puzzleIn, type PuzzleName } from './puzzle';

export type Route =
  /** `id`: the match that shall lie there; '': the one that does. */
  | { kind: 'table'; id: string }
  | { kind: 'games' }
  | OnlineRoute
  /** Of the game on the table. */
  | { kind: 'review' }
  | { kind: 'puzzle'; puzzle: PuzzleName }
  | { kind: 'learn'; address: LearnAddress };

export const GAMES_LIST = '#/games';
export const REVIEW = '#review';
export const gameAddress = (id: string): string => `#/game/${id}`;

export function readRoute(fragment: string): Route {
  const plain = fragment.replace(/^#\//, '#');
  if (plain === '#games') return { kind: 'games' };
  if (plain === REVIEW) return { kind: 'review' };
  const online = readOnlineRoute(plain);
  if (online) return online;
  const puzzle = puzzleIn(plain);
  if (puzzle) return { kind: 'puzzle', puzzle };
  const address = readLearnAddress(plain);
  if (address) return { kind: 'learn', address };
  return { kind: 'table', id: /^#game\/([\w-]+)$/.exec(plain)?.[1] ?? '' };
}
