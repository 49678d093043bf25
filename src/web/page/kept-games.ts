// SPDX-License-Identifier: MIT
//
// The matches of this device, each a log of events under an id of its own (device-games.ts), and which of them lies on the
// table: in this window, which a reload finds again, and in the next window that is opened. What is known of them is
// here at once, once it was read; every window hears what another adds. What is kept may be missing or nonsense; each
// value that makes no sense is treated as missing.
//
// Invariant: events are added to a match only if they follow from the last one that is kept. Nothing that was played goes
// unless somebody deletes it; what the device has no room for waits in the page's memory until there is some.

import { signal } from '@preact/signals';
import type { GameName, Player } from './answers';
import { isSame, MemoryShelf, openShelf, type Shelf } from './device-games';
import { asGame, GAMES } from './games/names';
import { device, isObject, oneOf, thisWindow, whole } from './storage';
import { asResult, resultOf, type Result } from './tally';

/** Who sits at this device, a computer player that is driven here, or whoever is driven elsewhere, person or not. */
export type Seat = { kind: 'person' } | { kind: 'computer'; level: number } | { kind: 'elsewhere' };
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

/** The last that a date can tell. */
const LAST_MOMENT = 8.64e15;

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
  /** Of how many games it is at most. */
  bestOf: number;
  /** Games won by each player, and those that were drawn. */
  wins: [number, number];
  drawn: number;
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

/** So many matches are kept in which nothing was played. */
export const MOST_EMPTY = 20;

export const newId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');

