// SPDX-License-Identifier: MIT
//
// The match on the table: a log of events (match.ts) that every window of the device follows (kept-games.ts), the seats,
// the clocks, and the turn that is shown. Whatever is done makes events; they are kept before they are shown, and if
// another window was first, this one follows it instead. A lost engine, a jump back in the list of turns and a
// reload are all the same thing: tell an engine the log and go to a turn.
//
// Invariant: the match and the table's `line` tell the whole game; its `state` is that of the first
// `ply` turns. They change together, once all of the next table is known: what fails has changed
// nothing. What ends a game, a resignation or a clock, happens after the last turn, also if an
// earlier one is shown.

import { command, readSteps, value } from './answers';
import type { GameName, Lines, Player, Rules, State } from './answers';
import { Clocks } from './clocks';
import { EngineLost } from './engine';
import type { NewGame } from './keep';
import {
  games,
  keepStanding,
  keptGame,
  LAST_PLY,
  newId,
  setCurrent,
  type KeptGame,
  type Seats,
  type Sitting,
  type Times,
} from './kept-games';
import { keptOf, NOTHING, NOWHERE, opening, secret, turnIn, wound, type Match, type Place } from './match';
import { MatchClient, type Next, type Sits } from './match-client';
import { newMatch } from './new-match';
import { isClosed, isOpen, mayResign, playerAt, redoTo, undoTo } from './policy';
import { computerTurn, seatName, seatOf } from './seats';
import type { Table } from './table';

/** A position to begin from; player 0 plays A. */
export interface SetUp {
  game: GameName;
  rules: string;
  position: string;
  seats: Seats;
  seed: number;
}

export type Event =
  | { kind: 'changed' }
  | { kind: 'turn'; turn: string; by: Player; computer: boolean }
  | { kind: 'step' }
  | { kind: 'over' }
  | { kind: 'lost' }
  | { kind: 'failed'; why: unknown; again: () => Promise<void> }
  | { kind: 'not kept' }
  | { kind: 'clock' };

/** So often an engine that is lost over a turn is tried again. */
const ATTEMPTS = 3;

export class Session {
  table: Table | null = null;
  /** The lot that says who begins is being drawn, to be seen: the computer waits, and no time runs. */
  drawingLot = false;
  /** Milliseconds between the steps of the computer's turn. */
  stepPause = 420;
  /** Chance is fixed: what is drawn comes by the seed between people, too. */
  fixed = false;
  readonly clocks = new Clocks(
    () => this.#tell({ kind: 'clock' }),
    (player) => this.#flag(player),
  );
  #client = new MatchClient(() => this.#tell({ kind: 'lost' }));
  #match: Match = NOTHING;
  #place: Place = NOWHERE;
  #rules: Promise<Record<GameName, Rules>> | null = null;
  /** Counts what has been done, so that a computer's turn for an older position is dropped. */
  #epoch = 0;
  #paused = false;
  #saidNotKept = false;
  /** What somebody has asked for and is not done yet. */
  #doing: Promise<void> | null = null;
  /** Events of ours are being kept: what is heard of the match meanwhile is known here. */
  #keeping = false;
  #deaf: () => void = () => undefined;

  /** `keeps`: whether the match is kept on the device, as all are but those of lessons. */
  constructor(
    readonly listener: (event: Event) => void,
    readonly keeps = true,
  ) {
    if (keeps) this.#deaf = games.onChange((id) => id === this.id && this.#hear());
  }

  /** Under which the match is kept. */
  get id(): string {
    return this.#place.id;
  }

  get before(): string | null {
    return this.#place.before;
  }

  get record(): string {
    return this.#match.record;
  }

  get open(): boolean {
    return !!this.table && isOpen(this.table, this.clocks.left);
  }

  get closed(): boolean {
    return !!this.table && isClosed(this.table, this.clocks.left);
  }

  get mayResign(): boolean {
    return !!this.table && mayResign(this.table);
  }

  get undoTo(): number | null {
    return this.table && undoTo(this.table, this.clocks.left);
  }

  get redoTo(): number | null {
    return this.table && redoTo(this.table);
  }

