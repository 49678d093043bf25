// SPDX-License-Identifier: MIT
//
// The match on the table (on-table.ts): what is done there, one thing after the other. A match is its log of events
// (match.ts), wherever it lives (carrier.ts); an engine says what it means (match-client.ts). Whatever is done makes events;
// they are kept before they are shown, and if others were first, this table follows (following.ts). The computer moves by itself (computer.ts). A lost
// engine, a jump back in the list of turns and a reload are all the same thing: tell an engine the log and go to a turn.
//
// Invariant: what fails has changed nothing. What ends a game, a resignation or a clock, happens after the last turn, also if an
// earlier one is shown.

import { command, value, type Did, type GameName, type Lines, type Player, type Rules } from './answers';
import type { Deed, There } from './carrier';
import { Computer } from './computer';
import { NOT_CARRIED, onDevice } from './device-carrier';
import { Following } from './following';
import type { NewGame } from './keep';
import type { KeptGame } from './kept-games';
import { eventsIn, wound, type Match } from './match';
import { MatchClient, type Next } from './match-client';
import { newMatch } from './new-match';
import { OnTable } from './on-table';
import { OneThing } from './one-thing';
import { begun, elsewhere, kept, recorded, setUp, type Beginning, type Opened, type SetUp } from './opening';

export type Event =
  | { kind: 'turn'; turn: string; by: Player; computer: boolean }
  | { kind: 'step' }
  | { kind: 'over' }
  | { kind: 'lost' }
  | { kind: 'failed'; why: unknown; again: () => Promise<void> }
  | { kind: 'not kept' }
  /** A turn that was shown already is not taken elsewhere, and is gone again. */
  | { kind: 'refused'; why: Error }
  /** Events of the match that others have made. */
  | { kind: 'heard'; events: readonly string[] };

