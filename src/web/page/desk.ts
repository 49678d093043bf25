// SPDX-License-Identifier: MIT
//
// A table of its own beside the running match, with its own engine: for reviews and puzzles, which
// must not disturb the game that is being played.

import type { Lines } from './answers';
import { Engine, EngineLost } from './engine';
import type { Seats } from './keep';
import { lookAt, type Table } from './table';

const people: Seats = [{ kind: 'person' }, { kind: 'person' }];

export class Desk {
  table: Table | null = null;
  #engine = new Engine(() => undefined);
  /** The commands that set the table, for a new worker in place of a lost one. */
  #setting: string[] = [];
  #knownBy = -1;

  /** `changed` is called when there is something else to show. */
  constructor(readonly changed: () => void) {}

  async ask(lines: string[], patience: 'usual' | 'thinking' = 'usual'): Promise<Lines[]> {
    const before = this.#knownBy === this.#engine.generation ? [] : this.#setting;
    const generation = this.#engine.generation;
    const answers = await this.#engine.ask([...before, ...lines], before.length > 0 ? 'thinking' : patience);
    this.#knownBy = generation;
    return answers.slice(before.length);
  }

  /** Sets the table by these commands; the answer to the last one. */
  async set(setting: string[]): Promise<Lines> {
    const generation = this.#engine.generation;
    const answers = await this.#engine.ask(setting, 'thinking');
    this.#setting = setting;
    this.#knownBy = generation;
    await this.show('');
    return answers[answers.length - 1] ?? [];
  }

  /** Shows a half-made turn; '' takes all of it back. */
  async show(part: string): Promise<void> {
    this.table = await lookAt((lines) => this.#again(lines), part, null, people);
    this.changed();
  }

  /** Gives up what is under way. */
  stop(): void {
    this.#engine.stop();
  }

  close(): void {
    this.#engine.close();
  }

  async #again(lines: string[]): Promise<Lines[]> {
    try {
      return await this.ask(lines);
    } catch (error) {
      if (!(error instanceof EngineLost)) throw error;
      return this.ask(lines);
    }
  }
}