  /** Who makes the turn after so many. */
  playerAt(ply: number): Player {
    return this.table ? playerAt(this.table, ply) : 0;
  }

  // --- beginning ---------------------------------------------------------------------------------

  /** The rule sets of the games; asked for once. */
  rules(): Promise<Record<GameName, Rules>> {
    this.#rules ??= this.#client.rules().catch((error: unknown) => {
      this.#rules = null;
      throw error;
    });
    return this.#rules;
  }

  /** `before`: the match whose place it takes, if the way back shall be offered. Between people nobody can know what is drawn. */
  async start(options: NewGame, seed: number, before: string | null = null): Promise<void> {
    const made = newMatch(options, (await this.rules())[options.game], seed, this.fixed);
    return this.#begin(made.line, made.sitting, made.seed, options.minutes, before);
  }

  /** Begins from a position, without a clock. */
  setUp({ game, rules, position, seats, seed }: SetUp): Promise<void> {
    const names = [seatName(seats[0], 0, true), seatName(seats[1], 1, true)] as const;
    const line = command('new', game, rules, seed, 0, 1, ...names, '', '', position);
    return this.#begin(line, { seats, firstColour: 0, byLot: false }, seed, 0, null);
  }

  #begin(line: string, sitting: Sitting, seed: number, minutes: number, before: string | null): Promise<void> {
    return this.#once(async () => {
      const next = await this.#replacing(() => this.#after(null, [line], sitting));
      const place = { id: newId(), before, sitting, seed, budget: minutes * 60_000 };
      const clocks = wound(place);
      await this.#keep(next, place, clocks, 0);
      this.#replace(next, place, clocks, sitting.byLot);
    }, true);
  }

  /** The lot has been seen: the game begins. */
  endLot(): void {
    if (!this.drawingLot) return;
    this.drawingLot = false;
    this.#go();
    this.#tell({ kind: 'changed' });
  }

  /** Stops the clocks while the players look elsewhere, and lets them run on. */
  hold(held: boolean): void {
    this.#paused = held;
    this.#runClock();
  }

  /** Ends the session and its engine. */
  close(): void {
    this.#epoch++;
    this.#deaf();
    this.clocks.run(null);
    this.#client.close();
  }

  /** Puts a kept match on the table; if it cannot be, the old one is still there. */
  load(match: KeptGame): Promise<void> {
    const { id, before, seed, budget, clocks, base, ply, seats, firstColour, byLot } = match;
    const place = { id, before, seed, budget, sitting: { seats, firstColour, byLot } };
    return this.#once(async () => {
      const log = await games.events(id);
      const found = { log, base };
      const next = await this.#replacing(() => this.#client.after(null, opening(found), place.sitting, { ply, of: found }));
      if (log.length === 0 && base) next.match = { ...next.match, base: { ...base, n: next.match.log.length } };
      if (!(await this.#keep(next, place, clocks, log.length))) next.match = { ...next.match, log }; // to be followed at once
      this.#replace(next, place, clocks);
    }, true);
  }

  /** A record from elsewhere: who plays is read from the names, at its last turn. */
  openRecord(record: string, firstColour: Player = 0, beforeOf: (game: GameName) => string | null = () => null): Promise<void> {
    const sitting = ({ names }: State): Sitting => ({ seats: [seatOf(names[0]), seatOf(names[1])], firstColour, byLot: false });
    return this.#once(async () => {
      const next = await this.#replacing(() => this.#after(null, [command('load', record, secret())], sitting));
      const { state, seats, byLot } = next.table;
      const place = { id: newId(), before: beforeOf(state.game), sitting: { seats, firstColour, byLot }, seed: 1, budget: 0 };
      next.match = { ...next.match, base: { record, n: next.match.log.length } };
      await this.#keep(next, place, null, 0);
      this.#replace(next, place, null);
    }, true);
  }

  /** Another match takes the table. */
  #replace(next: Next, place: Place, clocks: Times, drawingLot = false): void {
    this.#place = place;
    if (this.keeps) setCurrent(next.table.state.game, place.id);
    this.clocks.set(clocks);
    this.#show(next, drawingLot);
    this.#hear();
  }

  /** Asks for another match. The computer need not think on, unless the old one stays after all. */
  async #replacing(ask: () => Promise<Next>): Promise<Next> {
    const thought = this.table?.thinking ?? false;
    this.keep(); // with its clocks as they are now
    this.#interrupt();
    try {
      return await ask();
    } catch (error) {
      if (thought) this.#go();
      throw error;
    }
  }

  /**
   * Does one thing. What was meant for a board that is about to change is dropped, as an impatient
   * second press would be; `patient` things wait until the board is quiet.
   */
  async #once(work: () => Promise<void>, patient = false): Promise<void> {
    while (this.#doing) {
      if (!patient) return;
      await this.#doing.catch(() => undefined);
    }
    this.#doing = work().finally(() => {
      this.#doing = null;
    });
    return this.#doing;
  }

  // --- turns -------------------------------------------------------------------------------------

  /** Makes the board show a half-made turn; '' takes all of it back. */
  choose(part: string): Promise<void> {
    return this.#once(() => this.#choose(part));
  }

  async #choose(part: string): Promise<void> {
    if (!this.open) return;
    if (await this.#put(await this.#look(this.#match, part))) this.#tell({ kind: 'step' });
  }

  /** Makes one step more; the turn is made when nothing can follow. */
  advance(part: string): Promise<void> {
    return this.#once(async () => {
      if (!this.open) return;
      const steps = readSteps((await this.#ask([command('steps', part)]))[0] ?? []);
      if (steps.whole && steps.phase === '') await this.#play(part);
      else await this.#choose(part);
    });
  }

  /** `patient`: also if the board is about to show something else. */
  play(turn: string, patient = false): Promise<void> {
    return this.#once(() => this.#play(turn), patient);
  }

  async #play(turn: string): Promise<void> {
    if (this.table && this.open) await this.#make(turn, this.table.state.player, false);
  }

  /** Gives up for the player to move after the last turn, or ends the game for one whose clock ran out, if that is still the one. */
  resign(late?: Player): Promise<void> {
    return this.#once(async () => {
      const end = this.table?.end;
      if (!end || end.over || (late ?? end.player) !== end.player) return;
      this.#interrupt();
      if (await this.#put(await this.#after(this.#atEnd, [late === undefined ? 'resign' : 'forfeit']))) this.#tell({ kind: 'over' });
    }, true);
  }

  /** A clock has run out, which ends the game; if the engine cannot be told, that can be tried again. */
  #flag(player: Player): void {
    const end = (): Promise<void> => this.resign(player);
    end().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: end }));
  }

  nextGame(): Promise<void> {
    return this.#once(async () => {
      const sitting = { ...this.#place.sitting, byLot: false }; // the loser begins
      const place = { ...this.#place, sitting };
      const clocks = wound(place);
      const next = await this.#after(this.#atEnd, ['next'], sitting);
      if (!(await this.#keep(next, place, clocks, this.#match.log.length))) return this.#catchUp();
      this.#place = place;
      this.clocks.set(clocks);
      this.#show(next);
    });
  }

  // --- back and forth ----------------------------------------------------------------------------

  async undo(): Promise<void> {
    if (this.table?.part) return this.choose('');
    const ply = this.undoTo;
    if (ply === null) return;
    if (ply !== this.table?.ply) return this.goTo(ply);
    await this.#once(async () => {
      await this.#put(await this.#after(this.#atEnd, [command('go-to', ply - 1), command('go-to', ply)]));
    });
  }

  async redo(): Promise<void> {
    const ply = this.redoTo;
    if (ply !== null) await this.goTo(ply);
  }

  /** Shows the game after so many turns. The computer waits there until it is told to go on. */
  goTo(ply: number): Promise<void> {
    return this.#once(async () => {
      this.#interrupt();
      this.#epoch++;
      await this.#put(await this.#look({ ...this.#match, ply }, ''));
    }, true);
  }

  /** Goes on from the turn shown, also if it is the computer's. */
  goOn(): void {
    this.#go(true);
  }

  /** The board shown, as an SVG file. */
  async picture(): Promise<string> {
    const { table } = this;
    const swapped = !!table && table.state.first !== table.firstColour;
    return value((await this.#ask([command('svg', swapped ? 1 : 0)]))[0] ?? [], 'svg');
  }

  /** A hint for the position shown now: 1 where to look, 2 which turn, 3 why. */
  async hint(step: number): Promise<Lines> {
    return (await this.#ask([command('hint', step)]))[0] ?? [];
  }

  // --- asking ------------------------------------------------------------------------------------

  #ask(lines: string[]): Promise<Lines[]> {
    return this.#client.ask(lines, this.#match);
  }

  /** The match after its last turn. */
  get #atEnd(): Match {
    return this.#match.ply >= (this.table?.line.length ?? 0) ? this.#match : { ...this.#match, ply: LAST_PLY };
  }

  /** What the match becomes by commands; changes nothing here. */
  #after(about: Match | null, commands: string[], sitting: Sits = this.#place.sitting): Promise<Next> {
    return this.#client.after(about, commands, sitting);
  }

  /** The same game at some turn, with a half-made turn after it. */
  #look(match: Match, part: string): Promise<Next> {
    return this.#client.look(match, part, this.table?.end ?? null, this.#place.sitting);
  }

  /** Keeps what comes next and shows it; false: another window was first, and this one follows it. */
  async #put(next: Next): Promise<boolean> {
    if (!(await this.#keep(next, this.#place, this.clocks.left, this.#match.log.length))) {
      await this.#catchUp();
      return false;
    }
    this.#show(next);
    return true;
  }

  /** Shows what comes next, and goes on from there. */
  #show({ match, table }: Next, drawingLot = false): void {
    this.#epoch++;
    this.drawingLot = drawingLot;
    this.#match = match;
    this.table = table;
    this.keep();
    this.#go();
    this.#tell({ kind: 'changed' });
  }

  // --- keeping, and other windows ------------------------------------------------------------------

  /** Notes where the players stand; also when the page is left, for the sake of the clocks. */
  keep(): void {
    if (!this.table || !this.keeps || !this.id) return;
    keepStanding(this.id, { n: this.#match.log.length, ply: this.table.ply, clocks: this.clocks.left });
  }

  /** Adds the events that are new to those that are kept; false: they do not follow from what another window has added. */
  async #keep({ match, table }: Next, place: Place, clocks: Times, before: number): Promise<boolean> {
    const { log } = match;
    if (!this.keeps || log.length === before) return true;
    const kept = keptOf(match, table, place, clocks);
    this.#keeping = true;
    try {
      let done = await games.add(kept, log, log.length - before);
      if (done === 'refused' && !games.find(place.id)) done = await games.add(kept, log, log.length); // it was deleted meanwhile
      if (done === 'refused') return false;
      if (done === 'not kept' && !this.#saidNotKept) this.#tell({ kind: 'not kept' });
      this.#saidNotKept = done === 'not kept';
      setCurrent(kept.game, place.id);
      return true;
    } finally {
      this.#keeping = false;
    }
  }

  /** Something was added to the match, perhaps by another window: this one follows. */
  #hear(): void {
    if (this.#keeping || !this.#isBehind) return;
    const follow = (): Promise<void> => this.#once(() => this.#catchUp(), true);
    follow().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: follow }));
  }

  get #isBehind(): boolean {
    return !!this.table && (games.find(this.id)?.n ?? 0) > this.#match.log.length;
  }

  /** Shows what another window has made of the match. */
  async #catchUp(): Promise<void> {
    const kept = keptGame(this.id);
    if (!kept || !this.#isBehind) return;
    this.#interrupt();
    const before = this.#match.log.length;
    const { seats, firstColour, byLot } = kept;
    const found: Match = { log: await games.events(this.id), base: kept.base, record: kept.record, ply: LAST_PLY };
    // What an engine has drawn anew here is nobody's affair before a turn is made of it: else two windows would go on for ever.
    const next = await this.#client.after(found, [], { seats, firstColour, byLot }, { silent: true });
    this.#place = { ...this.#place, sitting: { seats, firstColour, byLot } };
    this.clocks.set(kept.clocks);
    this.#show(next);
    const turn = next.table.state.turns.at(-1);
    if (turn !== undefined && found.log.slice(before).some((event) => turnIn(event) === turn))
      this.#tell({ kind: 'turn', turn, by: playerAt(next.table, next.table.ply - 1), computer: false });
    if (next.table.state.over) this.#tell({ kind: 'over' });
  }

  /** Looks whether another window has gone on with the match while this one slept. */
  async look(): Promise<void> {
    await games.refresh();
    this.#hear();
  }

  /** The way back is not wanted. */
  forgetBefore(): void {
    this.#place = { ...this.#place, before: null };
    const kept = games.find(this.id);
    if (kept && this.keeps) void games.add({ ...kept, before: null }, this.#match.log, 0);
  }

  #tell(event: Event): void {
    this.listener(event);
  }

  async #make(turn: string, by: Player, computer: boolean): Promise<void> {
    if (!(await this.#put(await this.#after(this.#match, [command('play', turn)])))) return;
    this.#tell({ kind: 'turn', turn, by, computer });
    if (this.table?.state.over) this.#tell({ kind: 'over' });
  }

  // --- the computer ------------------------------------------------------------------------------

  #interrupt(): void {
    if (!this.table?.thinking) return;
    this.#epoch++;
    this.#client.stop();
    this.table = { ...this.table, thinking: false };
  }

  /** Starts the computer if it is to move at the end of the line, and the right clock. */
  #go(anywhere = false): void {
    const { table } = this;
    if (!table) return;
    const seat = this.#place.sitting.seats[table.state.player];
    const goesOn = anywhere || table.ply === table.line.length;
    if (seat.kind === 'computer' && goesOn && !table.state.over && !table.thinking && !this.closed && !this.drawingLot)
      void this.#think(seat.level);
    this.#runClock();
  }

  /** Time runs for the player to move after the last turn, also while an earlier one is shown; but a computer that must wait loses none. */
  #runClock(): void {
    const { table } = this;
    if (!table || this.#paused || this.drawingLot) this.clocks.run(null);
    else if (table.thinking) this.clocks.run(table.state.player);
    else this.clocks.run(table.end.over || this.#place.sitting.seats[table.end.player].kind === 'computer' ? null : table.end.player);
  }

  async #think(level: number, attempt = 1): Promise<void> {
    const table = this.table;
    if (!table) return;
    const epoch = ++this.#epoch;
    const match = this.#match;
    this.table = { ...table, part: '', thinking: true };
    this.#tell({ kind: 'changed' });
    try {
      const wanted = (): boolean => epoch === this.#epoch;
      const line = command('choose', level, this.#thoughtSeed(table.ply));
      await computerTurn(table.state.game, this.stepPause, {
        wanted,
        think: async () => value((await this.#client.askOnce([line], match, () => match, 'thinking'))[0] ?? [], 'turn'),
        preview: (part) => this.#preview(part),
        // Once its turn is being made, it can only be taken back.
        make: (turn) => this.#once(async () => (wanted() ? this.#make(turn, table.state.player, true) : undefined), true),
      });
    } catch (error) {
      if (epoch !== this.#epoch) return;
      this.table = { ...table, thinking: false };
      if (error instanceof EngineLost && attempt < ATTEMPTS) return this.#think(level, attempt + 1);
      this.#runClock();
      this.#tell({ kind: 'failed', why: error, again: () => Promise.resolve(this.goOn()) });
    }
  }

  /** Another one for each turn of each game of the match, so that the computer does not repeat itself. */
  #thoughtSeed(ply: number): number {
    const gamesBefore = this.record.split('[Game "').length - 2;
    return this.#place.seed + 1000 * gamesBefore + ply;
  }

  async #preview(part: string): Promise<void> {
    const [stepped, described] = await this.#ask([command('steps', part), command('describe', part)]);
    if (!this.table?.thinking) return;
    const shown = readSteps(stepped ?? []).shown;
    this.table = { ...this.table, shown, described: described ?? [], last: part, lastBy: this.table.state.side };
    this.#tell({ kind: 'changed' });
    this.#tell({ kind: 'step' });
  }
}
