// SPDX-License-Identifier: MIT
//
// A game on the server as this device sees it: its log, who is there, what the clocks show, and the line to it. It
// carries the match for a session (carrier.ts); all that screens show beside the board is asked of it.

import type { Player, State } from '../answers';
import type { ClockFace, Deed, Found, There, Unwilling } from '../carrier';
import type { Seats, Sitting } from '../kept-games';
import type { Place } from '../match';
import { Connection, type LineState } from './connection';
import { revealOf } from './draws';
import { logLine, PHRASES, type Command, type Hello, type Phrase, type Planned, type Told, type ToldClock, type View } from './protocol';
import { giveUp, learn, seatHere, seatIn, type Seat } from './seats';
import { socketAddress, viewGame } from './server';
import { whyWords } from './words';

/** Who has been away for so long in a game with a clock of minutes may be claimed against. */
export const AWAY = 5 * 60_000;

const PERSON = { kind: 'person' } as const;
const ELSEWHERE = { kind: 'elsewhere' } as const;

export class Room implements There {
  readonly decides = 'there';
  seat: Seat | null;
  view: View;
  line: LineState = 'connecting';
  here: readonly Player[] = [];
  /** What the server has of this player's plans. */
  plan: readonly Planned[] = [];
  /** How often the server has begun to tell the log anew. */
  rewinds = 0;
  #connection: Connection;
  #log: string[] = [];
  #clock: { told: ToldClock; at: number } | null = null;
  /** The server's time is so much ahead of the page's. */
  #ahead = 0;
  #first: Player;
  #hasBegun = false;
  /** Of the game that is played. */
  #number = 0;
  #awaySince: [number | null, number | null] = [null, null];
  #said: { player: Player; phrase: Phrase } | null = null;
  #wantsRematch: Player[] = [];
  #changed = new Set<() => void>();
  #told = new Set<(told: Told, isNews: boolean) => void>();
  /** Up to this event all had happened before anybody looked; null: that is not known yet. */
  #past: number | null = null;
  /** Events are few and come together; who listens is told once. */
  #telling = false;
  #closed = false;
  #isRevealing = false;

