// SPDX-License-Identifier: MIT
//
// The board of Linja: seven bamboo sticks, eight rows, twelve pawns a side. For a keyboard and a
// screen reader it is a grid of eight rows with two cells each, the pawns of A and those of B.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Side } from '../../answers';
import { colourName, type Colour } from '../../colours';
import {
  countsOf,
  firstPawns,
  lastStep,
  movePawns,
  pawnsBefore,
  readCounts,
  rowName,
  ROWS,
  stepsOf,
  stepsShown,
  readRows,
  type Counts,
  type Pawn,
  type Step,
} from './pawns';
import { isCalm } from '../../motion';
import { either, t, tn } from '../../text';
import type { BoardProps } from '../game';
import { rowWord } from './words';

const WIDTH = 620;
const LEFT = 40;
const FIELD = 540;
const ROW = 84;
const TOP = 6;
const HEIGHT = 2 * TOP + ROWS * ROW;
const SLOT = 45;

/** A pawn, by what tells it apart: pawns of one side on a row are alike. */
interface At {
  side: Side;
  row: number;
}

interface Drag extends At {
  x: number;
  y: number;
  /** It has left its place, so that letting go is not a click. */
  moved: boolean;
}

const spacingOn = (row: readonly [number, number]): number => Math.min(SLOT, (FIELD - 60) / (row[0] + row[1] + 0.5));

/** The middle of a pawn's foot. */
function place(pawn: Pawn, index: number, row: readonly [number, number], flipped: boolean): [number, number] {
  const fromLeft = (pawn.side === 'a') !== flipped;
  const along = 44 + index * spacingOn(row);
  return [fromLeft ? LEFT + along : LEFT + FIELD - along, rowMiddle(pawn.row, flipped)];
}

/** Where on a row the cell of the pawns at the left ends: in the middle, or where a crowd does. */
function border(row: readonly [number, number], flipped: boolean): number {
  const spacing = spacingOn(row);
  const reach = (count: number): number => (count === 0 ? 0 : 44 + (count - 0.5) * spacing);
  const [left, right] = flipped ? [row[1], row[0]] : row;
  return Math.min(Math.max(FIELD / 2, reach(left)), FIELD - reach(right));
}

function rowMiddle(row: number, flipped: boolean): number {
  return TOP + ROW * (flipped ? row : ROWS - 1 - row) + ROW / 2;
}

function Stick({ y, seed }: { y: number; seed: number }): JSX.Element {
  const nodes = [0.12, 0.34, 0.53, 0.71, 0.9].map((at, i) => (at + ((seed * 37 + i * 53) % 17) / 260 - 0.03) * FIELD);
  return (
    <g class="stick" transform={`translate(${LEFT - 8} ${y})`}>
      <rect class="stick-shadow" x="2" y="-2" width={FIELD + 14} height="9" rx="4.5" />
      <rect class="stick-body" y="-5" width={FIELD + 16} height="10" rx="5" fill="url(#bamboo)" />
      {nodes.map((x) => (
        <g key={x}>
          <rect class="stick-node" x={x} y="-5.6" width="3.2" height="11.2" rx="1" />
          <rect class="stick-gleam" x={x + 3.2} y="-5" width="1.6" height="10" />
        </g>
      ))}
    </g>
  );
}

function PawnShape({ colour }: { colour: Colour }): JSX.Element {
  return (
    <>
      <ellipse class="pawn-shadow" cx="3" cy="23" rx="17" ry="4.5" />
      <path class="pawn-body" fill={`url(#pawn-${colour})`} d="M-16-17C-15-6-7-4-7 2S-15 12-16 19Q0 26 16 19C15 12 7 8 7 2S15-6 16-17Z" />
      <ellipse class={`pawn-top-${colour}`} cy="-17" rx="16" ry="6" />
      {colour === 'red' ? <circle class="pawn-dot" cy="-17" r="3.2" /> : <ellipse class="pawn-ring" cy="-17" rx="5" ry="3.4" />}
    </>
  );
}

