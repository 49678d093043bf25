// SPDX-License-Identifier: MIT
//
// What an engine is asked about a match: what becomes of it by commands, and how it looks at some turn. All that a view
// needs is asked for before any of it is shown.

import { command, readRules, readState, type GameName, type Lines, type Rules, type State } from './answers';
import { Client } from './client';
import { forGames, GAMES } from './games/names';
import { LAST_PLY, type Sitting } from './kept-games';
import { eventsIn, NOTHING, recordIn, telling, type Match, type Told } from './match';
import { readTable, type Table } from './table';

/** What shall lie on the table next. */
export interface Next {
  match: Match;
  table: Table;
}

/** Who sits at the table, or how that is seen from the end of the game. */
export type Sits = Sitting | ((end: State) => Sitting);

interface Manner {
  /** The turn to show; else the last. */
  ply?: number;
  /** Of which match the commands make something; else the one that is asked about. */
  of?: Told;
  /** What is added to the log by itself is told with the next thing that is done. */
  silent?: boolean;
}

export class MatchClient extends Client<Match> {
  constructor(lost: () => void) {
    super(telling, 'usual', lost);
  }

  /** The rule sets of all games, and what these have. */
  async rules(): Promise<Record<GameName, Rules>> {
    const answers = await this.ask(
      GAMES.map((game) => command('rules', game)),
      null,
    );
    return forGames((game) => readRules(answers[GAMES.indexOf(game)] ?? []));
  }

  /** What a match becomes by commands; all in one trip. */
  async after(about: Match | null, commands: string[], sitting: Sits, manner: Manner = {}): Promise<Next> {
    const { ply, of = about ?? NOTHING, silent = false } = manner;
    let match = NOTHING;
    const known = [command('events', of.log.length), 'save', 'state'];
    const lines = [...commands, ...known, ...(ply === undefined ? [] : [command('go-to', ply)]), 'view'];
    const left = (all: Lines[]): Match => {
      const [events = [], saved = []] = all.slice(commands.length);
      const log = silent ? of.log : [...of.log, ...eventsIn(events)];
      match = { log, base: of.base, elsewhere: of.elsewhere, record: recordIn(saved), ply: ply ?? LAST_PLY };
      return match;
    };
    const answers = await this.ask(lines, about, { left });
    const end = readState(answers[commands.length + 2] ?? []);
    const sits = typeof sitting === 'function' ? sitting(end) : sitting;
    return { match, table: readTable(answers.at(-1) ?? [], '', end, sits) };
  }

  /** The same match at some turn, with a half-made turn after it. `end`: as it was last known. */
  async look(match: Match, part: string, end: State | null, sitting: Sitting): Promise<Next> {
    const at = async (found: Match, last: State | null): Promise<Table> =>
      readTable((await this.ask([command('view', part)], found))[0] ?? [], part, last, sitting);
    const table = await at(match, end);
    if (table.state.commitment === table.end.commitment) return { match, table };
    // An engine that did not know the match has drawn anew what nobody has seen yet.
    const drawn = await this.after({ ...match, ply: LAST_PLY }, [], sitting, { ply: match.ply });
    return { match: drawn.match, table: await at(drawn.match, drawn.table.end) };
  }
}
