// SPDX-License-Identifier: MIT
//
// What a review says of a turn, to those who sit here: "You" is the one person at the table.

import type { Side } from './answers';
import { colourName } from './colours';
import { amountOf, isMistake, type Mark, type ReviewedTurn } from './review';
import { lossText, valueText, type Measure } from './said';
import type { Table } from './table';
import { t } from './text';
import { isYou, playerOf } from './words';

export function markName(mark: Mark): string {
  const names: Record<Mark, string> = {
    forced: t('forced'),
    great: t('great'),
    best: t('best'),
    good: t('good'),
    inaccuracy: t('inaccuracy'),
    mistake: t('mistake'),
    blunder: t('blunder'),
  };
  return names[mark];
}

/** The sides of the people here; between computers, both. */
export function sidesHere(match: Table): Side[] {
  const sides: Side[] = ['a', 'b'];
  const here = sides.filter((side) => match.seats[playerOf(match.state, side)].kind === 'person');
  return here.length > 0 ? here : sides;
}

const isYours = (match: Table, side: Side): boolean => isYou(match, playerOf(match.state, side));

/** Whether all that is looked at is one person's. */
export const isOnePerson = (match: Table): boolean => sidesHere(match).some((side) => isYours(match, side));

export function turnTitle(match: Table, of: ReviewedTurn, at: number): string {
  const number = Math.floor(at / 2) + 1;
  if (isYours(match, of.side)) return t('{0}. You played {1}', number, of.played);
  return t('{0}. {1} played {2}', number, colourName(match.colours[of.side]), of.played);
}

export function turnDetail(measure: Measure, of: ReviewedTurn): string {
  if (!isMistake(of)) return markName(of.mark);
  const exact = of.before.exact && of.after.exact;
  const loss = lossText(measure, of.loss, exact);
  return exact ? t('{0}: it gives away {1}.', markName(of.mark), loss) : t('{0}: it gives away about {1}.', markName(of.mark), loss);
}

/** What the best turn and the one played are worth. */
export function valuesLine(match: Table, measure: Measure, { side, before, after }: ReviewedTurn): string {
  const [best, played] = [before, after].map((of) => valueText(measure, amountOf(measure, of), of.exact)) as [string, string];
  if (isYours(match, side)) return t('Best {0}, played {1} for you.', best, played);
  return t('Best {0}, played {1} for {2}.', best, played, colourName(match.colours[side]));
}
