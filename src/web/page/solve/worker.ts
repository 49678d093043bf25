// SPDX-License-Identifier: MIT
//
// The worker that makes a table, by solving the game or from the server's; and the same script as a worker that
// helps it. Loaded only when a table is wanted. It hears that it shall wait between two layers; to end it, it is terminated.

import { help, SolveFailed, solverMemory, SolverModule, type Bytes } from './module';
import {
  DOWNLOAD,
  dropFile,
  insist,
  PART,
  reducedName,
  SOLVE_LOCK,
  tableFolder,
  tableName,
  tellTablesChanged,
  type TableHandle,
} from './tables';
import type { Order, Refusal, Word } from './talk';

/** Put in by build.mjs: the module for workers that share their memory, and for one alone. */
declare const SOLVER_SHARED: string;
declare const SOLVER_ALONE: string;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const say = (word: Word): void => scope.postMessage(word);

class Refused extends Error {
  constructor(
    readonly why: Refusal,
    detail = '',
  ) {
    super(detail);
  }
}

// --- waiting -----------------------------------------------------------------------------------------

let goOn: (() => void) | null = null;
let paused: Promise<void> | null = null;

function pause(wanted: boolean): void {
  if (wanted && !paused) paused = new Promise((resolve) => (goOn = resolve));
  if (wanted) return;
  goOn?.();
  paused = goOn = null;
}

const { port1, port2 } = new MessageChannel();
let nextTurn: (() => void) | null = null;
port1.onmessage = () => nextTurn?.();

/** Lets messages in. */
async function breathe(): Promise<void> {
  await new Promise<void>((resolve) => {
    nextTurn = resolve;
    port2.postMessage(null);
  });
  while (paused) await paused;
}

// --- files -------------------------------------------------------------------------------------------

/** A full storage is told from other troubles. */
function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** A file as the solver writes and reads it. */
class TableFile implements Bytes {
  full = false;

  constructor(
    readonly folder: FileSystemDirectoryHandle,
    readonly handle: TableHandle,
    readonly access: FileSystemSyncAccessHandle,
  ) {}

  static async open(name: string): Promise<TableFile> {
    const folder = await tableFolder();
    if (!folder) throw new Refused('storage');
    const handle: TableHandle = await folder.getFileHandle(name, { create: true });
    if (!('createSyncAccessHandle' in handle) || !handle.move) throw new Refused('storage');
    let access: FileSystemSyncAccessHandle | null = null;
    await insist(async () => {
      try {
        access = await handle.createSyncAccessHandle();
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError')) throw error; // not that another has it
      }
      return access !== null;
    });
    if (!access) throw new Refused('busy');
    return new TableFile(folder, handle, access);
  }

  put = (offset: number, bytes: Uint8Array): boolean => {
    try {
      // Chromium tells of a full storage by a number that is larger, an error's.
      const whole = this.access.write(bytes, { at: offset }) === bytes.length;
      this.full ||= !whole;
      return whole;
    } catch (error) {
      this.full ||= isFull(error);
      return false;
    }
  };

  get = (offset: number, into: Uint8Array): boolean => {
    try {
      return this.access.read(into, { at: offset }) === into.length;
    } catch {
      return false;
    }
  };

  /** Whole and checked, it takes its name. */
  async finish(name: string): Promise<void> {
    this.access.flush();
    this.access.close();
    await this.handle.move?.(name);
  }
}

// --- solving -----------------------------------------------------------------------------------------

/** A line that breaks is told from other troubles. */
async function reached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof TypeError ? new Refused('network', error.message) : error;
  }
}

async function load(file: string): Promise<WebAssembly.Module> {
  const fetched = await reached(fetch(file));
  if (!fetched.ok) throw new Refused('network', `${file}: ${fetched.status}`);
  return WebAssembly.compile(await reached(fetched.arrayBuffer()));
}

async function solve(rules: string, pawns: number, threads: number, file: TableFile): Promise<void> {
  const shared = threads > 1;
  const module = await load(shared ? SOLVER_SHARED : SOLVER_ALONE);
  const solver = new SolverModule(module, solverMemory(shared), file); // the memory before anything else
  solver.begin(rules, pawns, threads);
  const stacks = Array.from({ length: threads - 1 }, () => solver.stack());
  say({ kind: 'begun', module, memory: solver.memory, stacks });
  for (let share = 0; share < 1;) {
    await breathe();
    share = solver.layer();
    say({ kind: 'share', share });
  }
  say({ kind: 'checking' });
  solver.end();
  file.access.flush();
  solver.readBack();
}

