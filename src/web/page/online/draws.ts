// SPDX-License-Identifier: MIT
//
// What this device does for draws that nobody can choose (docs/rules-liniell.md, "Fair draws"): it gives random bytes, by
// their hash first where it made the game, and when a game is over it looks whether the server has kept its promise. Hash
// and proof are C's.

import { command, Refused, value, type Lines } from '../answers';
import { Engine } from '../engine';
import type { Command, View } from './protocol';
import type { Seat } from './seats';
import { newRandom, recordOf } from './server';

async function asked(line: string): Promise<Lines> {
  const engine = new Engine(() => undefined);
  try {
    return (await engine.ask([line]))[0] ?? [];
  } finally {
    engine.close();
  }
}

/** This player's part, and the hash that is told first. */
export async function promise(): Promise<{ random: string; hash: string }> {
  const random = newRandom();
  return { random, hash: value(await asked(command('hash', random)), 'hash') };
}

/** What who made the game has to say for it to begin, once the other has given their part; null: nothing. */
export const revealOf = ({ player, random, moved }: Seat, { status }: View): Command | null =>
  status === 'starting' && player === 0 && random !== '' && !moved ? { do: 'reveal', random } : null;

export type Verdict = 'kept' | 'broken';

/**
 * Whether all games of a match that are over drew as was promised to the one who sits here: under the commitment of then,
 * with the bytes that were given here. null: there is nothing to prove yet.
 */
export function judge(proved: Lines, { player, random, commitment }: Pick<Seat, 'player' | 'random' | 'commitment'>): Verdict | null {
  const games = proved.filter(([key]) => key === 'proved');
  if (games.length === 0) return null;
  const ours = ([, , promised, ...randoms]: readonly string[]): boolean =>
    (commitment === null || promised === commitment) && (random === '' || randoms[player] === random);
  return games.every(ours) ? 'kept' : 'broken';
}

export async function verdictOn(seat: Pick<Seat, 'id' | 'player' | 'random' | 'commitment'>): Promise<Verdict | null> {
  const record = await recordOf(seat.id);
  try {
    return judge(await asked(command('prove', record)), seat);
  } catch (error) {
    if (error instanceof Refused) return 'broken';
    throw error;
  }
}