function Defs(): JSX.Element {
  return (
    <defs>
      <linearGradient id="bamboo" x1="0" y1="0" x2="0" y2="1">
        <stop class="bamboo-1" offset="0" />
        <stop class="bamboo-2" offset=".35" />
        <stop class="bamboo-3" offset="1" />
      </linearGradient>
      {(['red', 'black'] as const).map((colour) => (
        <linearGradient key={colour} id={`pawn-${colour}`}>
          <stop class={`pawn-${colour}-1`} offset="0" />
          <stop class={`pawn-${colour}-2`} offset=".42" />
          <stop class={`pawn-${colour}-3`} offset="1" />
        </linearGradient>
      ))}
    </defs>
  );
}

/** The way of a step that can be made, as an arc from the pawn to where it would stand. */
function Going({
  step,
  counts,
  flipped,
  kind,
  order = '',
}: {
  step: Step;
  counts: Counts;
  flipped: boolean;
  kind: string;
  order?: string;
}): JSX.Element {
  const column = step.side === 'a' ? 0 : 1;
  const from = counts[step.from] ?? ([0, 0] as const);
  const to = counts[step.to] ?? ([0, 0] as const);
  const [x1, y1] = place({ id: 0, side: step.side, row: step.from }, from[column] - 1, from, flipped);
  const [x2, y2] = place({ id: 0, side: step.side, row: step.to }, to[column], to, flipped);
  const inwards = (step.side === 'a') !== flipped ? 1 : -1;
  const outermost = inwards * Math.max(inwards * x1, inwards * x2);
  const bend = outermost + inwards * (16 + 14 * Math.abs(step.to - step.from));
  return (
    <g class={`arc going ${kind}`}>
      <path d={`M${x1} ${y1}Q${bend} ${(y1 + y2) / 2} ${x2} ${y2 + 20}`} />
      <ellipse cx={x2} cy={y2 + 20} rx="17" ry="6" />
      {order && (
        <text class="order" x={x2} y={y2 + 6}>
          {order}
        </text>
      )}
    </g>
  );
}

/** The length of the follow-up that a pawn earns on a row. */
function Met({ row, count, flipped, kind }: { row: number; count: number; flipped: boolean; kind: string }): JSX.Element {
  return (
    <g class={`met ${kind}`} transform={`translate(${LEFT + FIELD / 2} ${rowMiddle(row, flipped)})`}>
      <circle r="15" />
      <text y="6">{count}</text>
    </g>
  );
}

/** A step of the turn before, at the edge of the board: numbered, and beside the others. */
function Past({ step, order, flipped }: { step: Step; order: number; flipped: boolean }): JSX.Element {
  const fromLeft = (step.side === 'a') !== flipped;
  const inwards = 9 + 11 * (order - 1);
  const x = fromLeft ? LEFT + inwards : LEFT + FIELD - inwards;
  const [y1, y2] = [rowMiddle(step.from, flipped), rowMiddle(step.to, flipped)];
  const tip = y2 + Math.sign(y1 - y2) * 9;
  return (
    <g class={`arc past past-${order}`}>
      <path d={`M${x} ${y1}V${y2}M${x - 5} ${tip}L${x} ${y2}L${x + 5} ${tip}`} />
      <circle cx={x} cy={y1} r="8" />
      <text x={x} y={y1 + 4}>
        {order}
      </text>
    </g>
  );
}

