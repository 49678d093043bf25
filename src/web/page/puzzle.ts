// SPDX-License-Identifier: MIT
//
// A puzzle on its desk: posed, answered, solved or given up. One thing at a time: while an answer is
// looked at, no other is taken and the solution is not shown. A mistake of one's own is a puzzle, too; any turn
// that is not bad solves it, as a review judges (teach/review.h).

import { signal } from '@preact/signals';
import { command, Lacking, value, values, type GameName, type Lines } from './answers';
import { Client } from './client';
import { Desk, Gone } from './desk';
import { exactTurns, toldText } from './exact';
import { sideColours } from './games/list';
import { findGame } from './games/names';
import { dropMistake, keptMistakes, type Mistake } from './mistakes';
import { keptScore, noteMissed, noteSolved, noteWish, NUMBER_MOST, numberAfter, type PuzzleScore } from './puzzle-keep';
import { ofDay, pick, puzzleList, type Entry, type Wish } from './puzzle-list';
import { sentences } from './said';
import { t } from './text';

export interface PuzzleName {
  game: GameName;
  /** null: the next one that is wished for and not solved. */
  number: number | null;
  /** The puzzle of a day, 2026-11-18. */
  day?: string;
  /** One's own last mistake that is not mended. */
  mine?: boolean;
}

/** #puzzle/linja/17, #puzzle/linja/2026-11-18, #puzzle/linja/mine, of an address without its first slash (routes.ts) */
export function puzzleIn(fragment: string): PuzzleName | null {
  const [, name, which] = /^#puzzle\/([a-z]+)(?:\/(\d{1,10}|\d{4}-\d\d-\d\d|mine))?$/.exec(fragment) ?? [];
  const game = findGame(name);
  if (!game) return null;
  if (which === 'mine') return { game, number: null, mine: true };
  if (which?.includes('-')) return { game, number: null, day: which };
  const number = which === undefined ? null : Number(which);
  if (number !== null && number > NUMBER_MOST) return null;
  return { game, number };
}

export const puzzleFragment = ({ game, number, day, mine }: PuzzleName): string =>
  ['#/puzzle', game, mine ? 'mine' : (day ?? number)].filter((part) => part !== null).join('/');

export interface Posed {
  name: PuzzleName;
  rules: string;
  /** 0 of a mistake, which nobody has counted. */
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

function readPosed(name: PuzzleName, lines: Lines): Posed {
  const number = Number(value(lines, 'number'));
  return {
    name: name.day === undefined ? { game: name.game, number } : name,
    rules: value(lines, 'rules'),
    number,
    grade: Number(value(lines, 'grade')),
    task: sentences(sideColours(name.game), lines),
    themes: values(lines, 'theme'),
  };
}

/** What a turn of a position is worth beside the best one. */
interface Judged {
  good: boolean;
  best: string;
  said: string[];
}

/** What is known of the puzzle and of those that could come. */
interface Known {
  game: GameName;
  score: PuzzleScore;
  /** The list that puzzles are chosen from; empty until it is there. */
  list: readonly Entry[];
  mistakes: Mistake[];
  posed: Posed | null;
  /** The mistake that is posed. */
  mistake: Mistake | null;
  answered: Answered | null;
  /** An answer or the solution is being looked at. */
  busy: boolean;
}

/** Nothing is posed yet. */
const nothingOf = (game: GameName, list: readonly Entry[]): Known => ({
  game,
  score: keptScore(game),
  list,
  mistakes: keptMistakes(game),
  posed: null,
  mistake: null,
  answered: null,
  busy: false,
});

export class Puzzle {
  readonly desk = new Desk();
  readonly #known;
  /** Looks at turns of mistakes, each by itself. */
  #judge = new Client<readonly string[]>((lines) => lines, 'thinking');
  /** Counts what was wanted, so that only the last is posed. */
  #age = 0;

  constructor(game: GameName) {
    this.#known = signal(nothingOf(game, []));
  }

  /** Whoever reads it while drawing is drawn again when there is something else to show. */
  get #now(): Known {
    return this.#known.value;
  }

