// SPDX-License-Identifier: MIT
//
// The table of Liniell. The drawn tile follows the pointer over the cells where it may lie; once
// laid it can still be turned or put elsewhere, and a marker is put on a line by touching it. For a
// keyboard and a screen reader the table is a grid of cells.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { colourName, type SideColours } from '../../colours';
import {
  cellAt,
  columnOf,
  course,
  firstAlike,
  readHolders,
  readMove,
  readScene,
  ROTATIONS,
  rowOf,
  spotOn,
  TILE,
  turnedTile,
  type Laid,
  type Scene,
} from './scene';
import type { Table } from '../../table';
import { LaidByTurn } from './laid';
import { t } from '../../text';
import { Marker, Tile } from './tile';
import type { BoardProps } from '../game';
import { groupWords, routeWords } from './words';

const MARGIN = 16;

/** So far the wheel, or two fingers, must go for a quarter turn, in pixels. */
const NOTCH = 60;

/** The turn's beginning that lays the drawn tile on a cell, turned as wished or else as it may be. */
export function placement(table: Table, cell: string, rotation: number): string | null {
  const scene = readScene(table.described);
  const groups = scene.tiles.get(readHolders(table.state.position, scene.tiles.size).drawn) ?? [];
  for (let more = 0; more < 4; more++) {
    const letter = ROTATIONS[firstAlike(groups, (rotation + more) % 4)] ?? 'n';
    if (table.firsts.includes(cell + letter)) return cell + letter;
  }
  return null;
}

/** The drawn tile turned by quarters: the new rotation, and the new beginning of the turn if it was laid. */
export function turnedPart(table: Table, rotation: number, quarters: number): { rotation: number; part: string } {
  const laid = readMove(table.part);
  const next = (turns: number): number => (rotation + quarters * turns + 16) % 4;
  if (!laid) return { rotation: next(1), part: '' };
  const scene = readScene(table.described);
  const groups = scene.tiles.get(readHolders(table.state.position, scene.tiles.size).drawn) ?? [];
  // A laid tile goes on to its next look that is allowed there.
  for (let turns = 1; turns < 4; turns++) {
    const text = laid.cell + (ROTATIONS[firstAlike(groups, next(turns))] ?? 'n');
    if (text !== laid.cell + laid.rotation && table.firsts.includes(text)) return { rotation: next(turns), part: text };
  }
  return { rotation, part: table.part };
}

/** The marker steps on a line: by touching any piece of it. */
export function markerSteps(table: Table, scene: Scene, line: number): string[] {
  const part = readMove(table.part);
  if (!part) return [];
  const steps = part.side ? table.instead : table.steps.longer;
  return steps.filter((text) => {
    const move = readMove(text);
    return scene.laid.some((piece) => move && piece.line === line && piece.cell === move.cell && piece.sides.includes(move.side));
  });
}

export function lineWords(colours: SideColours, scene: Scene, piece: Laid): string {
  const route = scene.routes.find((each) => {
    const marked = scene.laid.find(
      (other) =>
        each.marker.startsWith(other.cell) && other.sides.includes(each.marker.slice(-1)) && each.marker.length === other.cell.length + 1,
    );
    return marked?.line === piece.line;
  });
  return route ? routeWords(colours, route) : t('Free line: nobody holds it.');
}

/** The number of a step of the turn before, beside what it did. */
const Order = ({ order, at }: { order: number; at: readonly [number, number] }): JSX.Element => (
  <>
    <circle cx={at[0]} cy={at[1]} r="8" />
    <text x={at[0]} y={at[1] + 4}>
      {order}
    </text>
  </>
);

