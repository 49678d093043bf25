// SPDX-License-Identifier: MIT
//
// A plan as a tree of turns and answers, and as the lines in which a person makes it: what the other plays, the answer,
// what the other plays then, ...

import type { Planned } from './protocol';

export type Plan = readonly Planned[];

/** The plan with one more line; another answer to the same turn takes the place of the old one. */
export function withLine(plan: Plan, turns: readonly string[]): Planned[] {
  const [turn, answer, ...rest] = turns;
  if (turn === undefined || answer === undefined) return [...plan];
  const before = plan.find((each) => each.if === turn && each.then === answer);
  const deeper = withLine(before?.plan ?? [], rest);
  const entry: Planned = { if: turn, then: answer, ...(deeper.length > 0 && { plan: deeper }) };
  return [...plan.filter((each) => each.if !== turn), entry];
}

/** All lines, each to its end. */
export const linesOf = (plan: Plan): string[][] =>
  plan.flatMap((each) => (each.plan?.length ? linesOf(each.plan).map((rest) => [each.if, each.then, ...rest]) : [[each.if, each.then]]));

/** The plan without the end of a line: its last answer goes, and what leads to it stays. */
export function without(plan: Plan, turns: readonly string[]): Planned[] {
  const [turn, , ...rest] = turns;
  return plan.flatMap((each) => {
    if (each.if !== turn) return [each];
    if (rest.length === 0) return [];
    const deeper = without(each.plan ?? [], rest);
    return [{ if: each.if, then: each.then, ...(deeper.length > 0 && { plan: deeper }) }];
  });
}

/** What a server takes (docs/server.md): so many answers in a line, as each nests its message deeper, so many in all, and bytes. */
export const ANSWERS_IN_LINE = 7;
const ANSWERS = 256;
const BYTES = 16_000;

const answers = (plan: Plan): number => plan.reduce((sum, each) => sum + 1 + answers(each.plan ?? []), 0);

export const isTooLarge = (plan: Plan): boolean => answers(plan) > ANSWERS || JSON.stringify(plan).length > BYTES;
