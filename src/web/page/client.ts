// SPDX-License-Identifier: MIT
//
// One engine that is asked about one thing after the other: under the match on the table, lessons, puzzles and reviews.
// Each question names what it is about; an engine that does not hold that, because it is new or was asked about something
// else, is told of it first. A question whose engine was lost is asked once more; one that nobody wants any more when
// its turn comes, or when it is answered, is dropped (Gone).

import type { Lines } from './answers';
import { Engine, EngineLost, type Patience } from './engine';

/** What was asked about is no longer there; nobody needs to hear of it. */
export class Gone extends Error {}

/** How a question is asked. */
export interface Asking<About> {
  /** What the engine holds afterwards; else what it was asked about. */
  left?: (answers: Lines[]) => About | null;
  patience?: Patience;
  /** Whether the answer is still of interest. */
  wanted?: () => boolean;
}

export class Client<About extends object> {
  #engine: Engine;
  #asked: Promise<unknown> = Promise.resolve();
  /** What the engine holds, and which worker that is. */
  #held: { about: About; generation: number } | null = null;
  /** How often it was stopped. */
  #stops = 0;
  #thinking = false;

  /**
   * `telling`: the lines by which an engine gets hold of something, and the patience which that needs; `lost` is called
   * when a worker is lost that nobody has stopped.
   */
  constructor(
    readonly telling: (about: About) => readonly string[],
    readonly tellingNeeds: Patience,
    lost: () => void = () => undefined,
  ) {
    this.#engine = new Engine(lost);
  }

  /** Asks about something (null: about nothing) once. */
  askOnce(lines: readonly string[], about: About | null, asking: Asking<About> = {}): Promise<Lines[]> {
    // One question after the other, so that each finds things as the one before has left them.
    const asked = this.#asked.then(() => this.#askWanted(lines, about, asking));
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  /** ... and a new engine again if it was lost over the question, but not if we stopped it. */
  async ask(lines: readonly string[], about: About | null, asking: Asking<About> = {}): Promise<Lines[]> {
    const stops = this.#stops;
    try {
      return await this.askOnce(lines, about, asking);
    } catch (error) {
      if (!(error instanceof EngineLost) || stops !== this.#stops) throw error;
      return this.askOnce(lines, about, asking);
    }
  }

  async #askWanted(lines: readonly string[], about: About | null, asking: Asking<About>): Promise<Lines[]> {
    const { wanted = () => true } = asking;
    if (!wanted()) throw new Gone();
    try {
      const answers = await this.#askNow(lines, about, asking);
      if (wanted()) return answers;
    } catch (error) {
      if (wanted()) throw error;
    }
    throw new Gone();
  }

  async #askNow(lines: readonly string[], about: About | null, asking: Asking<About>): Promise<Lines[]> {
    const { left = () => about, patience = 'usual' } = asking;
    const { generation } = this.#engine;
    const knows = about === null || (this.#held?.about === about && this.#held.generation === generation);
    const before = knows ? [] : this.telling(about);
    // What is refused in the middle of several lines may have changed what it holds before.
    this.#held = null;
    this.#thinking = patience === 'thinking';
    try {
      const answers = await this.#engine.ask([...before, ...lines], knows || patience === 'thinking' ? patience : this.tellingNeeds);
      const own = answers.slice(before.length);
      const after = left(own);
      this.#held = after && { about: after, generation };
      return own;
    } finally {
      this.#thinking = false;
    }
  }

  /** Ends what it is thinking about. */
  stop(): void {
    this.#stops++;
    this.#engine.stop();
  }

  /** ... if it is something that takes long. */
  stopThinking(): void {
    if (this.#thinking) this.stop();
  }

  close(): void {
    this.#stops++;
    this.#engine.close();
  }
}
