// SPDX-License-Identifier: MIT
//
// The match on the table: what is shown, who sits where, and everything that can be done with it.
// The C code holds the match; this holds its record too, so that a lost engine, a jump back in the
// move list and a reload are all the same thing: load the record and go to a turn.
//
// Invariant: `record` and the table's `line` tell the whole game; its `state` is that of the first
// `ply` turns. They change together, once all of the next table is known: what fails has changed
// nothing. What ends a game, a resignation or a clock, happens after the last turn, also if an
// earlier one is shown.

import { command, known, readRules, readState, readSteps, value } from './answers';
import type { GameName, Lines, Player, Rules, State } from './answers';
import { Clocks } from './clocks';
import { Engine, EngineLost, type Patience } from './engine';
import { beginnings, gameOf } from './games/list';
import { forGames, GAMES } from './games/names';
import { keepGame, keptGame, LAST_PLY, newId, setCurrent, wentOn, type KeptMatch, type Seat, type Seats, type Sitting } from './kept-games';
import { tilesFor, type NewGame } from './keep';
import { lookAt, type Table } from './table';

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
  | { kind: 'elsewhere' }
  | { kind: 'not kept' }
  | { kind: 'clock' };

/** What an engine can be told, by its record, to hold. */
interface Match {
  readonly record: string;
  readonly ply: number;
}

/** What shall lie on the table next. */
interface Next {
  match: Match;
  table: Table;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** So often an engine that is lost over a turn is tried again. */
const ATTEMPTS = 3;

const computerName = /^Computer level (\d+)$/;

/** 32 bytes that nobody knows. */
const secret = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function seatName(seat: Seat, player: Player, friend: boolean): string {
  if (seat.kind === 'computer') return `Computer level ${seat.level}`;
  return friend ? (player === 0 ? 'Player 1' : 'Player 2') : 'You';
}

/** Who has won a match that is over; null: nobody. */
function winnerOf({ wins, leader, first, bestOf }: State): Player | null {
  if (bestOf > 1) return wins[0] === wins[1] ? null : wins[0] > wins[1] ? 0 : 1;
  if (leader === 0) return null;
  return leader > 0 ? first : first === 0 ? 1 : 0;
}

function seatOf(name: string): Seat {
  const level = Number(computerName.exec(name)?.[1] ?? NaN);
  return level >= 0 && level <= 10 ? { kind: 'computer', level } : { kind: 'person' };
}

export class Session {
  table: Table | null = null;
  /** Under which the match is kept. */
  id = '';
  /** The match whose place this one has taken, as long as the way back is offered. */
  before: string | null = null;
  /** Another window has gone on with the match: here it can only be looked at until it is loaded again. */
  elsewhere = false;
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
  #engine = new Engine(() => this.#tell({ kind: 'lost' }));
  #asked: Promise<unknown> = Promise.resolve();
  #match: Match = { record: '', ply: 0 };
  /** What the engine holds, and which worker that is. */
  #held: { match: Match; generation: number } | null = null;
  #rules: Promise<Record<GameName, Rules>> | null = null;
  #sitting: Sitting = { seats: [{ kind: 'person' }, { kind: 'person' }], firstColour: 0, byLot: false };
  #seed = 1;
  /** Milliseconds that each player has for a game; 0: no clocks. */
  #budget = 0;
  /** Counts what has been done, so that a computer's turn for an older position is dropped. */
  #epoch = 0;
  /** How often the computer has been stopped. */
  #stops = 0;
  #paused = false;
  /** The record as it was last kept, or found. */
  #keptRecord = '';
  #saidNotKept = false;
  /** What somebody has asked for and is not done yet. */
  #doing: Promise<void> | null = null;

  /** `keeps`: whether the match is kept on the device, as all are but those of lessons. */
  constructor(
    readonly listener: (event: Event) => void,
    readonly keeps = true,
  ) {}

  get record(): string {
    return this.#match.record;
  }

