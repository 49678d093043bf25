// SPDX-License-Identifier: MIT
//
// Liniell as the board draws it: pieces of line on cells, and tiles before they lie anywhere. Sides
// are letters of NESW; the geometry of a tile is here too, in units of its own size of 100.

import type { Lines, Side } from '../../answers';

export const TILE = 100;

export interface Group {
  sides: string;
  white: number;
  blue: number;
}

/** A piece of line on the table. */
export interface Laid extends Group {
  cell: string;
  /** The number of the line that it belongs to. */
  line: number;
  owner: Side | null;
}

export interface Route {
  owner: Side;
  marker: string;
  tiles: number;
  enclosed: boolean;
  blue: number;
  points: number;
  cells: string[];
}

export interface Scene {
  window: { top: number; right: number; bottom: number; left: number };
  tiles: Map<string, Group[]>;
  laid: Laid[];
  routes: Route[];
}

export interface Holders {
  markers: Record<Side, string[]>;
  drawn: string;
  left: number;
}

const asOwner = (text: string | undefined): Side | null => (text === 'a' || text === 'b' ? text : null);

function readTile(text: string): [string, Group[]] {
  const [number = '', groups = ''] = text.split(': ');
  return [
    number,
    groups.split(' ').map((group) => ({
      sides: group.replace(/[^NESW]/g, ''),
      white: group.split('o').length - 1,
      blue: group.split('*').length - 1,
    })),
  ];
}

export function readScene(lines: Lines): Scene {
  const scene: Scene = { window: { top: 3, right: 3, bottom: 3, left: 3 }, tiles: new Map(), laid: [], routes: [] };
  for (const [key, ...words] of lines) {
    const number = (i: number): number => Number(words[i] ?? 0);
    if (key === 'window') scene.window = { top: number(0), right: number(1), bottom: number(2), left: number(3) };
    else if (key === 'tile') scene.tiles.set(...readTile(words[0] ?? ''));
    else if (key === 'group') {
      scene.laid.push({
        cell: words[0] ?? '',
        sides: words[1] ?? '',
        line: number(2),
        owner: asOwner(words[3]),
        white: number(4),
        blue: number(5),
      });
    } else if (key === 'route') {
      scene.routes.push({
        owner: asOwner(words[0]) ?? 'a',
        marker: words[1] ?? '',
        tiles: number(2),
        enclosed: words[3] === '1',
        blue: number(4),
        points: number(5),
        cells: (words[6] ?? '').split(' '),
      });
    }
  }
  return scene;
}

/** What the position's text tells that `describe` does not. */
export function readHolders(position: string, tileCount: number): Holders {
  const word = (key: string): string => new RegExp(`(?:^| )${key}=(\\S+)`).exec(position)?.[1] ?? '';
  const marked = (key: string): string[] =>
    word(key)
      .split(',')
      .filter((spot) => spot !== '-' && spot !== '');
  const used = position.split(' ').filter((each) => each.includes('@')).length;
  const out = word('out') ? word('out').split(',').length : 0;
  const drawn = word('draw');
  return {
    markers: { a: marked('A'), b: marked('B') },
    drawn,
    left: tileCount - used - out - (drawn === '-' ? 0 : 1),
  };
}

const ORDER = 'NESW';
export const ROTATIONS = 'nesw';

export function turned(sides: string, quarters: number): string {
  const all = [...sides].map((side) => ORDER[(ORDER.indexOf(side) + quarters) % 4] ?? side);
  return [...ORDER].filter((side) => all.includes(side)).join('');
}

export function turnedTile(groups: readonly Group[], quarters: number): Group[] {
  return groups.map((group) => ({ ...group, sides: turned(group.sides, quarters) }));
}

/** Of the rotations that look like this one, the first: the one that turns are written with. */
export function firstAlike(groups: readonly Group[], quarters: number): number {
  const look = (turns: number): string =>
    turnedTile(groups, turns)
      .map((group) => `${group.sides}${group.white}${group.blue}`)
      .sort()
      .join(' ');
  return [0, 1, 2, 3].find((turns) => look(turns) === look(quarters)) ?? quarters;
}

export const columnOf = (cell: string): number => cell.charCodeAt(0) - 97;
export const rowOf = (cell: string): number => Number(cell.slice(1)) - 1;
export const cellAt = (column: number, row: number): string => String.fromCharCode(97 + column) + String(row + 1);

/** A turn's text taken apart: cell, rotation, side of the marker, where it comes from. */
export interface Move {
  cell: string;
  rotation: string;
  side: string;
  from: string;
}

export function readMove(turn: string): Move | null {
  const found = /^([a-o]\d+)([nesw])(?:\+([NESW])(?:<(\S+))?)?$/.exec(turn);
  return found && { cell: found[1] ?? '', rotation: found[2] ?? '', side: found[3] ?? '', from: found[4] ?? '' };
}

// --- geometry -------------------------------------------------------------------------------------

const HALF = TILE / 2;
export const RHOMB = 31;

/** A point seen from a side as if that were north: x to the right, y inwards. */
export function point(side: string, x: number, y: number): [number, number] {
  if (side === 'N') return [x, y];
  if (side === 'E') return [TILE - y, x];
  if (side === 'S') return [TILE - x, TILE - y];
  return [y, TILE - x];
}

const isBend = (sides: string): boolean => ['NE', 'ES', 'SW', 'NW'].includes(sides);
export const isCrossing = (sides: string): boolean => sides === 'EW';

/** The course of a piece of line as an SVG path. */
export function course(group: Group): string {
  const { sides } = group;
  if (isBend(sides)) {
    const side = sides === 'NW' ? 'W' : (sides[0] ?? 'N');
    return `M${point(side, HALF, 0).join(' ')}A${HALF} ${HALF} 0 0 0 ${point(side, TILE, HALF).join(' ')}`;
  }
  if (sides.length === 2) {
    const side = sides[0] ?? 'N';
    return `M${point(side, HALF, 0).join(' ')}L${point(side, HALF, TILE).join(' ')}`;
  }
  const depth = sides.length > 1 ? HALF : group.white + group.blue > 0 ? RHOMB - 8 : RHOMB;
  return [...sides].map((side) => `M${point(side, HALF, 0).join(' ')}L${point(side, HALF, depth).join(' ')}`).join('');
}

/** Where a rhomb, or a marker, of a piece of line sits. */
export function spotOn(group: Group, marker: boolean): [number, number] {
  const { sides } = group;
  if (isBend(sides)) {
    const side = sides === 'NW' ? 'W' : (sides[0] ?? 'N');
    return marker ? point(side, TILE - HALF * 0.92, HALF * 0.39) : point(side, TILE - HALF * 0.7, HALF * 0.7);
  }
  const inwards = sides.length === 1 ? (marker ? 12 : RHOMB) : marker ? RHOMB - 7 : sides.length === 2 ? RHOMB : HALF;
  return point(sides[0] ?? 'N', HALF, inwards);
}
