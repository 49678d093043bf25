// SPDX-License-Identifier: MIT
//
// A puzzle on its desk: posed, answered, solved or given up. One thing at a time: while an answer is
// looked at, no other is taken and the solution is not shown.

import { command, value, values, type GameName, type Lines } from './answers';
import { Desk } from './desk';
import { sideColours } from './games/list';
import { findGame } from './games/names';
import { keptScore, noteMissed, noteSolved, NUMBER_MOST, type PuzzleScore } from './puzzle-keep';
import { sentences } from './said';

export interface PuzzleName {
  game: GameName;
  /** null: the next one that is not solved. */
  number: number | null;
}

/** #puzzle/linja/17, of an address without its first slash (routes.ts) */
export function puzzleIn(fragment: string): PuzzleName | null {
  const found = /^#puzzle\/([a-z]+)(?:\/(\d{1,10}))?$/.exec(fragment);
  const game = findGame(found?.[1]);
  if (!found || !game) return null;
  const number = found[2] === undefined ? null : Number(found[2]);
  if (number !== null && number > NUMBER_MOST) return null;
  return { game, number };
}

export const puzzleFragment = ({ game, number }: PuzzleName): string => `#/puzzle/${game}${number === null ? '' : `/${number}`}`;

export interface Posed {
  number: number;
  grade: number;
  task: string[];
  themes: string[];
}

export interface Answered {
  turn: string;
  right: boolean;
  said: string[];
  /** The solution, once it may be seen. */
  solution: string;
}

function readPosed(game: GameName, lines: Lines): Posed {
  return {
    number: Number(value(lines, 'number')),
    grade: Number(value(lines, 'grade')),
    task: sentences(sideColours(game), lines),
    themes: values(lines, 'theme'),
  };
}

export class Puzzle {
  readonly desk: Desk;
  score: PuzzleScore;
  posed: Posed | null = null;
  answered: Answered | null = null;
  /** An answer or the solution is being looked at. */
  busy = false;

  constructor(
    public game: GameName,
    readonly changed: () => void,
  ) {
    this.desk = new Desk(changed);
    this.score = keptScore(game);
  }

  /** The solution may be seen. */
  get done(): boolean {
    return this.answered !== null && this.answered.solution !== '';
  }

  /** A turn may be tried. */
  get open(): boolean {
    return this.posed !== null && !this.done && !this.busy;
  }

  /** Looks for a puzzle, unless it is the one that is there. */
  async pose({ game, number }: PuzzleName): Promise<Posed | null> {
    if (this.posed && this.game === game && this.posed.number === number) return null;
    this.game = game;
    this.score = keptScore(game);
    this.posed = null;
    this.answered = null;
    this.busy = false;
    this.desk.clear();
    const lines = await this.desk.set([command('puzzle', number ?? this.score.next, game)], 'thinking');
    this.posed = readPosed(game, lines);
    this.changed();
    return this.posed;
  }

  /** Looks at an answer; null: not now. */
  async check(turn: string): Promise<Answered | null> {
    return this.#once(async (posed) => {
      const [lines = []] = await this.desk.ask([command('puzzle-check', turn)], 'thinking');
      const right = value(lines, 'right') === '1';
      this.answered = { turn, right, said: sentences(sideColours(this.game), lines), solution: right ? turn : '' };
      this.score = (right ? noteSolved : noteMissed)(this.game, posed.number);
      if (!right) await this.desk.show('');
      return this.answered;
    });
  }

  async solve(): Promise<Answered | null> {
    return this.#once(async (posed) => {
      await this.desk.show('');
      const [lines = []] = await this.desk.ask(['puzzle-solution']);
      const solution = value(lines, 'turn');
      this.answered = { turn: solution, right: false, said: sentences(sideColours(this.game), lines), solution };
      this.score = noteMissed(this.game, posed.number);
      return this.answered;
    });
  }

  async #once(work: (posed: Posed) => Promise<Answered>): Promise<Answered | null> {
    const { posed } = this;
    if (!posed || !this.open) return null;
    this.busy = true;
    this.changed();
    try {
      return await work(posed);
    } finally {
      if (this.posed === posed) {
        this.busy = false;
        this.changed();
      }
    }
  }
}
