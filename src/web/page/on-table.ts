// SPDX-License-Identifier: MIT
//
// What lies on the table: a match (match.ts), its place among others, where it lives (carrier.ts), what of it is shown, its
// clocks, and what the policy says may be done with it (policy.ts). Whoever changes it says so here; what is drawn are its signals.
//
// Invariant: the match and the table's `line` tell the whole game; its `state` is that of the first
// `ply` turns. They change together, once all of the next table is known.

import { signal } from '@preact/signals';
import type { Player } from './answers';
import type { Carrier } from './carrier';
import { Clocks } from './clocks';
import { NOT_CARRIED } from './device-carrier';
import { LAST_PLY } from './kept-games';
import { NOTHING, NOWHERE, type Match, type Place } from './match';
import { decidedElsewhere, decidedHere, playerAt, type Policy } from './policy';
import type { Table } from './table';

export class OnTable {
  readonly #table = signal<Table | null>(null);
  readonly #drawingLot = signal(false);
  readonly clocks: Clocks;
  match: Match = NOTHING;
  place: Place = NOWHERE;
  carrier: Carrier = NOT_CARRIED;
  /** What has become of a turn that is decided elsewhere and not among the events that are known yet. */
  proposed: 'nothing' | 'sent' | 'shown' = 'nothing';
  #paused = false;

  /** `flagged` is called when a clock is empty. */
  constructor(flagged: (player: Player) => void) {
    this.clocks = new Clocks(flagged);
  }

  /** What is shown; whoever reads it while drawing is drawn again when it changes. */
  get table(): Table | null {
    return this.#table.value;
  }

  /** The lot that says who begins is being drawn, to be seen: the computer waits, and no time runs. */
  get drawingLot(): boolean {
    return this.#drawingLot.value;
  }

  /** Under which the match is kept. */
  get id(): string {
    return this.place.id;
  }

  get before(): string | null {
    return this.place.before;
  }

  get record(): string {
    return this.match.record;
  }

  // --- what may be done with it ------------------------------------------------------------------

  get #policy(): Policy {
    return this.carrier.decides === 'here' ? decidedHere : decidedElsewhere;
  }

  get open(): boolean {
    return !!this.table && this.proposed === 'nothing' && this.#policy.isOpen(this.table, this.clocks.left);
  }

  get closed(): boolean {
    return !!this.table && this.#policy.isClosed(this.table, this.clocks.left);
  }

  get mayResign(): boolean {
    return !!this.table && this.#policy.mayResign(this.table);
  }

  get mayGoOn(): boolean {
    return !!this.table && this.#policy.mayGoOn(this.table, this.clocks.left);
  }

  get undoTo(): number | null {
    return this.table && this.#policy.undoTo(this.table, this.clocks.left);
  }

  get redoTo(): number | null {
    return this.table && this.#policy.redoTo(this.table);
  }

  /** Who makes the turn after so many. */
  playerAt(ply: number): Player {
    return this.table ? playerAt(this.table, ply) : 0;
  }

  /** Whether a half-made turn may be shown after the one that is: another was shown, perhaps, when it was chosen. */
  mayFollow(part: string): boolean {
    const { table } = this;
    if (!table) return false;
    const { before, steps, firsts, instead } = table;
    return part === '' || part === table.part || part === before || [...steps.longer, ...firsts, ...instead].includes(part);
  }

  /** The match after its last turn. */
  get atEnd(): Match {
    return this.match.ply >= (this.table?.line.length ?? 0) ? this.match : { ...this.match, ply: LAST_PLY };
  }

  /** Which turn of which game is being made. */
  get moment(): string {
    const { table } = this;
    return table ? [this.id, ...table.end.wins, table.ply, table.state.over].join(' ') : '';
  }

  // --- changing it -------------------------------------------------------------------------------

  lay(match: Match, table: Table, drawingLot = false): void {
    this.#drawingLot.value = drawingLot;
    this.match = match;
    this.#table.value = table;
  }

  /** Another look of the same turn. */
  change(changed: Partial<Table>): void {
    const { table } = this;
    if (table) this.#table.value = { ...table, ...changed };
  }

  endLot(): void {
    this.#drawingLot.value = false;
  }

  /** Stops the clocks while the players look elsewhere, and lets them run on. */
  hold(held: boolean): void {
    this.#paused = held;
    this.runClock();
  }

  /** Time runs for the player to move after the last turn, also while an earlier one is shown; but a computer that must wait loses none. */
  runClock(): void {
    const { table } = this;
    if (this.carrier.decides === 'there') {
      const face = this.carrier.clock();
      this.clocks.set(face && face.left);
      this.clocks.run(face && face.running);
    } else if (!table || this.#paused || this.drawingLot) this.clocks.run(null);
    else if (table.thinking) this.clocks.run(table.state.player);
    else this.clocks.run(table.end.over || this.place.sitting.seats[table.end.player].kind === 'computer' ? null : table.end.player);
  }

  /** Notes where the players stand; also when the page is left, for the sake of the clocks. */
  stand(): void {
    if (this.table) this.carrier.stand(this.match.log.length, this.table.ply, this.clocks.left);
  }
}