export class Session extends OnTable {
  /** Chance is fixed: what is drawn comes by the seed between people, too. */
  fixed = false;
  #rules: Promise<Record<GameName, Rules>> | null = null;
  #client = new MatchClient(() => this.#tell({ kind: 'lost' }));
  #things = new OneThing(() => this.moment);
  #computer = new Computer(this, this.#client, {
    make: (turn, wanted) => this.#once(async () => (wanted() ? this.#make(turn, true) : undefined), true),
    stepped: () => this.#tell({ kind: 'step' }),
    failed: (why) => this.#tell({ kind: 'failed', why, again: () => Promise.resolve(this.goOn()) }),
  });
  #following = new Following(this, this.#client, {
    once: (work, patient) => this.#once(work, patient),
    interrupt: () => this.#computer.interrupt(),
    show: (next) => this.#show(next),
    tell: (event) => this.#tell(event),
  });

  /** `keeps`: whether the match is kept on the device, as all are but those of lessons. */
  constructor(
    readonly listener: (event: Event) => void,
    readonly keeps = true,
  ) {
    super((player) => this.#flag(player));
  }

  /** The board is about to change. */
  get busy(): boolean {
    return this.#things.busy;
  }

  /** Milliseconds between the steps of the computer's turn. */
  get stepPause(): number {
    return this.#computer.pause;
  }

  set stepPause(milliseconds: number) {
    this.#computer.pause = milliseconds;
  }

  #tell(event: Event): void {
    this.listener(event);
  }

  #once(work: () => Promise<void>, patient = false): Promise<void> {
    return this.#things.once(work, patient);
  }

  /** Ends the session and its engine. */
  close(): void {
    this.#computer.stop();
    this.#following.deafen();
    this.clocks.run(null);
    this.#client.close();
  }

  // --- asking ------------------------------------------------------------------------------------

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

  #ask(line: string): Promise<Lines> {
    return this.#client.ask([line], this.match).then(([answer = []]) => answer);
  }

  /** The board shown, as an SVG file. */
  async picture(): Promise<string> {
    const { table } = this;
    const swapped = !!table && table.state.first !== table.firstColour;
    return value(await this.#ask(command('svg', swapped ? 1 : 0)), 'svg');
  }

  /** A hint for the position shown now: 1 where to look, 2 which turn, 3 why. */
  hint(step: number): Promise<Lines> {
    return this.#ask(command('hint', step));
  }

  /** The steps of a turn that can be made now. */
  async whatDoes(turn: string): Promise<Did[]> {
    const { table } = await this.#after(this.match, [command('play', turn)]);
    return table.state.did.at(-1) ?? [];
  }

  /** What the match becomes by commands; changes nothing here. */
  #after(about: Match, commands: string[], sitting = this.place.sitting): Promise<Next> {
    return this.#client.after(about, commands, sitting);
  }

  /** The same game at some turn, with a half-made turn after it. */
  #look(match: Match, part: string): Promise<Next> {
    return this.#client.look(match, part, this.table?.end ?? null, this.place.sitting);
  }

  // --- beginning ---------------------------------------------------------------------------------

  /** `before`: the match whose place it takes, if the way back shall be offered. Between people nobody can know what is drawn. */
  async start(options: NewGame, seed: number, before: string | null = null): Promise<void> {
    const made = newMatch(options, (await this.rules())[options.game], seed, this.fixed);
    return this.#begin({ ...made, minutes: options.minutes, before });
  }

  /** Begins from a position, without a clock. */
  setUp(wanted: SetUp): Promise<void> {
    return this.#begin(setUp(wanted));
  }

  #begin(beginning: Beginning): Promise<void> {
    return this.#open(() => begun(this.#client, this.#carry, beginning), beginning.sitting.byLot);
  }

  #carry = (id: string): ReturnType<typeof onDevice> => (this.keeps ? onDevice(id) : NOT_CARRIED);

  /** Puts a kept match on the table; if it cannot be, the old one is still there. */
  load(match: KeptGame): Promise<void> {
    return this.#open(() => kept(this.#client, this.#carry, match));
  }

  /** Puts a match from elsewhere on the table; its first game has begun. */
  sit(carrier: There): Promise<void> {
    return this.#open(() => elsewhere(this.#client, carrier));
  }

  /** A record from elsewhere: who plays is read from the names, at its last turn. */
  openRecord(record: string, firstColour: Player = 0, beforeOf: (game: GameName) => string | null = () => null): Promise<void> {
    return this.#open(() => recorded(this.#client, this.#carry, { record, firstColour, beforeOf }));
  }

  /** Another match takes the table, once it is kept. */
  #open(ask: () => Promise<Opened>, drawingLot = false): Promise<void> {
    return this.#once(async () => {
      const { carrier, next, place, clocks, log } = await this.#replacing(ask);
      const isKept = await this.#following.keep(carrier, next, place, clocks, log.length);
      if (!isKept) next.match = { ...next.match, log }; // to be followed at once
      this.proposed = 'nothing';
      this.carrier = carrier;
      this.place = place;
      this.#following.listen(carrier, log.length);
      carrier.lie(next.table.state.game);
      this.clocks.set(clocks);
      this.#show(next, drawingLot);
      this.#following.hear();
    }, true);
  }

  /** Asks for another match. The computer need not think on, unless the old one stays after all. */
  async #replacing<T>(ask: () => Promise<T>): Promise<T> {
    const thought = this.table?.thinking ?? false;
    this.stand(); // with its clocks as they are now
    this.#computer.interrupt();
    try {
      return await ask();
    } catch (error) {
      if (thought) this.#go();
      throw error;
    }
  }

  /** The lot has been seen: the game begins. */
  override endLot(): void {
    if (!this.drawingLot) return;
    super.endLot();
    this.#go();
  }

  /** Shows what comes next, and goes on from there. */
  #show({ match, table }: Next, drawingLot = false): void {
    this.#computer.stop();
    this.lay(match, table, drawingLot);
    this.stand();
    this.#go();
  }

  /** Starts the computer if it is to move, and the right clock. */
  #go(anywhere = false): void {
    if (this.#computer.isNext(anywhere)) void this.#computer.move();
    this.runClock();
  }

  // --- turns -------------------------------------------------------------------------------------

  /** Makes the board show a half-made turn; '' takes all of it back. */
  choose(part: string): Promise<void> {
    return this.#step(part, false);
  }

  /** Makes one step more; the turn is made when nothing can follow. */
  advance(part: string): Promise<void> {
    return this.#step(part, true);
  }

  #step(part: string, makes: boolean): Promise<void> {
    return this.#once(async () => {
      if (!this.open || !this.mayFollow(part)) return;
      const next = await this.#look(this.match, part);
      const { steps } = next.table;
      if (makes && steps.whole && steps.phase === '') await this.#play(part);
      else if (await this.#following.put(next)) this.#tell({ kind: 'step' });
    });
  }

  /** `patient`: also if the board is about to show something else. */
  play(turn: string, patient = false): Promise<void> {
    return this.#once(() => this.#play(turn), patient);
  }

  async #play(turn: string): Promise<void> {
    if (this.open) await this.#make(turn, false);
  }

  async #make(turn: string, computer: boolean): Promise<void> {
    const by = this.table?.state.player ?? 0;
    if (this.carrier.decides === 'there') return this.#following.propose(this.carrier, turn, by);
    if (!(await this.#following.put(await this.#after(this.match, [command('play', turn)])))) return;
    this.#tell({ kind: 'turn', turn, by, computer });
    if (this.table?.state.over) this.#tell({ kind: 'over' });
  }

  /** Gives up for the player to move after the last turn, or ends the game for one whose clock ran out, if that is still the one. */
  async resign(late?: Player): Promise<void> {
    if (this.carrier.decides === 'there') return this.do({ do: 'resign' });
    return this.#once(async () => {
      const end = this.table?.end;
      if (!end || end.over || (late ?? end.player) !== end.player) return;
      this.#computer.interrupt();
      const next = await this.#after(this.atEnd, [late === undefined ? 'resign' : 'forfeit']);
      if (await this.#following.put(next)) this.#tell({ kind: 'over' });
    }, true);
  }

  /** A clock has run out, which ends the game; if the engine cannot be told, that can be tried again. */
  #flag(player: Player): void {
    if (this.carrier.decides === 'there') return; // it is an event
    const end = (): Promise<void> => this.resign(player);
    end().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: end }));
  }

  nextGame(): Promise<void> {
    return this.#once(async () => {
      if (this.carrier.decides === 'there') return; // it begins by itself
      const sitting = { ...this.place.sitting, byLot: false }; // the loser begins
      const place = { ...this.place, sitting };
      await this.#following.put(await this.#after(this.atEnd, ['next'], sitting), place, wound(place));
    });
  }

  // --- back and forth ----------------------------------------------------------------------------

  async undo(): Promise<void> {
    if (this.table?.part) return this.choose('');
    const ply = this.undoTo;
    if (ply === null) return;
    if (this.carrier.decides === 'there') return this.do({ do: 'ask-undo' });
    if (ply !== this.table?.ply) return this.goTo(ply);
    await this.#once(async () => {
      await this.#following.put(await this.#after(this.atEnd, [command('go-to', ply - 1), command('go-to', ply)]));
    });
  }

  async redo(): Promise<void> {
    const ply = this.redoTo;
    if (ply !== null) await this.goTo(ply);
  }

  /** Shows the game after so many turns. The computer waits there until it is told to go on. */
  goTo(ply: number): Promise<void> {
    return this.#once(async () => {
      this.#computer.interrupt();
      this.#computer.stop();
      await this.#following.put(await this.#look({ ...this.match, ply }, ''));
    }, true);
  }

  /** Goes on from the turn shown, also if it is the computer's. */
  goOn(): void {
    if (this.carrier.decides === 'here') return this.#go(true);
    const toEnd = (): Promise<void> => this.goTo(this.table?.line.length ?? 0);
    toEnd().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: toEnd }));
  }

  // --- where it lives ------------------------------------------------------------------------------

  /** Does something else to a match that is decided elsewhere. */
  async do(deed: Deed): Promise<void> {
    if (this.carrier.decides === 'there') await this.#following.do(this.carrier, deed);
  }

  /** Looks whether others have gone on with the match while this window slept. */
  look(): Promise<void> {
    return this.#following.look();
  }

  /** The way back is not wanted. */
  forgetBefore(): void {
    this.place = { ...this.place, before: null };
    if (this.carrier.decides === 'here') this.carrier.forgetBefore();
  }
}
