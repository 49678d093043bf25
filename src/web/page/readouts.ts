// SPDX-License-Identifier: MIT
//
// The single keys that work anywhere on the page outside text fields.

import { clockText } from './clocks';
import { gameOf } from './games/list';
import type { Session } from './session';
import { t } from './text';
import { lastTurnWords, scoreWords, statusLine } from './words';

interface Actions {
  session: () => Session;
  say: (text: string) => void;
  flip: () => void;
  type: () => void;
  undo: () => void;
  /** Takes a step of a half-made turn back, or leaves what is open. */
  escape: () => void;
  rotate: (quarters: number) => void;
}

function lastMove(session: Session): string {
  const table = session.table;
  if (!table?.ply) return t('No turns yet.');
  return lastTurnWords(table);
}

function clockAndScore(session: Session): string {
  const { table } = session;
  if (!table) return '';
  const { left } = session.clocks;
  const clocks = left ? ' ' + t('Clocks: {0} and {1}.', clockText(left[0]), clockText(left[1])) : '';
  return `${scoreWords(table)}.${clocks}`;
}

/** Listens until the function that it returns is called. */
export function readouts(actions: Actions): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))) return;
    const session = actions.session();
    const { table } = session;
    if (!table) return;
    if (event.key === 'l') actions.say(lastMove(session));
    else if (event.key === 'm')
      actions.say(`${statusLine(session).title}. ${session.open ? gameOf(table.state.game).choiceWords(table) : ''}`);
    else if (event.key === 'c') actions.say(clockAndScore(session));
    else if (event.key === 'f') actions.flip();
    else if (event.key === 'i') actions.type();
    else if (event.key === 'u') actions.undo();
    else if (event.key === 'Escape') actions.escape();
    else if (event.key.toLowerCase() === 'r' && gameOf(table.state.game).turned) actions.rotate(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
