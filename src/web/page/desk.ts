// SPDX-License-Identifier: MIT
//
// A table of its own beside the running match, with its own engine: for reviews and puzzles, which
// must not disturb the game that is being played.
//
// Invariant: what is shown was all said of one setting, and what is asked is answered about the table
// that was shown when it was asked. If another has been wanted since, the answer is dropped (Gone).

import { signal } from '@preact/signals';
import { command, type Lines, type Player } from './answers';
import { Client, Gone } from './client';
import type { Patience } from './engine';
import type { Seats } from './kept-games';
import { readTable, type Table } from './table';

export { Gone };

const people: Seats = [{ kind: 'person' }, { kind: 'person' }];

/** The commands that set a table. */
type Setting = readonly string[];

export class Desk {
  readonly #table = signal<Table | null>(null);
  // A puzzle is looked for, which may take a while.
  #client = new Client<Setting>((setting) => setting, 'thinking');
  /** The setting of the table shown, and the one that is wanted; others while that is on its way. */
  #shown: Setting | null = null;
  #wanted: Setting | null = null;
  /** Counts what was asked to be shown, so that only the last is. */
  #age = 0;

  /** `firstColour`: as in a match (kept-games.ts). */
  constructor(readonly firstColour: Player = 0) {}

  /** What is shown; whoever reads it while drawing is drawn again when it changes. */
  get table(): Table | null {
    return this.#table.value;
  }

  /** Asks about the table shown. */
  ask(lines: string[], patience: Patience = 'usual'): Promise<Lines[]> {
    const setting = this.#shown;
    if (!setting) return Promise.reject(new Gone());
    return this.#client.ask(lines, setting, { patience, wanted: () => setting === this.#wanted });
  }

  /** Sets the table by these commands; the answer to the last one. If that fails, the old table stays. */
  async set(setting: Setting, patience: Patience = 'usual'): Promise<Lines> {
    const age = ++this.#age;
    this.#wanted = setting;
    this.#client.stopThinking(); // about something that is not wanted any more
    const wanted = (): boolean => setting === this.#wanted;
    try {
      const answers = await this.#client.ask(setting, null, { left: () => setting, patience, wanted });
      const table = await this.#look(setting, '');
      this.#install(age, table, setting);
      return answers[answers.length - 1] ?? [];
    } catch (error) {
      if (wanted()) this.#wanted = this.#shown;
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
    this.#table.value = null;
  }

  close(): void {
    this.#client.close();
  }

  async #look(setting: Setting, part: string): Promise<Table> {
    const [view = []] = await this.#client.ask([command('view', part)], setting, { wanted: () => setting === this.#wanted });
    return readTable(view, part, null, { seats: people, firstColour: this.firstColour, byLot: false });
  }

  #install(age: number, table: Table, setting: Setting): void {
    if (age !== this.#age) throw new Gone();
    this.#table.value = table;
    this.#shown = setting;
  }
}
