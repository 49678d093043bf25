// SPDX-License-Identifier: MIT
//
// The table as it is shown: a turn of a match, whole or half made, with what may follow, as an
// engine tells of it. Sessions and desks have one each.

import { noSteps, readState, readSteps, value, values } from './answers';
import type { Lines, Side, State, Steps } from './answers';
import type { SideColours } from './colours';
import { sideColours } from './games/list';
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
  /** The half-made turn without its last step. */
  before: string;
  /** The steps that a turn can begin with, and those that could stand instead of the last one. */
  firsts: string[];
  instead: string[];
  /** The turn could have ended before the last step. */
  mayEndEarlier: boolean;
  /** What is said of the board shown, as `describe` does. */
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

/** Reads the table from what `view` answers. `end`: that of the game; null: it ends with the turn shown. */
export function readTable(lines: Lines, part: string, end: State | null, sitting: Sitting): Table {
  const state = readState(lines);
  const steps = state.over ? noSteps : readSteps(lines);
  return {
    state,
    end: end ?? state,
    line: (end ?? state).turns,
    ply: state.turns.length,
    part,
    steps,
    before: value(lines, 'before'),
    firsts: part ? values(lines, 'opens') : steps.longer,
    instead: values(lines, 'instead'),
    mayEndEarlier: value(lines, 'ends-before') === '1',
    described: lines,
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
