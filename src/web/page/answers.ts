// SPDX-License-Identifier: MIT
//
// The lines that cross the border to the C code (docs/page.md), written and read: what goes in is
// a command and its arguments, what comes out is lines of a key and its values.

import { asGame, type GameName } from './games/names';

export type Side = 'a' | 'b';
export type Player = 0 | 1;
export type { GameName };

/** The border has refused a command; its text is one line for people. */
export class Refused extends Error {}

/** What is needed cannot be had now, and perhaps later; its text is one line for people. */
export class Lacking extends Error {}

export type Lines = readonly (readonly string[])[];

export interface State {
  game: GameName;
  rules: string;
  position: string;
  side: Side;
  player: Player;
  /** The player who plays A. */
  first: Player;
  points: [number, number];
  ties: [number, number] | null;
  /** 1: A is ahead (has won, if over), 0: level, -1: B is ahead. */
  leader: number;
  over: boolean;
  repetition: boolean;
  /** What ended the game, if not the board; '': nothing else. */
  declared: 'resigned' | 'time' | 'agreed' | 'abandoned' | '';
  /** The side that has offered a draw, or wants its last turn back; null: none does. */
  offers: Side | null;
  asks: Side | null;
  bestOf: number;
  wins: [number, number];
  /** Games of the match that nobody has won. */
  drawn: number;
  decided: boolean;
  names: [string, string];
  turns: string[];
  /** What each of them did. */
  did: Did[][];
  /** Of a game whose draws nobody can know; empty: it is no such game. */
  commitment: string;
  /** Its key, once the game is over; empty: it is not told. */
  key: string;
  /** The key is told: the game can be looked at, but nothing of it can be played again. */
  told: boolean;
}

/** A step of a whole turn. */
export interface Did {
  /** As `Steps.phase` called it. */
  kind: string;
  /** The rows it went, where that was fixed. */
  reach: number;
  /** The turn up to it. */
  turn: string;
}

export interface Steps {
  shown: string;
  /** The turn may end here. */
  whole: boolean;
  /** The kind of the next step; empty if there is none. */
  phase: string;
  reach: number;
  longer: string[];
  /** How many rows a step after each of these goes, if it fixes that; else 0. */
  earns: number[];
}

export const noSteps: Steps = { shown: '', whole: false, phase: '', reach: 0, longer: [], earns: [] };

function escape(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
}

function unescape(value: string): string {
  return value.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c));
}

/** A command line. NUL and carriage returns cannot cross, and no text needs them. */
export function command(name: string, ...args: readonly (string | number)[]): string {
  return [name, ...args.map((arg) => escape(String(arg).replace(/\r\n?/g, '\n').replace(/\0/g, '')))].join('\t');
}

export function readLines(answer: string): Lines {
  const lines = answer
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map(unescape));
  const last = lines.pop() ?? ['error', 'no answer'];
  if (last[0] === 'error') throw new Refused(last[1] ?? '');
  return lines;
}

export function values(lines: Lines, key: string): string[] {
  return lines.filter((line) => line[0] === key).map((line) => line[1] ?? '');
}

export function value(lines: Lines, key: string): string {
  return values(lines, key)[0] ?? '';
}

function pair(lines: Lines, key: string): [number, number] {
  const line = lines.find((each) => each[0] === key);
  return [Number(line?.[1] ?? 0), Number(line?.[2] ?? 0)];
}

const player = (text: string): Player => (text === '1' ? 1 : 0);

const side = (text: string): Side | null => (text === 'a' || text === 'b' ? text : null);

/** The rule sets of a game, and what the game has. */
export interface Rules {
  names: string[];
  usual: string;
  /** Something is drawn. */
  chance: boolean;
  /** It can be played with tiles of one's own. */
  tiles: boolean;
}

export function readRules(lines: Lines): Rules {
  const has = values(lines, 'has');
  return { names: values(lines, 'rules'), usual: value(lines, 'default'), chance: has.includes('chance'), tiles: has.includes('tiles') };
}

/** A name that is kept may be nonsense, or that of another version of the page. */
export function known(rules: Rules, name: string): string {
  return rules.names.includes(name) ? name : rules.usual;
}

/** What the turn after so many does. */
export const readDid = (lines: Lines, ply: number): Did[] =>
  lines
    .filter((line) => line[0] === 'did' && Number(line[1]) === ply)
    .map(([, , kind = '', reach = '', turn = '']) => ({ kind, reach: Number(reach), turn }));

export function readState(lines: Lines): State {
  const names = values(lines, 'name');
  return {
    game: asGame(value(lines, 'game')),
    rules: value(lines, 'rules'),
    position: value(lines, 'position'),
    side: value(lines, 'side') === 'b' ? 'b' : 'a',
    player: player(value(lines, 'player')),
    first: player(value(lines, 'first')),
    points: pair(lines, 'points'),
    ties: lines.some((line) => line[0] === 'ties') ? pair(lines, 'ties') : null,
    leader: Number(value(lines, 'leader')),
    over: value(lines, 'over') === '1',
    repetition: value(lines, 'repetition') === '1',
    declared: value(lines, 'declared') as State['declared'],
    offers: side(value(lines, 'offers')),
    asks: side(value(lines, 'asks')),
    bestOf: Number(value(lines, 'best-of')),
    wins: pair(lines, 'wins'),
    drawn: Number(value(lines, 'drawn')),
    decided: value(lines, 'decided') === '1',
    names: [names[0] ?? '?', names[1] ?? '?'],
    turns: values(lines, 'turn'),
    did: values(lines, 'turn').map((_, ply) => readDid(lines, ply)),
    commitment: value(lines, 'commitment'),
    key: value(lines, 'key'),
    told: value(lines, 'told') === '1',
  };
}

export function readSteps(lines: Lines): Steps {
  return {
    shown: value(lines, 'shown'),
    whole: value(lines, 'whole') === '1',
    phase: value(lines, 'phase'),
    reach: Number(value(lines, 'reach')),
    longer: values(lines, 'step'),
    earns: lines.filter((line) => line[0] === 'step').map((line) => Number(line[2])),
  };
}
