// SPDX-License-Identifier: MIT
//
// The matches that the device keeps, each under an id of its own, and which of them lies on the
// table: in this window, which a reload finds again, and in the next window that is opened. What is
// kept may be missing or nonsense; each value that makes no sense is treated as missing.
//
// Invariant: a kept match is written over only by one that follows from it (`keepGame`). What is not
// finished stays; of the rest the oldest go when there are too many, or no room is left.

import type { GameName, Player } from './answers';
import { asGame } from './games/names';
import { device, isObject, oneOf, thisWindow, whole } from './storage';

export type Seat = { kind: 'person' } | { kind: 'computer'; level: number };
export type Seats = [Seat, Seat];

/** Who sits at the table, and how they came to it. */
export interface Sitting {
  seats: Seats;
  /** The player who has the first of the game's two colours (colours.ts). */
  firstColour: Player;
  /** Who begins was drawn by lot. */
  byLot: boolean;
}

/** Later than the last turn of any game: where a record is opened. */
export const LAST_PLY = 1_000_000;

/** A match as it is kept: enough to go on after a reload or a failure of the engine. */
export interface KeptMatch extends Sitting {
  game: GameName;
  record: string;
  ply: number;
  /** How many were made in the last game. */
  turns: number;
  /** Something was played, and who wins the match is open. */
  unfinished: boolean;
  /** It was played to its end; then `winner` has won it, or nobody. */
  finished: boolean;
  winner: Player | null;
  /** Games won by each player. */
  wins: [number, number];
  rules: string;
  names: [string, string];
  /** Milliseconds left to each player; null without clocks. */
  clocks: [number, number] | null;
  /** What each had at the beginning; 0 without clocks. */
  budget: number;
  seed: number;
  /** The match whose place this one has taken, as long as the way back is offered. */
  before: string | null;
}

export interface KeptGame extends KeptMatch {
  id: string;
  /** When its record last changed. */
  at: number;
}

/** So many matches are kept that are not unfinished. */
export const MOST_FINISHED = 200;

const GAME = 'game.';

export const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');

function asSeat(found: unknown): Seat {
  return isObject(found) && found['kind'] === 'computer' ? { kind: 'computer', level: whole(found['level'], 2, 10) } : { kind: 'person' };
}

const asName = (found: Record<string, unknown>, player: Player): string => {
  const name = asPair(found['names'])?.[player];
  return typeof name === 'string' ? name : '?';
};

function asPair(found: unknown): [unknown, unknown] | null {
  return Array.isArray(found) && found.length === 2 ? [found[0], found[1]] : null;
}

const isTime = (found: unknown): found is number => typeof found === 'number' && Number.isFinite(found) && found >= 0;

function asKept(id: string, found: unknown): KeptGame | null {
  if (!isObject(found) || typeof found['record'] !== 'string') return null;
  const seats = asPair(found['seats']);
  const [mine, yours] = asPair(found['clocks']) ?? [];
  return {
    id,
    at: whole(found['at'], 0),
    game: asGame(found['game']),
    record: found['record'],
    ply: whole(found['ply'], LAST_PLY),
    turns: whole(found['turns'], whole(found['ply'], 0)),
    unfinished: found['unfinished'] === true,
    finished: found['finished'] === true,
    winner: oneOf<Player | null>(found['winner'], null, 0, 1),
    wins: [whole(asPair(found['wins'])?.[0], 0), whole(asPair(found['wins'])?.[1], 0)],
    rules: typeof found['rules'] === 'string' ? found['rules'] : '',
    names: [asName(found, 0), asName(found, 1)],
    seats: seats ? [asSeat(seats[0]), asSeat(seats[1])] : [{ kind: 'person' }, { kind: 'person' }],
    firstColour: oneOf<Player>(found['firstColour'], 0, 1),
    byLot: found['byLot'] === true,
    clocks: isTime(mine) && isTime(yours) ? [mine, yours] : null,
    budget: isTime(found['budget']) ? found['budget'] : 0,
    seed: whole(found['seed'], 1),
    before: typeof found['before'] === 'string' ? found['before'] : null,
  };
}

export const keptGame = (id: string): KeptGame | null => asKept(id, device.read(GAME + id));

/** All matches that are kept, the latest first. */
export function keptGames(): KeptGame[] {
  return device
    .keys(GAME)
    .flatMap((id) => keptGame(id) ?? [])
    .sort((a, b) => b.at - a.at);
}

export const unfinishedGames = (): KeptGame[] => keptGames().filter((each) => each.unfinished);

// --- which one lies on the table ----------------------------------------------------------------

/** Earlier versions of the page kept one match for each game, under its name. */
function adopt(slot: GameName): void {
  const old = device.read(`match.${slot}`);
  const id = newId();
  const found = asKept(id, old);
  if (!found) return;
  if (!device.write(GAME + id, { ...found, game: slot, at: Date.now() })) return;
  device.remove(`match.${slot}`);
  if (device.read(`current.${slot}`) === null) setCurrent(slot, id);
}

/** The match of this game that lies on the table; null: there is none. */
export function currentGame(slot: GameName): KeptGame | null {
  adopt(slot);
  for (const shelf of [thisWindow, device]) {
    const id = shelf.read(`current.${slot}`);
    const kept = typeof id === 'string' ? keptGame(id) : null;
    if (kept) return kept;
  }
  return null;
}

export function setCurrent(slot: GameName, id: string): void {
  for (const shelf of [thisWindow, device]) shelf.write(`current.${slot}`, id);
}

// --- keeping ------------------------------------------------------------------------------------

/** Makes room: drops the oldest that is not unfinished, but never the one named. Tells whether there was one. */
function dropOldest(except: string, most: number): boolean {
  const finished = keptGames().filter((each) => !each.unfinished && each.id !== except);
  const oldest = finished[finished.length - 1];
  if (!oldest || finished.length <= most) return false;
  device.remove(GAME + oldest.id);
  return true;
}

/** Takes a match away for good; what it gives back is enough to have it again. */
export function removeGame(id: string): KeptGame | null {
  const kept = keptGame(id);
  device.remove(GAME + id);
  return kept;
}

/** Puts a match back that was taken away; tells whether the device keeps it. */
export const restoreGame = ({ id, ...match }: KeptGame): boolean => device.write(GAME + id, match);

/** Whether another window has gone on with a match since its record was the `known` one, other than to `record`. */
export function wentOn(id: string, known: string, record: string): boolean {
  const kept = keptGame(id)?.record;
  return kept !== undefined && kept !== known && kept !== record;
}

/**
 * Keeps a match that follows from the `known` record. Refuses if another window has gone on with it;
 * says if the device has no room, so that it lasts only as long as the page.
 */
export function keepGame(id: string, match: KeptMatch, known: string): 'kept' | 'not kept' | 'refused' {
  if (wentOn(id, known, match.record)) return 'refused';
  const before = keptGame(id);
  const game = { ...match, at: before?.record === match.record ? before.at : Date.now() };
  let kept = device.write(GAME + id, game);
  while (!kept && dropOldest(id, 0)) kept = device.write(GAME + id, game);
  if (!before) while (dropOldest(id, MOST_FINISHED));
  return kept ? 'kept' : 'not kept';
}
