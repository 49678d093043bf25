// SPDX-License-Identifier: MIT
//
// Linja in words: rows, turns, what is to be done and what can be. The moves have the names of the rule sheets.

import { value, type Did, type Side } from '../../answers';
import { colourName } from '../../colours';
import type { Table } from '../../table';
import { t, tn } from '../../text';
import type { Line } from '../game';
import { lastStep, readRows, ROWS, rowName } from './pawns';
import { ruleOptions } from './rules';

/** A row's letter in a sentence: a capital in languages in which a small one is a word. */
export const rowWord = (row: number): string => t('a b c d e f g h').split(' ')[row] ?? rowName(row);

export function turnWords(did: readonly Did[]): string {
  if (did.length === 0) return t('pass');
  return did
    .map(({ kind, reach, turn }) => {
      const step = lastStep(turn, 'a');
      const [from, to] = [step ? rowWord(step.from) : '', step ? rowWord(step.to) : ''];
      if (kind === 'follow-up') return tn(reach, 'follow-up of 1 row with {1}', 'follow-up of {0} rows with {1}', from);
      if (kind === 'extra opening') return t('extra turn {0} to {1}', from, to);
      if (kind !== 'bonus') return t('{0} to {1}', from, to);
      return step?.side === 'a' ? t('bonus {0} to {1}', from, to) : t('bonus with an opposing pawn {0} to {1}', from, to);
    })
    .join(', ');
}

export function line(table: Table): Line {
  const { steps, part } = table;
  const decline = steps.whole ? ' ' + t('Or end the turn here.') : '';
  if (steps.phase === 'opening')
    return { title: t('Opening move: 1 row forward'), detail: t('Choose a pawn. The pawns it meets give the length of the follow-up.') };
  if (steps.phase === 'extra opening')
    return { title: t('Extra turn, opening move: 1 row forward'), detail: t('The follow-up reached an empty row. Choose a pawn.') };
  if (steps.phase === 'follow-up') {
    const entered = lastStep(part, table.state.side);
    const row = entered ? rowWord(entered.to) : '';
    const goal = entered !== null && (entered.to === 0 || entered.to === ROWS - 1);
    return {
      title: tn(steps.reach, 'Follow-up: 1 row with any pawn', 'Follow-up: {0} rows with any pawn'),
      detail:
        (goal
          ? t('The opening move reached the goal.')
          : tn(steps.reach, 'You entered row {1}, where 1 pawn stood.', 'You entered row {1}, where {0} pawns stood.', row)) + decline,
    };
  }
  if (steps.phase === 'bonus') {
    const more = ruleOptions()
      .filter((option) => table.state.rules.includes(option.name))
      .map((option) => ' ' + option.difference);
    return { title: t('Bonus: 1 row, forward or backward'), detail: t('Your pawn reached the goal exactly.') + more.join('') + decline };
  }
  return { title: t('End of the turn'), detail: t('Nothing more can be moved.') };
}

/** Why the game is over on the board, as C has told it. */
export const endWords = ({ described }: Table): string =>
  value(described, 'end') === 'stuck' ? t('Nobody can make an opening move.') : t('All pawns have passed each other.');

/** What one wants; what the rows pay comes from C. */
export function goalWords({ described }: Table, side: Side): string {
  const worth = readRows(described).map((row) => row.worth[side]);
  const pay = (side === 'a' ? worth : worth.reverse()).filter((points) => points > 0);
  return t('Bring your pawns to the far side: the last rows pay {0} points a pawn.', pay.join(', '));
}

export function choiceWords({ steps, state, colours }: Table): string {
  if (steps.longer.length === 0) return steps.whole ? t('The turn can end.') : t('Nothing can be moved.');
  const moves = steps.longer.map((text) => {
    const step = lastStep(text, state.side);
    if (!step) return t('pass');
    const way = t('{0} to {1}', rowWord(step.from), rowWord(step.to));
    return step.side === state.side ? way : t('{0}: {1}', colourName(colours[step.side]), way);
  });
  return t('Possible: {0}.', moves.join(', ')) + (steps.whole ? ' ' + t('Or end the turn.') : '');
}

export const endingWords = ({ steps }: Table): string => (steps.phase === 'bonus' ? t('No bonus') : t('No follow-up'));
