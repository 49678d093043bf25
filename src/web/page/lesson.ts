// SPDX-License-Identifier: MIT
//
// What a lesson is: a position, a few words, a task, and what counts as having done it. All of it
// is data; the rules code makes the turns, and tests/lessons.spec.ts asks it about every lesson.

import type { GameName, Lines, State } from './answers';
import type { Term } from './games/linja/sheets';
import { gameOf } from './games/list';
import { t } from './text';

/** A turn that the learner has made, and what came of it. */
export interface Done {
  turn: string;
  /** The position before the turn. */
  before: string;
  after: State;
  /** What `describe` says of the board now. */
  described: Lines;
}

export interface LessonText {
  title: string;
  text: string;
  task: string;
  hint: string;
  /** Said when the task is done. */
  well: string;
  /** What a rule sheet may call otherwise. */
  terms?: readonly Term[];
  rules: string;
  position: string;
  /** The level of the computer that answers, if this is a game to its end and not a single turn. */
  level?: number;
  /** Whether the turn, or the end of the game, is what was asked for. */
  accepts: (done: Done) => boolean;
  /** Said about a legal turn that is not; empty: the usual words. */
  otherwise?: (done: Done) => string;
  /** A turn that does it; a game against the computer has none. */
  solution?: string;
}

/** The seed of the lessons that go on by chance: the same for everyone. */
export const LESSON_SEED = 7;

export interface Lesson extends LessonText {
  /** By which it is kept as done, and found by its address. */
  number: number;
}

/** Lessons one after the other; `chapter`: what is special about it, or '' for all that whoever plays by the rules needs. */
export interface Course {
  chapter: string;
  lessons: Lesson[];
}

export function courseOf(game: GameName, rules: string, chapter: string): Course {
  const { lessons, course, chapters } = gameOf(game);
  const all = lessons(rules, chapter).map((lesson, i) => ({ ...lesson, number: i + 1 }));
  const numbers = chapters[chapter] ?? course(rules);
  return { chapter, lessons: numbers.flatMap((number) => all[number - 1] ?? []) };
}

/** The course in which a lesson is met: that of the rules, if it has the lesson. */
export function courseWith(game: GameName, rules: string, chapter: string, number: number): Course {
  const course = courseOf(game, rules, chapter);
  if (chapter || course.lessons.some((lesson) => lesson.number === number)) return course;
  const other = Object.entries(gameOf(game).chapters).find(([, numbers]) => numbers.includes(number));
  return other ? courseOf(game, rules, other[0]) : course;
}

export function kindWord(lesson: Lesson, done: Done): string {
  return lesson.otherwise?.(done) || t('That turn is allowed, but the task is another. Try once more.');
}