  #note(known: Partial<Known>): void {
    this.#known.value = { ...this.#known.peek(), ...known };
  }

  get game(): GameName {
    return this.#now.game;
  }

  get score(): PuzzleScore {
    return this.#now.score;
  }

  get list(): readonly Entry[] {
    return this.#now.list;
  }

  get mistakes(): readonly Mistake[] {
    return this.#now.mistakes;
  }

  get posed(): Posed | null {
    return this.#now.posed;
  }

  get answered(): Answered | null {
    return this.#now.answered;
  }

  close(): void {
    this.desk.close();
    this.#judge.close();
  }

  /** The solution may be seen. */
  get done(): boolean {
    return this.answered !== null && this.answered.solution !== '';
  }

  /** A turn may be tried. */
  get open(): boolean {
    return this.posed !== null && !this.done && !this.#now.busy;
  }

  /** Another kind of puzzle is wanted from now on. */
  wish(wish: Wish): void {
    this.#note({ score: noteWish(this.game, wish) });
  }

  /** What comes after the puzzle that is posed. */
  get next(): PuzzleName {
    const { game, posed } = this;
    if (posed?.name.mine && this.mistakes.length > 0) return { game, number: null, mine: true };
    if (!posed || posed.name.mine || posed.name.day) return { game, number: null };
    const found = pick(this.list, this.score.wish, this.score.solved, numberAfter(posed.number));
    return { game, number: found?.number ?? numberAfter(posed.number) };
  }

  /** Looks for a puzzle, unless it is the one that is there. `wanted`: whether it is still wished for. */
  async pose(name: PuzzleName, wanted: () => boolean = () => true): Promise<Posed | null> {
    const there = this.posed?.name;
    if (there?.game === name.game && there.number === name.number && there.day === name.day && !name.mine && name.number !== null)
      return null;
    if (!wanted()) throw new Gone();
    const { game } = name;
    const age = ++this.#age;
    const need = (): void => {
      if (age !== this.#age || !wanted()) throw new Gone();
    };
    this.#note(nothingOf(game, this.game === game ? this.list : []));
    this.desk.clear();
    const mistake = name.mine ? this.mistakes[0] : undefined;
    const posed = await (mistake ? this.#setMistake(game, mistake) : this.#set(game, name.mine ? { game, number: null } : name, need));
    need(); // the next wish may wait for its list, and has not told the desk yet
    this.#note({ posed, mistake: mistake ?? null });
    return posed;
  }

  async #set(game: GameName, name: PuzzleName, need: () => void): Promise<Posed> {
    const list = await puzzleList(game);
    need();
    this.#note({ list });
    const { wish, solved } = this.score;
    const entry =
      name.day !== undefined
        ? ofDay(list, name.day)
        : name.number === null
          ? pick(list, wish, solved, 0)
          : list.find(({ number }) => number === name.number);
    // Whatever else was posed, it would not be what others find under the same day.
    if (name.day !== undefined && !entry) throw new Lacking(t('The puzzle of this day is not available.'));
    const lines = await this.desk.set([command('puzzle', name.number ?? this.score.next, game, '', entry?.line ?? '')], 'thinking');
    return readPosed(name, lines);
  }

  async #setMistake(game: GameName, mistake: Mistake): Promise<Posed> {
    await this.desk.set([setUp(game, mistake)]);
    const task = [t('You played {0} here. Find a better turn.', mistake.played)];
    return { name: { game, number: null, mine: true }, rules: mistake.rules, number: 0, grade: 0, task, themes: [] };
  }

  /** Looks at an answer; null: not now. */
  async check(turn: string): Promise<Answered | null> {
    return this.#once(async (posed) => {
      const { mistake } = this.#now;
      const answered = await (mistake ? this.#checkMistake(posed, mistake, turn) : this.#checkTurn(posed, turn));
      this.#note({ answered });
      if (!answered.right) await this.desk.show('');
      return answered;
    });
  }

  async #checkTurn(posed: Posed, turn: string): Promise<Answered> {
    const [lines = []] = await this.desk.ask([command('puzzle-check', turn)], 'thinking');
    const right = value(lines, 'right') === '1';
    this.#need(posed);
    this.#note({ score: (right ? noteSolved : noteMissed)(this.game, posed.number) });
    return { turn, right, said: sentences(sideColours(this.game), lines), solution: right ? turn : '' };
  }

  async #checkMistake(posed: Posed, mistake: Mistake, turn: string): Promise<Answered> {
    const { good, best, said } = await this.#judged(mistake, turn);
    this.#need(posed);
    if (good) {
      dropMistake(this.game, mistake);
      this.#note({ mistakes: keptMistakes(this.game) });
    }
    const praise = best === turn ? t('There is no better turn.') : t('That is good. The best turn is {0}.', best);
    return { turn, right: good, said: good ? [praise] : said.slice(0, 1), solution: good ? turn : '' };
  }

  async solve(): Promise<Answered | null> {
    return this.#once(async (posed) => {
      await this.desk.show('');
      const { mistake } = this.#now;
      const answered = await (mistake ? this.#mend(posed, mistake) : this.#solution(posed));
      this.#note({ answered });
      return answered;
    });
  }

  async #solution(posed: Posed): Promise<Answered> {
    const [lines = []] = await this.desk.ask(['puzzle-solution']);
    const solution = value(lines, 'turn');
    this.#need(posed);
    this.#note({ score: noteMissed(this.game, posed.number) });
    return { turn: solution, right: false, said: sentences(sideColours(this.game), lines), solution };
  }

  async #mend(posed: Posed, mistake: Mistake): Promise<Answered> {
    const { best, said } = await this.#judged(mistake, mistake.played);
    this.#need(posed);
    return { turn: best, right: false, said, solution: best };
  }

  /** A turn as a review judges it: as hard a look, exact where the server has a table. */
  async #judged(mistake: Mistake, turn: string): Promise<Judged> {
    const { game } = this;
    const exact = toldText(await exactTurns(game, mistake.rules, mistake.position));
    const answers = await this.#judge.ask(
      [setUp(game, mistake), command('play', turn), command('review', 0), command('review-turn', 0, exact)],
      null,
      { patience: 'thinking' },
    );
    const lines = answers[3] ?? [];
    const good = ['forced', 'great', 'best', 'good'].includes(value(lines, 'mark')) && turn !== mistake.played;
    return { good, best: value(lines, 'best'), said: sentences(sideColours(game), lines) };
  }

  /** What was asked about must still be there. */
  #need(posed: Posed): void {
    if (this.posed !== posed) throw new Gone();
  }

  async #once(work: (posed: Posed) => Promise<Answered>): Promise<Answered | null> {
    const { posed } = this;
    if (!posed || !this.open) return null;
    this.#note({ busy: true });
    try {
      return await work(posed);
    } finally {
      if (this.posed === posed) this.#note({ busy: false });
    }
  }
}

/** The position of a mistake as a match of its own. */
const setUp = (game: GameName, { rules, position }: Mistake): string =>
  command('new', game, rules, 1, 0, 1, 'Player 1', 'Player 2', '', '', position);
