// SPDX-License-Identifier: MIT
//
// Two clocks, one for each player, of which at most one runs.

import type { Player } from './answers';

export class Clocks {
  left: [number, number] | null = null;
  #runs: Player | null = null;
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `changed` is called a few times a second while a clock runs; `flagged` when one is empty. */
  constructor(
    readonly changed: () => void,
    readonly flagged: (player: Player) => void,
  ) {}

  set(left: [number, number] | null): void {
    this.run(null);
    this.left = left && [left[0], left[1]];
  }

  /** Lets the clock of this player run, or none. */
  run(player: Player | null): void {
    this.#settle();
    this.#runs = this.left ? player : null;
    clearInterval(this.#timer);
    if (this.#runs !== null) this.#timer = setInterval(() => this.#tick(), 250);
  }

  #settle(): void {
    const now = performance.now();
    if (this.left && this.#runs !== null) {
      this.left[this.#runs] = Math.max(0, this.left[this.#runs] - (now - this.#since));
    }
    this.#since = now;
  }

  #tick(): void {
    this.#settle();
    this.changed();
    const player = this.#runs;
    if (this.left && player !== null && this.left[player] === 0) {
      this.run(null);
      this.flagged(player);
    }
  }
}

export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
