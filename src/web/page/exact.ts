// SPDX-License-Identifier: MIT
//
// Exact values from the server's table, of a game that has one. A server without one, or no server at all, is
// asked once and then left alone.

import type { GameName } from './answers';
import { gameOf } from './games/list';

/** The values of all turns of a position, for the side that moves. */
export type ExactTurns = ReadonlyMap<string, number>;

const without = new Set<string>();

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
  if (!gameOf(game).hasTable || without.has(rules)) return null;
  try {
    const answer = await fetch(`api/${game}/moves?rules=${encodeURIComponent(rules)}&position=${encodeURIComponent(position)}`);
    const turns = answer.ok ? read(await answer.json()) : null;
    if (!turns) without.add(rules);
    return turns;
  } catch {
    without.add(rules);
    return null;
  }
}

/** As the border is told of them. */
export const toldText = (turns: ExactTurns | null): string =>
  turns ? [...turns].map(([turn, worth]) => `${turn}=${worth}`).join(' ') : '';
