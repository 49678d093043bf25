// SPDX-License-Identifier: MIT
//
// The matches of this device, each a log of events under an id of its own (device-games.ts), and which of them lies on the
// table: in this window, which a reload finds again, and in the next window that is opened. What is known of them is
// here at once, once it was read; every window hears what another adds. What is kept may be missing or nonsense; each
// value that makes no sense is treated as missing.
//
// Invariant: events are added to a match only if they follow from the last one that is kept. What is not finished
// stays; of the rest the oldest go when there are too many, or no room is left.

import type { GameName, Player } from './answers';
import { MemoryShelf, openShelf, type Shelf } from './device-games';
import { asGame, GAMES } from './games/names';
import { device, isObject, oneOf, thisWindow, whole } from './storage';

export type Seat = { kind: 'person' } | { kind: 'computer'; level: number };
export type Seats = [Seat, Seat];
/** Milliseconds left to each player; null without clocks. */
export type Times = [number, number] | null;

/** Who sits at the table, and how they came to it. */
export interface Sitting {
  seats: Seats;
  /** The player who has the first of the game's two colours (colours.ts). */
  firstColour: Player;
  /** Who begins was drawn by lot. */
  byLot: boolean;
}

/** Later than the last turn of any game: where a record is opened. */
export const LAST_PLY = 1_000_000;

/** What is known of a match: enough to show it in a list, and with its events to go on. */
export interface KeptMatch extends Sitting {
  game: GameName;
  /** As a file has it. */
  record: string;
  /** It was read from this record, with whose remarks it began; `n`: how many events that made. */
  base: { record: string; n: number } | null;
  ply: number;
  /** How many were made in the last game. */
  turns: number;
  /** Something was played, and who wins the match is open. */
  unfinished: boolean;
  /** It was played to its end; then `winner` has won it, or nobody. */
  finished: boolean;
  winner: Player | null;
  /** Games won by each player. */
  wins: [number, number];
  rules: string;
  names: [string, string];
  clocks: Times;
  /** What each had at the beginning; 0 without clocks. */
  budget: number;
  seed: number;
  /** The match whose place this one has taken, as long as the way back is offered. */
  before: string | null;
}

export interface KeptGame extends KeptMatch {
  id: string;
  /** The number of its last event. */
  n: number;
  /** When its record last changed. */
  at: number;
}

/** So many matches are kept that are not unfinished. */
export const MOST_FINISHED = 200;

export const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');

function asSeat(found: unknown): Seat {
  return isObject(found) && found['kind'] === 'computer' ? { kind: 'computer', level: whole(found['level'], 2, 10) } : { kind: 'person' };
}

const asName = (found: Record<string, unknown>, player: Player): string => {
  const name = asPair(found['names'])?.[player];
  return typeof name === 'string' ? name : '?';
};

function asPair(found: unknown): [unknown, unknown] | null {
  return Array.isArray(found) && found.length === 2 ? [found[0], found[1]] : null;
}

const isTime = (found: unknown): found is number => typeof found === 'number' && Number.isFinite(found) && found >= 0;

function asClocks(found: unknown): Times {
  const [mine, yours] = asPair(found) ?? [];
  return isTime(mine) && isTime(yours) ? [mine, yours] : null;
}

function asBase(found: unknown): KeptMatch['base'] {
  return isObject(found) && typeof found['record'] === 'string' ? { record: found['record'], n: whole(found['n'], 0) } : null;
}

function asKept(found: unknown): KeptGame | null {
  if (!isObject(found) || typeof found['record'] !== 'string' || typeof found['id'] !== 'string') return null;
  const { id } = found;
  const seats = asPair(found['seats']);
  return {
    id,
    n: whole(found['n'], 0),
    base: asBase(found['base']),
    at: whole(found['at'], 0),
    game: asGame(found['game']),
    record: found['record'],
    ply: whole(found['ply'], LAST_PLY),
    turns: whole(found['turns'], whole(found['ply'], 0)),
    unfinished: found['unfinished'] === true,
    finished: found['finished'] === true,
    winner: oneOf<Player | null>(found['winner'], null, 0, 1),
    wins: [whole(asPair(found['wins'])?.[0], 0), whole(asPair(found['wins'])?.[1], 0)],
    rules: typeof found['rules'] === 'string' ? found['rules'] : '',
    names: [asName(found, 0), asName(found, 1)],
    seats: seats ? [asSeat(seats[0]), asSeat(seats[1])] : [{ kind: 'person' }, { kind: 'person' }],
    firstColour: oneOf<Player>(found['firstColour'], 0, 1),
    byLot: found['byLot'] === true,
    clocks: asClocks(found['clocks']),
    budget: isTime(found['budget']) ? found['budget'] : 0,
    seed: whole(found['seed'], 1),
    before: typeof found['before'] === 'string' ? found['before'] : null,
  };
}

// --- what is known, and who hears of it -----------------------------------------------------------

type Change = { id: string };

export class Games {
  #shelf: Shelf = new MemoryShelf();
  #known = new Map<string, KeptGame>();
  /** What the device had no room for, which is newer than what it has. */
  #overflow = new MemoryShelf();
  #listeners = new Set<(id: string) => void>();
  #channel: BroadcastChannel | null = null;
  #opened: Promise<void> | null = null;

  /** Reads what is kept; once for a page. */
  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<void> {
    await this.use(await openShelf());
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel('linework.games');
    this.#channel.onmessage = ({ data }: MessageEvent<Change>) => void this.#hear(data.id);
  }

