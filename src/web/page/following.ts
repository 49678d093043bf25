// SPDX-License-Identifier: MIT
//
// The match on the table and the one where it lives (carrier.ts): what is done here is kept there before it is shown, or is
// sent there as a deed, and what others have made of it is shown here. If another window or somebody elsewhere was first, this one follows.

import { command, type Player } from './answers';
import { unwilling, type Carrier, type Deed, type There } from './carrier';
import { LAST_PLY, type Times } from './kept-games';
import { turnIn, type Place } from './match';
import type { MatchClient, Next } from './match-client';
import type { OnTable } from './on-table';
import { playerAt } from './policy';
import type { Event } from './session';
import type { Table } from './table';

/** What is done to the table. */
interface Hands {
  once: (work: () => Promise<void>, patient?: boolean) => Promise<void>;
  interrupt: () => void;
  /** Shows what comes next, and goes on from there. */
  show: (next: Next) => void;
  tell: (event: Event) => void;
}

export class Following {
  /** Events of ours are being kept: what is heard of the match meanwhile is known here. */
  #keeping = false;
  #saidNotKept = false;
  /** Of a match from elsewhere: how many events of it are known. */
  #heard = 0;
  #deaf: () => void = () => undefined;

  constructor(
    readonly on: OnTable,
    readonly client: MatchClient,
    readonly hands: Hands,
  ) {}

  // --- keeping -----------------------------------------------------------------------------------

  /** Adds the events that are new to those that are kept; false: they do not follow from what others have added. */
  async keep(carrier: Carrier, { match, table }: Next, place: Place, clocks: Times, before: number): Promise<boolean> {
    const fresh = match.log.length - before;
    if (carrier.decides === 'there' || fresh === 0) return true;
    this.#keeping = true;
    try {
      const done = await carrier.keep({ match, table, place, clocks, fresh });
      if (done === 'refused') return false;
      if (done === 'not kept' && !this.#saidNotKept) this.hands.tell({ kind: 'not kept' });
      this.#saidNotKept = done === 'not kept';
      return true;
    } finally {
      this.#keeping = false;
    }
  }

  /** Keeps what comes next and shows it; false: another window was first, and this one follows it. `wind`: the clocks of another game. */
  async put(next: Next, place = this.on.place, wind?: Times): Promise<boolean> {
    const { carrier, clocks, match } = this.on;
    if (!(await this.keep(carrier, next, place, wind === undefined ? clocks.left : wind, match.log.length))) {
      await this.#catchUp(true);
      return false;
    }
    this.on.place = place;
    if (wind !== undefined) clocks.set(wind);
    this.hands.show(next);
    return true;
  }

  // --- following others --------------------------------------------------------------------------

  /** Hears of this match from now on, of which so many events are known. */
  listen(carrier: Carrier, known: number): void {
    this.deafen();
    this.#heard = known;
    this.#deaf = carrier.onChange((anew) => this.hear(anew));
  }

  deafen(): void {
    this.#deaf();
  }

  /** Something was added to the match, perhaps by others: this table follows. */
  hear(anew = false): void {
    if (!this.#keeping && (anew || this.#isBehind)) void this.#follow(anew);
  }

  /** Looks whether others have gone on with the match while this window slept. */
  async look(): Promise<void> {
    await this.on.carrier.refresh();
    this.hear();
  }

  /** Shows what was added; what fails is told, and can be tried again. */
  #follow(anew = false): Promise<void> {
    const follow = (): Promise<void> => this.hands.once(() => this.#catchUp(anew), true);
    return follow().catch((why: unknown) => this.hands.tell({ kind: 'failed', why, again: follow }));
  }

  get #isBehind(): boolean {
    const { n } = this.on.carrier;
    return !!this.on.table && n > 0 && n !== this.#known;
  }

  /** How many events the table shares with where the match lives. */
  get #known(): number {
    return this.on.carrier.decides === 'there' ? this.#heard : this.on.match.log.length;
  }