export function LinjaBoard({ table, open, flipped, hint = '', onPart, onBack, say, replays = 0 }: BoardProps): JSX.Element {
  const { state, steps, shown, colours } = table;
  const counts = readCounts(shown);
  const rows = readRows(table.described);
  const pawns = useRef<Pawn[]>([]);
  const places = useRef(new Map<number, readonly [number, number]>());
  const board = useRef<SVGSVGElement>(null);
  const [chosen, setChosen] = useState<At | null>(null);
  const [over, setOver] = useState<At | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const dropped = useRef(false);
  const [focus, setFocus] = useState<At>({ side: state.side, row: state.side === 'a' ? 0 : ROWS - 1 });

  const atStart = pawns.current.length === 0;
  pawns.current = atStart ? firstPawns(counts) : movePawns(pawns.current, counts);
  const choices = open ? steps.longer.map((text) => lastStep(text, state.side)).filter((step) => step !== null) : [];
  const from = chosen && choices.some((step) => same(step, chosen)) ? chosen : null;
  const preview = from ?? (over && choices.some((step) => same(step, over)) ? over : null);
  const targets = preview ? choices.filter((step) => same(step, preview)) : [];

  useLayoutEffect(() => setChosen(null), [table.part, state.position, open]);

  // A pawn that is elsewhere than before jumps there in an arc.
  const drawn = placed(pawns.current, counts, flipped);
  const now = new Map(drawn.map(({ pawn, at }) => [pawn.id, at]));
  const wasFlipped = useRef(flipped);
  useLayoutEffect(() => {
    const before = places.current;
    places.current = now;
    const turnedRound = wasFlipped.current !== flipped;
    wasFlipped.current = flipped;
    if (turnedRound || isCalm()) return;
    for (const [id, [x, y]] of now) {
      const [fromX, fromY] = before.get(id) ?? [x, y];
      if (fromX === x && fromY === y) continue;
      const lift = fromY === y ? 0 : -16;
      board.current
        ?.querySelector(`[data-pawn="${id}"]`)
        ?.animate(
          [
            { transform: `translate(${fromX}px, ${fromY}px)` },
            { transform: `translate(${(fromX + x) / 2}px, ${(fromY + y) / 2 + lift}px) scale(1.08)` },
            { transform: `translate(${x}px, ${y}px)` },
          ],
          { duration: 180, easing: 'ease-in-out' },
        );
    }
  });

  // The last turn once more: its pawns stand where they stood, and go step by step.
  useEffect(() => {
    if (replays === 0 || isCalm()) return;
    const frames = pawnsBefore(pawns.current, stepsOf(table.last, table.lastBy)).map(
      (frame) => new Map(placed(frame, countsOf(frame), flipped).map(({ pawn, at }) => [pawn.id, at])),
    );
    for (const { id } of pawns.current) {
      const way = frames.map((frame) => frame.get(id) ?? ([0, 0] as const));
      if (way.every(([x, y]) => x === way[0]?.[0] && y === way[0]?.[1])) continue;
      const keyframes = way.flatMap(([x, y], i) => {
        // It waits where it stands, and goes in the last part of each step's time.
        const last = way.length - 1;
        return i === 0 ? [standAt([x, y], 0)] : [standAt(way[i - 1], (i - 0.6) / last), standAt([x, y], i / last)];
      });
      board.current
        ?.querySelector(`[data-pawn="${id}"]`)
        ?.animate(keyframes, { duration: REPLAY_STEP * (way.length - 1), easing: 'linear' });
    }
  }, [replays]);

  /** A place on the screen in the board's own units. */
  function within(event: PointerEvent): { x: number; y: number } {
    const matrix = board.current?.getScreenCTM();
    const { x, y } = matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
    return { x, y };
  }

  // A mouse may also drag a pawn; a finger must be free to scroll.
  function grab(event: PointerEvent, at: At): void {
    dropped.current = false;
    const own = choices.find((step) => same(step, at)) ?? choices.find((step) => step.from === at.row);
    if (event.pointerType === 'touch' || event.button !== 0 || !own || (from && targets.some((step) => step.to === at.row))) return;
    setDrag({ side: own.side, row: at.row, ...within(event), moved: false });
  }

  function pull(event: PointerEvent): void {
    if (!drag) return;
    const { x, y } = within(event);
    const moved = drag.moved || Math.hypot(x - drag.x, y - drag.y) > 10;
    if (!moved) return;
    if (!drag.moved) setChosen({ side: drag.side, row: drag.row });
    setDrag({ ...drag, x, y, moved });
  }

  function drop(): void {
    if (!drag) return;
    setDrag(null);
    if (!drag.moved) return;
    dropped.current = true;
    const shownRow = Math.floor((drag.y - TOP) / ROW);
    const row = flipped ? shownRow : ROWS - 1 - shownRow;
    const target = choices.find((step) => same(step, drag) && step.to === row);
    if (target) onPart(target.text);
    else setChosen(null);
  }

  /** A pawn that is dragged off the board is let go. */
  function leave(): void {
    setOver(null);
    setDrag(null);
    if (drag?.moved) setChosen(null);
  }

  function act(side: Side, row: number): void {
    if (!open || dropped.current) return;
    const going = from ? choices.filter((step) => same(step, from)) : [];
    const again = from !== null && from.side === side && from.row === row;
    const target = going.find((step) => step.to === row) ?? (again && going.length === 1 ? going[0] : undefined);
    if (target) return onPart(target.text);
    const own = choices.filter((step) => step.from === row);
    const picked = own.find((step) => step.side === side) ?? own[0];
    if (!picked || again) return setChosen(null);
    setChosen({ side: picked.side, row });
    const reach = choices.filter((step) => same(step, { side: picked.side, row })).map((step) => rowWord(step.to));
    say(t('Pawn on {0} chosen; it may go to {1}.', rowWord(row), either(reach)));
  }

  function move(side: Side, row: number): void {
    setFocus({ side, row });
    board.current?.querySelector<SVGElement>(`[data-cell="${side}${row}"]`)?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    const up = flipped ? -1 : 1;
    const { side, row } = focus;
    const other = side === 'a' ? 'b' : 'a';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowUp') move(side, Math.min(ROWS - 1, Math.max(0, row + up)));
    else if (event.key === 'ArrowDown') move(side, Math.min(ROWS - 1, Math.max(0, row - up)));
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') move(other, row);
    else if (event.key === 'Home') move(side, flipped ? 0 : ROWS - 1);
    else if (event.key === 'End') move(side, flipped ? ROWS - 1 : 0);
    else if (event.key === 'Enter' || event.key === ' ') {
      dropped.current = false;
      act(side, row);
    } else if (event.key === 'Escape') {
      if (from) setChosen(null);
      else onBack();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function label(side: Side, row: number): string {
    const count = counts[row]?.[side === 'a' ? 0 : 1] ?? 0;
    const pawnsHere = tn(count, '{1}: 1 pawn', '{1}: {0} pawns', colourName(colours[side]));
    const goes = choices.filter((step) => same(step, { side, row })).map((step) => rowWord(step.to));
    const notes = [
      ...(goes.length > 0 ? [t('may go to {0}', either(goes))] : []),
      ...(from && from.side === side && from.row === row ? [t('chosen')] : []),
      ...(from && targets.some((step) => step.to === row) ? [t('possible target')] : []),
    ];
    return [t('Row {0}', rowWord(row)), pawnsHere, ...notes].join(', ');
  }

  const entered = open && steps.phase === 'follow-up' ? lastStep(table.part, state.side) : null;
  const opening = targets[0];
  const earns = opening ? (steps.earns[steps.longer.indexOf(opening.text)] ?? 0) : 0;
  const lines = Array.from({ length: ROWS }, (_, i) => (flipped ? i : ROWS - 1 - i));
  const shownLast = hint ? [] : stepsOf(table.last, table.lastBy);
  // Of a hint the steps that are still to make; nothing, once another turn is under way.
  const follows = !table.part || hint.startsWith(table.part);
  const hinted = preview || !follows ? [] : stepsShown(hint.slice(table.part ? table.part.length + 1 : 0), state.side, counts);
  const stepsMade = stepsOf(table.part, state.side).length;
  return (
    <svg
      ref={board}
      class="board linja"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="grid"
      aria-label={t('Board of Linja')}
      aria-rowcount={ROWS}
      aria-colcount={2}
      onKeyDown={onKey}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerLeave={leave}
    >
      <Defs />
      <rect class="field" x={LEFT} y={TOP} width={FIELD} height={ROWS * ROW} rx="12" />
      <g aria-hidden="true">
        {lines.map((row) => {
          const y = rowMiddle(row, flipped);
          const target = targets.some((step) => step.to === row);
          return (
            <g key={row}>
              {target && (
                <rect
                  class={from ? 'target' : 'target faint'}
                  x={LEFT + 8}
                  y={y - ROW / 2 + 9}
                  width={FIELD - 16}
                  height={ROW - 18}
                  rx="9"
                />
              )}
              <text class="row-name" x={LEFT - 24} y={y + 6}>
                {rowName(row)}
              </text>
              <text class={`row-worth worth-${colours[row >= ROWS / 2 ? 'a' : 'b']}`} x={WIDTH - 18} y={y + 6}>
                {rows[row]?.worth[row >= ROWS / 2 ? 'a' : 'b']}
              </text>
            </g>
          );
        })}
        {Array.from({ length: ROWS - 1 }, (_, i) => (
          <Stick key={i} y={TOP + ROW * (i + 1)} seed={i + 1} />
        ))}
        {shownLast.map((step, i) => (
          <Past key={`${replays} ${i}`} step={step} order={i + 1} flipped={flipped} />
        ))}
        {drawn.map(({ pawn, index, at }) => {
          const last = index === (counts[pawn.row]?.[pawn.side === 'a' ? 0 : 1] ?? 0) - 1;
          const movable = last && choices.some((step) => same(step, pawn));
          const isChosen = last && from !== null && from.side === pawn.side && from.row === pawn.row;
          return (
            <g
              key={pawn.id}
              data-pawn={pawn.id}
              class={`pawn${isChosen ? ' chosen' : movable ? ' movable' : ''}`}
              style={{
                transform: isChosen && drag?.moved ? `translate(${drag.x}px, ${drag.y - 8}px)` : `translate(${at[0]}px, ${at[1]}px)`,
              }}
            >
              {(movable || isChosen) && <ellipse class="halo" cy="20" rx="22" ry="8.5" />}
              <PawnShape colour={colours[pawn.side]} />
            </g>
          );
        })}
        {entered && <Met row={entered.to} count={steps.reach} flipped={flipped} kind="given" />}
        {opening && earns > 0 && <Met row={opening.to} count={earns} flipped={flipped} kind="would" />}
        {hinted.map(({ step, before }, i) => (
          <Going key={i} step={step} counts={before} flipped={flipped} kind="hinted" order={String(stepsMade + i + 1)} />
        ))}
        {targets.map((step) => (
          <Going key={step.text} step={step} counts={counts} flipped={flipped} kind={from ? '' : 'faint'} />
        ))}
      </g>
      {lines.map((row, index) => (
        <g key={row} role="row" aria-rowindex={index + 1}>
          {(flipped ? (['b', 'a'] as const) : (['a', 'b'] as const)).map((side, column) => {
            const middle = border(counts[row] ?? [0, 0], flipped);
            const tab = focus.side === side && focus.row === row;
            const movable = choices.some((step) => same(step, { side, row }) || (from && step.to === row && same(step, from)));
            return (
              <rect
                key={side}
                role="gridcell"
                aria-colindex={column + 1}
                aria-label={label(side, row)}
                tabindex={tab ? 0 : -1}
                aria-selected={from !== null && from.side === side && from.row === row}
                data-cell={`${side}${row}`}
                class={movable ? 'cell live' : 'cell'}
                x={LEFT + column * middle}
                y={rowMiddle(row, flipped) - ROW / 2 + 4}
                width={column === 0 ? middle : FIELD - middle}
                height={ROW - 8}
                rx="9"
                onFocus={() => setFocus({ side, row })}
                onPointerDown={(event) => grab(event, { side, row })}
                onClick={() => act(side, row)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && setOver({ side, row })}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** Milliseconds for each step of a turn that is shown again. */
const REPLAY_STEP = 600;

const standAt = (at: readonly [number, number] | undefined, offset: number): Keyframe => ({
  transform: `translate(${at?.[0] ?? 0}px, ${at?.[1] ?? 0}px)`,
  offset,
});

/** Where each pawn stands on the board: beside those of its row that come before it. */
function placed(pawns: readonly Pawn[], counts: Counts, flipped: boolean): { pawn: Pawn; index: number; at: [number, number] }[] {
  const seen = new Map<string, number>();
  return pawns.map((pawn) => {
    const key = `${pawn.side}${pawn.row}`;
    const index = seen.get(key) ?? 0;
    seen.set(key, index + 1);
    return { pawn, index, at: place(pawn, index, counts[pawn.row] ?? [0, 0], flipped) };
  });
}

function same(step: Step, at: At): boolean {
  return step.side === at.side && step.from === at.row;
}
