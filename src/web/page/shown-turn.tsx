// SPDX-License-Identifier: MIT
//
// A turn drawn on the board without being made: what a hint, a review or a solution points at.

import type { JSX } from 'preact';
import type { Side } from './answers';
import type { Colour } from './colours';
import { stepsOf, type Counts, type Step } from './linja';
import { readMove, ROTATIONS, spotOn, turnedTile, type Group } from './liniell';
import { Marker, Tile } from './tile';

/** The steps of a turn of Linja, each with the pawns on the rows before it. */
export function stepsShown(turn: string, mover: Side, counts: Counts): { step: Step; before: Counts }[] {
  let now = counts;
  return stepsOf(turn, mover).map((step) => {
    const before = now;
    const column = step.side === 'a' ? 0 : 1;
    now = before.map((row, i) => {
      const change = (i === step.to ? 1 : 0) - (i === step.from ? 1 : 0);
      return column === 0 ? ([row[0] + change, row[1]] as const) : ([row[0], row[1] + change] as const);
    });
    return { step, before };
  });
}

/** The tile that a turn of Liniell lays, with its marker, in units of a tile. */
export function LaidByTurn({ turn, tile, colour }: { turn: string; tile: readonly Group[]; colour: Colour }): JSX.Element | null {
  const move = readMove(turn);
  if (!move) return null;
  const groups = turnedTile(tile, ROTATIONS.indexOf(move.rotation));
  const marked = move.side ? groups.find((group) => group.sides.includes(move.side)) : undefined;
  return (
    <>
      <Tile kind="fresh" pieces={groups.map((group) => ({ ...group, owner: group === marked ? colour : null }))} />
      {marked && <Marker colour={colour} at={spotOn(marked, true)} />}
    </>
  );
}