  /** Shows what others have made of the match; `anew`: also if that is nothing more. */
  async #catchUp(anew = false): Promise<void> {
    const { on, hands } = this;
    const found = anew || this.#isBehind ? await on.carrier.read() : null;
    if (!found) return;
    hands.interrupt();
    const { log, base, sitting, clocks } = found;
    const events = log.slice(this.#known);
    if (on.proposed !== 'nothing' && !events.some((event) => /^(turn|undone|over|begun)\b/.test(event))) {
      // A word or an offer, while a turn is under way.
      this.#heard = log.length;
      return hands.tell({ kind: 'heard', events });
    }
    const elsewhere = on.carrier.decides === 'there';
    // What an engine has drawn anew here is nobody's affair before a turn is made of it: else two windows would go on for ever.
    const next = await this.client.after({ log, base, elsewhere, record: '', ply: LAST_PLY }, [], sitting, { silent: true });
    on.place = { ...on.place, sitting };
    if (!elsewhere) on.clocks.set(clocks);
    if (elsewhere && this.#isAside(next.table)) this.#note(next);
    else hands.show(next);
    const shownBefore = on.proposed === 'shown';
    this.#heard = log.length;
    on.proposed = 'nothing';
    hands.tell({ kind: 'heard', events });
    const turn = next.table.state.turns.at(-1);
    const by = playerAt(next.table, next.table.ply - 1);
    const isNew = turn !== undefined && events.some((event) => turnIn(event) === turn);
    if (isNew && !(shownBefore && sitting.seats[by].kind === 'person')) hands.tell({ kind: 'turn', turn, by, computer: false });
    if (next.table.state.over && events.some((event) => event.startsWith('over'))) hands.tell({ kind: 'over' });
  }

  /** Whether what was added has nothing to do with the board, as an offer or a word. */
  #isAside({ end }: Table): boolean {
    const before = this.on.table?.end;
    return before?.position === end.position && before.turns.length === end.turns.length && before.over === end.over;
  }

  /** What is on the board, a half-made turn too, stays. */
  #note({ match, table }: Next): void {
    const { on } = this;
    on.match = { ...match, ply: on.match.ply };
    on.change({ end: table.end });
    on.runClock();
  }

  // --- what is decided elsewhere -----------------------------------------------------------------

  /** What came of a deed is shown as everybody hears it. The line may be lost: meanwhile the board can be looked at. */
  async do(carrier: There, deed: Deed): Promise<void> {
    const answer = await carrier.do(deed);
    await this.#follow(); // done is done: if that fails, it alone is tried again
    if (answer !== 'done') throw unwilling(answer);
  }

  /** A turn is shown at once; whether it counts is said elsewhere, and if not, it is taken back. */
  async propose(carrier: There, turn: string, by: Player): Promise<void> {
    const { on, client, hands } = this;
    const { match, place, table } = on;
    const ply = table?.ply ?? 0;
    // What is drawn after it is not known here: then it stays on the board as it was made.
    const isDrawn = !!table?.end.commitment;
    hands.show(
      isDrawn
        ? await client.look(match, turn, table.end, place.sitting)
        : await client.after(match, [command('play', turn)], place.sitting),
    );
    on.proposed = isDrawn ? 'sent' : 'shown';
    if (!isDrawn) hands.tell({ kind: 'turn', turn, by, computer: false });
    const takeBack = (): Promise<void> => hands.once(() => this.#catchUp(true), true);
    const settle = async (): Promise<void> => {
      const answer = await carrier.do({ do: 'turn', ply, turn });
      if (answer === 'done' || on.carrier !== carrier) return;
      on.proposed = 'nothing';
      await takeBack();
      // That somebody else was first is to be seen.
      if (answer.why !== 'stale') hands.tell({ kind: 'refused', why: unwilling(answer) });
    };
    settle().catch((why: unknown) => hands.tell({ kind: 'failed', why, again: takeBack }));
  }
}
