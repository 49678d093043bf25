// SPDX-License-Identifier: MIT
//
// What the page keeps on the device: settings, and one match for each game. Storage that is full,
// forbidden or holds nonsense is treated as empty; playing never depends on it.

import type { GameName } from './answers';

export type Seat = { kind: 'person' } | { kind: 'computer'; level: number };
export type Seats = [Seat, Seat];

/** Later than the last turn of any game: where a record is opened. */
export const LAST_PLY = 1_000_000;

/** A match as it is kept: enough to go on after a reload or a failure of the engine. */
export interface KeptMatch {
  record: string;
  ply: number;
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
  newGame: NewGame;
}

export const firstSettings: Settings = {
  theme: 'system',
  sound: false,
  language: '',
  game: 'linja',
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

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`linework.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, kept: unknown): void {
  try {
    localStorage.setItem(`linework.${key}`, JSON.stringify(kept));
  } catch {
    // Nothing is lost but the convenience of a reload.
  }
}

function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

/** What was kept, where it is of the same kind as the default; the default elsewhere. */
function merged<T extends object>(found: unknown, otherwise: T): T {
  if (!isObject(found)) return otherwise;
  const result: Record<string, unknown> = {};
  for (const [key, fallback] of Object.entries(otherwise)) {
    const kept = found[key];
    if (isObject(fallback)) result[key] = merged(kept, fallback);
    else result[key] = typeof kept === typeof fallback ? kept : fallback;
  }
  return result as T;
}

export function keptSettings(): Settings {
  return merged(read('settings'), firstSettings);
}

export function keepSettings(settings: Settings): void {
  write('settings', settings);
}

function asSeat(found: unknown): Seat {
  return isObject(found) && found['kind'] === 'computer' && typeof found['level'] === 'number'
    ? { kind: 'computer', level: Math.min(10, Math.max(0, Math.round(found['level']))) }
    : { kind: 'person' };
}

function asPair(found: unknown): [unknown, unknown] | null {
  return Array.isArray(found) && found.length === 2 ? [found[0], found[1]] : null;
}

export function keptMatch(slot: string): KeptMatch | null {
  const found = read(`match.${slot}`);
  if (!isObject(found) || typeof found['record'] !== 'string') return null;
  const seats = asPair(found['seats']);
  const clocks = asPair(found['clocks']);
  return {
    record: found['record'],
    ply: typeof found['ply'] === 'number' ? found['ply'] : LAST_PLY,
    seats: seats ? [asSeat(seats[0]), asSeat(seats[1])] : [{ kind: 'person' }, { kind: 'person' }],
    clocks: clocks ? [Number(clocks[0]) || 0, Number(clocks[1]) || 0] : null,
    budget: typeof found['budget'] === 'number' ? found['budget'] : 0,
    seed: typeof found['seed'] === 'number' ? found['seed'] : 1,
  };
}

export function keepMatch(slot: string, match: KeptMatch): void {
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
