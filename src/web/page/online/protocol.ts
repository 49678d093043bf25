// SPDX-License-Identifier: MIT
//
// What a server tells of a game between people (docs/server.md), read value by value: what makes no sense is no message.
// Members that are not known are passed over, so that both ends can grow. Players are 1 and 2 there, 0 and 1 on the page.

import type { Player, Side } from '../answers';
import { findGame, type GameName } from '../games/names';
import { isObject } from '../storage';

/** Milliseconds left at the time of an event, and whose clock runs from then on. */
export interface ToldClock {
  a: number;
  b: number;
  running: Side | null;
}

/** A clock of minutes, with seconds for each turn, or days for each turn. */
export type TimeControl = { initial: number; increment: number } | { days: number };

/** An event as it came, and what of it the page itself must know. */
export interface Told {
  n: number;
  at: number;
  event: string;
  /** undefined: it tells nothing of the clocks. */
  clock: ToldClock | null | undefined;
  fields: Readonly<Record<string, unknown>>;
}

export type Status = 'open' | 'starting' | 'playing' | 'over';

/** What everybody may know of a game. */
export interface View {
  id: string;
  game: GameName;
  rules: string;
  tiles: string | null;
  names: [string, string | null];
  /** The player who has side a. */
  first: Player;
  status: Status;
  bestOf: number;
  score: [number, number];
  ply: number;
  turn: Side | null;
  /** As it is now. */
  clock: ToldClock | null;
  control: TimeControl | null;
  result: string | null;
  reason: string | null;
  n: number;
  commitment: string | null;
  rematch: string | null;
}

export interface Hello {
  player: Player | null;
  n: number;
  now: number;
  here: Player[];
}

export type Why = 'illegal' | 'not-your-turn' | 'stale' | 'not-now' | 'over' | 'no-seat' | 'too-fast' | 'bad-request';

export type Message =
  | { kind: 'hello'; hello: Hello }
  | { kind: 'told'; told: Told }
  | { kind: 'presence'; here: Player[] }
  | { kind: 'plan'; plan: Planned[] }
  | { kind: 'restarting' }
  | { kind: 'ok'; id: string; n: number | null }
  | { kind: 'no'; id: string; why: Why; detail: string };

/** What a player may say: the words for it are the page's. */
export const PHRASES = ['hello', 'good-luck', 'well-played', 'thanks', 'oops', 'one-moment', 'sorry', 'goodbye'] as const;
export type Phrase = (typeof PHRASES)[number];

/** An answer to a turn that the other may make, and what follows it. */
export interface Planned {
  if: string;
  then: string;
  plan?: Planned[];
}

/** `number`: of the game it is meant for; in another it is stale. */
export type Command = { number?: number } & Said;
type Said =
  | { do: 'turn'; ply: number; turn: string }
  | { do: 'reveal'; random: string }
  | { do: 'answer-draw' | 'answer-undo'; yes: boolean }
  | { do: 'say'; phrase: Phrase }
  | { do: 'plan'; plan: readonly Planned[] }
  | { do: 'resign' | 'offer-draw' | 'ask-undo' | 'rematch' | 'claim' | 'ping' };

// --- reading ------------------------------------------------------------------------------------

const text = (found: unknown): string | null => (typeof found === 'string' ? found : null);
const count = (found: unknown): number | null => (typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null);
const side = (found: unknown): Side | null => (found === 'a' || found === 'b' ? found : null);
export const asPlayer = (found: unknown): Player | null => (found === 1 ? 0 : found === 2 ? 1 : null);

const players = (found: unknown): Player[] =>
  Array.isArray(found) ? found.map(asPlayer).filter((player): player is Player => player !== null) : [];

export function readClock(found: unknown): ToldClock | null {
  if (!isObject(found)) return null;
  const [a, b] = [count(found['a']), count(found['b'])];
  return a === null || b === null ? null : { a, b, running: side(found['running']) };
}

function readControl(found: unknown): TimeControl | null {
  if (!isObject(found)) return null;
  const [initial, increment, days] = ['initial', 'increment', 'days'].map((name) => count(found[name]));
  if (days) return { days };
  return initial ? { initial, increment: increment ?? 0 } : null;
}

export const STATUSES: readonly Status[] = ['open', 'starting', 'playing', 'over'];

const part = (found: unknown): Record<string, unknown> => (isObject(found) ? found : {});

