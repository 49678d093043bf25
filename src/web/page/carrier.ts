// SPDX-License-Identifier: MIT
//
// Where a match lives: on this device (device-carrier.ts), or with somebody elsewhere, on a server. A match is its log of
// numbered events in either place; what they mean is decided by the C code here, and a session shows it. They differ in
// who makes the events:
//
// - 'here': the engine of this device makes them of what is done, and the carrier keeps them, or refuses them because
//   others were kept first;
// - 'there': what is done is sent as a deed, in the words of the server's protocol, and the events come back.
//
// Whoever carries a match from elsewhere implements `There` and hands it to `Session.sit`:
//
// - `read` tells the whole log as lines that the border's `replay` takes (docs/page.md, Events), one for each number from 1
//   without a gap: what arrives as JSON is written as `turn side=a ply=5 turn=ab/df`. What a turn has revealed of a
//   stack stands in its `draws`. Nothing is drawn here: an engine is told no secret.
// - `n` is the number of the last event that `read` would tell. It rises only; each time it does, those who listen by
//   `onChange` are called. A session then reads the log, shows it, and tells the new lines to its own listener (`heard`).
// - `do` answers 'done' once the event that the deed has caused is among those that `read` tells, else why not, with the
//   line for people. It may be asked again after a connection was lost, under the same id: that is the carrier's affair. A
//   deed that comes to nothing changes nothing here.
// - `clock` tells what the clocks show now, as the other end last said, less what has passed since. They are shown, and
//   run on the screen; that one has run out is an event.
// - Who may do what is asked of the policy (policy.ts), by the seats: 'person' is who sits here, 'elsewhere' the other.
//   With two seats of 'elsewhere' somebody looks on.

import { Refused, type GameName, type Player } from './answers';
import type { KeptMatch, Sitting, Times } from './kept-games';
import type { Place } from './match';
import type { Next } from './match-client';

/** A match as it is found where it lives. */
export interface Found {
  log: readonly string[];
  /** The record it was read from, with its remarks; null: there is none. */
  base: KeptMatch['base'];
  sitting: Sitting;
  /** Of a match that is carried on here; else `clock` tells them. */
  clocks: Times;
}

/** What the engine here has made of a match. */
export interface Made extends Next {
  place: Place;
  clocks: Times;
  /** How many events of the log are new. */
  fresh: number;
}

interface Anywhere {
  readonly id: string;
  /** The number of the last event that is known; 0: none is. */
  readonly n: number;
  /** Null: it is no longer there. */
  read: () => Promise<Found | null>;
  /** Calls back when there is more to read; `anew`: other events than were known, perhaps as many. */
  onChange: (heard: (anew?: boolean) => void) => () => void;
  /** Looks whether there is more to read, after a sleep in which nothing was heard. */
  refresh: () => Promise<void>;
  /** The match lies on the table of this window. */
  lie: (game: GameName) => void;
  /** Where the players stand, with so many events; written at once, also when the page is left. */
  stand: (n: number, ply: number, clocks: Times) => void;
}

export interface Here extends Anywhere {
  readonly decides: 'here';
  /** 'refused': the events do not follow from the last one; 'not kept': there is no room, so that they last as long as the page. */
  keep: (made: Made) => Promise<'kept' | 'not kept' | 'refused'>;
  /** Notes that the way back to the match before is not wanted. */
  forgetBefore: () => void;
}

/** What a player does to a match that is decided elsewhere, as the server's protocol has it. */
export type Deed =
  | { do: 'turn'; ply: number; turn: string }
  | { do: 'resign' | 'offer-draw' | 'ask-undo' | 'rematch' | 'claim' }
  | { do: 'answer-draw' | 'answer-undo'; yes: boolean }
  | { do: 'say'; phrase: string };

/** Why a deed has come to nothing, and the same for people; of what the rules forbid ('illegal'), as the engine says it. */
export interface Unwilling {
  why: string;
  detail: string;
}

export const unwilling = ({ why, detail }: Unwilling): Error => (why === 'illegal' ? new Refused(detail) : new Error(detail));

/** Two clocks, of which at most one runs. */
export interface ClockFace {
  left: [number, number];
  running: Player | null;
}

export interface There extends Anywhere {
  readonly decides: 'there';
  readonly place: Place;
  do: (deed: Deed) => Promise<'done' | Unwilling>;
  clock: () => ClockFace | null;
}

export type Carrier = Here | There;
