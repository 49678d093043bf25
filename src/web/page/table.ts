// SPDX-License-Identifier: MIT
//
// The table as it is shown: a turn of a match, whole or half made, with what may follow, as an
// engine tells of it. Sessions and desks have one each.

import { command, noSteps, readState, readSteps } from './answers';
import type { Lines, Side, State, Steps } from './answers';
import type { SideColours } from './colours';
import { sideColours, stepBefore } from './games/list';
import type { Sitting } from './kept-games';

export interface Table extends Sitting {
  state: State;
  /** The state after the last turn of the game, and all its turns, also those after the one shown. */
  end: State;
  line: string[];
  ply: number;
  /** The half-made turn, and what may follow. */
  part: string;
  steps: Steps;
  /** The steps that a turn can begin with, and those that could stand instead of the last one. */
  firsts: string[];
  instead: string[];
  /** The turn could have ended before the last step. */
  mayEndEarlier: boolean;
  /** What `describe` says of the board shown. */
  described: Lines;
  /** The position on the board: after the steps of the half-made turn. */
  shown: string;
  /** The turn that led here, as far as the board shows it, and who made it; for marks on the board. */
  last: string;
  lastBy: Side;
  /** How the two sides look. */
  colours: SideColours;
  thinking: boolean;
}

const otherSide = (side: Side): Side => (side === 'a' ? 'b' : 'a');

/** Reads the table from an engine that knows the match. `end`: that of the game; null: it ends with the turn shown. */
export async function lookAt(
  ask: (lines: string[]) => Promise<Lines[]>,
  part: string,
  end: State | null,
  sitting: Sitting,
): Promise<Table> {
  const [stated, described] = await ask(['state', command('describe', part)]);
  const state = readState(stated ?? []);
  const earlier = stepBefore(state.game, part);
  const stepped = state.over ? [] : await ask([part, '', earlier].map((text) => command('steps', text)));
  const [steps = noSteps, first = noSteps, before = noSteps] = stepped.map(readSteps);
  return {
    state,
    end: end ?? state,
    line: (end ?? state).turns,
    ply: state.turns.length,
    part,
    steps,
    firsts: first.longer,
    instead: before.longer,
    mayEndEarlier: before.whole,
    described: described ?? [],
    shown: steps.shown || state.position,
    last: part || (state.turns[state.turns.length - 1] ?? ''),
    lastBy: part ? state.side : otherSide(state.side),
    colours: sideColours(state.game, state.first !== sitting.firstColour),
    seats: sitting.seats,
    firstColour: sitting.firstColour,
    byLot: sitting.byLot,
    thinking: false,
  };
}
