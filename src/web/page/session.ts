// SPDX-License-Identifier: MIT
//
// The match on the table: what is done there, one thing after the other, and what is shown. A match is its log of events
// (match.ts), wherever it lives (carrier.ts); an engine says what it means (match-client.ts), a policy what may be done with
// it (policy.ts), and who sits there is driven by drivers.ts. Whatever is done makes events; they are kept before they
// are shown, and if another window or somebody elsewhere was first, this one follows instead. A lost engine, a jump
// back in the list of turns and a reload are all the same thing: tell an engine the log and go to a turn.
//
// Invariant: the match and the table's `line` tell the whole game; its `state` is that of the first
// `ply` turns. They change together, once all of the next table is known: what fails has changed
// nothing. What ends a game, a resignation or a clock, happens after the last turn, also if an
// earlier one is shown.

import { signal } from '@preact/signals';
import { command, Refused, value, values } from './answers';
import type { Did, GameName, Lines, Player, Rules, State } from './answers';
import type { Carrier, Deed, There } from './carrier';
import { Clocks } from './clocks';
import { NOT_CARRIED, onDevice } from './device-carrier';
import { ComputerDriver } from './drivers';
import type { NewGame } from './keep';
import { LAST_PLY, newId, type KeptGame, type Seats, type Sitting, type Times } from './kept-games';
import { eventsIn, NOTHING, NOWHERE, opening, secret, turnIn, wound, type Match, type Place } from './match';
import { MatchClient, type Next, type Sits } from './match-client';
import { newMatch } from './new-match';
import { decidedElsewhere, decidedHere, playerAt, type Policy } from './policy';
import { seatName, seatOf } from './seats';
import type { Table } from './table';

/** A position to begin from; player 0 plays A. */
export interface SetUp {
  game: GameName;
  rules: string;
  position: string;
  seats: Seats;
  seed: number;
  /** The player who has the first of the game's colours; the one with side A has otherwise. */
  firstColour?: Player;
}

export type Event =
  | { kind: 'turn'; turn: string; by: Player; computer: boolean }
  | { kind: 'step' }
  | { kind: 'over' }
  | { kind: 'lost' }
  | { kind: 'failed'; why: unknown; again: () => Promise<void> }
  | { kind: 'not kept' }
  /** A turn that was shown already is not taken elsewhere, and is gone again. */
  | { kind: 'refused'; why: Refused }
  /** Events of the match that others have made. */
  | { kind: 'heard'; events: readonly string[] };

export class Session {
  readonly #table = signal<Table | null>(null);
  readonly #drawingLot = signal(false);
  /** Milliseconds between the steps of the computer's turn. */
  stepPause = 420;
  /** Chance is fixed: what is drawn comes by the seed between people, too. */
  fixed = false;
  readonly clocks = new Clocks((player) => this.#flag(player));
  #client = new MatchClient(() => this.#tell({ kind: 'lost' }));
  #match: Match = NOTHING;
  #place: Place = NOWHERE;
  #carrier: Carrier = NOT_CARRIED;
  #driver = new ComputerDriver();
  #rules: Promise<Record<GameName, Rules>> | null = null;
  #paused = false;
  #saidNotKept = false;
  readonly #busy = signal(false);
  /** What somebody has asked for and is not done yet. */
  #doing: Promise<void> | null = null;
  /** Events of ours are being kept: what is heard of the match meanwhile is known here. */
  #keeping = false;
  #deaf: () => void = () => undefined;
  /** Of a match from elsewhere: how many events of it are known, and what has become of a turn that is not among them yet. */
  #heard = 0;
  #proposed: 'nothing' | 'sent' | 'shown' = 'nothing';

  /** `keeps`: whether the match is kept on the device, as all are but those of lessons. */
  constructor(
    readonly listener: (event: Event) => void,
    readonly keeps = true,
  ) {}

  /** What is shown; whoever reads it while drawing is drawn again when it changes. */
  get table(): Table | null {
    return this.#table.value;
  }

  /** The lot that says who begins is being drawn, to be seen: the computer waits, and no time runs. */
  get drawingLot(): boolean {
    return this.#drawingLot.value;
  }

  /** The board is about to change. */
  get busy(): boolean {
    return this.#busy.value;
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

  /** Where the match lives. */
  get carrier(): Carrier {
    return this.#carrier;
  }

  get #policy(): Policy {
    return this.#carrier.decides === 'here' ? decidedHere : decidedElsewhere;
  }

  get open(): boolean {
    return !!this.table && this.#proposed === 'nothing' && this.#policy.isOpen(this.table, this.clocks.left);
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

  // --- beginning ---------------------------------------------------------------------------------

  /** The rule sets of the games; asked for once. */
  rules(): Promise<Record<GameName, Rules>> {
    this.#rules ??= this.#client.rules().catch((error: unknown) => {
      this.#rules = null;
      throw error;
    });
    return this.#rules;
  }

