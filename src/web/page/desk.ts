// SPDX-License-Identifier: MIT
//
// A table of its own beside the running match, with its own engine: for reviews and puzzles, which
// must not disturb the game that is being played.
//
// Invariant: what is shown was all said of one setting, and what is asked is answered about the table
// that was shown when it was asked. If another has been wanted since, the answer is dropped (Gone).

import type { Lines, Player } from './answers';
import { Engine, EngineLost, type Patience } from './engine';
import type { Seats } from './kept-games';
import { lookAt, type Table } from './table';

/** What was asked about is no longer on the desk; nobody needs to hear of it. */
export class Gone extends Error {}

const people: Seats = [{ kind: 'person' }, { kind: 'person' }];

/** The commands that set a table. */
type Setting = readonly string[];

export class Desk {
  table: Table | null = null;
  #engine = new Engine(() => undefined);
  #asked: Promise<unknown> = Promise.resolve();
  /** The setting of the table shown, and the one that is wanted; others while that is on its way. */
  #shown: Setting | null = null;
  #wanted: Setting | null = null;
  /** What the engine holds, and which worker that is. */
  #held: { setting: Setting; generation: number } | null = null;
  #thinking = false;
  /** Counts what was asked to be shown, so that only the last is. */
  #age = 0;

  /** `changed` is called when there is something else to show; `firstColour` as in a match (games.ts). */
  constructor(
    readonly changed: () => void,
    readonly firstColour: Player = 0,
  ) {}

  /** Asks about the table shown. */
  ask(lines: string[], patience: Patience = 'usual'): Promise<Lines[]> {
    return this.#ask(this.#shown, lines, patience);
  }

  /** Sets the table by these commands; the answer to the last one. If that fails, the old table stays. */
  async set(setting: Setting, patience: Patience = 'usual'): Promise<Lines> {
    const age = ++this.#age;
    this.#wanted = setting;
    if (this.#thinking) this.#engine.stop(); // about something that is not wanted any more
    try {
      const answers = await this.#again(() => this.#ask(setting, [], patience, true));
      const table = await this.#look(setting, '');
      this.#install(age, table, setting);
      return answers[answers.length - 1] ?? [];
    } catch (error) {
      if (this.#wanted === setting) this.#wanted = this.#shown;
      throw error;
    }
  }

  /** Shows a half-made turn; '' takes all of it back. */
  async show(part: string): Promise<void> {
    const age = ++this.#age;
    const setting = this.#shown;
    if (setting) this.#install(age, await this.#look(setting, part), setting);
  }

  /** Takes the table away. */
  clear(): void {
    this.table = null;
    this.changed();
  }

  close(): void {
    this.#engine.close();
  }

  #look(setting: Setting, part: string): Promise<Table> {
    return lookAt((lines) => this.#again(() => this.#ask(setting, lines, 'usual')), part, null, {
      seats: people,
      firstColour: this.firstColour,
      byLot: false,
    });
  }

  #install(age: number, table: Table, setting: Setting): void {
    if (age !== this.#age) throw new Gone();
    this.table = table;
    this.#shown = setting;
    this.changed();
  }

  /** One question after the other, each about its setting; `anew`: also if the engine holds it, for what it says. */
  #ask(setting: Setting | null, lines: string[], patience: Patience, anew = false): Promise<Lines[]> {
    const asked = this.#asked.then(async () => {
      if (!setting || setting !== this.#wanted) throw new Gone();
      const { generation } = this.#engine;
      const knows = !anew && this.#held?.setting === setting && this.#held.generation === generation;
      const before = knows ? [] : setting;
      this.#held = null;
      this.#thinking = patience === 'thinking';
      try {
        const answers = await this.#engine.ask([...before, ...lines], before.length > 0 && !anew ? 'thinking' : patience);
        this.#held = { setting, generation };
        return anew ? answers : answers.slice(before.length);
      } finally {
        this.#thinking = false;
        if (setting !== this.#wanted) throw new Gone();
      }
    });
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  /** Once more, if the engine was lost over it. */
  async #again<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EngineLost)) throw error;
      return ask();
    }
  }
}