  /** `firstColour`: the player who has the first of the game's colours on this device. */
  constructor(
    view: View,
    readonly firstColour: Player,
  ) {
    this.view = view;
    this.seat = seatHere(view.id);
    this.#first = view.first;
    this.#connection = new Connection({
      address: socketAddress(view.id),
      token: this.seat?.token ?? null,
      exists: async () => (await viewGame(view.id)) !== null,
      heard: {
        hello: (hello) => this.#greet(hello),
        told: (told) => this.#hear(told),
        presence: (here) => this.#see(here),
        plan: (plan) => {
          this.plan = plan;
          this.#tell();
        },
        state: (state) => {
          this.line = state;
          if (state === 'no seat') this.#lose();
          this.#tell();
        },
        rewound: () => {
          this.rewinds++;
          this.#log = [];
          this.#hasBegun = false;
          this.#past = null;
          this.#tell();
        },
      },
    });
    this.#connection.open();
  }

  close(): void {
    this.#closed = true;
    this.#connection.close();
    this.#changed.clear();
    this.#told.clear();
  }

  retry(): void {
    this.#connection.retry();
  }

  // --- what is known -------------------------------------------------------------------------------

  get id(): string {
    return this.view.id;
  }

  /** Events that can be read: none, before a game has begun. */
  get n(): number {
    return this.#log.length;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get place(): Place {
    return { id: this.id, before: null, sitting: this.#sitting, seed: 0, budget: 0 };
  }

  /** null: this device looks on. */
  get player(): Player | null {
    return this.seat?.player ?? null;
  }

  get #sitting(): Sitting {
    const seats: Seats = [this.player === 0 ? PERSON : ELSEWHERE, this.player === 1 ? PERSON : ELSEWHERE];
    return { seats, firstColour: this.firstColour, byLot: false };
  }

  isHere(player: Player): boolean {
    return this.line === 'open' && this.here.includes(player);
  }

  /** What was said last, until the next turn. */
  get said(): { player: Player; phrase: Phrase } | null {
    return this.#said;
  }

  wantsRematch(player: Player): boolean {
    return this.#wantsRematch.includes(player);
  }

  /** So long a player has been away, as far as it is known here; 0: is there, or nobody knows. */
  away(player: Player): number {
    const since = this.#awaySince[player];
    return this.line === 'open' && since !== null ? performance.now() - since : 0;
  }

  clock(): ClockFace | null {
    if (!this.#clock) return null;
    const { told, at } = this.#clock;
    const passed = Math.max(0, performance.now() + this.#ahead - at);
    const left = (side: 'a' | 'b'): number => Math.max(0, told[side] - (told.running === side ? passed : 0));
    const sides = [left('a'), left('b')] as const;
    const playerOf = (side: 'a' | 'b'): Player => ((side === 'a') === (this.#first === 0) ? 0 : 1);
    return {
      left: this.#first === 0 ? [sides[0], sides[1]] : [sides[1], sides[0]],
      running: this.line === 'open' && told.running ? playerOf(told.running) : null,
    };
  }

  /** What the engine says of the match: whose turn it is, and how the series stands. */
  note({ over, side, turns, wins }: State): void {
    const turn = over ? null : side;
    if (turn === this.view.turn && turns.length === this.view.ply) return;
    this.view = { ...this.view, turn, ply: turns.length, score: wins };
    this.#keep();
  }

  // --- the carrier -----------------------------------------------------------------------------------

  read(): Promise<Found | null> {
    return Promise.resolve({ log: [...this.#log], base: null, sitting: this.#sitting, clocks: null });
  }

  onChange(heard: () => void): () => void {
    this.#changed.add(heard);
    return () => this.#changed.delete(heard);
  }

  /** Calls back with every event, one after the other; it is news if it has happened since this began. */
  onTold(heard: (told: Told, isNews: boolean) => void): () => void {
    this.#told.add(heard);
    return () => this.#told.delete(heard);
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  lie(): void {
    // It is in no list of the device but that of its seats.
  }

  stand(): void {
    // The server knows.
  }

  async do(deed: Deed | { do: 'plan'; plan: readonly Planned[] }): Promise<'done' | Unwilling> {
    if (deed.do === 'say' && !PHRASES.some((phrase) => phrase === deed.phrase)) return { why: 'bad-request', detail: deed.phrase };
    // What comes late, when the next game of a series has begun, is not for that.
    const number = deed.do === 'say' || deed.do === 'rematch' ? {} : { number: this.#number };
    const answer = await this.#connection.send({ ...(deed as Command), ...number });
    return answer.ok ? 'done' : { why: answer.why, detail: whyWords(answer.why, answer.detail) };
  }

  // --- what is heard ---------------------------------------------------------------------------------

  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      this.#keep();
      this.#reveal();
      for (const each of [...this.#changed]) each();
    });
  }

  #greet(hello: Hello): void {
    this.#ahead = hello.now - performance.now();
    this.plan = [];
    this.#past ??= hello.n;
    this.#see(hello.here);
    this.#look();
  }

  /** The seat is on another device; what happens there is known by the view alone. */
  #lose(): void {
    if (!this.seat) return;
    giveUp(this.seat);
    this.seat = { ...this.seat, moved: true };
    this.#look();
  }

  /** Clocks stand still while the server is down, and what happened meanwhile is told by the view alone. */
  #look(): void {
    void viewGame(this.id)
      .then((view) => {
        if (!view || this.#closed) return;
        this.view = view;
        if (view.clock && view.n === this.#log.length) this.#clock = { told: view.clock, at: performance.now() + this.#ahead };
        this.#tell();
      })
      .catch(() => undefined);
  }

  #see(here: readonly Player[]): void {
    for (const player of [0, 1] as const) {
      if (here.includes(player)) this.#awaySince[player] = null;
      else this.#awaySince[player] ??= performance.now();
    }
    this.here = here;
    this.#tell();
  }

  #hear(told: Told): void {
    this.#log.push(logLine(told));
    if (told.clock !== undefined) this.#clock = told.clock && { told: told.clock, at: told.at };
    this.#follow(told);
    for (const each of [...this.#told]) each(told, told.n > (this.#past ?? 0));
    this.#tell();
  }

  /** What is known of the game beside the board. What a rule says is asked of the engine. */
  #follow({ event, fields, n }: Told): void {
    const view = { ...this.view, n };
    if (event === 'joined') Object.assign(view, { status: 'starting', names: [view.names[0], String(fields['name'])] });
    if (event === 'begun') {
      const players = fields['players'] as Record<string, unknown> | undefined;
      this.#first = players?.['a'] === 2 ? 1 : 0;
      this.#hasBegun = true;
      this.#number = Number(fields['number']);
      Object.assign(view, { status: 'playing', first: this.#first, result: null, reason: null });
    }
    if (event === 'turn') this.#said = null;
    if (event === 'over') Object.assign(view, { status: 'over', turn: null, result: fields['result'], reason: fields['reason'] });
    if (event === 'said') {
      const phrase = PHRASES.find((each) => each === fields['phrase']);
      if (phrase) this.#said = { player: fields['player'] === 2 ? 1 : 0, phrase };
    }
    if (event === 'rematch-asked') this.#wantsRematch.push(fields['player'] === 2 ? 1 : 0);
    if (event === 'rematch') Object.assign(view, { rematch: String(fields['id']) });
    this.view = view;
  }

  /** Who made the game shows their random bytes once the other has given theirs: then it begins. */
  #reveal(): void {
    const command = this.seat && revealOf(this.seat, this.view);
    if (!command || this.#isRevealing) return;
    this.#isRevealing = true;
    void this.#connection.send(command).then(() => (this.#isRevealing = false));
  }

  /** *Your games* shows what was last known; a seat that was given up meanwhile stays so. */
  #keep(): void {
    const { seat } = this;
    if (!seat || this.#closed || seat.view === this.view || seatIn(this.id)?.token !== seat.token) return;
    this.seat = learn(seat, this.view);
  }
}
