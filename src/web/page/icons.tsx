// SPDX-License-Identifier: MIT
//
// Small pictures for the controls, drawn in the colour of the words under them.

import type { JSX } from 'preact';

const PATHS = {
  undo: 'M8 4 3.5 8.5 8 13M4 8.5h8a5 5 0 0 1 0 10H8',
  redo: 'M14 4l4.5 4.5L14 13M18 8.5h-8a5 5 0 0 0 0 10h4',
  hint: 'M8 16h6M9 19h4M11 3a6 6 0 0 0-3.5 10.5L8 16h6l.5-2.5A6 6 0 0 0 11 3Z',
  review: 'M3 17l5-6 4 3 7-9',
  draw: 'M4 8h14M4 14h14',
  say: 'M4 5h14v9h-8l-4 4v-4H4Z',
  new: 'M11 4v14M4 11h14',
  more: 'M5 11h.01M11 11h.01M17 11h.01',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 22 22" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
