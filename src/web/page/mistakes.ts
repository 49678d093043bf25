// SPDX-License-Identifier: MIT
//
// The mistakes that the people here made in games that were reviewed, kept on the device to be practised: a position, the
// turn that was played there, and the better one. Like all that is kept, it may be missing or nonsense.

import type { GameName } from './answers';
import { gameOf } from './games/list';
import { isMistake, type Review } from './review';
import { device, isObject } from './storage';

export interface Mistake {
  rules: string;
  position: string;
  played: string;
  best: string;
}

/** So many are kept of a game, the newest. */
const MOST = 60;

const key = (game: GameName): string => `mistakes.${game}`;

function asMistake(found: unknown): Mistake[] {
  if (!isObject(found)) return [];
  const { rules, position, played, best } = found;
  const whole = [rules, position, played, best].every((each) => typeof each === 'string' && each !== '');
  return whole ? [{ rules, position, played, best } as Mistake] : [];
}

/** What is still to be practised, the newest first. */
export function keptMistakes(game: GameName): Mistake[] {
  const kept = device.read(key(game));
  return Array.isArray(kept) ? kept.flatMap(asMistake) : [];
}

const isSame = (a: Mistake, b: Mistake): boolean => a.rules === b.rules && a.position === b.position;

/** Adds what a review has found. Games with tiles of one's own have no name under which they could be set up again. */
export function keepMistakes(review: Review): void {
  const { game, rules } = review;
  if (
    !gameOf(game)
      .ruleSets()
      .some((set) => rules.split('+')[0] === set.name)
  )
    return;
  const found = review.turns.flatMap((turn, ply): Mistake[] => {
    const position = review.positions[ply];
    if (!isMistake(turn) || !review.sides.includes(turn.side) || position === undefined) return [];
    return [{ rules, position, played: turn.played, best: turn.best }];
  });
  const before = keptMistakes(game).filter((old) => !found.some((each) => isSame(each, old)));
  if (found.length > 0) device.write(key(game), [...found, ...before].slice(0, MOST));
}

/** It was solved, or is not wanted any more. */
export function dropMistake(game: GameName, mistake: Mistake): void {
  device.write(
    key(game),
    keptMistakes(game).filter((each) => !isSame(each, mistake)),
  );
}
