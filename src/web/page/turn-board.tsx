// SPDX-License-Identifier: MIT
//
// The board on which a turn is made, step by step, wherever that is: at the table, in a lesson, on a desk. Who keeps
// the half-made turn, and what becomes of the whole one, is up to the screen around it.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { gameOf } from './games/list';
import type { Table } from './table';

interface Props {
  table: Table | null;
  /** A turn may be made. */
  open: boolean;
  /** Whether the board is about to change: then a press waits for what is shown next. */
  busy?: () => boolean;
  flipped: boolean;
  /** A turn to show on the board. */
  hint: string;
  /** Another board than the one before, which shares no pieces with it. */
  fresh?: string | number;
  /** The piece in hand is shown also while nobody may move. */
  idle?: boolean;
  /** Shows a half-made turn; `whole`: it is made, if nothing can follow. */
  onPart: (part: string, whole: boolean) => void;
  onBack: () => void;
  say: (text: string) => void;
}

interface Parts {
  board: JSX.Element | null;
  /** What is in hand, and what is chosen beside the board. */
  choices: JSX.Element | null;
  /** What is told of the place under the pointer; null: nothing. */
  line: string | null;
  /** Turns the piece in hand by quarters, where it can be. */
  rotate: (quarters: number) => void;
  /** The turn is over: the next piece comes as it is. */
  rest: () => void;
  /** Shows the last turn again, step by step. */
  replay: () => void;
}

const toChoices = (): void => document.querySelector<HTMLElement>('.choices .choice button, .controls .primary')?.focus();

/**
 * A press while the board changes is made on what is then shown, if that is the same turn: nothing is lost, and
 * nobody makes two turns with two quick presses.
 */
function useWaitingPress(table: Table | null, busy: () => boolean): void {
  const waiting = useRef<{ on: Element; event: Event; ply: number } | null>(null);
  const ply = table?.ply ?? 0;
  const latest = useRef({ ply, busy });
  latest.current = { ply, busy };
  useEffect(() => {
    // At once, before anything is drawn again.
    const hold = (event: Event): void => {
      const on = event.target instanceof Element ? event.target : null;
      if (!latest.current.busy() || !on?.closest('.board')) return;
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      event.stopPropagation();
      event.preventDefault();
      waiting.current = { on, event, ply: latest.current.ply };
    };
    for (const kind of ['click', 'keydown']) document.addEventListener(kind, hold, true);
    return () => {
      for (const kind of ['click', 'keydown']) document.removeEventListener(kind, hold, true);
    };
  }, []);
  const quiet = !busy();
  useEffect(() => {
    const press = waiting.current;
    if (!quiet || !press) return;
    waiting.current = null;
    if (press.ply !== ply || !press.on.isConnected) return;
    const { event } = press;
    press.on.dispatchEvent(
      event instanceof KeyboardEvent
        ? new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true })
        : new MouseEvent('click', { bubbles: true, cancelable: true }),
    );
  });
}

export function useTurnBoard(props: Props): Parts {
  const { table, open, busy = () => false, flipped, hint, fresh, idle = false, onPart, onBack, say } = props;
  useWaitingPress(table, busy);
  const [rotation, setRotation] = useState(0);
  const [line, setLine] = useState<string | null>(null);
  const [replays, setReplays] = useState(0);
  const replay = (): void => setReplays(replays + 1);
  const rest = (): void => {
    setRotation(0);
    setLine(null);
  };
  if (!table) return { board: null, choices: null, line, rotate: () => undefined, rest, replay };
  const { game } = table.state;
  const { Board, Choices, turned, handWords, endsByItself } = gameOf(game);
  const rotate = (quarters: number): void => {
    if (!open || !turned) return;
    const next = turned(table, rotation, quarters);
    setRotation(next.rotation);
    if (handWords) say(handWords({ ...table, part: next.part }, next.rotation));
    if (next.part !== table.part) onPart(next.part, false);
  };
  const show = (part: string): void => onPart(part, endsByItself);
  return {
    board: (
      <Board
        key={`${game} ${fresh ?? ''}`}
        table={table}
        open={open}
        flipped={flipped}
        hint={hint}
        rotation={rotation}
        onRotate={rotate}
        onPart={show}
        onBack={onBack}
        onChoices={toChoices}
        onLine={setLine}
        say={say}
        replays={replays}
      />
    ),
    choices: <Choices table={table} open={open} idle={idle} rotation={rotation} onPart={show} onRotate={() => rotate(1)} />,
    line,
    rotate,
    rest,
    replay,
  };
}