  /** Begins with this shelf. */
  async use(shelf: Shelf): Promise<void> {
    this.#shelf = shelf;
    this.#overflow = new MemoryShelf();
    this.#known.clear();
    await this.refresh();
    await this.#moveIn();
  }

  /** A window that slept may have missed what another one did. */
  async refresh(): Promise<void> {
    const found = (await this.#shelf.rows()).flatMap((row) => asKept(row) ?? []);
    for (const match of found) if ((this.#known.get(match.id)?.n ?? -1) < match.n) this.#note(match);
  }

  #note(match: KeptGame): void {
    this.#known.set(match.id, match);
    for (const listener of [...this.#listeners]) listener(match.id);
  }

  /** Another window has changed something. */
  async #hear(id: string): Promise<void> {
    const match = asKept(await this.#shelf.row(id));
    if (match) return this.#note(match);
    this.#known.delete(id);
    for (const listener of [...this.#listeners]) listener(id);
  }

  #tell(id: string): void {
    const change: Change = { id };
    this.#channel?.postMessage(change);
  }

  find(id: string): KeptGame | null {
    return this.#known.get(id) ?? null;
  }

  /** All of them, the latest first. */
  all(): KeptGame[] {
    return [...this.#known.values()].sort((a, b) => b.at - a.at);
  }

  async events(id: string): Promise<string[]> {
    const spare = await this.#overflow.events(id);
    return spare.length > 0 ? spare : this.#shelf.events(id);
  }

  /** Calls back when something is known of a match that was not; by this window or another. */
  onChange(heard: (id: string) => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  /** Adds the last events of a log, or none. 'not kept': the device has no room, so that it lasts only as long as the page. */
  async add(match: KeptGame, log: readonly string[], fresh: number): Promise<'kept' | 'not kept' | 'refused'> {
    const spare = (await this.#overflow.row(match.id)) !== undefined;
    const isNew = !this.#known.has(match.id);
    for (;;) {
      try {
        // What has not found room before comes as a whole.
        if (!(await this.#shelf.add(match, spare ? log : log.slice(log.length - fresh)))) return 'refused';
        break;
      } catch (error) {
        const full = error instanceof DOMException && error.name === 'QuotaExceededError';
        if (full && (await this.#dropOldest(match.id, 0))) continue;
        if (!(await this.#overflow.add(match, spare ? log.slice(log.length - fresh) : log))) return 'refused';
        this.#note(match);
        return 'not kept';
      }
    }
    if (spare) await this.#overflow.remove(match.id);
    this.#note(match);
    this.#tell(match.id);
    if (isNew) while (await this.#dropOldest(match.id, MOST_FINISHED));
    return this.#shelf.lasting ? 'kept' : 'not kept';
  }

  async remove(id: string): Promise<void> {
    await this.#shelf.remove(id);
    await this.#overflow.remove(id);
    this.#known.delete(id);
    for (const listener of [...this.#listeners]) listener(id);
    this.#tell(id);
  }

  /** Makes room: drops the oldest that is not unfinished, but never the one named. Tells whether there was one. */
  async #dropOldest(except: string, most: number): Promise<boolean> {
    const finished = this.all().filter((each) => !each.unfinished && each.id !== except);
    const oldest = finished[finished.length - 1];
    if (!oldest || finished.length <= most) return false;
    await this.remove(oldest.id);
    return true;
  }

  /** Earlier versions kept each match as its record in the device's other storage, and before that one for each game under its name. */
  async #moveIn(): Promise<void> {
    const found: { key: string; match: KeptGame }[] = [];
    const read = (key: string, given: Record<string, unknown>): void => {
      const old = device.read(key);
      const match = isObject(old) ? asKept({ ...old, ...given, n: 0 }) : null;
      if (match) found.push({ key, match: { ...match, base: { record: match.record, n: 0 } } });
    };
    for (const id of device.keys('game.')) read(`game.${id}`, { id: this.#known.has(id) ? newId() : id });
    for (const game of GAMES) read(`match.${game}`, { id: newId(), game, at: Date.now() });
    for (const { key, match } of found) {
      if ((await this.add(match, [], 0)) === 'kept') device.remove(key);
      if (key.startsWith('match.') && device.read(`current.${match.game}`) === null) setCurrent(match.game, match.id);
    }
  }
}

export const games = new Games();

/** Where the players stand in a match, and what their clocks show: written at once, also when the page is left. */
interface Standing {
  n: number;
  ply: number;
  clocks: Times;
}

export function keepStanding(id: string, standing: Standing): void {
  device.write(`standing.${id}`, standing);
}

export function keptGame(id: string): KeptGame | null {
  const match = games.find(id);
  const standing = device.read(`standing.${id}`);
  if (!match || !isObject(standing) || standing['n'] !== match.n) return match;
  return { ...match, ply: whole(standing['ply'], match.ply), clocks: asClocks(standing['clocks']) ?? match.clocks };
}

export const keptGames = (): KeptGame[] => games.all();

export const unfinishedGames = (): KeptGame[] => keptGames().filter((each) => each.unfinished);

// --- which one lies on the table ----------------------------------------------------------------

/** The match of this game that lies on the table; null: there is none. */
export function currentGame(slot: GameName): KeptGame | null {
  for (const shelf of [thisWindow, device]) {
    const id = shelf.read(`current.${slot}`);
    const kept = typeof id === 'string' ? keptGame(id) : null;
    if (kept) return kept;
  }
  return null;
}

export function setCurrent(slot: GameName, id: string): void {
  for (const shelf of [thisWindow, device]) shelf.write(`current.${slot}`, id);
}
