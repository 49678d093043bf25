// SPDX-License-Identifier: MIT
//
// Making a table on this device, as the page sees it: one at a time, whichever panel shows it. The page owns all
// workers, so that it hears of one that is lost, and ends them all with it; what they leave behind is dropped by the next (tables.ts).
// A worker that fails says so, one that the browser ends says nothing, and those that work with it would wait for it for ever. So each holds
// a lock, and whoever gets that lock knows that the worker is gone.

import { signal } from '@preact/signals';
import { command, value, type GameName } from '../answers';
import { Client } from '../client';
import { EngineLost } from '../engine';
import { findGame } from '../games/names';
import { askToStay } from '../staying';
import { device, isObject } from '../storage';
import {
  begunDownloads,
  dropEnded,
  dropFile,
  dropParts,
  DOWNLOAD,
  keptTables,
  tableName,
  TABLES_CHANGED,
  tellTablesChanged,
} from './tables';
import type { Order, Refusal, Word } from './talk';

/** Put in by build.mjs. */
declare const SOLVER: string;

export interface Subject {
  game: GameName;
  rules: string;
}

export interface Work extends Subject {
  how: 'solve' | 'download';
  stage: 'beginning' | 'running' | 'checking';
  /** From 0 to 1. */
  share: number;
  /** Until it is done; null: nobody knows yet. */
  seconds: number | null;
  /** By who watches. */
  paused: boolean;
  /** It waits, for that or another reason. */
  asleep: boolean;
}

/** What became of the last try; `lost`: a worker has died. */
export interface Trouble extends Subject {
  why: Refusal | 'lost';
  detail: string;
}

/** A table on this device; `sound`: the engine answers from it, or (null) could not be asked. */
export interface Kept {
  bytes: number;
  sound: boolean | null;
}

/** The tables that this device keeps, by name. */
export const tables = signal<ReadonlyMap<string, Kept>>(new Map());
/** Bytes of downloads that were not finished. */
export const downloads = signal<ReadonlyMap<string, number>>(new Map());
export const work = signal<Work | null>(null);
export const trouble = signal<Trouble | null>(null);
/** While what it waits, if that is wished. */
export type Wish = 'hidden' | 'battery';
export const waits = signal<Readonly<Record<Wish, boolean>>>({ hidden: false, battery: false });

export const isSolved = ({ game, rules }: Subject): boolean => tables.value.get(tableName(game, rules))?.sound === true;

/** What a solve needs at most (docs/solver.md). */
export const MEMORY_GB = 1.2;
export const STORAGE_MB = 450;
const THREADS_MOST = 32;

/** A smaller game instead, for tests: ?pawns=4. */
const PAWNS = 12;
const pawns = (): number => Number(new URLSearchParams(location.search).get('pawns') ?? PAWNS) || PAWNS;

export const threads = (): number =>
  globalThis.crossOriginIsolated ? Math.min(Math.max(navigator.hardwareConcurrency, 1), THREADS_MOST) : 1;

// --- what there is ---------------------------------------------------------------------------------

/** What a file is of, by its name. */
export function subjectOf(name: string): Subject | null {
  const [, prefix, rules = ''] = /^([a-z]+)-(.+)\.table/.exec(name) ?? [];
  const game = findGame(prefix);
  return game && { game, rules };
}

/** A name is no proof: of each table an engine is asked, which knows whether it can be read. One that is lost tells nothing new. */
async function lookNow(): Promise<void> {
  const engine = new Client<object>(() => [], 'usual');
  const isSound = async (name: string, bytes: number): Promise<Kept['sound']> => {
    const of = subjectOf(name);
    try {
      const [answer = []] = of ? await engine.ask([command('tables', of.game, of.rules)], null) : [];
      return value(answer, 'exact') === '1';
    } catch (error) {
      if (!(error instanceof EngineLost)) return false;
      const before = tables.value.get(name);
      return before?.bytes === bytes ? before.sound : null;
    }
  };
  const found = new Map<string, Kept>();
  for (const [name, { size }] of await keptTables()) found.set(name, { bytes: size, sound: await isSound(name, size) });
  engine.close();
  const begunFiles = await begunDownloads();
  tables.value = found;
  downloads.value = new Map([...begunFiles].map(([name, { size }]) => [name, size]));
}

let looked: Promise<void> = Promise.resolve();

