// SPDX-License-Identifier: MIT
//
// The value over a game as a curve, with signs at the mistakes; the same as a table for those who
// read rather than look.

import type { JSX } from 'preact';
import { colourName } from './colours';
import { Heard } from './heard';
import { amountOf, type Review, type Value } from './review';
import { valueText } from './said';
import { t } from './text';

const WIDTH = 360;
const HEIGHT = 160;
const LEFT = 42;
const RIGHT = 10;
const TOP = 22;
const FOOT = 22;

interface Props {
  review: Review;
  ply: number;
  onGoTo: (ply: number) => void;
}

export function ReviewChart({ review, ply, onGoTo }: Props): JSX.Element {
  const { measure, colours } = review;
  const count = Math.max(1, review.positions.length - 1);
  const known = review.positions.map((_, i) => review.at(i));
  const most = measure === 'chance' ? 1 : 4 * Math.ceil(Math.max(4, ...known.map((amount) => Math.abs(amount ?? 0))) / 4);
  const least = measure === 'chance' ? 0 : -most;
  const x = (at: number): number => LEFT + 8 + ((WIDTH - LEFT - 8 - RIGHT) * at) / count;
  const y = (amount: number): number => TOP + ((HEIGHT - TOP - FOOT) * (most - amount)) / (most - least);
  const points = known.flatMap((amount, i) => (amount === null ? [] : [`${x(i).toFixed(1)} ${y(amount).toFixed(1)}`]));
  const middle = (most + least) / 2;
  const label = (amount: number): string => valueText(measure, amount, true);
  const worth = (of: Value): string => valueText(measure, amountOf(measure, of), of.exact);

  function onClick(event: JSX.TargetedMouseEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const along = ((event.clientX - box.left) / box.width) * WIDTH;
    onGoTo(Math.min(review.positions.length - 1, Math.max(0, Math.round(((along - LEFT - 8) / (WIDTH - LEFT - 8 - RIGHT)) * count))));
  }

  return (
    <figure class="chart">
      <figcaption class="small">
        {measure === 'points' ? t('Points ahead for {0}', colourName(colours.a)) : t('Chance to win of {0}', colourName(colours.a))}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('The value turn by turn; the table below tells the same.')}
        onClick={onClick}
      >
        {[most, middle, least].map((amount) => (
          <g key={amount}>
            <path class={amount === middle ? 'zero' : 'grid'} d={`M${LEFT} ${y(amount)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 6} y={y(amount) + 4} text-anchor="end">
              {label(amount)}
            </text>
          </g>
        ))}
        <path class="here" d={`M${x(ply)} ${TOP - 8}V${HEIGHT - FOOT + 6}`} />
        {points.length > 0 && <path class="under" d={`M${x(0)} ${y(middle)}L${points.join('L')}L${x(points.length - 1)} ${y(middle)}Z`} />}
        {points.length > 0 && <path class="curve" d={`M${points.join('L')}`} />}
        {review.turns.map((turn, i) => {
          const amount = known[i];
          if (!turn.sign || amount === null || amount === undefined) return null;
          const above = turn.side === 'a';
          return (
            <g key={i} class={`sign sign-${turn.mark}`}>
              {above ? <circle cx={x(i)} cy={y(amount)} r="4" /> : <rect x={x(i) - 3.6} y={y(amount) - 3.6} width="7.2" height="7.2" />}
              <text x={x(i)} y={Math.min(HEIGHT - 3, Math.max(10, y(amount) + (above ? -7 : 16)))} text-anchor="middle">
                {turn.sign}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{t('As a table')}</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label={t('Values turn by turn')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Turn')}</th>
                <th scope="col">{t('Played')}</th>
                <th scope="col">{t('Best')}</th>
                <th scope="col">{t('After')}</th>
                <th scope="col">{t('Mark')}</th>
              </tr>
            </thead>
            <tbody>
              {review.turns.map((turn, i) => (
                <tr key={i}>
                  <th scope="row">
                    {Math.floor(i / 2) + 1} {colourName(colours[turn.side])}
                  </th>
                  <td>{turn.played}</td>
                  <td>
                    <Heard text={worth(turn.before)} />
                  </td>
                  <td>
                    <Heard text={worth(turn.after)} />
                  </td>
                  <td>{turn.sign || '·'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
