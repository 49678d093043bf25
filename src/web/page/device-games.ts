// SPDX-License-Identifier: MIT
//
// Where matches lie on the device: what is known of each, its events, numbered from 1, which are only ever added to, and
// what counts of it (tally.ts), which stays when it is removed.
// An addition is one transaction, which refuses what does not follow from the events that are kept, by their text: of two
// windows that go on with a match, one is told so, also if both have come equally far. IndexedDB does it; where there is none, the page's memory.

/** What is known of a match, whatever it is; `n` is the number of its last event. */
export interface Row {
  id: string;
  n: number;
}

export interface Shelf {
  /** What is kept outlasts the page. */
  readonly lasting: boolean;
  rows: () => Promise<unknown[]>;
  row: (id: string) => Promise<unknown>;
  events: (id: string) => Promise<string[]>;
  /**
   * Adds what a log has behind its first `kept` events, what is known of the match now, and what counts of it (null: nothing;
   * undefined: as before); false: those are not the events that are kept. Throws if there is no room.
   */
  add: (row: Row, log: readonly string[], kept: number, result?: Counted | null) => Promise<boolean>;
  /** Removes a match, but not what counts of it. */
  remove: (id: string) => Promise<void>;
  results: () => Promise<unknown[]>;
  /** Adds what counts of matches. */
  count: (results: readonly Counted[]) => Promise<void>;
}

/** What counts of a match, whatever it is. */
export interface Counted {
  id: string;
}

/** Whether two logs have the same events. */
export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i]);

export class MemoryShelf implements Shelf {
  readonly lasting: boolean = false;
  #rows = new Map<string, { row: Row; events: string[] }>();
  #results = new Map<string, Counted>();

  rows(): Promise<unknown[]> {
    return Promise.resolve([...this.#rows.values()].map(({ row }) => row));
  }

  row(id: string): Promise<unknown> {
    return Promise.resolve(this.#rows.get(id)?.row);
  }

  events(id: string): Promise<string[]> {
    return Promise.resolve([...(this.#rows.get(id)?.events ?? [])]);
  }

  add(row: Row, log: readonly string[], kept: number, result?: Counted | null): Promise<boolean> {
    if (!isSame(log.slice(0, kept), this.#rows.get(row.id)?.events ?? [])) return Promise.resolve(false);
    if (result) this.#results.set(row.id, structuredClone(result));
    else if (result === null) this.#results.delete(row.id);
    this.#rows.set(row.id, { row: structuredClone(row), events: [...log] });
    return Promise.resolve(true);
  }

  remove(id: string): Promise<void> {
    this.#rows.delete(id);
    return Promise.resolve();
  }

  results(): Promise<unknown[]> {
    return Promise.resolve([...this.#results.values()]);
  }

  count(results: readonly Counted[]): Promise<void> {
    for (const result of results) this.#results.set(result.id, structuredClone(result));
    return Promise.resolve();
  }
}

const GAMES = 'games';
const EVENTS = 'events';
const RESULTS = 'results';

interface EventRow {
  id: string;
  n: number;
  text: string;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });

/** Done for good; an addition that finds no room ends here, too. */
const done = (work: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = work.onerror = () => reject(work.error ?? new Error('aborted'));
  });

const ofMatch = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

async function eventsOf(work: IDBTransaction, id: string): Promise<string[]> {
  const rows = await answered(work.objectStore(EVENTS).getAll(ofMatch(id)) as IDBRequest<EventRow[]>);
  return rows.map(({ text }) => text);
}

/** So long a device may take to open its database; one that never answers is as good as none. */
const PATIENCE = 5000;

function opened(): Promise<IDBDatabase> {
  const opening = indexedDB.open('linework', 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore(GAMES, { keyPath: 'id' });
      opening.result.createObjectStore(EVENTS, { keyPath: ['id', 'n'] });
    }
    opening.result.createObjectStore(RESULTS, { keyPath: 'id' });
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      opening.onsuccess = () => opening.result.close(); // nobody else would
      reject(new Error('no answer'));
    }, PATIENCE);
    answered(opening)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** A page that a browser puts aside would hold up others with an open database: each thing that is done opens it and closes it again. */
async function within<T>(work: (base: IDBDatabase) => Promise<T>): Promise<T> {
  const base = await opened();
  try {
    return await work(base);
  } finally {
    base.close();
  }
}

class IndexedShelf implements Shelf {
  readonly lasting = true;

  rows(): Promise<unknown[]> {
    return this.#all(GAMES);
  }

  results(): Promise<unknown[]> {
    return this.#all(RESULTS);
  }

  #all(store: string): Promise<unknown[]> {
    return within((base) => answered(base.transaction(store).objectStore(store).getAll() as IDBRequest<unknown[]>));
  }

  row(id: string): Promise<unknown> {
    return within((base) => answered(base.transaction(GAMES).objectStore(GAMES).get(id) as IDBRequest<unknown>));
  }

  events(id: string): Promise<string[]> {
    return within((base) => eventsOf(base.transaction(EVENTS), id));
  }

  add(row: Row, log: readonly string[], kept: number, result?: Counted | null): Promise<boolean> {
    return within(async (base) => {
      const work = base.transaction([GAMES, EVENTS, RESULTS], 'readwrite');
      const ended = done(work);
      ended.catch(() => undefined); // it is waited for below, unless something else fails first
      if (!isSame(log.slice(0, kept), await eventsOf(work, row.id))) return false;
      work.objectStore(GAMES).put(row);
      log.slice(kept).forEach((text, i) => work.objectStore(EVENTS).add({ id: row.id, n: kept + i + 1, text } satisfies EventRow));
      if (result) work.objectStore(RESULTS).put(result);
      else if (result === null) work.objectStore(RESULTS).delete(row.id);
      await ended;
      return true;
    });
  }

  count(results: readonly Counted[]): Promise<void> {
    return within(async (base) => {
      const work = base.transaction(RESULTS, 'readwrite');
      for (const result of results) work.objectStore(RESULTS).put(result);
      await done(work);
    });
  }

  remove(id: string): Promise<void> {
    return within(async (base) => {
      const work = base.transaction([GAMES, EVENTS], 'readwrite');
      work.objectStore(GAMES).delete(id);
      work.objectStore(EVENTS).delete(ofMatch(id));
      await done(work);
    });
  }
}

/** The device's own shelf, or the page's memory where there is none. */
export async function openShelf(): Promise<Shelf> {
  try {
    await within(() => Promise.resolve());
    return new IndexedShelf();
  } catch {
    return new MemoryShelf();
  }
}
