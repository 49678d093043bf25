// SPDX-License-Identifier: MIT
//
// The page's side of the worker: promises of answers. A worker that fails or does not answer in
// time is ended; what was asked is rejected with EngineLost, and the next question starts a new
// worker, which knows of no match: whoever asks brings the record along (session.ts). An engine that
// was closed starts none.

import { readLines, type Lines } from './answers';
import { READY, type Reply, type Request } from './worker-talk';

export class EngineLost extends Error {}

/** Longest time for an answer, once the engine is there, which a slow line may delay; a computer player of a high level on a slow phone needs a while. */
const SECONDS = { loading: 60, usual: 10, thinking: 60 };

export type Patience = 'usual' | 'thinking';

interface Waiting {
  resolve: (answers: string[]) => void;
  reject: (error: Error) => void;
  patience: Patience;
  timer: ReturnType<typeof setTimeout>;
}

/** Put in by build.mjs. */
declare const WORKER: string;

export class Engine {
  #worker: Worker | null = null;
  #isReady = false;
  #waiting = new Map<number, Waiting>();
  #next = READY + 1;
  #closed = false;
  /** Counts the workers there have been: a new one knows nothing of what an older one was told. */
  generation = 0;

  /** `failed` is called when a worker is lost that nobody has stopped. */
  constructor(readonly failed: () => void) {}

  /** Sends lines that are run one after the other; each has its answer. */
  async ask(lines: string[], patience: Patience = 'usual'): Promise<Lines[]> {
    if (this.#closed) throw new EngineLost('closed');
    const id = this.#next++;
    const worker = this.#running();
    const answers = await new Promise<string[]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, patience, timer: this.#timer(patience) });
      const request: Request = { id, lines };
      worker.postMessage(request);
    });
    return answers.map(readLines);
  }

  /** Ends the worker, as when the computer player shall stop thinking. */
  stop(): void {
    this.#lose(new EngineLost('stopped'));
  }

  /** Ends the worker for good. */
  close(): void {
    this.#closed = true;
    this.stop();
  }

  #timer(patience: Patience): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#fail('no answer'), SECONDS[this.#isReady ? patience : 'loading'] * 1000);
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(WORKER);
    worker.onmessage = (event: MessageEvent<Reply>) => {
      if (this.#worker !== worker) return;
      if (event.data.id === READY) return this.#ready();
      const waiting = this.#waiting.get(event.data.id);
      if (!waiting) return;
      this.#waiting.delete(event.data.id);
      clearTimeout(waiting.timer);
      waiting.resolve(event.data.answers);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#fail(event.message);
    };
    this.#worker = worker;
    return worker;
  }

  /** The engine is there: from now on the usual times count. */
  #ready(): void {
    this.#isReady = true;
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.timer = this.#timer(waiting.patience);
    }
  }

  #fail(why: string): void {
    this.failed();
    this.#lose(new EngineLost(why));
  }

  #lose(error: EngineLost): void {
    this.generation++;
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of lost) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }
}