  /** What is said of the start of a game by these rules. */
  async startOf(game: GameName, rules: string): Promise<Lines> {
    return (await this.#client.ask([command('start', game, rules)], null))[0] ?? [];
  }

  /** What is said of the matches of a record file, of which there may be many; none of them is put on the table. */
  async matchesIn(file: string): Promise<Lines> {
    return (await this.#client.ask([command('matches', file)], null, { patience: 'thinking' }))[0] ?? [];
  }

  /** The events that a record tells of; none of them is put on the table. */
  async eventsOf(record: string): Promise<string[]> {
    const [, events = []] = await this.#client.ask([command('load', record, ''), command('events', 0)], null);
    return eventsIn(events);
  }

  /** `before`: the match whose place it takes, if the way back shall be offered. Between people nobody can know what is drawn. */
  async start(options: NewGame, seed: number, before: string | null = null): Promise<void> {
    const made = newMatch(options, (await this.rules())[options.game], seed, this.fixed);
    return this.#begin(made.line, made.sitting, made.seed, options.minutes, before);
  }

  /** Begins from a position, without a clock. */
  setUp({ game, rules, position, seats, seed, firstColour = 0 }: SetUp): Promise<void> {
    const names = [seatName(seats[0], 0, true), seatName(seats[1], 1, true)] as const;
    const line = command('new', game, rules, seed, 0, 1, ...names, '', '', position);
    return this.#begin(line, { seats, firstColour, byLot: false }, seed, 0, null);
  }

  #begin(line: string, sitting: Sitting, seed: number, minutes: number, before: string | null): Promise<void> {
    return this.#once(async () => {
      const next = await this.#replacing(() => this.#after(null, [line], sitting));
      const place = { id: newId(), before, sitting, seed, budget: minutes * 60_000 };
      const clocks = wound(place);
      const carrier = this.#carry(place.id);
      await this.#keep(carrier, next, place, clocks, 0);
      this.#replace(carrier, next, place, clocks, sitting.byLot);
    }, true);
  }

  #carry(id: string): Carrier {
    return this.keeps ? onDevice(id) : NOT_CARRIED;
  }

  /** The lot has been seen: the game begins. */
  endLot(): void {
    if (!this.drawingLot) return;
    this.#drawingLot.value = false;
    this.#go();
  }

  /** Stops the clocks while the players look elsewhere, and lets them run on. */
  hold(held: boolean): void {
    this.#paused = held;
    this.#runClock();
  }

  /** Ends the session and its engine. */
  close(): void {
    this.#driver.stop();
    this.#deaf();
    this.clocks.run(null);
    this.#client.close();
  }

  /** Puts a kept match on the table; if it cannot be, the old one is still there. */
  load(match: KeptGame): Promise<void> {
    const { id, before, seed, budget, clocks, base, ply, seats, firstColour, byLot } = match;
    const place = { id, before, seed, budget, sitting: { seats, firstColour, byLot } };
    return this.#once(async () => {
      const carrier = this.#carry(id);
      const log = (await carrier.read())?.log ?? [];
      const found = { log, base, elsewhere: false };
      const next = await this.#replacing(() => this.#client.after(null, opening(found), place.sitting, { ply, of: found }));
      if (log.length === 0 && base) next.match = { ...next.match, base: { ...base, n: next.match.log.length } };
      if (!(await this.#keep(carrier, next, place, clocks, log.length))) next.match = { ...next.match, log }; // to be followed at once
      this.#replace(carrier, next, place, clocks);
    }, true);
  }

  /** Puts a match from elsewhere on the table; its first game has begun. */
  sit(carrier: There): Promise<void> {
    return this.#once(async () => {
      const found = await carrier.read();
      if (!found) throw new Refused('there is no such game');
      const of = { ...found, elsewhere: true };
      const next = await this.#replacing(() => this.#client.after(null, opening(of), found.sitting, { of, silent: true }));
      this.#heard = found.log.length;
      this.#proposed = 'nothing';
      this.#replace(carrier, next, { ...carrier.place, sitting: found.sitting }, null);
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
      const carrier = this.#carry(place.id);
      await this.#keep(carrier, next, place, null, 0);
      this.#replace(carrier, next, place, null);
    }, true);
  }

  /** Another match takes the table. */
  #replace(carrier: Carrier, next: Next, place: Place, clocks: Times, drawingLot = false): void {
    this.#deaf();
    this.#carrier = carrier;
    this.#deaf = carrier.onChange((anew) => this.#hear(anew));
    this.#place = place;
    carrier.lie(next.table.state.game);
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
   * Does one thing after the other. What was meant for a turn that has been made meanwhile is dropped, as an impatient
   * second press would be; `patient` things are done whatever is shown then.
   */
  async #once(work: () => Promise<void>, patient = false): Promise<void> {
    const meant = this.#moment;
    while (this.#doing) {
      await this.#doing.catch(() => undefined);
      if (!patient && meant !== this.#moment) return;
    }
    this.#busy.value = true;
    this.#doing = work().finally(() => {
      this.#doing = null;
      this.#busy.value = false;
    });
    return this.#doing;
  }

  /** Which turn of which game is being made. */
  get #moment(): string {
    const { table } = this;
    return table ? [this.id, ...table.end.wins, table.ply, table.state.over].join(' ') : '';
  }

  // --- turns -------------------------------------------------------------------------------------

  /** Makes the board show a half-made turn; '' takes all of it back. */
  choose(part: string): Promise<void> {
    return this.#once(() => this.#choose(part));
  }

  async #choose(part: string): Promise<void> {
    if (!this.open || !this.#mayFollow(part)) return;
    if (await this.#put(await this.#look(this.#match, part))) this.#tell({ kind: 'step' });
  }

  /** Whether a half-made turn may be shown after the one that is: another was shown, perhaps, when it was chosen. */
  #mayFollow(part: string): boolean {
    const { table } = this;
    if (!table) return false;
    const { before, steps, firsts, instead } = table;
    return part === '' || part === table.part || part === before || [...steps.longer, ...firsts, ...instead].includes(part);
  }

  /** Makes one step more; the turn is made when nothing can follow. */
  advance(part: string): Promise<void> {
    return this.#once(async () => {
      if (!this.open || !this.#mayFollow(part)) return;
      const next = await this.#look(this.#match, part);
      const { steps } = next.table;
      if (steps.whole && steps.phase === '') await this.#play(part);
      else if (await this.#put(next)) this.#tell({ kind: 'step' });
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
  async resign(late?: Player): Promise<void> {
    if (this.#carrier.decides === 'there') return this.do({ do: 'resign' });
    return this.#once(async () => {
      const end = this.table?.end;
      if (!end || end.over || (late ?? end.player) !== end.player) return;
      this.#interrupt();
      if (await this.#put(await this.#after(this.#atEnd, [late === undefined ? 'resign' : 'forfeit']))) this.#tell({ kind: 'over' });
    }, true);
  }

  /** A clock has run out, which ends the game; if the engine cannot be told, that can be tried again. */
  #flag(player: Player): void {
    if (this.#carrier.decides === 'there') return; // it is an event
    const end = (): Promise<void> => this.resign(player);
    end().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: end }));
  }

  nextGame(): Promise<void> {
    return this.#once(async () => {
      if (this.#carrier.decides === 'there') return; // it begins by itself
      const sitting = { ...this.#place.sitting, byLot: false }; // the loser begins
      const place = { ...this.#place, sitting };
      const clocks = wound(place);
      const next = await this.#after(this.#atEnd, ['next'], sitting);
      if (!(await this.#keep(this.#carrier, next, place, clocks, this.#match.log.length))) return this.#catchUp(true);
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
    if (this.#carrier.decides === 'there') return this.do({ do: 'ask-undo' });
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
      this.#driver.stop();
      await this.#put(await this.#look({ ...this.#match, ply }, ''));
    }, true);
  }

  /** Goes on from the turn shown, also if it is the computer's. */
  goOn(): void {
    if (this.#carrier.decides === 'here') return this.#go(true);
    const toEnd = (): Promise<void> => this.goTo(this.table?.line.length ?? 0);
    toEnd().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: toEnd }));
  }

  /**
   * Does something else to a match that is decided elsewhere. What came of it is shown as everybody hears it. The line may be
   * lost: meanwhile the board can be looked at.
   */
  async do(deed: Deed): Promise<void> {
    if (this.#carrier.decides === 'here') return;
    const answer = await this.#carrier.do(deed);
    await this.#follow(); // done is done: if that fails, it alone is tried again
    if (answer !== 'done') throw new Refused(answer.detail);
  }

  /** A turn is shown at once; whether it counts is said elsewhere, and if not, it is taken back. */
  async #propose(carrier: There, turn: string, by: Player): Promise<void> {
    const ply = this.table?.ply ?? 0;
    // What is drawn after it is not known here: then it stays on the board as it was made.
    const isDrawn = !!this.table?.end.commitment;
    this.#show(isDrawn ? await this.#look(this.#match, turn) : await this.#after(this.#match, [command('play', turn)]));
    this.#proposed = isDrawn ? 'sent' : 'shown';
    if (!isDrawn) this.#tell({ kind: 'turn', turn, by, computer: false });
    const takeBack = (): Promise<void> => this.#once(() => this.#catchUp(true), true);
    const settle = async (): Promise<void> => {
      const answer = await carrier.do({ do: 'turn', ply, turn });
      if (answer === 'done' || this.#carrier !== carrier) return;
      this.#proposed = 'nothing';
      await takeBack();
      // That somebody else was first is to be seen.
      if (answer.why !== 'stale') this.#tell({ kind: 'refused', why: new Refused(answer.detail) });
    };
    settle().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: takeBack }));
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

  /** The steps of a turn that can be made now. */
  async whatDoes(turn: string): Promise<Did[]> {
    const { table } = await this.#after(this.#match, [command('play', turn)]);
    return table.state.did.at(-1) ?? [];
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
    if (!(await this.#keep(this.#carrier, next, this.#place, this.clocks.left, this.#match.log.length))) {
      await this.#catchUp(true);
      return false;
    }
    this.#show(next);
    return true;
  }

  /** Shows what comes next, and goes on from there. */
  #show({ match, table }: Next, drawingLot = false): void {
    this.#driver.stop();
    this.#drawingLot.value = drawingLot;
    this.#match = match;
    this.#table.value = table;
    this.keep();
    this.#go();
  }

  // --- keeping, and following others ---------------------------------------------------------------

  /** Notes where the players stand; also when the page is left, for the sake of the clocks. */
  keep(): void {
    if (this.table) this.#carrier.stand(this.#match.log.length, this.table.ply, this.clocks.left);
  }

  /** Adds the events that are new to those that are kept; false: they do not follow from what others have added. */
  async #keep(carrier: Carrier, { match, table }: Next, place: Place, clocks: Times, before: number): Promise<boolean> {
    const fresh = match.log.length - before;
    if (carrier.decides === 'there' || fresh === 0) return true;
    this.#keeping = true;
    try {
      const done = await carrier.keep({ match, table, place, clocks, fresh });
      if (done === 'refused') return false;
      if (done === 'not kept' && !this.#saidNotKept) this.#tell({ kind: 'not kept' });
      this.#saidNotKept = done === 'not kept';
      return true;
    } finally {
      this.#keeping = false;
    }
  }

  /** Something was added to the match, perhaps by others: this table follows. */
  #hear(anew = false): void {
    if (!this.#keeping && (anew || this.#isBehind)) void this.#follow(anew);
  }

  /** Shows what was added; what fails is told, and can be tried again. */
  #follow(anew = false): Promise<void> {
    const follow = (): Promise<void> => this.#once(() => this.#catchUp(anew), true);
    return follow().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: follow }));
  }

  get #isBehind(): boolean {
    const { n } = this.#carrier;
    return !!this.table && n > 0 && n !== this.#known;
  }

  /** How many events the table shares with where the match lives. */
  get #known(): number {
    return this.#carrier.decides === 'there' ? this.#heard : this.#match.log.length;
  }

  /** Shows what others have made of the match; `anew`: also if that is nothing more. */
  async #catchUp(anew = false): Promise<void> {
    const found = anew || this.#isBehind ? await this.#carrier.read() : null;
    if (!found) return;
    this.#interrupt();
    const { log, base, sitting, clocks } = found;
    const events = log.slice(this.#known);
    if (this.#proposed !== 'nothing' && !events.some((event) => /^(turn|undone|over|begun)\b/.test(event))) {
      // A word or an offer, while a turn is under way.
      this.#heard = log.length;
      return this.#tell({ kind: 'heard', events });
    }
    const elsewhere = this.#carrier.decides === 'there';
    // What an engine has drawn anew here is nobody's affair before a turn is made of it: else two windows would go on for ever.
    const next = await this.#client.after({ log, base, elsewhere, record: '', ply: LAST_PLY }, [], sitting, { silent: true });
    this.#place = { ...this.#place, sitting };
    if (!elsewhere) this.clocks.set(clocks);
    if (elsewhere && this.#isAside(next.table)) this.#note(next);
    else this.#show(next);
    const shownBefore = this.#proposed === 'shown';
    this.#heard = log.length;
    this.#proposed = 'nothing';
    this.#tell({ kind: 'heard', events });
    const turn = next.table.state.turns.at(-1);
    const by = playerAt(next.table, next.table.ply - 1);
    const isNew = turn !== undefined && events.some((event) => turnIn(event) === turn);
    if (isNew && !(shownBefore && sitting.seats[by].kind === 'person')) this.#tell({ kind: 'turn', turn, by, computer: false });
    if (next.table.state.over && events.some((event) => event.startsWith('over'))) this.#tell({ kind: 'over' });
  }

  /** Whether what was added has nothing to do with the board, as an offer or a word. */
  #isAside({ end }: Table): boolean {
    const before = this.table?.end;
    return before?.position === end.position && before.turns.length === end.turns.length && before.over === end.over;
  }

  /** What is on the board, a half-made turn too, stays. */
  #note({ match, table }: Next): void {
    if (!this.table) return;
    this.#match = { ...match, ply: this.#match.ply };
    this.#table.value = { ...this.table, end: table.end };
    this.#runClock();
  }

  /** Looks whether others have gone on with the match while this window slept. */
  async look(): Promise<void> {
    await this.#carrier.refresh();
    this.#hear();
  }

  /** The way back is not wanted. */
  forgetBefore(): void {
    this.#place = { ...this.#place, before: null };
    if (this.#carrier.decides === 'here') this.#carrier.forgetBefore();
  }

  #tell(event: Event): void {
    this.listener(event);
  }

  async #make(turn: string, by: Player, computer: boolean): Promise<void> {
    if (this.#carrier.decides === 'there') return this.#propose(this.#carrier, turn, by);
    if (!(await this.#put(await this.#after(this.#match, [command('play', turn)])))) return;
    this.#tell({ kind: 'turn', turn, by, computer });
    if (this.table?.state.over) this.#tell({ kind: 'over' });
  }

  // --- the computer ------------------------------------------------------------------------------

  #interrupt(): void {
    if (!this.table?.thinking) return;
    this.#driver.stop();
    this.#client.stop();
    this.#table.value = { ...this.table, thinking: false };
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
    if (this.#carrier.decides === 'there') {
      const face = this.#carrier.clock();
      this.clocks.set(face && face.left);
      this.clocks.run(face && face.running);
    } else if (!table || this.#paused || this.drawingLot) this.clocks.run(null);
    else if (table.thinking) this.clocks.run(table.state.player);
    else this.clocks.run(table.end.over || this.#place.sitting.seats[table.end.player].kind === 'computer' ? null : table.end.player);
  }

  async #think(level: number): Promise<void> {
    const { table } = this;
    if (!table) return;
    const match = this.#match;
    const line = command('choose', level, this.#thoughtSeed(table.ply));
    try {
      await this.#driver.drive({
        pause: this.stepPause,
        begin: () => {
          this.#table.value = { ...table, part: '', thinking: true };
        },
        think: async () => values((await this.#client.askOnce([line], match, { patience: 'thinking' }))[0] ?? [], 'part'),
        preview: (part) => this.#preview(part),
        make: (turn, wanted) => this.#once(async () => (wanted() ? this.#make(turn, table.state.player, true) : undefined), true),
      });
    } catch (why) {
      this.#table.value = { ...table, thinking: false };
      this.#runClock();
      this.#tell({ kind: 'failed', why, again: () => Promise.resolve(this.goOn()) });
    }
  }

  /** Another one for each turn of each game of the match, so that the computer does not repeat itself. */
  #thoughtSeed(ply: number): number {
    const gamesBefore = this.record.split('[Game "').length - 2;
    return this.#place.seed + 1000 * gamesBefore + ply;
  }

  async #preview(part: string): Promise<void> {
    const [described = []] = await this.#ask([command('view', part)]);
    if (!this.table?.thinking) return;
    const shown = value(described, 'shown');
    this.#table.value = { ...this.table, shown, described, last: part, lastBy: this.table.state.side };
    this.#tell({ kind: 'step' });
  }
}
