// SPDX-License-Identifier: MIT
//
// The panels beside the table and the browser's Back, which closes an open one before it leaves. An open panel has an
// entry in the history; one that was closed by hand leaves its entry behind, which Back then passes over.
//
// Invariant: the entry that is shown says in its state which panel is open; no panel there: it has had none.

import { signal } from '@preact/signals';

export type View = 'play' | 'new' | 'more';

const isView = (found: unknown): found is View => found === 'play' || found === 'new' || found === 'more';

/** What the entry of the history that is shown says of a panel; null: nothing. */
function noted(): View | null {
  const state: unknown = history.state;
  const found = typeof state === 'object' && state !== null && 'panel' in state ? state.panel : null;
  return isView(found) ? found : null;
}

const note = (view: View): void => history.replaceState({ panel: view }, '');

export class Panels {
  readonly #view = signal<View>('play');
  #last = { panel: noted(), hash: location.hash };

  /** `atTable`: whether an address leads to the table, where the panels are. */
  constructor(readonly atTable: (fragment: string) => boolean) {}

  get view(): View {
    return this.#view.value;
  }

  show(next: View): void {
    if (this.atTable(location.hash)) {
      if (noted() !== null) note(next);
      else if (next !== 'play') history.pushState({ panel: next }, '');
      this.#remember();
    }
    this.#view.value = next;
  }

  #remember(): void {
    this.#last = { panel: noted(), hash: location.hash };
  }

  /** Follows the browser's Back until the function that it returns is called. */
  follow(): () => void {
    const popped = (): void => {
      const before = this.#last;
      this.#remember();
      if (!this.atTable(location.hash)) return;
      this.#view.value = noted() ?? 'play';
      // From what a closed panel has left behind, back to where it was opened: nothing has changed for who looks.
      if (before.panel === 'play' && noted() === null && before.hash === location.hash) history.back();
    };
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }
}
