// SPDX-License-Identifier: MIT
//
// Exact values from the server's table, of a game that has one. A server without one, one that does not answer, or no server at all, is
// asked once and then left alone for a while; so is every server where the device has a table of its own, which the engine reads.

import type { GameName } from './answers';
import { gameOf } from './games/list';
import { isSolved } from './solve/solving';

/** The values of all turns of a position, for the side that moves. */
export type ExactTurns = ReadonlyMap<string, number>;

/** When a server was found to have no table for a rule set. */
const without = new Map<string, number>();
const A_WHILE = 60_000;
/** So long it may take: a review waits for it. */
const PATIENCE = 10_000;

function read(answer: unknown): ExactTurns | null {
  if (typeof answer !== 'object' || answer === null || !('turns' in answer) || !Array.isArray(answer.turns)) return null;
  const turns = new Map<string, number>();
  for (const each of answer.turns as unknown[]) {
    if (typeof each !== 'object' || each === null || !('turn' in each) || !('value' in each)) return null;
    if (typeof each.turn !== 'string' || typeof each.value !== 'number' || !Number.isInteger(each.value)) return null;
    turns.set(each.turn, each.value);
  }
  return turns.size > 0 ? turns : null;
}

export async function exactTurns(game: GameName, rules: string, position: string): Promise<ExactTurns | null> {
  if (!gameOf(game).hasTable || isSolved({ game, rules }) || Date.now() - (without.get(rules) ?? -Infinity) < A_WHILE) return null;
  try {
    const answer = await fetch(`api/${game}/moves?rules=${encodeURIComponent(rules)}&position=${encodeURIComponent(position)}`, {
      signal: AbortSignal.timeout(PATIENCE),
    });
    const turns = answer.ok ? read(await answer.json()) : null;
    if (answer.status === 404) without.set(rules, Date.now());
    return turns;
  } catch {
    without.set(rules, Date.now());
    return null;
  }
}

/** As the border is told of them. */
export const toldText = (turns: ExactTurns | null): string =>
  turns ? [...turns].map(([turn, worth]) => `${turn}=${worth}`).join(' ') : '';
