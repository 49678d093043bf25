// SPDX-License-Identifier: MIT
//
// Whether the browser may forget what is kept here: of a page that has not been promised otherwise it may, when room gets
// short. It is asked for that promise when there is something to lose. Some ask the person in turn (Firefox): so it is asked once,
// and then only if somebody wants it.

import { signal } from '@preact/signals';
import type { KeptMatch } from './kept-games';
import { device } from './storage';

/** After so many turns there is something to lose. */
export const WORTH_KEEPING = 10;

/** null: not known, as at a plain address, where there is no such promise. */
const promised = signal<boolean | null>(null);

/** Whoever reads it while drawing is drawn again when that is known. */
export const staysFor = (): boolean | null => promised.value;

const store = (): StorageManager | undefined => (globalThis.navigator as Partial<Navigator> | undefined)?.storage;

/** Finds out; asks for nothing. */
export async function lookWhetherItStays(): Promise<void> {
  promised.value =
    (await store()
      ?.persisted?.()
      .catch(() => null)) ?? null;
}

/** Asks for the promise. */
export async function askToStay(): Promise<void> {
  device.write('asked', true);
  promised.value =
    (await store()
      ?.persist?.()
      .catch(() => false)) ?? null;
}

/** A match was kept: the first time that there is something to lose, asks for the promise. */
export async function mayAskToStay({ finished, turns, wins }: KeptMatch): Promise<void> {
  if (device.read('asked') === true || !(finished || turns >= WORTH_KEEPING || wins[0] + wins[1] > 0)) return;
  device.write('asked', true); // at once: another turn may be kept before there is an answer
  if (
    !(await store()
      ?.persisted?.()
      .catch(() => false))
  )
    await askToStay();
}
