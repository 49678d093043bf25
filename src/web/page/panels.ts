// SPDX-License-Identifier: MIT
//
// The panels beside the table and the browser's Back, which closes an open one before it leaves. An open panel has an
// entry in the history; one that was closed by hand leaves its entry behind, which Back then passes over.
//
// Invariant: the entry that is shown says in its state which panel is open; no panel there: it has had none.

import { useEffect, useRef, useState } from 'preact/hooks';

export type View = 'play' | 'new' | 'more';

const isView = (found: unknown): found is View => found === 'play' || found === 'new' || found === 'more';

/** What the entry of the history that is shown says of a panel; null: nothing. */
function noted(): View | null {
  const state: unknown = history.state;
  const found = typeof state === 'object' && state !== null && 'panel' in state ? state.panel : null;
  return isView(found) ? found : null;
}

const note = (view: View): void => history.replaceState({ panel: view }, '');

/** `atTable`: whether an address leads to the table, where the panels are. */
export function usePanels(atTable: (fragment: string) => boolean): [View, (view: View) => void] {
  const [view, setView] = useState<View>('play');
  const last = useRef<{ panel: View | null; hash: string }>({ panel: noted(), hash: location.hash });
  const remember = (): void => {
    last.current = { panel: noted(), hash: location.hash };
  };
  function show(next: View): void {
    if (atTable(location.hash)) {
      if (noted() !== null) note(next);
      else if (next !== 'play') history.pushState({ panel: next }, '');
      remember();
    }
    setView(next);
  }
  useEffect(() => {
    const popped = (): void => {
      const before = last.current;
      remember();
      if (!atTable(location.hash)) return;
      setView(noted() ?? 'play');
      // From what a closed panel has left behind, back to where it was opened: nothing has changed for who looks.
      if (before.panel === 'play' && noted() === null && before.hash === location.hash) history.back();
    };
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }, []);
  return [view, show];
}
