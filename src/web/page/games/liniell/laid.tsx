// SPDX-License-Identifier: MIT
//
// A turn drawn on the table without being made: what a hint, a review or a solution points at.

import type { JSX } from 'preact';
import type { Colour } from '../../colours';
import { readMove, ROTATIONS, spotOn, turnedTile, type Group } from './scene';
import { Marker, Tile } from './tile';

/** The tile that a turn lays, with its marker, in units of a tile. */
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
