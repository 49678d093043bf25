// SPDX-License-Identifier: MIT
//
// One thing is done after the other. What was meant for a turn that has been made meanwhile is dropped, as an impatient
// second press would be.

import { signal } from '@preact/signals';

export class OneThing {
  readonly #busy = signal(false);
  #doing: Promise<void> | null = null;

  /** `moment`: which turn of which game is being made. */
  constructor(readonly moment: () => string) {}

  /** Something is being done: what is shown is about to change. */
  get busy(): boolean {
    return this.#busy.value;
  }

  /** `patient` things are done whatever is shown then. */
  async once(work: () => Promise<void>, patient = false): Promise<void> {
    const meant = this.moment();
    while (this.#doing) {
      await this.#doing.catch(() => undefined);
      if (!patient && meant !== this.moment()) return;
    }
    this.#busy.value = true;
    this.#doing = work().finally(() => {
      this.#doing = null;
      this.#busy.value = false;
    });
    return this.#doing;
  }
}
