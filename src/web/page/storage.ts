// SPDX-License-Identifier: MIT
//
// What the device keeps for the page, by key; and what it keeps for this window alone, which a reload
// finds again. Where its storage is full or forbidden, the page's own memory takes its place: then
// what is kept lasts as long as the page, and playing depends on nothing.

const PREFIX = 'linework.';

/** A storage and what it would not take, which is newer than anything that it holds. */
class Shelf {
  #memory = new Map<string, string>();

  constructor(readonly storage: () => Storage) {}

  /** What was kept, whatever it is; null: nothing, or nothing that can be read. */
  read(key: string): unknown {
    try {
      return JSON.parse(this.#memory.get(key) ?? this.storage().getItem(PREFIX + key) ?? 'null');
    } catch {
      return null;
    }
  }

  /** Tells whether the device keeps it. */
  write(key: string, kept: unknown): boolean {
    const text = JSON.stringify(kept);
    try {
      this.storage().setItem(PREFIX + key, text);
      this.#memory.delete(key);
      return true;
    } catch {
      this.#memory.set(key, text);
      return false;
    }
  }

  remove(key: string): void {
    this.#memory.delete(key);
    try {
      this.storage().removeItem(PREFIX + key);
    } catch {
      // There is none to remove it from.
    }
  }

  /** What follows this in the keys that begin with it. */
  keys(beginning: string): string[] {
    const found = [...this.#memory.keys()];
    try {
      found.push(
        ...Object.keys(this.storage())
          .filter((key) => key.startsWith(PREFIX))
          .map((key) => key.slice(PREFIX.length)),
      );
    } catch {
      // There is none to look through.
    }
    return [...new Set(found)].filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));
  }
}

export const device = new Shelf(() => localStorage);
export const thisWindow = new Shelf(() => sessionStorage);

/** Calls back when another window has changed what is kept under a key. */
export function onChange(changed: (key: string) => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key?.startsWith(PREFIX)) changed(event.key.slice(PREFIX.length));
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
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
