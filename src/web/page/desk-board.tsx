// SPDX-License-Identifier: MIT
//
// The board of a desk, on which a turn can be made step by step; what to do with the whole turn is
// up to the screen around it.

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { endingWords } from './controls';
import type { Desk } from './desk';
import { readMove } from './liniell';
import { LiniellBoard, turnedPart } from './liniell-board';
import { LinjaBoard } from './linja-board';
import { MarkerChoice, Tray } from './panel';
import { stepBefore } from './table';
import { t } from './text';

interface Props {
  desk: Desk;
  /** A turn may be made. */
  open: boolean;
  flipped: boolean;
  /** A turn to show on the board. */
  hint: string;
  onTurn: (turn: string) => void;
  say: (text: string) => void;
  /** Does what may fail, and tells if it has. */
  tried: (work: () => Promise<void>) => void;
}

interface Parts {
  board: JSX.Element | null;
  /** The tile and the choice of a marker. */
  choices: ComponentChildren;
  /** What ends or takes back a half-made turn. */
  buttons: ComponentChildren;
}

export function useDeskBoard({ desk, open, flipped, hint, onTurn, say, tried }: Props): Parts {
  const [rotation, setRotation] = useState(0);
  const [, setLine] = useState<string | null>(null);
  const { table } = desk;
  if (!table) return { board: null, choices: null, buttons: null };
  const { state, steps, part } = table;

  /** Makes a step; a turn that can only end here is made. */
  async function advance(text: string): Promise<void> {
    await desk.show(text);
    const now = desk.table;
    if (now?.part === text && now.steps.whole && now.steps.phase === '' && state.game === 'linja') onTurn(text);
  }

  function rotate(quarters: number): void {
    if (!table || !open) return;
    const turned = turnedPart(table, rotation, quarters);
    setRotation(turned.rotation);
    if (turned.part !== part) tried(() => desk.show(turned.part));
  }

  const back = (): void => {
    if (!part) return;
    tried(() => desk.show(stepBefore(state.game, part)));
  };
  return {
    board:
      state.game === 'linja' ? (
        <LinjaBoard
          key="linja"
          table={table}
          open={open}
          flipped={flipped}
          hint={hint}
          onStep={(text) => tried(() => advance(text))}
          onBack={back}
          say={say}
        />
      ) : (
        <LiniellBoard
          key="liniell"
          table={table}
          open={open}
          flipped={flipped}
          hint={hint}
          rotation={rotation}
          onRotate={rotate}
          onPart={(text) => tried(() => advance(text))}
          onBack={back}
          onLine={setLine}
          onMarkers={() => document.querySelector<HTMLElement>('.choices .choice button, .controls .primary')?.focus()}
        />
      ),
    choices: (
      <>
        {state.game === 'liniell' && open && readMove(part) && (
          <div class="choices">
            <MarkerChoice table={table} onPart={(text) => tried(() => advance(text))} />
          </div>
        )}
        {state.game === 'liniell' && open && <Tray table={table} rotation={rotation} open={open} onRotate={() => rotate(1)} />}
      </>
    ),
    buttons: (
      <>
        {open && part !== '' && steps.whole && (
          <button class="primary" type="button" onClick={() => onTurn(part)}>
            {endingWords(table)}
          </button>
        )}
        {open && steps.longer[0] === '--' && (
          <button class="primary" type="button" onClick={() => onTurn('--')}>
            {t('Pass')}
          </button>
        )}
        {open && part !== '' && (
          <button type="button" class="back" onClick={back}>
            {t('Take back step')}
          </button>
        )}
      </>
    ),
  };
}
