// SPDX-License-Identifier: MIT
//
// A review of a game under way: one turn after the other is looked at in an engine of its own, so
// that the page can show how far it is and be left at any time. The sums, marks and reasons come
// from the C code (teach/review.h); here they are only read.

import { command, value, values, type GameName, type Lines, type Side } from './answers';
import type { SideColours } from './colours';
import { gameOf } from './games/list';
import { Engine } from './engine';
import { exactTurns, toldText } from './exact';
import { saidWords, type Measure } from './said';

export interface Value {
  points: number;
  chance: number;
  error: number;
  exact: boolean;
}

export const MARKS = ['forced', 'great', 'best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];

export interface ReviewedTurn {
  side: Side;
  played: string;
  best: string;
  /** Of the best turn and of the one played, for the side that moved. */
  before: Value;
  after: Value;
  loss: number;
  mark: Mark;
  sign: string;
  /** Why the best turn is better; '' where there is nothing to say. */
  why: string;
}

export interface ReviewedSide {
  accuracy: number;
  loss: number;
  luck: number;
  counts: Record<Mark, number>;
}

export interface Summary {
  exact: boolean;
  /** The game was played to its end. */
  over: boolean;
  /** The largest error of an estimate. */
  error: number;
  /** Of the first position and the last, for A. */
  first: Value;
  last: Value;
  sides: Record<Side, ReviewedSide>;
  /** Of the draw after each turn, for the side that moved. */
  luck: number[];
}

function readValue(lines: Lines, key: string): Value {
  const [, points, chance, error, exact] = lines.find((line) => line[0] === key) ?? [];
  return { points: Number(points), chance: Number(chance), error: Number(error), exact: exact === '1' };
}

function readTurn(colours: SideColours, lines: Lines): ReviewedTurn {
  const said = lines.find((line) => line[0] === 'say');
  return {
    side: value(lines, 'side') === 'b' ? 'b' : 'a',
    played: value(lines, 'played'),
    best: value(lines, 'best'),
    before: readValue(lines, 'before'),
    after: readValue(lines, 'after'),
    loss: Number(value(lines, 'loss')),
    mark: MARKS.find((mark) => mark === value(lines, 'mark')) ?? 'best',
    sign: value(lines, 'sign'),
    why: said ? saidWords(colours, said[1] ?? '', said.slice(2)) : '',
  };
}

function readSide(line: readonly string[]): ReviewedSide {
  const [, , accuracy, loss, luck, , ...counts] = line;
  const counted = Object.fromEntries(MARKS.map((mark, i) => [mark, Number(counts[i] ?? 0)])) as Record<Mark, number>;
  return { accuracy: Number(accuracy), loss: Number(loss), luck: Number(luck), counts: counted };
}

function readSummary(lines: Lines): Summary {
  const [a = [], b = []] = lines.filter((line) => line[0] === 'player');
  return {
    exact: value(lines, 'exact') === '1',
    over: value(lines, 'over') === '1',
    error: Number(value(lines, 'error')),
    first: readValue(lines, 'first'),
    last: readValue(lines, 'last'),
    sides: { a: readSide(a), b: readSide(b) },
    luck: values(lines, 'luck').map(Number),
  };
}

/** A value in what the game is measured by. */
export const amountOf = (measure: Measure, of: Value): number => (measure === 'points' ? of.points : of.chance);

/** The same value as the other side sees it. */
export const turnedAmount = (measure: Measure, amount: number): number => (measure === 'points' ? -amount : 1 - amount);

export const isMistake = (turn: ReviewedTurn | undefined): boolean =>
  turn !== undefined && ['inaccuracy', 'mistake', 'blunder'].includes(turn.mark);

export class Review {
  measure: Measure = 'points';
  hasDraws = false;
  /** The positions after 0, 1, 2 ... turns. */
  positions: string[] = [];
  /** As many as have been looked at. */
  turns: ReviewedTurn[] = [];
  /** Values came from the server's table. */
  fromTable = false;
  summary: Summary | null = null;
  #engine = new Engine(() => undefined);
  #closed = false;

  constructor(
    readonly game: GameName,
    readonly rules: string,
    readonly colours: SideColours,
    readonly changed: () => void,
  ) {}

  /** Looks at all turns of the last game of a record. */
  async run(record: string): Promise<void> {
    this.turns = [];
    const answers = await this.#engine.ask([command('load', record), command('review', gameOf(this.game).reviewNodes)]);
    const begun = answers[1] ?? [];
    this.measure = value(begun, 'measure') === 'chance' ? 'chance' : 'points';
    this.hasDraws = value(begun, 'draws') === '1';
    this.positions = values(begun, 'at');
    this.changed();
    for (let ply = 0; ply + 1 < this.positions.length && !this.#closed; ply++) {
      const exact = await exactTurns(this.game, this.rules, this.positions[ply] ?? '');
      if (exact) this.fromTable = true;
      const [looked] = await this.#engine.ask([command('review-turn', ply, toldText(exact))], 'thinking');
      this.turns = [...this.turns, readTurn(this.colours, looked ?? [])];
      this.changed();
    }
    const [summed] = await this.#engine.ask(['review-summary'], 'thinking');
    this.summary = readSummary(summed ?? []);
    this.changed();
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.#engine.close();
  }

  /** The value of the position after so many turns, for A; null: not known yet. */
  at(ply: number): number | null {
    const turn = this.turns[ply];
    if (turn) {
      const amount = amountOf(this.measure, turn.before);
      return turn.side === 'a' ? amount : turnedAmount(this.measure, amount);
    }
    return this.summary && ply === this.turns.length ? amountOf(this.measure, this.summary.last) : null;
  }
}
