// SPDX-License-Identifier: MIT
//
// How far a review is, where its values come from, and how well each side played.

import type { JSX } from 'preact';
import type { Side } from './answers';
import { colourName } from './colours';
import { Heard } from './heard';
import { MARKS, type Review } from './review';
import { markName } from './review-words';
import { lossText, valueText } from './said';
import type { Table } from './table';
import { decimal, t, tn } from './text';
import { playerOf, seatTitle } from './words';

export function Progress({ done, all }: { done: number; all: number }): JSX.Element {
  return (
    <label class="progress">
      <span class="small">{tn(all, '{1} of 1 turn looked at', '{1} of {0} turns looked at', done)}</span>
      <progress max={Math.max(1, all)} value={done} />
    </label>
  );
}

export function sourceWords(review: Review): string {
  const { summary } = review;
  if (review.fromTable && (summary?.exact ?? true)) return t('Exact values from the solution of the game.');
  if (summary?.exact) return t('Values from search; all of them are proved.');
  if (summary && summary.error > 0 && review.measure === 'chance')
    return t('Estimates by search, give or take {0}.', lossText('chance', summary.error, false));
  if (summary && summary.error > 0)
    return t('Estimates by search, give or take {0}; whole numbers are proved.', lossText('points', summary.error, false));
  return t('Estimates by search; whole numbers are proved.');
}

/** How well each side played, and in a game of chance how much was luck. */
export function SummaryCard({ review, match }: { review: Review; match: Table }): JSX.Element | null {
  const { summary, measure, colours } = review;
  if (!summary) return null;
  const sides = ['a', 'b'] as const;
  const names = { a: seatTitle(match, playerOf(match.state, 'a')), b: seatTitle(match, playerOf(match.state, 'b')) };
  const percent = (amount: number): string => `${decimal(100 * amount, 0)}\u00a0%`;
  const counted = MARKS.filter((mark) => sides.some((side) => summary.sides[side].counts[mark] > 0));
  const given = (side: Side): string =>
    measure === 'chance'
      ? percent(summary.sides[side].loss)
      : valueText('points', summary.sides[side].loss, summary.exact).replace('+', '');
  const luckier = summary.sides.a.luck >= 0 ? 'a' : 'b';
  return (
    <section class="card summary" aria-label={t('Accuracy')}>
      <table>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col">
                <span class={`badge badge-${colours[side]}`} aria-hidden="true" /> {names[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr class="accuracy">
            <th scope="row">{t('Accuracy')}</th>
            {sides.map((side) => (
              <td key={side}>{`${decimal(summary.sides[side].accuracy, 0)}\u00a0%`}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{measure === 'points' ? t('Points given away') : t('Chances given away')}</th>
            {sides.map((side) => (
              <td key={side}>
                <Heard text={given(side)} />
              </td>
            ))}
          </tr>
          {counted.map((mark) => (
            <tr key={mark}>
              <th scope="row">{markName(mark)}</th>
              {sides.map((side) => (
                <td key={side}>{summary.sides[side].counts[mark]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {review.hasDraws && (
        <p class="small">
          <Heard
            text={t(
              'Skill and luck, in the chances of {0}: {1} at the beginning, minus {2} given away, plus {3} given away by {4}, and {5} by the draws, makes {6}.',
              colourName(colours.a),
              percent(summary.first.chance),
              percent(summary.sides.a.loss),
              percent(summary.sides.b.loss),
              colourName(colours.b),
              percent(summary.sides.a.luck),
              percent(summary.last.chance),
            )}
          />{' '}
          {t('The draws favoured {0}.', colourName(colours[luckier]))}
        </p>
      )}
    </section>
  );
}