  get #kept(): KeptMatch | null {
    if (!this.table) return null;
    const { end, ply } = this.table;
    const finished = end.over && end.decided;
    return {
      game: end.game,
      record: this.record,
      ply,
      turns: end.turns.length,
      unfinished: !finished && (end.turns.length > 0 || end.wins[0] + end.wins[1] > 0),
      finished,
      winner: finished ? winnerOf(end) : null,
      wins: end.wins,
      rules: end.rules,
      names: end.names,
      ...this.#sitting,
      clocks: this.clocks.left,
      budget: this.#budget,
      seed: this.#seed,
      before: this.before,
    };
  }

  /** Whether a person may move now. */
  get open(): boolean {
    const table = this.table;
    return (
      !!table &&
      !table.state.over &&
      !table.thinking &&
      !this.closed &&
      !this.elsewhere &&
      this.#sitting.seats[table.state.player].kind === 'person'
    );
  }

  /** A clock has ended the game, or its draws are told: it can be looked at, but nothing of it can be played again. */
  get closed(): boolean {
    return !!this.table?.end.over && (this.table.end.told || !!this.clocks.left?.includes(0));
  }

  /** Whether a person can give up: it is that one's turn at the end of the line. */
  get mayResign(): boolean {
    const table = this.table;
    return (
      !!table &&
      !table.end.over &&
      !table.thinking &&
      !this.elsewhere &&
      table.line.length > 0 &&
      this.#sitting.seats[table.end.player].kind === 'person'
    );
  }

  // --- beginning ---------------------------------------------------------------------------------

