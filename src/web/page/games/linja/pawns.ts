// SPDX-License-Identifier: MIT
//
// Linja as the board draws it: pawns that keep their identity from one position to the next, so
// that the eye can follow them, and the steps of a turn taken apart.

import type { Lines, Side } from '../../answers';

export const ROWS = 8;

export type Counts = readonly (readonly [number, number])[];

export interface Pawn {
  id: number;
  side: Side;
  row: number;
}

/** A step of a turn: rows are numbered from 0 (a). */
export interface Step {
  text: string;
  side: Side;
  from: number;
  to: number;
}

export const rowName = (row: number): string => String.fromCharCode(97 + row);

/** Pawns of A and of B on each row, from a position's text. */
export function readCounts(position: string): Counts {
  const rows = (position.split(' ')[0] ?? '').split('/');
  return Array.from({ length: ROWS }, (_, row) => {
    const digits = rows[row] ?? '00';
    return [parseInt(digits[0] ?? '0', 13) || 0, parseInt(digits[1] ?? '0', 13) || 0] as const;
  });
}

export const countsOf = (pawns: readonly Pawn[]): Counts =>
  Array.from({ length: ROWS }, (_, row) => {
    const here = pawns.filter((pawn) => pawn.row === row);
    return [here.filter(({ side }) => side === 'a').length, here.filter(({ side }) => side === 'b').length] as const;
  });

export function firstPawns(counts: Counts): Pawn[] {
  const pawns: Pawn[] = [];
  counts.forEach(([a, b], row) => {
    for (let i = 0; i < a; i++) pawns.push({ id: pawns.length, side: 'a', row });
    for (let i = 0; i < b; i++) pawns.push({ id: pawns.length, side: 'b', row });
  });
  return pawns;
}

/** The same pawns where another position has them: as few as possible move, the last of a row first. */
export function movePawns(pawns: readonly Pawn[], counts: Counts): Pawn[] {
  const moved = pawns.map((pawn) => ({ ...pawn }));
  for (const side of ['a', 'b'] as const) {
    const column = side === 'a' ? 0 : 1;
    const spare: Pawn[] = [];
    const wanted: number[] = [];
    for (let row = 0; row < ROWS; row++) {
      const here = moved.filter((pawn) => pawn.side === side && pawn.row === row);
      const want = counts[row]?.[column] ?? 0;
      spare.push(...here.slice(want));
      for (let i = here.length; i < want; i++) wanted.push(row);
    }
    if (spare.length !== wanted.length) return firstPawns(counts);
    spare.forEach((pawn, i) => {
      pawn.row = wanted[i] ?? pawn.row;
      // What arrives stands behind those that were there.
      moved.splice(moved.indexOf(pawn), 1);
      moved.push(pawn);
    });
  }
  return moved;
}

/** The last step of a turn or half-made turn, which `mover` makes. */
export function lastStep(turn: string, mover: Side): Step | null {
  const step = turn.split(/[/+]/).pop() ?? '';
  const mean = step.startsWith('!');
  const [from, to] = mean ? [step[1], step[2]] : [step[0], step[1]];
  if (!from || !to || from === '-') return null;
  const side = mean ? (mover === 'a' ? 'b' : 'a') : mover;
  return { text: turn, side, from: from.charCodeAt(0) - 97, to: to.charCodeAt(0) - 97 };
}

export function stepsOf(turn: string, mover: Side): Step[] {
  return turn
    .split(/[/+]/)
    .map((step) => lastStep(step, mover))
    .filter((step) => step !== null);
}

/** The steps of a turn, each with the pawns on the rows before it. */
export function stepsShown(turn: string, mover: Side, counts: Counts): { step: Step; before: Counts }[] {
  let now = counts;
  return stepsOf(turn, mover).map((step) => {
    const before = now;
    const column = step.side === 'a' ? 0 : 1;
    now = before.map((row, i) => {
      const change = (i === step.to ? 1 : 0) - (i === step.from ? 1 : 0);
      return column === 0 ? ([row[0] + change, row[1]] as const) : ([row[0], row[1] + change] as const);
    });
    return { step, before };
  });
}

/** The same pawns before each step of a turn that has led to where they are, the first beginning first, and as they are last. */
export function pawnsBefore(pawns: readonly Pawn[], steps: readonly Step[]): Pawn[][] {
  const frames = [[...pawns]];
  for (const { side, from, to } of [...steps].reverse()) {
    const later = frames[0] ?? [];
    const mover = [...later].reverse().find((pawn) => pawn.side === side && pawn.row === to);
    if (!mover) break; // what is shown is another turn
    // It was the last on its row, and what came there after it stood elsewhere.
    frames.unshift([...later.filter((pawn) => pawn !== mover), { ...mover, row: from }]);
  }
  return frames;
}

/** What a row pays, as C tells it. */
export interface Row {
  /** A pawn there. */
  worth: Record<Side, number>;
  /** All that stand there. */
  points: Record<Side, number>;
}

/** The rows from a to h. */
export const readRows = (described: Lines): Row[] =>
  described
    .filter((line) => line[0] === 'row')
    .map((line) => {
      const [worthA = 0, worthB = 0, pointsA = 0, pointsB = 0] = line.slice(2).map(Number);
      return { worth: { a: worthA, b: worthB }, points: { a: pointsA, b: pointsB } };
    });
