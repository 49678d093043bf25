// SPDX-License-Identifier: MIT
//
// The Web Worker in which the C code runs. A message holds a number and lines for the border; the
// reply holds the number and an answer for each, up to one that is an error. What goes wrong in here,
// also in loading the engine, is thrown, so that the page sees the worker fail and starts another (engine.ts).

import { keptTables, TABLES_CHANGED } from './solve/tables';
import { READY, type Reply, type Request } from './worker-talk';

interface Border {
  memory: WebAssembly.Memory;
  _initialize: () => void;
  linework_room: (bytes: number) => number;
  linework_line: (bytes: number) => number;
}

/** The file of the engine, and those of the weights of Linja's evaluation by rule set; put in by build.mjs. */
declare const ENGINE: string;
declare const WEIGHTS: readonly string[];

const scope = self as unknown as DedicatedWorkerGlobalScope;

/** WASI's number for "not supported". */
const NOT_SUPPORTED = 52;

const weights = new Map<number, Uint8Array>();

/** The C code that asks for them cannot wait for a promise, so this waits; only this worker stands still. */
function fetchWeights(ruleSet: number): Uint8Array {
  const kept = weights.get(ruleSet);
  if (kept) return kept;
  const request = new XMLHttpRequest();
  request.open('GET', WEIGHTS[ruleSet] ?? '', false);
  request.send();
  if (request.status !== 200) throw new Error(`${WEIGHTS[ruleSet]}: ${request.status}`);
  const fetched = new TextEncoder().encode(request.responseText);
  weights.set(ruleSet, fetched);
  return fetched;
}

/** The tables that the device keeps, by name; C asks for pieces of them. */
let tables: ReadonlyMap<string, File> = new Map();
let stamp = 0;

async function findTables(): Promise<void> {
  tables = await keptTables();
  stamp++;
}

/** A piece of a table; null: it cannot be had, as when the file has gone. */
function readTable(name: string, offset: number, length: number): Uint8Array | null {
  const piece = tables.get(name)?.slice(offset, offset + length);
  if (piece?.size !== length) return null;
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(piece));
  } catch {
    return null;
  }
}

function textAt(memory: WebAssembly.Memory, begin: number): string {
  const bytes = new Uint8Array(memory.buffer);
  return new TextDecoder().decode(bytes.slice(begin, bytes.indexOf(0, begin)));
}

async function startBorder(): Promise<Border> {
  await findTables();
  const fetched = await fetch(ENGINE);
  if (!fetched.ok) throw new Error(`${ENGINE}: ${fetched.status}`);
  let memory: WebAssembly.Memory | null = null;
  const refuse = (): number => NOT_SUPPORTED;
  const { instance } = await WebAssembly.instantiate(await fetched.arrayBuffer(), {
    linework: {
      weights(ruleSet: number, out: number, bytes: number): void {
        if (memory) new Uint8Array(memory.buffer, out, bytes).set(fetchWeights(ruleSet).subarray(0, bytes));
      },
      table_stamp: (): number => stamp,
      table_length: (name: number): number => (memory && tables.get(textAt(memory, name))?.size) || 0,
      table_read(name: number, offset: number, out: number, bytes: number): number {
        const piece = memory && readTable(textAt(memory, name), offset, bytes);
        if (!memory || !piece) return 0;
        new Uint8Array(memory.buffer, out, bytes).set(piece);
        return 1;
      },
    },
    wasi_snapshot_preview1: {
      clock_time_get(_clock: number, _precision: bigint, out: number): number {
        if (!memory) return NOT_SUPPORTED;
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory.buffer).setBigUint64(out, nanoseconds, true);
        return 0;
      },
      fd_close: refuse,
      fd_seek: refuse,
      fd_write: refuse,
      fd_fdstat_get: refuse,
      proc_exit(code: number): never {
        throw new Error(`the engine ended with ${code}`);
      },
    },
  });
  const border = instance.exports as unknown as Border;
  memory = border.memory;
  border._initialize();
  return border;
}

function answer(border: Border, line: string): string {
  const bytes = new TextEncoder().encode(line);
  const room = border.linework_room(bytes.length);
  if (room === 0) throw new Error('out of memory');
  new Uint8Array(border.memory.buffer).set(bytes, room);
  const begin = border.linework_line(bytes.length);
  return textAt(border.memory, begin);
}

const started = startBorder();

// Whoever is at work on a match looks for its exact values again.
new BroadcastChannel(TABLES_CHANGED).onmessage = () => void findTables().then(async () => answer(await started, 'tables'));

started.then(() => reply(READY, []), fail);

function reply(id: number, answers: string[]): void {
  const said: Reply = { id, answers };
  scope.postMessage(said);
}

function fail(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

scope.onmessage = (event: MessageEvent<Request>) => {
  const { id, lines } = event.data;
  started
    .then((border) => {
      const answers: string[] = [];
      for (const line of lines) {
        const last = answer(border, line);
        answers.push(last);
        if (last.startsWith('error')) break;
      }
      reply(id, answers);
    })
    .catch(fail);
};
