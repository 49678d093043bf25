// SPDX-License-Identifier: MIT
//
// Tables of exact values that this device keeps, in the file system that the browser has for the page alone (OPFS).
// While one is being made its name ends in PART or DOWNLOAD; it takes its own name when it is whole and checked. So what is
// called a table is one, whenever a tab was closed or a worker killed; and each piece of it is checked again when it is read.

const FOLDER = 'tables';
const TABLE = '.table';
export const PART = '.part';
export const DOWNLOAD = '.download';

/** Tables have come or gone: every window and worker hears of it. */
export const TABLES_CHANGED = 'linework-tables';
/** Held by whoever makes a table. */
export const SOLVE_LOCK = 'linework-solve';

export const tableName = (game: string, rules: string): string => `${game}-${rules}${TABLE}`;
/** That of a smaller game, which is for tests, and no table. */
export const reducedName = (name: string, pawns: number): string => `${name}-${pawns}`;
const REDUCED = /\.table-\d+$/;

/** A file handle as browsers have it, and TypeScript's library does not yet. */
export interface TableHandle extends FileSystemFileHandle {
  move?: (name: string) => Promise<void>;
}

/** The folder; null: this browser keeps no files for the page, as at a plain http address. */
export async function tableFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch {
    return null;
  }
}

/** The files of such names. */
async function files(wanted: (name: string) => boolean): Promise<Map<string, File>> {
  const found = new Map<string, File>();
  const folder = await tableFolder();
  if (!folder) return found;
  try {
    // TypeScript's library does not know that it can be gone through.
    for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>)
      if (wanted(name) && handle.kind === 'file') found.set(name, await (handle as FileSystemFileHandle).getFile());
  } catch {
    // What has gone meanwhile is not there.
  }
  return found;
}

export const keptTables = (): Promise<Map<string, File>> => files((name) => name.endsWith(TABLE));
export const begunDownloads = (): Promise<Map<string, File>> => files((name) => name.endsWith(DOWNLOAD));

/** Throws a file away, which need not be there; tells whether it is gone. */
export async function dropFile(name: string): Promise<boolean> {
  const folder = await tableFolder();
  try {
    await folder?.removeEntry(name);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError';
  }
}

/** Tries again for a while: a worker that was ended takes a moment to let go of its file. Tells whether it was done. */
export async function insist(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    if (await attempt()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function dropAll(wanted: (name: string) => boolean): Promise<boolean> {
  let gone = true;
  for (const name of (await files(wanted)).keys()) gone = (await dropFile(name)) && gone;
  return gone;
}

/** What solves that were ended in the middle have left, and smaller games, unless a solve is under way. */
export async function dropParts(): Promise<void> {
  if (!('locks' in navigator)) return;
  await navigator.locks.request(SOLVE_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await dropAll((name) => name.endsWith(PART) || REDUCED.test(name));
  });
}

/**
 * Of one that was ended just now, as soon as it has let go of it: its download, or what there is of a solve; if it is still wanted then,
 * as another window may have begun before. The next begins after that.
 */
export async function dropEnded(download: string | null, wanted = () => true): Promise<void> {
  if (!('locks' in navigator)) return;
  const left = (name: string): boolean => (download === null ? name.endsWith(PART) : name === download);
  await navigator.locks.request(SOLVE_LOCK, () => wanted() && insist(() => dropAll(left)));
}

export function tellTablesChanged(): void {
  const channel = new BroadcastChannel(TABLES_CHANGED);
  channel.postMessage(null);
  channel.close();
}
