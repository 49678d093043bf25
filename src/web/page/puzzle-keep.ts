// SPDX-License-Identifier: MIT
//
// What the page keeps of puzzles on the device: which are solved, and how many in a row at the first
// try. Like all that is kept, it may be missing or nonsense.

import type { GameName } from './answers';

export interface PuzzleScore {
  /** Numbers, in the order in which they were solved. */
  solved: number[];
  streak: number;
  longest: number;
  /** The puzzle to go on with. */
  next: number;
  /** The puzzle that was tried in vain, and so does not count for the streak any more. */
  missed: number | null;
}

const first: PuzzleScore = { solved: [], streak: 0, longest: 0, next: 1, missed: null };
const key = (game: GameName): string => `linework.puzzles.${game}`;
const whole = (found: unknown, otherwise: number): number => (typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : otherwise);

export function keptScore(game: GameName): PuzzleScore {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) ?? 'null') as Partial<Record<keyof PuzzleScore, unknown>> | null;
    if (typeof found !== 'object' || found === null) return first;
    return {
      solved: Array.isArray(found.solved) ? found.solved.filter((each): each is number => whole(each, -1) >= 0) : [],
      streak: whole(found.streak, 0),
      longest: whole(found.longest, 0),
      next: whole(found.next, 1),
      missed: typeof found.missed === 'number' ? found.missed : null,
    };
  } catch {
    return first;
  }
}

function keep(game: GameName, score: PuzzleScore): PuzzleScore {
  try {
    localStorage.setItem(key(game), JSON.stringify(score));
  } catch {
    // The score then lasts as long as the page.
  }
  return score;
}

/** A right answer: it adds to the streak if it was the first, and the puzzle is new. */
export function noteSolved(game: GameName, score: PuzzleScore, number: number): PuzzleScore {
  const again = score.solved.includes(number);
  const streak = again || score.missed === number ? score.streak : score.streak + 1;
  return keep(game, {
    solved: again ? score.solved : [...score.solved, number],
    streak,
    longest: Math.max(score.longest, streak),
    next: Math.max(score.next, number + 1),
    missed: score.missed === number ? null : score.missed,
  });
}

/** A wrong answer, or a look at the solution: it ends the streak, unless the puzzle was solved before. */
export function noteMissed(game: GameName, score: PuzzleScore, number: number): PuzzleScore {
  if (score.solved.includes(number)) return score;
  return keep(game, { ...score, streak: 0, missed: number });
}