/** One look after the other, so that the last one counts. */
export const look = (): Promise<void> => (looked = looked.then(lookNow));

/** Looks again for what an engine could not be asked. */
export async function lookAgain(): Promise<void> {
  if ([...tables.value.values()].some(({ sound }) => sound === null)) await look();
}

/** Looks once, and again whenever any window has made or deleted one. */
export function watchTables(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const kept = device.read('solve');
  if (isObject(kept)) waits.value = { hidden: kept['waitsWhenHidden'] === true, battery: kept['waitsOnBattery'] === true };
  if (waits.value.battery) watchBattery();
  new BroadcastChannel(TABLES_CHANGED).onmessage = () => void look();
  document.addEventListener('visibilitychange', rest);
  void dropParts().then(look);
}

export async function deleteFile(name: string): Promise<void> {
  await dropFile(name);
  tellTablesChanged();
  await look();
}

// --- work --------------------------------------------------------------------------------------------

let workers: Worker[] = [];
/** A worker that has not begun by then never will. */
const ALIVE_MS = 30_000;
let begun = 0;
let begunShare = 0;
/** The worker has its turn: until then another window is at work. */
let isOurs = false;

let watches = new AbortController();

function stop(): void {
  watches.abort();
  watches = new AbortController();
  for (const worker of workers) worker.terminate();
  workers = [];
  isOurs = false;
}

function end(): void {
  stop();
  work.value = null;
}

function fail(why: Trouble['why'], detail = ''): void {
  if (!work.value) return;
  const { game, rules } = work.value;
  end();
  trouble.value = { game, rules, why, detail };
  if (why !== 'busy') void dropEnded(null).then(look);
}

function change(changed: Partial<Work>): void {
  if (work.value) work.value = { ...work.value, ...changed };
}

/** Waits for the end of a worker, for which nobody but itself holds its lock. */
function watch(life: string): void {
  const { signal } = watches;
  navigator.locks.request(life, { signal }, () => !signal.aborted && fail('lost')).catch(() => undefined); // it is waited for no longer
}

type Begun<O> = O extends { life: string } ? Omit<O, 'life'> : never;

function start(order: Begun<Order>): void {
  const worker = new Worker(SOLVER);
  const late = setTimeout(() => fail('lost'), ALIVE_MS);
  watches.signal.addEventListener('abort', () => clearTimeout(late));
  const life = `linework-worker-${crypto.randomUUID()}`;
  worker.onerror = (event) => {
    event.preventDefault();
    if (event instanceof ErrorEvent) fail('lost', event.message);
    else fail('network'); // its script has not come
  };
  worker.onmessage = ({ data }: MessageEvent<Word>) => {
    if (!workers.includes(worker)) return;
    if (data.kind === 'alive') {
      clearTimeout(late);
      watch(life);
    } else hear(data);
  };
  worker.postMessage({ ...order, life });
  workers.push(worker);
}

/** Time that was spent waiting does not count. */
function measure(share: number): void {
  begun = performance.now();
  begunShare = share;
}

function hear(word: Exclude<Word, { kind: 'alive' }>): void {
  if (word.kind === 'our turn') isOurs = true;
  else if (word.kind === 'begun') {
    word.stacks.forEach((stack, i) => start({ kind: 'help', module: word.module, memory: word.memory, stack, thread: i + 1 }));
    change({ stage: 'running' });
    measure(0);
  } else if (word.kind === 'share') {
    if (work.value?.stage === 'beginning') measure(word.share);
    const spent = (performance.now() - begun) / 1000;
    const gained = word.share - begunShare;
    const seconds = gained > 0.02 || spent > 10 ? (spent * (1 - word.share)) / Math.max(gained, 0.001) : null;
    change({ stage: 'running', share: word.share, seconds });
  } else if (word.kind === 'tag') {
    if (work.value) device.write(tagKey(work.value), word.tag);
  } else if (word.kind === 'checking') change({ stage: 'checking', share: 1, seconds: null });
  else if (word.kind === 'refused') fail(word.why, word.detail);
  else {
    stop();
    const done = work.value; // until what has come is known
    void look().finally(() => {
      if (work.value === done) work.value = null;
    });
  }
}

/** What the server told of the file of which there is a part here. */
const tagKey = ({ game, rules }: Subject): string => `fetched.${tableName(game, rules)}`;

