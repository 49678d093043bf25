// SPDX-License-Identifier: MIT
//
// The board of a desk, on which a turn can be made step by step; what to do with the whole turn is
// up to the screen around it.

import type { ComponentChildren, JSX } from 'preact';
import type { Desk } from './desk';
import { gameOf } from './games/list';
import { t } from './text';
import { useTurnBoard } from './turn-board';

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
  const { table } = desk;
  const part = table?.part ?? '';
  const back = (): void => {
    if (table && part) tried(() => desk.show(table.before));
  };
  /** Makes a step; a turn that can only end here is made. */
  async function show(text: string, whole: boolean): Promise<void> {
    await desk.show(text);
    const now = desk.table;
    if (whole && now?.part === text && now.steps.whole && now.steps.phase === '') onTurn(text);
  }
  const { board, choices } = useTurnBoard({
    table,
    open,
    flipped,
    hint,
    say,
    onPart: (text, whole) => tried(() => show(text, whole)),
    onBack: back,
  });
  if (!table) return { board, choices, buttons: null };
  const { state, steps } = table;
  return {
    board,
    choices,
    buttons: (
      <>
        {open && part !== '' && steps.whole && (
          <button class="primary" type="button" onClick={() => onTurn(part)}>
            {gameOf(state.game).endingWords(table)}
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
