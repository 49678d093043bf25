// SPDX-License-Identifier: MIT
//
// Light or dark: as chosen, or as the device has it, also when that changes.

import type { Settings } from './keep';

const dark = matchMedia('(prefers-color-scheme: dark)');
let chosen: Settings['theme'] = 'system';

function apply(): void {
  document.documentElement.dataset['theme'] = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
}

dark.addEventListener('change', apply);

export function showTheme(theme: Settings['theme']): void {
  chosen = theme;
  apply();
}

/** A picture that goes by the device, made to go by what was chosen here. */
export function inTheme(svg: string): string {
  if (chosen === 'system') return svg;
  return svg.replace('@media(prefers-color-scheme:dark)', chosen === 'dark' ? '@media all' : '@media not all');
}
