// SPDX-License-Identifier: MIT
//
// What the page keeps of puzzles on the device: which are solved, and how many in a row at the first
// try. Like all that is kept, it may be missing or nonsense.

import type { GameName } from './answers';
import type { Wish } from './puzzle-list';
import { device, isObject, whole } from './storage';

export interface PuzzleScore {
  /** Numbers, in the order in which they were solved. */
  solved: number[];
  streak: number;
  longest: number;
  /** The puzzle to go on with. */
  next: number;
  /** The puzzle that was tried in vain, and so does not count for the streak any more. */
  missed: number | null;
  /** What kind is wanted: it begins easy. */
  wish: Wish;
}

export const GRADES = 5;
const EASY: Wish = { grade: 1, theme: '' };

/** The last puzzle there is. */
export const NUMBER_MOST = 4_294_967_295;

/** The puzzle after this one; the last is followed by the first. */
export const numberAfter = (number: number): number => (number < NUMBER_MOST ? number + 1 : 0);

const key = (game: GameName): string => `puzzles.${game}`;
const isNumber = (found: unknown): found is number => whole(found, -1, NUMBER_MOST) >= 0;

function asWish(found: unknown): Wish {
  if (!isObject(found)) return EASY;
  return { grade: whole(found['grade'], EASY.grade, GRADES), theme: typeof found['theme'] === 'string' ? found['theme'] : '' };
}

export function keptScore(game: GameName): PuzzleScore {
  const kept = device.read(key(game));
  const found = isObject(kept) ? kept : {};
  const solved: unknown = found['solved'];
  return {
    solved: Array.isArray(solved) ? solved.filter(isNumber) : [],
    streak: whole(found['streak'], 0),
    longest: whole(found['longest'], 0),
    next: whole(found['next'], 1, NUMBER_MOST),
    missed: isNumber(found['missed']) ? found['missed'] : null,
    wish: asWish(found['wish']),
  };
}

function keep(game: GameName, score: PuzzleScore): PuzzleScore {
  device.write(key(game), score);
  return score;
}

/** A right answer: it adds to the streak if it was the first, and the puzzle is new. */
export function noteSolved(game: GameName, number: number): PuzzleScore {
  const score = keptScore(game); // as it is now: another window may have added to it
  const again = score.solved.includes(number);
  const streak = again || score.missed === number ? score.streak : score.streak + 1;
  return keep(game, {
    ...score,
    solved: again ? score.solved : [...score.solved, number],
    streak,
    longest: Math.max(score.longest, streak),
    next: Math.max(score.next, numberAfter(number)),
    missed: score.missed === number ? null : score.missed,
  });
}

/** A wrong answer, or a look at the solution: it ends the streak, unless the puzzle was solved before. */
export function noteMissed(game: GameName, number: number): PuzzleScore {
  const score = keptScore(game);
  if (score.solved.includes(number)) return score;
  return keep(game, { ...score, streak: 0, missed: number });
}

/** From now on puzzles of this kind are wanted. */
export const noteWish = (game: GameName, wish: Wish): PuzzleScore => keep(game, { ...keptScore(game), wish });
