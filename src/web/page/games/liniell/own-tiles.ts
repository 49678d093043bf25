// SPDX-License-Identifier: MIT
//
// A tile set of one's own while it is being entered: as text, as tiles, and what a touch changes. A tile may be
// unfinished, with sides that belong to no line yet. Which set is right is known to the C code alone, which is asked
// after each change; here is only what becomes of its answer.

import { readScene, type Group } from './scene';
import type { Lines } from '../../answers';
import { refusal, t } from '../../text';
import { sideWord } from './words';

export interface OwnTile {
  /** Two digits. */
  number: string;
  groups: readonly Group[];
}

export const SIDES = 'NESW';
const TILE = /^(\d\d):\s*((?:[NESW]+[o*]*(?:\s+|$))*)$/;

const count = (text: string, letter: string): number => text.split(letter).length - 1;

/** The tiles of a text; null: it holds something that is no tile, or a side or a number twice. */
export function readTiles(text: string): OwnTile[] | null {
  const tiles: OwnTile[] = [];
  for (const line of text
    .replace(/#.*/g, '')
    .split(/[\n;]/)
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, number = '', lines = ''] = TILE.exec(line) ?? [];
    const groups = lines
      .split(/\s+/)
      .filter(Boolean)
      .map((each) => ({ sides: each.replace(/[o*]/g, ''), white: count(each, 'o'), blue: count(each, '*') }));
    const sides = groups.map((group) => group.sides).join('');
    if (!number || tiles.some((tile) => tile.number === number) || new Set(sides).size < sides.length) return null;
    tiles.push({ number, groups: sorted(groups) });
  }
  return tiles;
}

/** The tiles of a set that the C code has read. */
export const tilesIn = (lines: Lines): OwnTile[] => [...readScene(lines).tiles].map(([number, groups]) => ({ number, groups }));

/** A tile a line, as files have them. */
export function writeTiles(tiles: readonly OwnTile[]): string {
  const written = ({ sides, white, blue }: Group): string => ` ${sides}${'o'.repeat(white)}${'*'.repeat(blue)}`;
  return tiles.map(({ number, groups }) => `${number}:${groups.map(written).join('')}\n`).join('');
}

// --- changes ------------------------------------------------------------------------------------

const inOrder = (sides: string): string => [...SIDES].filter((side) => sides.includes(side)).join('');

function sorted(groups: readonly Group[]): Group[] {
  return groups
    .map((group) => ({ ...group, sides: inOrder(group.sides) }))
    .sort((a, b) => SIDES.indexOf(a.sides.charAt(0)) - SIDES.indexOf(b.sides.charAt(0)));
}

const alone = (side: string): Group => ({ sides: side, white: 0, blue: 0 });
export const groupAt = (tile: OwnTile, side: string): Group | undefined => tile.groups.find((group) => group.sides.includes(side));

const withGroups = (tile: OwnTile, ...groups: Group[]): OwnTile => {
  const changed = groups.map((group) => group.sides).join('');
  const others = tile.groups.filter((group) => ![...group.sides].some((side) => changed.includes(side)));
  return { ...tile, groups: sorted([...others, ...groups]) };
};

/** A side that belonged to no line has one of its own then. */
export const touched = (tile: OwnTile, side: string): OwnTile => (groupAt(tile, side) ? tile : withGroups(tile, alone(side)));

/** Two sides are joined, or, if they were, the second one is parted from the line; the rhombs stay with the first. */
export function joined(tile: OwnTile, first: string, second: string): OwnTile {
  const line = groupAt(tile, first) ?? alone(first);
  const other = groupAt(tile, second) ?? alone(second);
  if (line === other) return withGroups(tile, { ...line, sides: line.sides.replace(second, '') }, alone(second));
  return withGroups(tile, { sides: line.sides + other.sides, white: line.white + other.white, blue: line.blue + other.blue });
}

/** The next rhomb of a line: none, white, blue, none. */
export function nextRhomb(tile: OwnTile, line: Group): OwnTile {
  const none = line.white + line.blue === 0;
  return withGroups(tile, { ...line, white: none ? 1 : 0, blue: line.white === 1 && line.blue === 0 ? 1 : 0 });
}

export const moreRhombs = (tile: OwnTile, line: Group, white: number, blue: number): OwnTile =>
  withGroups(tile, { ...line, white: line.white + white, blue: line.blue + blue });

const named = (number: number): string => String(number).padStart(2, '0');

export const blankTiles = (): OwnTile[] => Array.from({ length: 16 }, (_, i) => ({ number: named(i + 1), groups: [] }));

/** A blank tile with the first number that is free. */
export function withOneMore(tiles: readonly OwnTile[]): { tiles: OwnTile[]; number: string } {
  let free = 1;
  while (tiles.some((tile) => tile.number === named(free))) free++;
  const number = named(free);
  return { tiles: [...tiles, { number, groups: [] }].sort((a, b) => Number(a.number) - Number(b.number)), number };
}

// --- in words -----------------------------------------------------------------------------------

export const sidesWords = (sides: string): string => [...sides].map(sideWord).join(' ');

export function rhombWords({ white, blue }: Group): string {
  const words = [...Array<string>(white).fill(t('white rhomb')), ...Array<string>(blue).fill(t('blue rhomb'))];
  return words.join(', ') || t('no rhomb');
}

export function tileWords({ number, groups }: OwnTile): string {
  const lines = groups.map((group) => sidesWords(group.sides) + (group.white + group.blue > 0 ? ` ${rhombWords(group)}` : ''));
  return [t('Tile {0}', number), lines.join(', ') || t('empty')].join(': ');
}

/** What the C code says of an unfinished set, in the reader's language; what only a file can have wrong has the words of refusals.mjs. */
const FAULTS: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [/side (.) of tile (\d\d) is missing$/, (side, tile) => t('Tile {0}, {1}: no line yet.', tile, sideWord(side))],
  [/tile (\d\d) has more than (\d+) rhombs on one line$/, (tile, most) => t('Tile {0}: more than {1} rhombs on one line.', tile, most)],
  [/a tile set has no more than (\d+) tiles$/, (most) => t('A set has {0} tiles at most.', most)],
  [/a tile set has no fewer than (\d+) tiles$/, (fewest) => t('A set needs {0} tiles at least.', fewest)],
];

export function faultWords(message: string): string {
  for (const [pattern, words] of FAULTS) {
    const found = pattern.exec(message);
    if (found) return words(found[1] ?? '', found[2] ?? '');
  }
  return refusal(message, (word) => word) ?? message;
}

/** The number of the tile that a fault is about; '': of none. */
export const faultyTile = (message: string): string => /tile (\d\d)/.exec(message)?.[1] ?? '';