export function readView(found: unknown): View | null {
  if (!isObject(found)) return null;
  const game = findGame(found['game']);
  const id = text(found['id']);
  const status = STATUSES.find((each) => each === found['status']);
  if (!game || !id || !status) return null;
  const [names, sides, score] = [part(found['names']), part(found['players']), part(found['score'])];
  return {
    id,
    game,
    rules: text(found['rules']) ?? '',
    tiles: text(found['tiles']),
    names: [text(names['1']) ?? '?', text(names['2'])],
    first: asPlayer(sides['a']) ?? 0,
    status,
    bestOf: count(found['bestOf']) ?? 1,
    score: [count(score['1']) ?? 0, count(score['2']) ?? 0],
    ply: count(found['ply']) ?? 0,
    turn: side(found['turn']),
    clock: readClock(found['clock']),
    control: readControl(found['timeControl']),
    result: text(found['result']),
    reason: text(found['reason']),
    n: count(found['n']) ?? 0,
    commitment: text(found['commitment']),
    rematch: text(found['rematch']),
  };
}

/** What a View was read from, so that it can be read again. */
export const asTold = (view: View): unknown => ({
  ...view,
  names: { 1: view.names[0], 2: view.names[1] },
  players: { a: view.first + 1 },
  score: { 1: view.score[0], 2: view.score[1] },
  timeControl: view.control,
});

function readPlan(found: unknown): Planned[] {
  if (!Array.isArray(found)) return [];
  return (found as unknown[]).flatMap((each) => {
    if (!isObject(each) || typeof each['if'] !== 'string' || typeof each['then'] !== 'string') return [];
    const deeper = readPlan(each['plan']);
    return [{ if: each['if'], then: each['then'], ...(deeper.length > 0 && { plan: deeper }) }];
  });
}

const WHYS: readonly Why[] = ['illegal', 'not-your-turn', 'stale', 'not-now', 'over', 'no-seat', 'too-fast', 'bad-request'];

/** A frame of the socket; null: it is nothing that is known here. */
export function readMessage(frame: unknown): Message | null {
  let found: unknown;
  try {
    found = JSON.parse(String(frame));
  } catch {
    return null;
  }
  if (!isObject(found)) return null;
  const hello = found['hello'];
  if (isObject(hello)) {
    const [n, now] = [count(hello['n']), count(hello['now'])];
    if (n === null || now === null) return null;
    return { kind: 'hello', hello: { player: asPlayer(hello['player']), n, now, here: players(hello['here']) } };
  }
  if (Array.isArray(found['plan'])) return { kind: 'plan', plan: readPlan(found['plan']) };
  if (isObject(found['presence'])) return { kind: 'presence', here: players(found['presence']['here']) };
  if (found['notice'] === 'restarting') return { kind: 'restarting' };
  const ok = text(found['ok']);
  if (ok !== null) return { kind: 'ok', id: ok, n: count(found['n']) };
  const no = text(found['no']);
  if (no !== null)
    return { kind: 'no', id: no, why: WHYS.find((why) => why === found['why']) ?? 'bad-request', detail: text(found['detail']) ?? '' };
  const [n, at, event] = [count(found['n']), count(found['at']), text(found['event'])];
  if (!n || at === null || !event) return null;
  return { kind: 'told', told: { n, at, event, clock: 'clock' in found ? readClock(found['clock']) : undefined, fields: found } };
}

// --- as the C code reads it -----------------------------------------------------------------------

/** A field of an event's line (play/event.h). */
function field(name: string, value: string | number | null): string {
  if (value === null) return '';
  const plain = String(value);
  return /^[^\s"\\]+$/.test(plain) ? ` ${name}=${plain}` : ` ${name}="${plain.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

/**
 * An event as a line of a match's log, without its number: the same words, but that a log knows players where the
 * protocol names the sides of a game, and both names from the first.
 */
export function logLine({ event, fields }: Told): string {
  const strings = (...names: string[]): string => names.map((name) => field(name, text(fields[name]))).join('');
  const counts = (...names: string[]): string => names.map((name) => field(name, count(fields[name]))).join('');
  switch (event) {
    case 'created':
      // A tile set of one's own is the rules.
      return (
        event +
        strings('game', ...(text(fields['tiles']) === null ? ['rules'] : ['tiles'])) +
        counts('bestOf') +
        field('name1', text(fields['name']))
      );
    case 'begun':
      return (
        event +
        counts('number') +
        field('first', count(part(fields['players'])['a'])) +
        strings('commitment', 'chain', 'random1', 'random2', 'draws')
      );
    case 'over': {
      const points = part(fields['points']);
      const both = [points['a'], points['b']].map((each) => (typeof each === 'number' && Number.isInteger(each) ? String(each) : ''));
      // A game that was withdrawn has no result.
      return (
        event +
        field('result', text(fields['result']) ?? '*') +
        strings('reason', 'key') +
        (both.includes('') ? '' : field('points', both.join(',')))
      );
    }
    default:
      return event + strings('side', 'turn', 'draws', 'name', 'phrase', 'id') + counts('ply', 'player');
  }
}
