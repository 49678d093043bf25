// SPDX-License-Identifier: MIT
//
// What the page keeps on the device: settings, and one match for each game. What is kept may be
// missing or nonsense; each value that makes no sense is treated as missing.

import type { GameName } from './answers';
import { isObject, oneOf, read, whole, write } from './storage';

export type Seat = { kind: 'person' } | { kind: 'computer'; level: number };
export type Seats = [Seat, Seat];

/** Later than the last turn of any game: where a record is opened. */
export const LAST_PLY = 1_000_000;

/** A match as it is kept: enough to go on after a reload or a failure of the engine. */
export interface KeptMatch {
  record: string;
  ply: number;
  /** Something was played, and who wins the match is open. */
  unfinished: boolean;
  seats: Seats;
  /** Milliseconds left to each player; null without clocks. */
  clocks: [number, number] | null;
  /** What each had at the beginning; 0 without clocks. */
  budget: number;
  seed: number;
}

export interface NewGame {
  game: GameName;
  rules: Record<GameName, string>;
  opponent: 'computer' | 'friend';
  level: number;
  starts: 'me' | 'other' | 'lot';
  bestOf: 1 | 3 | 5;
  /** Minutes for each side; 0: no clocks. */
  minutes: number;
}

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  /** One of those in text.ts; '': what the browser prefers. */
  language: string;
  game: GameName;
  /** Whether the board is turned round from how it usually lies. */
  flips: Record<GameName, boolean>;
  newGame: NewGame;
}

export const firstSettings: Settings = {
  theme: 'system',
  sound: false,
  language: '',
  game: 'linja',
  flips: { linja: false, liniell: false },
  newGame: {
    game: 'linja',
    rules: { linja: 'zen', liniell: 'standard' },
    opponent: 'computer',
    level: 2,
    starts: 'me',
    bestOf: 1,
    minutes: 0,
  },
};

function asNewGame(found: unknown): NewGame {
  const usual = firstSettings.newGame;
  if (!isObject(found)) return usual;
  const linja = isObject(found['rules']) ? found['rules']['linja'] : null; // whether there are such rules is known later
  return {
    game: oneOf(found['game'], usual.game, 'liniell'),
    rules: { ...usual.rules, ...(typeof linja === 'string' ? { linja } : {}) },
    opponent: oneOf(found['opponent'], usual.opponent, 'friend'),
    level: whole(found['level'], usual.level, 10),
    starts: oneOf(found['starts'], usual.starts, 'other', 'lot'),
    bestOf: oneOf(found['bestOf'], usual.bestOf, 3, 5),
    minutes: oneOf(found['minutes'], usual.minutes, 3, 5, 10, 20),
  };
}

export function keptSettings(): Settings {
  const found = read('settings');
  if (!isObject(found)) return firstSettings;
  const flips = isObject(found['flips']) ? found['flips'] : {};
  return {
    theme: oneOf(found['theme'], firstSettings.theme, 'light', 'dark'),
    sound: found['sound'] === true,
    language: typeof found['language'] === 'string' ? found['language'] : firstSettings.language,
    game: oneOf(found['game'], firstSettings.game, 'liniell'),
    flips: { linja: flips['linja'] === true, liniell: flips['liniell'] === true },
    newGame: asNewGame(found['newGame']),
  };
}

/** Keeps what has changed; the rest stays as it is kept, perhaps by another window. */
export function keepSettings(changed: Partial<Settings>): void {
  write('settings', { ...keptSettings(), ...changed });
}

function asSeat(found: unknown): Seat {
  return isObject(found) && found['kind'] === 'computer' ? { kind: 'computer', level: whole(found['level'], 2, 10) } : { kind: 'person' };
}

function asPair(found: unknown): [unknown, unknown] | null {
  return Array.isArray(found) && found.length === 2 ? [found[0], found[1]] : null;
}

const isTime = (found: unknown): found is number => typeof found === 'number' && Number.isFinite(found) && found >= 0;

export function keptMatch(slot: GameName): KeptMatch | null {
  const found = read(`match.${slot}`);
  if (!isObject(found) || typeof found['record'] !== 'string') return null;
  const seats = asPair(found['seats']);
  const [mine, yours] = asPair(found['clocks']) ?? [];
  return {
    record: found['record'],
    ply: whole(found['ply'], LAST_PLY),
    unfinished: found['unfinished'] === true,
    seats: seats ? [asSeat(seats[0]), asSeat(seats[1])] : [{ kind: 'person' }, { kind: 'person' }],
    clocks: isTime(mine) && isTime(yours) ? [mine, yours] : null,
    budget: isTime(found['budget']) ? found['budget'] : 0,
    seed: whole(found['seed'], 1),
  };
}

export function keepMatch(slot: GameName, match: KeptMatch): void {
  write(`match.${slot}`, match);
}

/** The numbers of the lessons of a game that have been done, from 1. */
export function keptLessons(game: GameName): number[] {
  const found = read(`lessons.${game}`);
  return Array.isArray(found) ? found.filter((step): step is number => Number.isInteger(step)) : [];
}

export function keepLesson(game: GameName, step: number): void {
  write(`lessons.${game}`, [...new Set([...keptLessons(game), step])].sort((a, b) => a - b));
}
