// SPDX-License-Identifier: MIT
//
// What the page keeps on the device beside matches (kept-games.ts): settings, which lessons are done, and tiles of one's own. What
// is kept may be missing or nonsense; each value that makes no sense is treated as missing.

import type { Colour } from './colours';
import { gameOf } from './games/list';
import { asGame, forGames, GAMES, OWN, type GameName } from './games/names';
import { device, isObject, oneOf, whole } from './storage';

export interface NewGame {
  game: GameName;
  rules: Record<GameName, string>;
  opponent: 'computer' | 'friend';
  level: number;
  starts: 'me' | 'other' | 'lot';
  /** Of the person who plays the computer, or of player 1. */
  colours: Record<GameName, Colour>;
  bestOf: 1 | 3 | 5;
  /** Minutes for each side; 0: no clocks. */
  minutes: number;
}

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  vibration: boolean;
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
  vibration: false,
  language: '',
  game: GAMES[0],
  flips: forGames(() => false),
  newGame: {
    game: GAMES[0],
    rules: forGames((game) => gameOf(game).editions[0] ?? ''),
    opponent: 'computer',
    level: 2,
    starts: 'lot',
    colours: forGames((game) => gameOf(game).colours[0]),
    bestOf: 1,
    minutes: 0,
  },
};

function asNewGame(found: unknown): NewGame {
  const usual = firstSettings.newGame;
  if (!isObject(found)) return usual;
  const rules = isObject(found['rules']) ? found['rules'] : {}; // whether there are such rules is known later
  const colours = isObject(found['colours']) ? found['colours'] : {};
  return {
    game: asGame(found['game']),
    rules: forGames((game) => (typeof rules[game] === 'string' ? rules[game] : usual.rules[game])),
    opponent: oneOf(found['opponent'], usual.opponent, 'friend'),
    level: whole(found['level'], usual.level, 10),
    starts: oneOf(found['starts'], usual.starts, 'me', 'other'),
    colours: forGames((game) => oneOf(colours[game], ...gameOf(game).colours)),
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
    vibration: found['vibration'] === true,
    language: typeof found['language'] === 'string' ? found['language'] : firstSettings.language,
    game: asGame(found['game']),
    flips: forGames((game) => flips[game] === true),
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
  device.write(
    `lessons.${game}`,
    [...new Set([...keptLessons(game), step])].sort((a, b) => a - b),
  );
}

// --- tiles of one's own -------------------------------------------------------------------------

export interface KeptTiles {
  /** As in a file. */
  text: string;
  /** The rules code has read it and found nothing wrong: it can be played with. */
  ready: boolean;
}

export function keptTiles(): KeptTiles | null {
  const found = device.read('tiles');
  return isObject(found) && typeof found['text'] === 'string' ? { text: found['text'], ready: found['ready'] === true } : null;
}

/** Tells whether the device keeps them; null: there are none any more. */
export function keepTiles(tiles: KeptTiles | null): boolean {
  if (tiles) return device.write('tiles', tiles);
  device.remove('tiles');
  return true;
}

/** The tile set that a new game is to be played with, if it has tiles; '': the usual one. */
export function tilesFor({ game, rules }: NewGame): string {
  const kept = rules[game] === OWN ? keptTiles() : null;
  return kept?.ready ? kept.text : '';
}
