// SPDX-License-Identifier: MIT
//
// What is about to come to the table: a new match, one that is kept or lives elsewhere, a record. Nothing has changed before all of it is known.

import { command, type GameName, type Player, type State } from './answers';
import type { Carrier, Here, There } from './carrier';
import { newId, type KeptGame, type Seats, type Sitting, type Times } from './kept-games';
import { opening, secret, wound, type Place } from './match';
import type { MatchClient, Next } from './match-client';
import { seatName, seatOf } from './seats';
import { t } from './text';

export interface Opened {
  carrier: Carrier;
  next: Next;
  place: Place;
  clocks: Times;
  /** The events that are kept already. */
  log: readonly string[];
}

/** A position to begin from; player 0 plays A. */
export interface SetUp {
  game: GameName;
  rules: string;
  position: string;
  seats: Seats;
  seed: number;
  /** The player who has the first of the game's colours; the one with side A has otherwise. */
  firstColour?: Player;
}

/** How a match begins. */
export interface Beginning {
  /** For the engine. */
  line: string;
  sitting: Sitting;
  seed: number;
  minutes: number;
  /** The match whose place it takes, if the way back shall be offered. */
  before: string | null;
}

/** From a position, without a clock. */
export function setUp({ game, rules, position, seats, seed, firstColour = 0 }: SetUp): Beginning {
  const names = [seatName(seats[0], 0, true), seatName(seats[1], 1, true)] as const;
  const line = command('new', game, rules, seed, 0, 1, ...names, '', '', position);
  return { line, sitting: { seats, firstColour, byLot: false }, seed, minutes: 0, before: null };
}

/** Where matches of this device are carried. */
type Carry = (id: string) => Here;

export async function begun(client: MatchClient, carry: Carry, { line, sitting, seed, minutes, before }: Beginning): Promise<Opened> {
  const next = await client.after(null, [line], sitting);
  const place = { id: newId(), before, sitting, seed, budget: minutes * 60_000 };
  return { carrier: carry(place.id), next, place, clocks: wound(place), log: [] };
}

/** A match that is kept on this device. */
export async function kept(client: MatchClient, carry: Carry, match: KeptGame): Promise<Opened> {
  const { id, before, seed, budget, clocks, base, ply, seats, firstColour, byLot } = match;
  const sitting = { seats, firstColour, byLot };
  const carrier = carry(id);
  const log = (await carrier.read())?.log ?? [];
  const found = { log, base, elsewhere: false };
  const next = await client.after(null, opening(found), sitting, { ply, of: found });
  if (log.length === 0 && base) next.match = { ...next.match, base: { ...base, n: next.match.log.length } };
  return { carrier, next, place: { id, before, seed, budget, sitting }, clocks, log };
}

/** A match that is decided elsewhere; its first game has begun. */
export async function elsewhere(client: MatchClient, carrier: There): Promise<Opened> {
  const found = await carrier.read();
  if (!found) throw new Error(t('There is no such game any more.'));
  const of = { ...found, elsewhere: true };
  const next = await client.after(null, opening(of), found.sitting, { of, silent: true });
  return { carrier, next, place: { ...carrier.place, sitting: found.sitting }, clocks: null, log: found.log };
}

/** A record from elsewhere: who plays is read from the names, at its last turn. */
export async function recorded(
  client: MatchClient,
  carry: Carry,
  { record, firstColour, beforeOf }: { record: string; firstColour: Player; beforeOf: (game: GameName) => string | null },
): Promise<Opened> {
  const sits = ({ names }: State): Sitting => ({ seats: [seatOf(names[0]), seatOf(names[1])], firstColour, byLot: false });
  const next = await client.after(null, [command('load', record, secret())], sits);
  const { state, seats, byLot } = next.table;
  const place = { id: newId(), before: beforeOf(state.game), sitting: { seats, firstColour, byLot }, seed: 1, budget: 0 };
  next.match = { ...next.match, base: { record, n: next.match.log.length } };
  return { carrier: carry(place.id), next, place, clocks: null, log: [] };
}
