// SPDX-License-Identifier: MIT
//
// Where the keyboard is. A button that goes away or is disabled under it would leave it nowhere, at the
// top of the page; it then goes on at the board, or in a review, whose arrow keys lead through the
// game, at the heading. Who has clicked beside everything is left alone.

/** Goes to the cell of the board that Tab would lead to. */
export function toBoard(): void {
  document.querySelector<SVGElement>('.board [tabindex="0"]')?.focus({ preventScroll: true });
}

/** Watches over the keyboard from now on. */
export function keepFocus(page: Element): void {
  let on: Element | null = null;
  addEventListener('focusin', (event) => {
    on = event.target instanceof Element ? event.target : null;
  });
  addEventListener('pointerdown', () => {
    on = null;
  });
  new MutationObserver(() => {
    if (!on || (on.isConnected && !on.matches(':disabled'))) return;
    on = null;
    const heading = page.querySelector<HTMLElement>('.review h1, .own-tiles h1');
    if (heading) heading.focus({ preventScroll: true });
    else toBoard();
  }).observe(page, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

/** A panel has opened: the keyboard goes to its heading, which a phone must scroll to (layout.css). */
export function toHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'nearest' });
}
