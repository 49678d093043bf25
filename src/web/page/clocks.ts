// SPDX-License-Identifier: MIT
//
// Two clocks, one for each player, of which at most one runs. What they show are signals: a tick redraws the clock and
// nothing else; whoever needs to know the time left asks `left`, and is not told of each tick.

import { signal } from '@preact/signals';
import type { Player } from './answers';
import { t } from './text';

export class Clocks {
  left: [number, number] | null = null;
  /** As `left`, but told a few times a second while a clock runs; for whoever draws them. */
  readonly shown = signal<readonly [number, number] | null>(null);
  #runs: Player | null = null;
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `flagged` is called when one is empty. */
  constructor(readonly flagged: (player: Player) => void) {}

  set(left: [number, number] | null): void {
    this.run(null);
    this.left = left && [left[0], left[1]];
    this.#show();
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
    this.#show();
  }

  #show(): void {
    const [before, now] = [this.shown.peek(), this.left];
    if (before?.[0] !== now?.[0] || before?.[1] !== now?.[1]) this.shown.value = now && [now[0], now[1]];
  }

  #tick(): void {
    this.#settle();
    const player = this.#runs;
    if (this.left && player !== null && this.left[player] === 0) {
      this.run(null);
      this.flagged(player);
    }
  }
}

export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return t('{0} d {1} h', Math.floor(hours / 24), hours % 24);
  if (hours > 0) return `${hours}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
