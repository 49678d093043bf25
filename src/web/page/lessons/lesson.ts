// SPDX-License-Identifier: MIT
//
// What a lesson is: a position, a few words, a task, and what counts as having done it. All of it
// is data; the rules code makes the turns, and tests/lessons.spec.ts asks it about every lesson.

import type { GameName, State } from '../answers';
import type { Route } from '../liniell';
import { t } from '../text';
import { liniellLessons } from './liniell';
import { linjaLessons } from './linja';

/** A turn that the learner has made, and what came of it. */
export interface Done {
  turn: string;
  /** The position before the turn. */
  before: string;
  after: State;
  /** Liniell: what the marked lines score now. */
  routes: readonly Route[];
}

export interface Lesson {
  title: string;
  text: string;
  task: string;
  hint: string;
  /** Said when the task is done. */
  well: string;
  rules: string;
  position: string;
  /** The level of the computer that answers, if this is a game to its end and not a single turn. */
  level?: number;
  /** Whether the turn, or the end of the game, is what was asked for. */
  accepts(done: Done): boolean;
  /** Said about a legal turn that is not; empty: the usual words. */
  otherwise?(done: Done): string;
  /** A turn that does it; a game against the computer has none. */
  solution?: string;
}

/** The seed of the lessons that go on by chance: the same for everyone. */
export const LESSON_SEED = 7;

export function lessonsOf(game: GameName): Lesson[] {
  return game === 'linja' ? linjaLessons() : liniellLessons();
}

export function kindWord(lesson: Lesson, done: Done): string {
  return lesson.otherwise?.(done) || t('That turn is allowed, but the task is another. Try once more.');
}
