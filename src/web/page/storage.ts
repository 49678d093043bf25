// SPDX-License-Identifier: MIT
//
// What the device keeps for the page, by key. Where its storage is full or forbidden, the page's own
// memory takes its place: then what is kept lasts as long as the page, and playing depends on nothing.

const PREFIX = 'linework.';

/** What the storage would not take; newer than anything that it holds. */
const memory = new Map<string, string>();

function held(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** What was kept, whatever it is; null: nothing, or nothing that can be read. */
export function read(key: string): unknown {
  try {
    return JSON.parse(memory.get(key) ?? held(key) ?? 'null');
  } catch {
    return null;
  }
}

export function write(key: string, kept: unknown): void {
  const text = JSON.stringify(kept);
  try {
    localStorage.setItem(PREFIX + key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

export function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

/** What was found if it makes sense: the usual one or one of the others. */
export function oneOf<T>(found: unknown, usual: T, ...others: T[]): T {
  return others.find((other) => other === found) ?? usual;
}

/** A whole number from 0 to the most, or something else instead. */
export function whole(found: unknown, otherwise: number, most = Number.MAX_SAFE_INTEGER): number {
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 && found <= most ? found : otherwise;
}
