// SPDX-License-Identifier: MIT
//
// What the page finds in a browser, for tests without one: the real engine in workers whose answers
// a test lets come when and as often as it likes, a clock that stands until it is told, and storage
// that can be full.

import { readFileSync } from 'node:fs';
import { MemoryShelf, type Counted, type Row } from '../../page/device-games';
import { games } from '../../page/kept-games';
import { READY, type Reply, type Request } from '../../page/worker-talk';
import { openBorder, type Border } from '../border';

// --- time ----------------------------------------------------------------------------------------

interface Timer {
  at: number;
  every: number;
  run: () => void;
}

let now = 0;
let lastTimer = 0;
const timers = new Map<number, Timer>();

function addTimer(run: () => void, wait: number, every: number): number {
  timers.set(++lastTimer, { at: now + wait, every, run });
  return lastTimer;
}

/** Lets time pass; what is due runs in its order. */
export async function pass(milliseconds: number): Promise<void> {
  const end = now + milliseconds;
  for (;;) {
    await settle();
    const [due] = [...timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at);
    if (!due) break;
    const [id, timer] = due;
    now = Math.max(now, timer.at);
    if (timer.every > 0) timer.at += timer.every;
    else timers.delete(id);
    timer.run();
  }
  now = end;
  await settle();
}

const turnOfTheLoop = setImmediate;

/** Waits until nothing more happens by itself. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 40; i++) await new Promise((done) => turnOfTheLoop(done));
}

// --- workers -------------------------------------------------------------------------------------

/** Delivers an answer. */
type Deliver = () => void;

export interface Stage {
  /** What becomes of the answer to these lines; at first it comes at once. */
  manner: (lines: readonly string[], deliver: Deliver) => void;
  /** Whether a new worker's engine can be had: at once, when `load` is called, or never. */
  loading: 'at once' | 'later' | 'never';
  load: () => void;
  /** Tables of exact values that engines find, by name. */
  tables: Map<string, Uint8Array>;
  workers: FakeWorker[];
}

const atOnce = (_: readonly string[], deliver: Deliver): void => deliver();
let waitingToLoad: (() => void)[] = [];

export const stage: Stage = {
  manner: atOnce,
  loading: 'at once',
  load() {
    stage.loading = 'at once';
    for (const each of waitingToLoad.splice(0)) each();
  },
  tables: new Map(),
  workers: [],
};

const engine = new WebAssembly.Module(readFileSync('build/wasm/linework.wasm'));

export class FakeWorker {
  onmessage: ((event: { data: Reply }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault: () => void }) => void) | null = null;
  terminated = false;
  #border: Promise<Border>;

  constructor() {
    stage.workers.push(this);
    const { loading } = stage;
    if (loading === 'never') {
      turnOfTheLoop(() => this.crash('no engine'));
      this.#border = new Promise(() => undefined);
    } else {
      const loaded = loading === 'later' ? new Promise<void>((done) => waitingToLoad.push(done)) : Promise.resolve();
      this.#border = loaded.then(() => openBorder(engine, undefined, stage.tables));
    }
    void this.#border.then(() => this.#say({ id: READY, answers: [] }));
  }

  postMessage({ id, lines }: Request): void {
    void this.#border.then((border) => {
      if (this.terminated) return;
      const answers: string[] = [];
      for (const line of lines) {
        const answer = border.raw(line);
        answers.push(answer);
        if (answer.startsWith('error')) break;
      }
      stage.manner(lines, () => this.#say({ id, answers }));
    });
  }

  terminate(): void {
    this.terminated = true;
  }

  crash(message = 'crash'): void {
    if (!this.terminated) this.onerror?.({ message, preventDefault: () => undefined });
  }

  #say(data: Reply): void {
    if (!this.terminated) this.onmessage?.({ data });
  }
}

// --- storage -------------------------------------------------------------------------------------

class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, text: string): void {
    const used = Object.entries(this).reduce((sum, [name, held]) => sum + (name === key ? 0 : name.length + String(held).length), 0);
    if (used + key.length + text.length > room) throw new DOMException('full', 'QuotaExceededError');
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

let room = Infinity;

/** From now on the storage takes so many characters. */
export function limitStorage(characters: number): void {
  room = characters;
}

/** What a device keeps of matches: as IndexedDB does it, which lasts, and may be full. */
export class DeviceShelf extends MemoryShelf {
  override readonly lasting = true;
  override async add(row: Row, log: readonly string[], kept: number, result?: Counted | null): Promise<boolean> {
    const size = JSON.stringify([row, await this.events(row.id), log.slice(kept)]).length;
    const used = (await this.used()) - JSON.stringify([await this.row(row.id), await this.events(row.id)]).length;
    if (used + size > room) throw new DOMException('full', 'QuotaExceededError');
    return super.add(row, log, kept, result);
  }

  /** How much it keeps. */
  async used(): Promise<number> {
    const rows = (await this.rows()) as Row[];
    const sizes = await Promise.all(rows.map(async (row) => JSON.stringify([row, await this.events(row.id)]).length));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

// --- the beginning -------------------------------------------------------------------------------

/** A clean stage; for each test. */
export async function setStage(): Promise<void> {
  timers.clear();
  waitingToLoad = [];
  Object.assign(stage, { manner: atOnce, loading: 'at once', tables: new Map(), workers: [] });
  room = Infinity;
  const given = {
    Worker: FakeWorker,
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
    document: { documentElement: { lang: 'en' } },
    performance: { now: () => now },
    setTimeout: (run: () => void, wait = 0) => addTimer(run, wait, 0),
    setInterval: (run: () => void, wait = 0) => addTimer(run, wait, wait),
    clearTimeout: (id: number) => timers.delete(id),
    clearInterval: (id: number) => timers.delete(id),
  };
  for (const [name, value] of Object.entries(given)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  await games.use(new DeviceShelf());
}

/** An answer that comes when it is told to: the first to such a line, once there was a line like `since`. */
export function held(which: RegExp, since = /^/): { arrived: boolean; come: () => void } {
  let delivery: Deliver | null = null;
  let begun = false;
  const answer = { arrived: false, come: (): void => delivery?.() };
  stage.manner = (lines, deliver) => {
    begun ||= lines.some((line) => since.test(line));
    if (!begun || answer.arrived || !lines.some((line) => which.test(line))) return deliver();
    answer.arrived = true;
    delivery = deliver;
  };
  return answer;
}
