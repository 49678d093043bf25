// SPDX-License-Identifier: MIT
//
// The computer at the table: when it is to move it thinks, shows its turn step by step and makes it, until it is interrupted.

import { command, value, values } from './answers';
import { ComputerDriver } from './drivers';
import type { MatchClient } from './match-client';
import type { OnTable } from './on-table';

/** What it does to the table. */
interface Hands {
  /** Makes a turn, if it is still wanted then. */
  make: (turn: string, wanted: () => boolean) => Promise<void>;
  /** A step is shown. */
  stepped: () => void;
  failed: (why: unknown) => void;
}

export class Computer {
  /** Milliseconds between the steps of its turn. */
  pause = 420;
  #driver = new ComputerDriver();

  constructor(
    readonly on: OnTable,
    readonly client: MatchClient,
    readonly hands: Hands,
  ) {}

  /** Whether it is to move: at the end of the line, or `anywhere`. */
  isNext(anywhere: boolean): boolean {
    const { table, place, closed, drawingLot } = this.on;
    if (!table || table.state.over || table.thinking || closed || drawingLot) return false;
    return place.sitting.seats[table.state.player].kind === 'computer' && (anywhere || table.ply === table.line.length);
  }

  /** What it is at is no longer wanted. */
  stop(): void {
    this.#driver.stop();
  }

  /** ... and its engine shall do something else. */
  interrupt(): void {
    if (!this.on.table?.thinking) return;
    this.stop();
    this.client.stop();
    this.on.change({ thinking: false });
  }

  async move(): Promise<void> {
    const { table, match, place } = this.on;
    if (!table) return;
    const seat = place.sitting.seats[table.state.player];
    if (seat.kind !== 'computer') return;
    const line = command('choose', seat.level, this.#seed(table.ply));
    try {
      await this.#driver.drive({
        pause: this.pause,
        begin: () => this.on.change({ ...table, part: '', thinking: true }),
        think: async () => values((await this.client.askOnce([line], match, { patience: 'thinking' }))[0] ?? [], 'part'),
        preview: (part) => this.#preview(part),
        make: (turn, wanted) => this.hands.make(turn, wanted),
      });
    } catch (why) {
      this.on.change({ ...table, thinking: false });
      this.on.runClock();
      this.hands.failed(why);
    }
  }

  /** Another one for each turn of each game of the match, so that the computer does not repeat itself. */
  #seed(ply: number): number {
    const gamesBefore = this.on.record.split('[Game "').length - 2;
    return this.on.place.seed + 1000 * gamesBefore + ply;
  }

  async #preview(part: string): Promise<void> {
    const [described = []] = await this.client.ask([command('view', part)], this.on.match);
    const { table } = this.on;
    if (!table?.thinking) return;
    this.on.change({ shown: value(described, 'shown'), described, last: part, lastBy: table.state.side });
    this.hands.stepped();
  }
}