export function LiniellBoard(props: BoardProps): JSX.Element {
  const { table, open, flipped, hint = '', rotation, onRotate, onPart, onBack, onChoices, onLine, replays = 0 } = props;
  const { state, part, colours } = table;
  const scene = readScene(table.described);
  const holders = readHolders(state.position, scene.tiles.size);
  const markers = readHolders(table.shown, scene.tiles.size).markers;
  const drawnTile = scene.tiles.get(holders.drawn) ?? [];
  const laidNow = part ? readMove(part) : null;
  const board = useRef<SVGSVGElement>(null);
  const [over, setOver] = useState<string | null>(null);
  const [lit, setLit] = useState<number | null>(null);

  // The part of the grid that is shown stays the same while a turn is being made.
  const kept = useRef(scene.window);
  if (part === '' && !table.thinking) kept.current = scene.window;
  const { top, left, bottom, right } = kept.current;
  const rows = bottom - top + 1;
  const columns = right - left + 1;
  const size = Math.max(4, rows, columns);
  const full = size * TILE + 2 * MARGIN;
  const shift: [number, number] = [MARGIN + ((size - columns) * TILE) / 2, MARGIN + ((size - rows) * TILE) / 2];
  const firstCell = cellAt(left, top);
  const [focus, setFocus] = useState(firstCell);
  const inWindow = columnOf(focus) >= left && columnOf(focus) <= right && rowOf(focus) >= top && rowOf(focus) <= bottom;
  const tabCell = inWindow ? focus : firstCell;

  const occupied = new Map<string, Laid[]>();
  for (const piece of scene.laid) occupied.set(piece.cell, [...(occupied.get(piece.cell) ?? []), piece]);
  const legal = new Set(open ? table.firsts.map((text) => readMove(text)?.cell ?? '') : []);
  const at = (cell: string): [number, number] => {
    const column = columnOf(cell) - left;
    const row = rowOf(cell) - top;
    return [shift[0] + (flipped ? columns - 1 - column : column) * TILE, shift[1] + (flipped ? rows - 1 - row : row) * TILE];
  };
  const turn = (cell: string): string => {
    const [x, y] = at(cell);
    return flipped ? `translate(${x + TILE} ${y + TILE}) rotate(180)` : `translate(${x} ${y})`;
  };

  /** Where a marker lies that is named by its cell and a side of its line; null: no line is there. */
  const spotAt = (spot: string): [number, number] | null => {
    const cell = spot.slice(0, -1);
    const piece = occupied.get(cell)?.find((each) => each.sides.includes(spot.slice(-1)));
    if (!piece) return null;
    const [x, y] = at(cell);
    const [dx, dy] = spotOn(piece, true);
    return flipped ? [x + TILE - dx, y + TILE - dy] : [x + dx, y + dy];
  };

  function act(cell: string): void {
    if (!open) return;
    if (laidNow?.cell === cell) return onRotate(1);
    const text = placement(table, cell, rotation);
    if (text) onPart(text);
  }

  function touch(piece: Laid): void {
    const steps = markerSteps(table, scene, piece.line);
    setLit(piece.line);
    onLine(lineWords(colours, scene, piece));
    if (!open || steps.length === 0) return void (laidNow?.cell === piece.cell && open && onRotate(1));
    const current = steps.indexOf(part);
    onPart(steps[(current + 1) % steps.length] ?? part);
  }

  const rotateNow = useRef(onRotate);
  rotateNow.current = onRotate;
  useEffect(() => {
    let wheeled = 0;
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || !board.current?.classList.contains('laying') || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      const way = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH);
      wheeled = Math.sign(wheeled) === -Math.sign(way) ? way : wheeled + way;
      if (Math.abs(wheeled) < NOTCH) return;
      rotateNow.current(Math.sign(wheeled));
      wheeled = 0;
    };
    const target = board.current;
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, []);
  useLayoutEffect(() => setLit(null), [state.position]);

  function move(column: number, row: number): void {
    const cell = cellAt(Math.min(right, Math.max(left, column)), Math.min(bottom, Math.max(top, row)));
    setFocus(cell);
    board.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = flipped ? -1 : 1;
    const [column, row] = [columnOf(tabCell), rowOf(tabCell)];
    if (event.key === 'ArrowUp') move(column, row - way);
    else if (event.key === 'ArrowDown') move(column, row + way);
    else if (event.key === 'ArrowLeft') move(column - way, row);
    else if (event.key === 'ArrowRight') move(column + way, row);
    else if (event.key === 'Home') move(flipped ? right : left, row);
    else if (event.key === 'End') move(flipped ? left : right, row);
    else if (event.key === 'Enter' || event.key === ' ') {
      if (laidNow?.cell === tabCell) onChoices();
      else act(tabCell);
    } else if (event.key === 'Escape') onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function label(cell: string): string {
    const pieces = scene.laid.filter((piece) => piece.cell === cell);
    if (pieces.length === 0) return [cell, legal.has(cell) ? t('the tile may lie here') : t('empty')].join(', ');
    const words = pieces.map((piece) => [groupWords(piece), piece.owner ? colourName(colours[piece.owner]) : t('free')].join(' '));
    return [cell, ...(laidNow?.cell === cell ? [t('the tile just laid')] : []), ...words].join(', ');
  }

  const ghost = open && !laidNow && over && legal.has(over) ? placement(table, over, rotation) : null;
  const cells = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => cellAt(left + (flipped ? columns - 1 - c : c), top + (flipped ? rows - 1 - r : r))),
  );
  const last = readMove(table.last);
  const lastCell = last?.cell;
  // The steps of the turn before; what is in one's own hand is none yet.
  const past = hint || (open && part) ? null : last;
  const marked = past?.side ? spotAt(past.cell + past.side) : null;
  const leftFrom = past?.from ? spotAt(past.from) : null;
  const taken = state.did.at(-1)?.some((step) => step.kind === 'take-over')
    ? scene.laid.find((piece) => piece.cell === past?.cell && piece.sides.includes(past.side))?.line
    : undefined;
  const hinted = part || ghost ? null : readMove(hint);

  return (
    <svg
      ref={board}
      class={`board liniell${open ? ' laying' : ''}`}
      viewBox={`0 0 ${full} ${full}`}
      role="grid"
      aria-label={t('Table of Liniell')}
      aria-rowcount={rows}
      aria-colcount={columns}
      onKeyDown={onKey}
      onPointerLeave={() => {
        setOver(null);
        setLit(null);
        onLine(null);
      }}
    >
      {cells.map((line, r) => (
        <g key={r} role="row" aria-rowindex={r + 1}>
          {line.map((cell, c) => {
            const [x, y] = at(cell);
            return (
              <rect
                key={cell}
                role="gridcell"
                aria-colindex={c + 1}
                aria-label={label(cell)}
                tabindex={cell === tabCell ? 0 : -1}
                data-cell={cell}
                aria-selected={laidNow?.cell === cell}
                x={x + 2}
                y={y + 2}
                width={TILE - 4}
                height={TILE - 4}
                rx="8"
                class={`cell${legal.has(cell) && !occupied.has(cell) ? (laidNow ? ' legal faint' : ' legal') : ''}${legal.has(cell) ? ' live' : ''}`}
                onFocus={(event) => {
                  setFocus(cell);
                  if (event.currentTarget.matches(':focus-visible')) setOver(cell);
                }}
                onClick={() => act(cell)}
                onPointerEnter={(event) => {
                  if (event.pointerType === 'mouse') setOver(cell);
                  setLit(null);
                  onLine(null);
                }}
              />
            );
          })}
        </g>
      ))}
      <g aria-hidden="true">
        {(cells[0] ?? []).map((cell) => (
          <text key={cell} class="edge-name" x={at(cell)[0] + TILE / 2} y={shift[1] - 5}>
            {cell[0]}
          </text>
        ))}
        {cells.map((line) => (
          <text key={line[0]} class="edge-name" x={shift[0] - 8} y={at(line[0] ?? 'a1')[1] + TILE / 2 + 3}>
            {line[0]?.slice(1)}
          </text>
        ))}
        {cells
          .flat()
          .filter((cell) => legal.has(cell) && !laidNow && !occupied.has(cell) && cell !== over)
          .map((cell) => {
            const [x, y] = at(cell);
            return (
              <text key={cell} class="cell-name" x={x + TILE / 2} y={y + TILE / 2 + 4}>
                {cell}
              </text>
            );
          })}
        {[...occupied].map(([cell, pieces]) => (
          <g
            key={cell === lastCell ? `${cell} ${replays}` : cell}
            transform={turn(cell)}
            class={cell === lastCell && replays > 0 ? 'inert again' : 'inert'}
          >
            <Tile
              kind={laidNow?.cell === cell ? 'fresh' : lastCell === cell ? 'newest' : ''}
              pieces={pieces.map((piece) => ({ ...piece, owner: piece.owner && colours[piece.owner], lit: piece.line === lit }))}
            />
          </g>
        ))}
        {hinted && (
          <g transform={turn(hinted.cell)} class="inert hinted">
            <LaidByTurn turn={hint} tile={drawnTile} colour={colours[state.side]} />
          </g>
        )}
        {ghost && over && (
          <g transform={turn(over)} class="inert ghost">
            <Tile pieces={turnedTile(drawnTile, ROTATIONS.indexOf(ghost.slice(-1))).map((group) => ({ ...group, owner: null }))} />
          </g>
        )}
        {scene.laid.map((piece) => {
          const choice = open && markerSteps(table, scene, piece.line).length > 0;
          return (
            <g key={piece.cell + piece.sides} transform={turn(piece.cell)}>
              {choice && piece.cell === laidNow?.cell && <path class="line-offer" d={course(piece)} />}
              <path
                class={choice ? 'line-touch live' : 'line-touch'}
                data-line={`${piece.cell}${piece.sides}`}
                d={course(piece)}
                onClick={() => touch(piece)}
                onPointerEnter={() => {
                  setLit(piece.line);
                  onLine(lineWords(colours, scene, piece));
                }}
              />
            </g>
          );
        })}
        {taken !== undefined && (
          <g key={`taken ${replays}`} class="inert past past-2">
            {scene.laid
              .filter((piece) => piece.line === taken)
              .map((piece) => (
                <path key={piece.cell + piece.sides} class="line-taken" d={course(piece)} transform={turn(piece.cell)} />
              ))}
          </g>
        )}
        {(['a', 'b'] as const).flatMap((side) =>
          markers[side].map((spot) => {
            const place = spotAt(spot);
            if (!place) return null;
            const newest = spot.slice(0, -1) === lastCell;
            return (
              <g key={newest ? `${side}${spot} ${replays}` : side + spot} class={newest && replays > 0 ? 'inert again then' : 'inert'}>
                <Marker colour={colours[side]} at={place} />
              </g>
            );
          }),
        )}
        {past && (
          <g key={`past ${replays}`} class="inert">
            <g class="past past-1">
              <Order order={1} at={[at(past.cell)[0] + 13, at(past.cell)[1] + 13]} />
            </g>
            {marked && (
              <g class="past past-2">
                {leftFrom && (
                  <>
                    <circle class="left" cx={leftFrom[0]} cy={leftFrom[1]} r="11" />
                    <path class="way" d={`M${leftFrom.join(' ')}L${marked.join(' ')}`} />
                  </>
                )}
                <Order order={2} at={[marked[0] + 12, marked[1] - 12]} />
              </g>
            )}
          </g>
        )}
      </g>
    </svg>
  );
}