// --- downloading -------------------------------------------------------------------------------------

/** Adds what is missing of the server's file; a part of another file, or of one that nobody can tell from others, begins anew. */
async function download(name: string, tag: string, file: TableFile): Promise<void> {
  let at = tag ? file.access.getSize() : 0;
  const asked = fetch(`v1/tables/${encodeURIComponent(name)}`, {
    cache: 'no-store', // what is kept is kept here
    headers: at > 0 ? { Range: `bytes=${at}-`, 'If-Range': tag } : {},
  });
  const answer = await reached(asked);
  const range = answer.headers.get('Content-Range') ?? '';
  if (answer.status === 416 && range === `bytes */${at}`) return; // it had come whole
  if (answer.status === 416 && at > 0) return download(name, '', file);
  if (!answer.ok || !answer.body) throw new Refused('network', String(answer.status));
  if (answer.status !== 206) at = 0;
  else if (!range.startsWith(`bytes ${at}-`)) throw new Refused('network', range);
  file.access.truncate(at);
  const given = answer.headers.get('ETag') ?? '';
  say({ kind: 'tag', tag: given.startsWith('"') ? given : '' }); // a weak one tells no bytes apart
  const all = at + Number(answer.headers.get('Content-Length') ?? 0);
  const reader = answer.body.getReader();
  for (;;) {
    await breathe();
    const { done, value } = await reached(reader.read());
    if (done) break;
    if (!file.put(at, value)) throw new Refused(file.full ? 'full' : 'other', 'not written');
    at += value.length;
    say({ kind: 'share', share: all > 0 ? Math.min(at / all, 1) : 0 });
  }
  if (at < all) throw new Refused('network', `${at} of ${all}`);
}

async function check(rules: string, file: TableFile): Promise<void> {
  say({ kind: 'checking' });
  file.access.flush();
  new SolverModule(await load(SOLVER_ALONE), solverMemory(false), file).accept(rules, file.access.getSize());
}

// --- all of it ---------------------------------------------------------------------------------------

type Making = Extract<Order, { kind: 'solve' | 'download' }>;

async function make(order: Making): Promise<void> {
  const solves = order.kind === 'solve';
  const name = tableName(order.game, order.rules);
  const own = solves && order.pawns !== 12 ? reducedName(name, order.pawns) : name;
  const temporary = own + (solves ? PART : DOWNLOAD);
  if (solves) await insist(() => dropFile(temporary));
  const file = await TableFile.open(temporary);
  try {
    if (solves) await solve(order.rules, order.pawns, order.threads, file);
    else await download(name, order.tag, file).then(() => check(order.rules, file));
    await file.finish(own);
  } catch (error) {
    file.access.close();
    // What came over a line that broke off is kept for the next try.
    if (!(error instanceof Refused && error.why === 'network')) await dropFile(temporary);
    throw file.full ? new Refused('full') : error;
  }
  tellTablesChanged();
  say({ kind: 'done' });
}

/** Longer than it takes one that was ended to let go, and what it has left to be thrown away. */
const PATIENCE_MS = 5000;

async function begin(order: Making): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let mine = false;
  await navigator.locks
    .request(SOLVE_LOCK, { signal }, () => {
      mine = true;
      say({ kind: 'our turn' });
      return make(order);
    })
    .catch((error: unknown) => {
      throw mine ? error : new Refused('busy');
    });
}

function whyOf(error: unknown): Refusal {
  if (error instanceof Refused || error instanceof SolveFailed) return error.why;
  return isFull(error) ? 'full' : error instanceof RangeError ? 'memory' : 'other';
}

const refuse = (error: unknown): void =>
  say({ kind: 'refused', why: whyOf(error), detail: error instanceof Error ? error.message : String(error) });

/** Takes a lock that the browser gives back when this worker has ended, however that came. */
function live(life: string, work: () => Promise<void> | void): void {
  navigator.locks
    .request(life, async () => {
      say({ kind: 'alive' });
      try {
        await work();
      } catch (error) {
        refuse(error);
      }
      await new Promise(() => undefined);
    })
    .catch(refuse);
}

scope.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'pause') pause(data.paused);
  else if (data.kind === 'help') live(data.life, () => help(data.module, data.memory, data.stack, data.thread));
  else live(data.life, () => begin(data));
};
