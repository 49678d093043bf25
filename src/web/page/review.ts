// SPDX-License-Identifier: MIT
//
// A review of a game under way: one turn after the other is looked at in an engine of its own, so
// that the page can show how far it is and be left at any time. The sums, marks and reasons come
// from the C code (teach/review.h); here they are only read. What is known are signals: whoever reads it while drawing is
// drawn again when there is more.

import { signal } from '@preact/signals';
import { command, readDid, value, values, type Did, type GameName, type Lines, type Side } from './answers';
import { Client } from './client';
import type { SideColours } from './colours';
import { exactTurns, toldText, type ExactTurns } from './exact';
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
  /** What that does. */
  bestDid: Did[];
  /** Of the best turn and of the one played, for the side that moved. */
  before: Value;
  after: Value;
  loss: number;
  /** The error of the loss; 0 if it is exact. */
  doubt: number;
  mark: Mark;
  sign: string;
  /** Why the best turn is better; '' where there is nothing to say. */
  why: string;
}

/** A turn that cost much, and what is wrong with it, beside why another is better. */
export interface Costly {
  ply: number;
  reasons: string[];
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

function readTurn(colours: SideColours, lines: Lines, ply: number): ReviewedTurn {
  const said = lines.find((line) => line[0] === 'say');
  return {
    side: value(lines, 'side') === 'b' ? 'b' : 'a',
    played: value(lines, 'played'),
    best: value(lines, 'best'),
    bestDid: readDid(lines, ply),
    before: readValue(lines, 'before'),
    after: readValue(lines, 'after'),
    loss: Number(value(lines, 'loss')),
    doubt: Number(value(lines, 'doubt')),
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

function readWorst(colours: SideColours, lines: Lines): Costly[] {
  const found: Costly[] = [];
  for (const [key, first = '', ...words] of lines)
    if (key === 'worst') found.push({ ply: Number(first), reasons: [] });
    else if (key === 'say') found.at(-1)?.reasons.push(saidWords(colours, first, words));
  return found;
}

/** A value in what the game is measured by. */
export const amountOf = (measure: Measure, of: Value): number => (measure === 'points' ? of.points : of.chance);

/** The same value as the other side sees it. */
export const turnedAmount = (measure: Measure, amount: number): number => (measure === 'points' ? -amount : 1 - amount);

export const isMistake = (turn: ReviewedTurn | undefined): boolean =>
  turn !== undefined && ['inaccuracy', 'mistake', 'blunder'].includes(turn.mark);

/** What is known of the game before its turns are looked at. */
interface Begun {
  measure: Measure;
  hasDraws: boolean;
  positions: readonly string[];
}

interface Summed {
  summary: Summary;
  worst: Costly[];
}

/** A record, and what was told of each of its turns that has been looked at: an engine that was lost looks at them again. */
interface Looked {
  record: string;
  told: readonly string[];
}

const lookAt = (ply: number, told: string): string => command('review-turn', ply, told);

const beginning = ({ record }: Looked): string[] => [command('load', record), command('review', 0)];

export class Review {
  readonly #begun = signal<Begun>({ measure: 'points', hasDraws: false, positions: [] });
  readonly #turns = signal<readonly ReviewedTurn[]>([]);
  readonly #fromTable = signal(false);
  readonly #summed = signal<Summed | null>(null);
  #client = new Client<Looked>((looked) => [...beginning(looked), ...looked.told.map((told, ply) => lookAt(ply, told))], 'thinking');
  #closed = false;

  constructor(
    readonly game: GameName,
    readonly rules: string,
    readonly colours: SideColours,
    /** Whose mistakes matter: those of the people here. */
    readonly sides: readonly Side[],
  ) {}

  get measure(): Measure {
    return this.#begun.value.measure;
  }

  get hasDraws(): boolean {
    return this.#begun.value.hasDraws;
  }

  /** The positions after 0, 1, 2 ... turns. */
  get positions(): readonly string[] {
    return this.#begun.value.positions;
  }

  /** As many as have been looked at. */
  get turns(): readonly ReviewedTurn[] {
    return this.#turns.value;
  }

  /** Values came from a table, the server's or the device's. */
  get fromTable(): boolean {
    return this.#fromTable.value;
  }

  get summary(): Summary | null {
    return this.#summed.value?.summary ?? null;
  }

  /** The costliest turns of those who are reviewed, the costliest first. */
  get worst(): readonly Costly[] {
    return this.#summed.value?.worst ?? [];
  }

  /** Looks at all turns of the last game of a record. */
  async run(record: string): Promise<void> {
    let looked: Looked = { record, told: [] };
    this.#turns.value = [];
    const [, begun = []] = await this.#client.ask(beginning(looked), null, { left: () => looked });
    this.#fromTable.value = value(begun, 'table') === '1';
    this.#begun.value = {
      measure: value(begun, 'measure') === 'chance' ? 'chance' : 'points',
      hasDraws: value(begun, 'draws') === '1',
      positions: values(begun, 'at'),
    };
    for (let ply = 0; ply + 1 < this.positions.length && !this.#closed; ply++) {
      const told = toldText(await this.#exactAt(ply));
      const next = { record, told: [...looked.told, told] };
      const [seen = []] = await this.#client.ask([lookAt(ply, told)], looked, { left: () => next, patience: 'thinking' });
      looked = next;
      this.#turns.value = [...this.turns, readTurn(this.colours, seen, ply)];
    }
    const last = toldText(await this.#exactAt(this.positions.length - 1)); // of a game that is not over
    const of = this.sides.length === 1 ? (this.sides[0] ?? '') : '';
    const summing = [command('review-summary', last), command('review-worst', of)];
    const [summed = [], worst = []] = await this.#client.ask(summing, looked, { patience: 'thinking' });
    this.#summed.value = { summary: readSummary(summed), worst: readWorst(this.colours, worst) };
  }

  async #exactAt(ply: number): Promise<ExactTurns | null> {
    const exact = await exactTurns(this.game, this.rules, this.positions[ply] ?? '');
    if (exact) this.#fromTable.value = true;
    return exact;
  }

  /** Where mistakes were made: those of the people here first, then the others. */
  get mistakes(): number[] {
    const all = this.turns.flatMap((turn, ply) => (isMistake(turn) ? [ply] : []));
    const isOwn = (ply: number): boolean => this.sides.includes(this.turns[ply]?.side ?? 'a');
    return [...all.filter(isOwn), ...all.filter((ply) => !isOwn(ply))];
  }

  /** The mistake after a turn, in that order; undefined: there is none. */
  nextMistake(ply: number): number | undefined {
    const all = this.mistakes;
    const here = all.indexOf(ply);
    if (here >= 0) return all[(here + 1) % all.length];
    return all.find((each) => each > ply && this.sides.includes(this.turns[each]?.side ?? 'a')) ?? all[0];
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.#client.close();
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
