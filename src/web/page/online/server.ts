// SPDX-License-Identifier: MIT
//
// The server that the page came from, asked about games between people over HTTP. What makes something has a key, under which
// it may be asked again when an answer is lost (taking.ts). A page that came from elsewhere, from a file or a plain web
// server, finds out once that there is none.

import type { Player } from '../answers';
import { isObject } from '../storage';
import { readView, type TimeControl, type View } from './protocol';

/** There is no answer: the line or the server is away. It may be tried again. */
export class Unreachable extends Error {}

/** The server has answered that it will not; its text is one line in English. */
export class Turned extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

export interface Wish {
  game: string;
  rules: string;
  tiles: string | null;
  first: 'me' | 'you' | 'random';
  clock: TimeControl | null;
  bestOf: number;
  public: boolean;
  name: string | null;
  randomHash?: string;
}

/** A seat as the server gives it. */
export interface Given {
  id: string;
  token: string;
  player: Player;
  commitment: string | null;
}

const GAMES = 'v1/games';
const gamePath = (id: string): string => `${GAMES}/${encodeURIComponent(id)}`;
const TRIES = 4;
const PATIENCE = 10_000;

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What nobody can guess, as hexadecimal digits: 16 bytes, as for a draw. */
export const newRandom = (): string => hex(16);
export const newKey = (): string => hex(24);

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE);
  try {
    return await fetch(path, { ...init, signal: ending.signal, cache: 'no-store' });
  } catch {
    throw new Unreachable(path);
  } finally {
    clearTimeout(timer);
  }
}

async function refused(answer: Response): Promise<never> {
  let detail = answer.statusText;
  try {
    const problem: unknown = await answer.json();
    if (isObject(problem) && typeof problem['detail'] === 'string') detail = problem['detail'];
  } catch {
    // It was not our server that said so.
  }
  throw new Turned(answer.status, detail);
}

async function facts(answer: Response): Promise<unknown> {
  if (!answer.ok) return refused(answer);
  try {
    return (await answer.json()) as unknown;
  } catch {
    throw new Unreachable('half an answer');
  }
}

/** Asks again if no answer came or the server is busy. */
export async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let wait = 300, left = TRIES; ; wait *= 3) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof Unreachable || (error instanceof Turned && error.status >= 500);
      if (!passing || --left === 0) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

interface SeatWanted {
  /** By which the server knows that it has answered before. */
  key: string;
  /** That of a seat which another device holds: from then on it is good for nothing. */
  token: string | null;
  body: object;
}

/** Asks once for a seat: in a game to be made (null), in one that waits, or for the one that a token stands for. */
export async function askForSeat(id: string | null, { key, token, body }: SeatWanted): Promise<Given> {
  const found = await facts(
    await ask(id === null ? GAMES : `${gamePath(id)}/${token === null ? 'join' : 'token'}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    }),
  );
  if (!isObject(found) || typeof found['id'] !== 'string' || typeof found['token'] !== 'string') throw new Unreachable('no seat');
  const { id: game, token: given, commitment } = found as { id: string; token: string; commitment: unknown };
  return { id: game, token: given, player: found['player'] === 2 ? 1 : 0, commitment: typeof commitment === 'string' ? commitment : null };
}

export async function withdrawGame(id: string, token: string): Promise<void> {
  await persistently(async () => {
    const answer = await ask(gamePath(id), { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) await refused(answer);
  });
}

/** null: there is no such game (any more). */
export async function viewGame(id: string): Promise<View | null> {
  const answer = await ask(gamePath(id));
  if (answer.status === 404) return null;
  const view = readView(await facts(answer));
  if (!view) throw new Unreachable('no game');
  return view;
}

export async function recordOf(id: string): Promise<string> {
  const answer = await ask(`${gamePath(id)}/record`);
  return answer.ok ? answer.text() : refused(answer);
}

/** Public games that wait for somebody, newest first; null: this page has no server with games. */
export async function openGames(): Promise<View[] | null> {
  const answer = await ask(`${GAMES}?status=open`);
  if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('application/json')) return null;
  const found = await facts(answer);
  if (!isObject(found) || !Array.isArray(found['games'])) return null;
  return found['games'].map(readView).filter((view): view is View => view !== null);
}

let found: boolean | null = null;

/** Whether the page's server has games; one that cannot be reached is asked again later. */
export async function hasGames(): Promise<boolean> {
  try {
    found ??= (await openGames()) !== null;
  } catch {
    return false;
  }
  return found;
}

/** Where a game's socket is. */
export function socketAddress(id: string): string {
  const address = new URL(`${gamePath(id)}/socket`, document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/** The page's own address as others reach it; at `localhost` the server knows better, if others may come at all. */
export async function ownAddress(): Promise<{ address: string; isForOthers: boolean }> {
  const own = new URL(location.pathname, location.href);
  if (!/^(localhost|127\.|\[::1\])/.test(own.hostname)) return { address: own.href, isForOthers: true };
  try {
    const found = await facts(await ask('v1/addresses'));
    const [other] = isObject(found) && Array.isArray(found['addresses']) ? (found['addresses'] as unknown[]) : [];
    if (typeof other === 'string') return { address: new URL(own.pathname, other).href, isForOthers: true };
  } catch {
    // Then it is this machine's alone.
  }
  return { address: own.href, isForOthers: false };
}

/** A picture of an address; null: the server makes none. What it holds is not in a query, where it would be logged. */
export async function codeOf(address: string): Promise<string | null> {
  try {
    const answer = await ask('v1/qr', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: address }),
    });
    return answer.ok ? `data:image/svg+xml,${encodeURIComponent(await answer.text())}` : null;
  } catch {
    return null;
  }
}
