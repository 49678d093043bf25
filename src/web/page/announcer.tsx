// SPDX-License-Identifier: MIT
//
// What is said to those who listen instead of looking: politely, when they have heard the rest, or at once.

import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { heard } from './text';

const polite = signal('');
const urgent = signal('');

/** What is said twice must differ to be heard twice. */
function tell(region: Signal<string>, text: string): void {
  region.value = region.peek() === text ? `${text}\u00a0` : text;
}

export const say = (text: string): void => tell(polite, heard(text));
export const cry = (text: string): void => tell(urgent, heard(text));

export const Announcer = (): JSX.Element => (
  <>
    <div class="spoken" role="status" aria-live="polite">
      {polite}
    </div>
    <div class="spoken" role="alert" aria-live="assertive">
      {urgent}
    </div>
  </>
);