/** How many bytes it may take. */
async function bytesNeeded(subject: Subject, how: Work['how']): Promise<number> {
  const all = how === 'download' ? await serverTable(subject) : 0;
  const has = downloads.value.get(tableName(subject.game, subject.rules) + DOWNLOAD) ?? 0;
  return all > 0 ? all - has : STORAGE_MB * 1e6;
}

/** Whether there is room for it, as far as the browser says. */
async function hasRoom(bytes: number): Promise<boolean> {
  try {
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    return quota - usage > bytes;
  } catch {
    return true; // it will be found out
  }
}

async function begin(subject: Subject, how: Work['how'], order: Begun<Order>): Promise<void> {
  if (work.value) return;
  const { signal } = watches;
  trouble.value = null;
  work.value = { ...subject, how, stage: 'beginning', share: 0, seconds: null, paused: false, asleep: false };
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? Infinity;
  if (!('storage' in navigator) || !('locks' in navigator)) return fail('storage');
  if (how === 'solve' && memory < 2) return fail('memory');
  const room = await hasRoom(await bytesNeeded(subject, how));
  if (signal.aborted) return; // given up meanwhile
  if (!room) return fail('full');
  void askToStay(); // so that the browser does not clear it by itself
  start(order);
  rest();
}

export const solve = (subject: Subject): Promise<void> =>
  begin(subject, 'solve', { kind: 'solve', ...subject, pawns: pawns(), threads: threads() });

export function download(subject: Subject): Promise<void> {
  const tag = device.read(tagKey(subject));
  return begin(subject, 'download', { kind: 'download', ...subject, tag: typeof tag === 'string' ? tag : '' });
}

/** Gives it up; what there is of a download is thrown away, too, unless another window has it, or goes on with it meanwhile. */
export function cancel(): void {
  const [given, wasOurs] = [work.value, isOurs];
  end();
  if (!given || !wasOurs) return;
  if (given.how === 'solve') return void dropEnded(null).then(look);
  const tag = tagKey(given);
  device.remove(tag);
  void dropEnded(tableName(given.game, given.rules) + DOWNLOAD, () => device.read(tag) === null).then(look);
}

// --- waiting -----------------------------------------------------------------------------------------

interface Battery extends EventTarget {
  charging: boolean;
  onchargingchange: (() => void) | null;
}
const power = ((globalThis.navigator as Navigator | undefined) ?? {}) as { getBattery?: () => Promise<Battery> };
export const tellsBattery = 'getBattery' in power;
let battery: Battery | null = null;

/** Asked once it matters. */
function watchBattery(): void {
  const told = power.getBattery?.().then((found) => {
    battery ??= found;
    found.onchargingchange = rest;
    rest();
  });
  told?.catch(() => undefined); // forbidden here: nothing is known
}

/** Tells the worker to wait or to go on, as things are now. */
function rest(): void {
  const given = work.value;
  if (!given || workers.length === 0) return;
  const { hidden, battery: saves } = waits.value;
  const shall = given.paused || (hidden && document.visibilityState === 'hidden') || (saves && battery?.charging === false);
  if (shall === given.asleep) return;
  change({ asleep: shall });
  const order: Order = { kind: 'pause', paused: shall };
  workers[0]?.postMessage(order);
  if (!shall) measure(given.share);
}

export function pause(paused: boolean): void {
  change({ paused, seconds: null });
  rest();
}

export function waitWhile(wish: Wish, wanted: boolean): void {
  const { hidden, battery: saves } = (waits.value = { ...waits.value, [wish]: wanted });
  device.write('solve', { waitsWhenHidden: hidden, waitsOnBattery: saves });
  if (saves) watchBattery();
  rest();
}

// --- the server's --------------------------------------------------------------------------------------

const offered = new Map<string, Promise<number>>();

/** How many bytes the server's table of these rules has; 0: it has none. Asked once. */
export function serverTable({ game, rules }: Subject): Promise<number> {
  const name = tableName(game, rules);
  const asked = async (): Promise<number> => {
    try {
      const answer = await fetch(`v1/tables/${encodeURIComponent(name)}`, { headers: { Range: 'bytes=0-0' } });
      void answer.body?.cancel();
      return answer.status === 206 ? Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? 0) : 0;
    } catch {
      return 0;
    }
  };
  const found = offered.get(name) ?? asked();
  offered.set(name, found);
  return found;
}