function asSeat(found: unknown): Seat {
  if (isObject(found) && found['kind'] === 'elsewhere') return { kind: 'elsewhere' };
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
  const wins: [number, number] = [whole(asPair(found['wins'])?.[0], 0), whole(asPair(found['wins'])?.[1], 0)];
  const finished = found['finished'] === true;
  const winner = oneOf<Player | null>(found['winner'], null, 0, 1);
  return {
    id,
    n: whole(found['n'], 0),
    base: asBase(found['base']),
    at: whole(found['at'], 0, LAST_MOMENT),
    game: asGame(found['game']),
    record: found['record'],
    ply: whole(found['ply'], LAST_PLY),
    turns: whole(found['turns'], whole(found['ply'], 0)),
    unfinished: found['unfinished'] === true,
    finished,
    winner,
    // Earlier versions did not say how long a series was, and which of its games were drawn.
    bestOf: whole(found['bestOf'], Math.max(1, 2 * Math.max(...wins) - 1)),
    wins,
    drawn: whole(found['drawn'], finished && winner === null && wins[0] + wins[1] === 0 ? 1 : 0),
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

/** A match that the device has no room for: all of its events, and how many of them the device has. */
interface Waiting {
  match: KeptGame;
  log: readonly string[];
  kept: number;
}

/** What counts of a match from now on; undefined: what did before, as nothing was played here since it came as a record. */
const countsOf = (match: KeptGame): Result | null | undefined => (match.base && match.n <= match.base.n ? undefined : resultOf(match));

const isEmpty = ({ unfinished, finished, base }: KeptGame): boolean => !unfinished && !finished && base === null;

export class Games {
  #shelf: Shelf = new MemoryShelf();
  #known = new Map<string, KeptGame>();
  #results = new Map<string, Result>();
  #waiting = new Map<string, Waiting>();
  readonly #full = signal(false);
  #listeners = new Set<(id: string, anew: boolean) => void>();
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
    this.#waiting.clear();
    this.#full.value = false;
    this.#known.clear();
    await this.refresh();
    this.#results = new Map((await shelf.results()).flatMap(asResult).map((result) => [result.id, result]));
    await this.#moveIn();
    await this.#countOnce();
  }

  /** Whatever is played lasts longer than the page; else the browser keeps nothing for it. */
  get lasting(): boolean {
    return this.#shelf.lasting;
  }

  /** There is no room for something that was played. Whoever reads it while drawing is drawn again when that changes. */
  get isFull(): boolean {
    return this.#full.value;
  }

  /** What counts of all matches that there were. */
  get results(): Result[] {
    return [...this.#results.values()];
  }

  /** A window that slept may have missed what another one did. */
  async refresh(): Promise<void> {
    const before = [...this.#known];
    const found = (await this.#shelf.rows()).flatMap((row) => asKept(row) ?? []);
    const there = new Set(found.map(({ id }) => id));
    for (const [id, match] of before) if (!there.has(id) && !this.#waiting.has(id) && this.#known.get(id) === match) this.#forget(id);
    for (const match of found) if ((this.#known.get(match.id)?.n ?? -1) < match.n) this.#note(match);
  }

  #note(match: KeptGame, anew = false): void {
    this.#known.set(match.id, match);
    const result = countsOf(match);
    if (result) this.#results.set(match.id, result);
    else if (result === null) this.#results.delete(match.id);
    for (const listener of [...this.#listeners]) listener(match.id, anew);
  }

  #forget(id: string): void {
    this.#known.delete(id);
    for (const listener of [...this.#listeners]) listener(id, false);
  }

  /** Another window has changed something; `anew`: also what was known here. */
  async #hear(id: string, anew = false): Promise<void> {
    if (this.#waiting.has(id)) return; // what this one has is newer
    const match = asKept(await this.#shelf.row(id));
    if (match) this.#note(match, anew);
    else this.#forget(id);
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
    const waiting = this.#waiting.get(id);
    return waiting ? [...waiting.log] : this.#shelf.events(id);
  }

  /**
   * Calls back when something is known of a match that was not; by this window or another. `anew`: its events are others than
   * were known here, perhaps as many.
   */
  onChange(heard: (id: string, anew: boolean) => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  /** Adds the last events of a log, or none. 'not kept': the device has no room, so that it lasts only as long as the page. */
  async add(match: KeptGame, log: readonly string[], fresh: number): Promise<'kept' | 'not kept' | 'refused'> {
    const waiting = this.#waiting.get(match.id);
    const before = log.slice(0, log.length - fresh);
    if (waiting && !isSame(waiting.log, before)) return 'refused';
    const isNew = !this.#known.has(match.id);
    const kept = waiting?.kept ?? before.length;
    const done = await this.#put({ match, log: [...log], kept });
    if (done === 'refused') return 'refused';
    this.#note(match);
    if (done !== 'kept') return 'not kept';
    this.#tell(match.id);
    await this.#settle();
    if (isNew) await this.#tidy();
    return this.#shelf.lasting ? 'kept' : 'not kept';
  }

  /** Puts a match on the device; else it waits. If others were first, theirs is what this window knows then. */
  async #put(wanted: Waiting): Promise<'kept' | 'no room' | 'refused'> {
    const { match, log, kept } = wanted;
    const waited = this.#waiting.has(match.id);
    try {
      const done = await this.#shelf.add(match, log, kept, countsOf(match));
      if (done || waited) this.#waiting.delete(match.id);
      if (done) return 'kept';
    } catch {
      this.#waiting.set(match.id, wanted);
      return 'no room';
    } finally {
      this.#full.value = this.#waiting.size > 0;
    }
    await this.#hear(match.id, true);
    // What waited was played, and stays: as a match of its own, unless the other one was deleted.
    if (waited) await this.add(this.#known.has(match.id) ? { ...match, id: newId() } : match, log, log.length);
    return 'refused';
  }

  /** There may be room for what waits. */
  async #settle(): Promise<void> {
    for (const waiting of [...this.#waiting.values()]) {
      const done = await this.#put(waiting);
      if (done === 'kept') this.#tell(waiting.match.id);
      if (done === 'no room') return;
    }
  }

  /** Removes a match for good; what counts of it stays. */
  async remove(id: string): Promise<void> {
    await this.#drop(id);
    await this.#settle();
  }

  async #drop(id: string): Promise<void> {
    await this.#shelf.remove(id);
    this.#waiting.delete(id);
    this.#full.value = this.#waiting.size > 0;
    this.#forget(id);
    this.#tell(id);
  }

  /** So many finished matches that the device keeps, the oldest first; not those that lie on a table. */
  oldest(most: number): KeptGame[] {
    const lying = GAMES.map((game) => currentGame(game)?.id);
    const finished = this.all().filter(({ id, finished: over }) => over && !this.#waiting.has(id) && !lying.includes(id));
    return finished.reverse().slice(0, most);
  }

  /** Removes matches, for what waits. */
  async makeRoom(matches: readonly KeptGame[]): Promise<void> {
    for (const { id } of matches) await this.#drop(id);
    await this.#settle();
  }

  /** Of the matches in which nothing was played only the latest stay. */
  async #tidy(): Promise<void> {
    for (const { id } of this.all().filter(isEmpty).slice(MOST_EMPTY)) await this.#drop(id);
  }

  /** Earlier versions counted the matches that there were; from now on what has come of each is kept. */
  async #countOnce(): Promise<void> {
    if (device.read('counted') === true) return;
    const found = this.all().flatMap((match) => resultOf(match) ?? []);
    for (const result of found) this.#results.set(result.id, result);
    try {
      await this.#shelf.count(found);
      if (this.#shelf.lasting) device.write('counted', true);
    } catch {
      // There is no room; it is done again with the next page.
    }
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
