// SPDX-License-Identifier: MIT
//
// Where the points of Linja come from, as C tells them row by row.

import type { JSX } from 'preact';
import type { Side } from '../../answers';
import { colourName } from '../../colours';
import { Heard } from '../../heard';
import type { Table } from '../../table';
import { decimal, t } from '../../text';
import { readRows, rowName } from './pawns';

/** What the far rows pay a side, and what its pawns behind the middle cost. */
export function parts({ described }: Table, side: Side): { gained: number; lost: number } {
  const points = readRows(described).map((row) => row.points[side]);
  const sum = (wanted: (each: number) => boolean): number => points.filter(wanted).reduce((all, each) => all + each, 0);
  return { gained: sum((each) => each > 0), lost: sum((each) => each < 0) };
}

/** What the running points mean. */
export const IfOver = (): JSX.Element => (
  <p class="small">{t('As if the game ended now: what the far rows pay, less what pawns left behind cost.')}</p>
);

/** The points of both sides, row by row. */
export function RowPoints({ table }: { table: Table }): JSX.Element {
  const rows = readRows(table.described);
  return (
    <table class="row-points">
      <caption class="unseen">{t('Points by row')}</caption>
      <thead>
        <tr>
          <td />
          {rows.map((_, row) => (
            <th key={row} scope="col">
              {rowName(row)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['a', 'b'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{colourName(table.colours[side])}</th>
            {rows.map(({ points }, row) => (
              <td key={row}>{points[side] !== 0 && <Heard text={decimal(points[side], 0)} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
