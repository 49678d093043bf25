// SPDX-License-Identifier: MIT
//
// What the page keeps on the device beside matches (games.ts): settings, and which lessons are done. What is kept may be
// missing or nonsense; each value that makes no sense is treated as missing.

import type { GameName } from './answers';
import { device, isObject, oneOf, whole } from './storage';

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
  const found = device.read('settings');
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
  device.write('settings', { ...keptSettings(), ...changed });
}

/** The numbers of the lessons of a game that have been done, from 1. */
export function keptLessons(game: GameName): number[] {
  const found = device.read(`lessons.${game}`);
  return Array.isArray(found) ? found.filter((step): step is number => Number.isInteger(step)) : [];
}

export function keepLesson(game: GameName, step: number): void {
  device.write(`lessons.${game}`, [...new Set([...keptLessons(game), step])].sort((a, b) => a - b));
}
