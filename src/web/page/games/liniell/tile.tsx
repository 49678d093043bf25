// SPDX-License-Identifier: MIT
//
// A tile of Liniell and what lies on it, in units of a tile's size of 100.

import type { JSX } from 'preact';
import type { Colour } from '../../colours';
import { course, isCrossing, spotOn, TILE, type Group } from './scene';
import { t } from '../../text';

export interface Piece extends Group {
  /** The colour of whoever holds the line. */
  owner: Colour | null;
  lit?: boolean;
}

export const RHOMB_SHAPE = 'M0-10L8 0 0 10-8 0z';

function Rhombs({ piece }: { piece: Group }): JSX.Element {
  const [x, y] = spotOn(piece, false);
  const count = piece.white + piece.blue;
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        <g key={i} transform={`translate(${x + 11 * (i - (count - 1) / 2)} ${y})`}>
          <path class={i < piece.blue ? 'rhomb blue' : 'rhomb white'} d={RHOMB_SHAPE} />
          {i < piece.blue && <circle class="rhomb-dot" r="2.2" />}
        </g>
      ))}
    </>
  );
}

function PieceOfLine({ piece }: { piece: Piece }): JSX.Element {
  const path = course(piece);
  const kind = piece.owner ? `line line-${piece.owner}` : 'line free';
  return (
    <>
      {isCrossing(piece.sides) && <path class="line-gap" d={`M${TILE / 2 - 11} ${TILE / 2}h22`} />}
      {piece.lit && <path class="line-glow" d={path} />}
      <path class={kind} d={path} />
      {piece.owner === 'green' && <path class="line-core" d={path} />}
      {piece.sides.length > 2 && (
        <circle class={piece.owner ? `fork fork-${piece.owner}` : 'fork'} cx={TILE / 2} cy={TILE / 2} r={piece.owner ? 6 : 4} />
      )}
      <Rhombs piece={piece} />
    </>
  );
}

export function Tile({ pieces, kind = '' }: { pieces: readonly Piece[]; kind?: string }): JSX.Element {
  // What crosses over another line is drawn last.
  const ordered = [...pieces].sort((a, b) => Number(isCrossing(a.sides)) - Number(isCrossing(b.sides)));
  return (
    <g class={`tile ${kind}`}>
      <rect class="tile-shadow" x="2" y="3.5" width={TILE - 4} height={TILE - 4} rx="8" />
      <rect class="tile-card" x="1.5" y="1.5" width={TILE - 3} height={TILE - 3} rx="8" />
      {ordered.map((piece) => (
        <PieceOfLine key={piece.sides} piece={piece} />
      ))}
    </g>
  );
}

export function Marker({ colour, at }: { colour: Colour; at: readonly [number, number] }): JSX.Element {
  return (
    <g class={`marker marker-${colour}`} transform={`translate(${at[0]} ${at[1]})`}>
      <ellipse class="marker-shadow" cx="1" cy="3" rx="11.5" ry="11" />
      <circle class="marker-disc" r="11" />
      <circle class="marker-rim" r="8.6" />
      <text class="marker-letter" y="4.2">
        {colour === 'yellow' ? t('Y') : t('G')}
      </text>
    </g>
  );
}