  /** The rule sets of the games; asked for once. */
  rules(): Promise<Record<GameName, Rules>> {
    this.#rules ??= this.#ask(
      GAMES.map((game) => command('rules', game)),
      null,
    )
      .then((answers) => forGames((game) => readRules(answers[GAMES.indexOf(game)] ?? [])))
      .catch((error: unknown) => {
        this.#rules = null;
        throw error;
      });
    return this.#rules;
  }

  /** `before`: the match whose place it takes, if the way back shall be offered. Between people nobody can know what is drawn. */
  async start(options: NewGame, seed: number, before: string | null = null): Promise<void> {
    const friend = options.opponent === 'friend';
    const sets = (await this.rules())[options.game];
    const fair = friend && sets.chance && !this.fixed;
    const [me, other]: Seats = [{ kind: 'person' }, friend ? { kind: 'person' } : { kind: 'computer', level: options.level }];
    const byLot = options.starts === 'lot';
    const mine = byLot ? seed % 2 === 1 : options.starts === 'me';
    const firstIsMine = options.colours[options.game] === gameOf(options.game).colours[0];
    // Whoever begins is player 0, as in the record when it is read again.
    const seats: Seats = mine ? [me, other] : [other, me];
    const named = [seatName(me, 0, friend), seatName(other, 1, friend)];
    const date = new Date().toISOString().slice(0, 10).replace(/-/g, '.');
    const names = mine ? named : named.reverse();
    const rules = known(sets, options.rules[options.game]);
    const line = command(
      'new',
      options.game,
      rules,
      seed,
      0,
      options.bestOf,
      ...names,
      date,
      sets.tiles ? tilesFor(options) : '',
      '',
      fair ? secret() : '',
    );
    return this.#begin(line, { seats, firstColour: firstIsMine === mine ? 0 : 1, byLot }, fair ? 0 : seed, options.minutes, before);
  }

  /** Begins from a position, without a clock. */
  setUp({ game, rules, position, seats, seed }: SetUp): Promise<void> {
    const names = [seatName(seats[0], 0, true), seatName(seats[1], 1, true)] as const;
    return this.#begin(
      command('new', game, rules, seed, 0, 1, ...names, '', '', position),
      { seats, firstColour: 0, byLot: false },
      seed,
      0,
      null,
    );
  }

  #begin(line: string, sitting: Sitting, seed: number, minutes: number, before: string | null): Promise<void> {
    return this.#once(async () => {
      const next = await this.#replacing(() => this.#after(null, [line], () => sitting));
      this.#budget = minutes * 60_000;
      this.#replace(next, newId(), '', seed, before);
      this.#wind();
      this.#show(next, sitting.byLot);
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
    this.clocks.run(null);
    this.#engine.close();
  }

  /** Puts a kept match on the table; if it cannot be, the old one is still there. */
  load(match: KeptMatch & { id: string }): Promise<void> {
    return this.#open(match, match.id, match.record, () => match, match.before);
  }

  /** A record from elsewhere: who plays is read from the names, at its last turn. */
  openRecord(record: string, firstColour: Player = 0, beforeOf: (game: GameName) => string | null = () => null): Promise<void> {
    const sitting = ({ names }: State): Sitting => ({ seats: [seatOf(names[0]), seatOf(names[1])], firstColour, byLot: false });
    return this.#open({ record, ply: LAST_PLY, clocks: null, budget: 0, seed: 1 }, newId(), '', sitting, beforeOf);
  }

  #open(
    match: Pick<KeptMatch, 'record' | 'ply' | 'clocks' | 'budget' | 'seed'>,
    id: string,
    keptRecord: string,
    sittingOf: (end: State) => Sitting,
    before: string | null | ((game: GameName) => string | null),
  ): Promise<void> {
    return this.#once(async () => {
      const next = await this.#replacing(() => this.#after(null, [command('load', match.record, secret())], sittingOf, match.ply));
      this.#budget = match.budget;
      this.#replace(next, id, keptRecord, match.seed, typeof before === 'function' ? before(next.table.state.game) : before);
      this.clocks.set(match.clocks);
      this.#show(next);
    }, true);
  }

  /** Another match takes the table. */
  #replace(next: Next, id: string, keptRecord: string, seed: number, before: string | null): void {
    this.id = id;
    this.before = before;
    this.elsewhere = false;
    this.#keptRecord = keptRecord;
    const { seats, firstColour, byLot } = next.table;
    this.#sitting = { seats, firstColour, byLot };
    this.#seed = seed;
    if (this.keeps) setCurrent(next.table.state.game, id);
  }

  #wind(): void {
    this.clocks.set(this.#budget ? [this.#budget, this.#budget] : null);
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
    this.#show(await this.#look(this.#match, part));
    this.#tell({ kind: 'step' });
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

  play(turn: string): Promise<void> {
    return this.#once(() => this.#play(turn));
  }

  async #play(turn: string): Promise<void> {
    if (this.table && this.open) await this.#make(turn, this.table.state.player, false);
  }

  /** Gives up for the player to move after the last turn, or ends the game for one whose clock ran out, if that is still the one. */
  resign(late?: Player): Promise<void> {
    return this.#once(async () => {
      const end = this.table?.end;
      if (!end || end.over || this.#isElsewhere() || (late ?? end.player) !== end.player) return;
      this.#interrupt();
      this.#show(await this.#after({ record: this.record, ply: LAST_PLY }, [late === undefined ? 'resign' : 'forfeit']));
      this.#tell({ kind: 'over' });
    }, true);
  }

  /** A clock has run out, which ends the game; if the engine cannot be told, that can be tried again. */
  #flag(player: Player): void {
    const end = (): Promise<void> => this.resign(player);
    end().catch((why: unknown) => this.#tell({ kind: 'failed', why, again: end }));
  }

  nextGame(): Promise<void> {
    return this.#once(async () => {
      if (this.#isElsewhere()) return;
      const sitting = { ...this.#sitting, byLot: false }; // the loser begins
      const next = await this.#after({ record: this.record, ply: LAST_PLY }, ['next'], () => sitting);
      this.#sitting = sitting;
      this.#wind();
      this.#show(next);
    });
  }

  // --- back and forth ----------------------------------------------------------------------------

  /**
   * Where undo leads: to the turn before the last one that a person made. If players have ended the game
   * by word, that is taken back first, and all turns stay. A game whose draws are told is over for good.
   */
  get undoTo(): number | null {
    const table = this.table;
    if (!table || table.end.told) return null;
    let ply = table.ply;
    if (ply > 0 && table.state.declared && !this.closed) return ply;
    while (ply > 0) {
      ply--;
      if (this.#sitting.seats[this.playerAt(ply)].kind === 'person') return ply;
    }
    return null;
  }

  get redoTo(): number | null {
    const table = this.table;
    if (!table || table.ply >= table.line.length) return null;
    let ply = table.ply + 1;
    while (ply < table.line.length && this.#sitting.seats[this.playerAt(ply)].kind !== 'person') ply++;
    return ply;
  }

  /** Who makes the turn after so many. */
  playerAt(ply: number): Player {
    const state = this.table?.state;
    if (!state) return 0;
    return (ply - state.turns.length) % 2 === 0 ? state.player : state.player === 0 ? 1 : 0;
  }

  async undo(): Promise<void> {
    if (this.table?.part) return this.choose('');
    const ply = this.undoTo;
    if (ply === null) return;
    if (ply !== this.table?.ply) return this.goTo(ply);
    await this.#once(async () => {
      if (this.#isElsewhere()) return;
      this.#show(await this.#after({ record: this.record, ply: LAST_PLY }, [command('go-to', ply - 1), command('go-to', ply)]));
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
      this.#show(await this.#look({ record: this.record, ply }, ''));
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

  /** One question after the other, so that each finds the match as the one before has left it. */
  #askOnce(lines: string[], about: Match | null, left: (answers: Lines[]) => Match | null, patience: Patience): Promise<Lines[]> {
    const asked = this.#asked.then(() => this.#askNow(lines, about, left, patience));
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  async #askNow(lines: string[], about: Match | null, left: (answers: Lines[]) => Match | null, patience: Patience): Promise<Lines[]> {
    const { generation } = this.#engine;
    const knows = about === null || (this.#held?.match === about && this.#held.generation === generation);
    const before = knows ? [] : [command('load', about.record, secret()), command('go-to', about.ply)];
    // What is refused in the middle of several lines may have changed the match before.
    this.#held = null;
    const answers = (await this.#engine.ask([...before, ...lines], patience)).slice(before.length);
    const match = left(answers);
    this.#held = match && { match, generation };
    return answers;
  }

  /**
   * Asks the engine about a match (null: about none), and a new one again if it was lost over the question,
   * but not if we stopped it. `left`: the match that it holds afterwards.
   */
  async #ask(lines: string[], about: Match | null = this.#match, left: (answers: Lines[]) => Match | null = () => about): Promise<Lines[]> {
    const stops = this.#stops;
    try {
      return await this.#askOnce(lines, about, left, 'usual');
    } catch (error) {
      if (!(error instanceof EngineLost) || stops !== this.#stops) throw error;
      return this.#askOnce(lines, about, left, 'usual');
    }
  }

  /** What the match becomes by commands, shown after so many turns (null: where they lead). Changes nothing here. */
  async #after(
    about: Match | null,
    commands: string[],
    sittingOf: (end: State) => Sitting = () => this.#sitting,
    ply: number | null = null,
  ): Promise<Next> {
    let match: Match = { record: '', ply: LAST_PLY };
    const lines = [...commands, 'save', 'state', ...(ply === null ? [] : [command('go-to', ply)])];
    const answers = await this.#ask(
      lines,
      about,
      (found) => (match = { record: value(found[commands.length] ?? [], 'record'), ply: ply ?? LAST_PLY }),
    );
    const end = readState(answers[commands.length + 1] ?? []);
    return { match, table: await lookAt((asked) => this.#ask(asked, match), '', end, sittingOf(end)) };
  }

  /** The same game at some turn, with a half-made turn after it. */
  async #look(match: Match, part: string): Promise<Next> {
    const at = (found: Match, end: State | null): Promise<Table> => lookAt((asked) => this.#ask(asked, found), part, end, this.#sitting);
    const table = await at(match, this.table?.end ?? null);
    if (table.state.commitment === table.end.commitment) return { match, table };
    // An engine that did not know the match has drawn anew what nobody has seen yet.
    const drawn = await this.#after({ record: match.record, ply: LAST_PLY }, [], undefined, match.ply);
    return { match: drawn.match, table: await at(drawn.match, drawn.table.end) };
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

  /** Keeps the match on the device; also when the page is left, for the sake of the clocks. */
  keep(): void {
    const kept = this.#kept;
    if (!kept || !this.keeps || this.elsewhere) return;
    const done = keepGame(this.id, kept, this.#keptRecord);
    if (done === 'refused') return this.#giveWay();
    if (this.record !== this.#keptRecord) setCurrent(kept.game, this.id);
    this.#keptRecord = this.record;
    if (done === 'not kept' && !this.#saidNotKept) this.#tell({ kind: 'not kept' });
    this.#saidNotKept = done === 'not kept';
  }

  /** Looks whether another window has gone on with the match; then this one lets it. */
  look(): void {
    this.#isElsewhere();
  }

  #isElsewhere(): boolean {
    if (!this.elsewhere && this.keeps && this.table && wentOn(this.id, this.#keptRecord, this.record)) this.#giveWay();
    return this.elsewhere;
  }

  #giveWay(): void {
    this.elsewhere = true;
    this.#interrupt();
    this.#runClock();
    this.#tell({ kind: 'elsewhere' });
  }

  /** Goes on in this window with what another has made of the match. */
  async goOnHere(): Promise<void> {
    const kept = keptGame(this.id);
    if (kept) return this.load(kept);
    this.elsewhere = false; // nobody keeps anything of it any more
    this.keep();
    this.#go();
    this.#tell({ kind: 'changed' });
  }

  /** The way back is not wanted. */
  forgetBefore(): void {
    this.before = null;
    this.keep();
  }

  #tell(event: Event): void {
    this.listener(event);
  }

  async #make(turn: string, by: Player, computer: boolean): Promise<void> {
    if (this.#isElsewhere()) return;
    this.#show(await this.#after(this.#match, [command('play', turn)]));
    this.#tell({ kind: 'turn', turn, by, computer });
    if (this.table?.state.over) this.#tell({ kind: 'over' });
  }

  // --- the computer ------------------------------------------------------------------------------

  #interrupt(): void {
    if (!this.table?.thinking) return;
    this.#epoch++;
    this.#stops++;
    this.#engine.stop();
    this.table = { ...this.table, thinking: false };
  }

  /** Starts the computer if it is to move at the end of the line, and the right clock. */
  #go(anywhere = false): void {
    const { table } = this;
    if (!table) return;
    const seat = this.#sitting.seats[table.state.player];
    const goesOn = anywhere || table.ply === table.line.length;
    if (seat.kind === 'computer' && goesOn && !table.state.over && !table.thinking && !this.closed && !this.elsewhere && !this.drawingLot)
      void this.#think(seat.level);
    this.#runClock();
  }

  /** Time runs for the player to move after the last turn, also while an earlier one is shown; but a computer that must wait loses none. */
  #runClock(): void {
    const { table } = this;
    if (!table || this.#paused || this.elsewhere || this.drawingLot) this.clocks.run(null);
    else if (table.thinking) this.clocks.run(table.state.player);
    else this.clocks.run(table.end.over || this.#sitting.seats[table.end.player].kind === 'computer' ? null : table.end.player);
  }

  async #think(level: number, attempt = 1): Promise<void> {
    const table = this.table;
    if (!table) return;
    const epoch = ++this.#epoch;
    const match = this.#match;
    this.table = { ...table, part: '', thinking: true };
    this.#tell({ kind: 'changed' });
    try {
      const [answers] = await Promise.all([
        this.#askOnce([command('choose', level, this.#thoughtSeed(table.ply))], match, () => match, 'thinking'),
        pause(Math.min(300, this.stepPause)),
      ]);
      const turn = value(answers[0] ?? [], 'turn');
      for (const part of beginnings(table.state.game, turn).slice(0, -1)) {
        if (epoch !== this.#epoch) return;
        await this.#preview(part);
        await pause(this.stepPause);
      }
      // Once its turn is being made, it can only be taken back.
      await this.#once(async () => {
        if (epoch === this.#epoch) await this.#make(turn, table.state.player, true);
      }, true);
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
    return this.#seed + 1000 * gamesBefore + ply;
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
