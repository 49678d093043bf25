// SPDX-License-Identifier: MIT
//
// A match as its log of events tells it, and how an engine gets hold of it. What a log means is decided by the C code;
// here it is carried.

import { command, value, type Lines, type Player, type State } from './answers';
import { LAST_PLY, type KeptGame, type KeptMatch, type Sitting, type Times } from './kept-games';
import type { Table } from './table';

export interface Match {
  /** All events, from the first. */
  readonly log: readonly string[];
  readonly base: KeptMatch['base'];
  /** The same as a record file. */
  readonly record: string;
  /** It is decided elsewhere, what is drawn with it. */
  readonly elsewhere: boolean;
  /** The turn that is shown. To look back is no event; only what is played there is. */
  readonly ply: number;
}

export const NOTHING: Match = { log: [], base: null, record: '', elsewhere: false, ply: 0 };

/** What a match is kept under and played by, beside its log. */
export interface Place {
  id: string;
  /** The match whose place this one has taken, as long as the way back is offered. */
  before: string | null;
  sitting: Sitting;
  seed: number;
  /** Milliseconds that each player has for a game; 0: no clocks. */
  budget: number;
}

export const NOWHERE: Place = {
  id: '',
  before: null,
  sitting: { seats: [{ kind: 'person' }, { kind: 'person' }], firstColour: 0, byLot: false },
  seed: 1,
  budget: 0,
};

/** The clocks at the beginning of a game. */
export const wound = ({ budget }: Place): Times => (budget ? [budget, budget] : null);

/** 32 bytes that nobody knows. */
export const secret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Draws that nobody can know are in the log alone, so far as they were drawn. */
export const isFair = (log: readonly string[]): boolean => log.some((event) => /^begun\b.* commitment=/.test(event));

/** What of a match an engine is told. */
export type Told = Pick<Match, 'log' | 'base' | 'elsewhere'>;

/** With their numbers, so that what an engine adds by itself, as the end of a game on the board, is known for the same event. */
const numbered = (log: readonly string[]): string => log.map((event, i) => `${i + 1} ${event}`).join('\n');

/** The lines that make the match: from its log, or from the record that it was read from, with the remarks there, and what came since. */
export function opening({ log, base, elsewhere }: Told): string[] {
  if (elsewhere) return [command('replay', numbered(log))];
  if (base && !isFair(log)) return [command('load', base.record, secret()), ...log.slice(base.n).map((event) => command('apply', event))];
  return [command('replay', numbered(log), secret())];
}

export const telling = (match: Match): string[] => [...opening(match), ...(match.ply < LAST_PLY ? [command('go-to', match.ply)] : [])];

export const eventsIn = (lines: Lines): string[] => lines.filter(([key]) => key === 'event').map((line) => line[2] ?? '');

/** The turn that an event tells of; null: it tells of something else. */
export const turnIn = (event: string): string | null => /^turn\b.* turn=(\S+)/.exec(event)?.[1] ?? null;

/** Who has won a match that is over; null: nobody. */
function winnerOf({ wins, leader, first, bestOf }: State): Player | null {
  if (bestOf > 1) return wins[0] === wins[1] ? null : wins[0] > wins[1] ? 0 : 1;
  if (leader === 0) return null;
  return leader > 0 ? first : first === 0 ? 1 : 0;
}

/** What is kept of a match beside its events. */
export function keptOf(
  { log, base, record }: Omit<Match, 'elsewhere' | 'ply'>,
  { end, ply }: Pick<Table, 'end' | 'ply'>,
  place: Place,
  clocks: Times,
): KeptGame {
  const finished = end.over && end.decided;
  return {
    id: place.id,
    n: log.length,
    at: Date.now(),
    game: end.game,
    record,
    base,
    ply,
    turns: end.turns.length,
    unfinished: !finished && (end.turns.length > 0 || end.wins[0] + end.wins[1] > 0),
    finished,
    winner: finished ? winnerOf(end) : null,
    bestOf: end.bestOf,
    wins: end.wins,
    drawn: end.drawn,
    rules: end.rules,
    names: end.names,
    ...place.sitting,
    clocks: clocks && [clocks[0], clocks[1]],
    budget: place.budget,
    seed: place.seed,
    before: place.before,
  };
}

export const recordIn = (lines: Lines): string => value(lines, 'record');
