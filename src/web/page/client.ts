// SPDX-License-Identifier: MIT
//
// One engine that is asked about one thing after the other. Each question names what it is about; an engine that does
// not hold that, because it is new or was asked about something else, is told of it first.

import type { Lines } from './answers';
import { Engine, EngineLost, type Patience } from './engine';

export class Client<About extends object> {
  #engine: Engine;
  #asked: Promise<unknown> = Promise.resolve();
  /** What the engine holds, and which worker that is. */
  #held: { about: About; generation: number } | null = null;
  /** How often it was stopped. */
  #stops = 0;

  /** `telling`: the lines by which an engine gets hold of something; `lost` is called when a worker is lost that nobody has stopped. */
  constructor(
    readonly telling: (about: About) => string[],
    lost: () => void,
  ) {
    this.#engine = new Engine(lost);
  }

  /** Asks about something (null: about nothing) once. `left`: what the engine holds afterwards. */
  askOnce(lines: string[], about: About | null, left: (answers: Lines[]) => About | null, patience: Patience): Promise<Lines[]> {
    // One question after the other, so that each finds things as the one before has left them.
    const asked = this.#asked.then(() => this.#askNow(lines, about, left, patience));
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  /** ... and a new engine again if it was lost over the question, but not if we stopped it. */
  async ask(lines: string[], about: About | null, left: (answers: Lines[]) => About | null = () => about): Promise<Lines[]> {
    const stops = this.#stops;
    try {
      return await this.askOnce(lines, about, left, 'usual');
    } catch (error) {
      if (!(error instanceof EngineLost) || stops !== this.#stops) throw error;
      return this.askOnce(lines, about, left, 'usual');
    }
  }

  async #askNow(lines: string[], about: About | null, left: (answers: Lines[]) => About | null, patience: Patience): Promise<Lines[]> {
    const { generation } = this.#engine;
    const knows = about === null || (this.#held?.about === about && this.#held.generation === generation);
    const before = knows ? [] : this.telling(about);
    // What is refused in the middle of several lines may have changed what it holds before.
    this.#held = null;
    const answers = (await this.#engine.ask([...before, ...lines], patience)).slice(before.length);
    const after = left(answers);
    this.#held = after && { about: after, generation };
    return answers;
  }

  /** Ends what it is thinking about. */
  stop(): void {
    this.#stops++;
    this.#engine.stop();
  }

  close(): void {
    this.#engine.close();
  }
}
