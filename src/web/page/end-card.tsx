// SPDX-License-Identifier: MIT
//
// What is left to say when a game is over: why, by how much, where the points come from, and what to do now.

import type { JSX } from 'preact';
import { gameOf } from './games/list';
import { isOnePerson } from './review-words';
import type { Table } from './table';
import { t } from './text';
import { resultWords, wonLevel } from './words';

/** Pieces that fall over the board when somebody has won. */
const PIECES = 12;

interface Props {
  table: Table;
  onReview: () => void;
  onShare: () => void;
  /** The same again, against a computer of this level. */
  onLevel: (level: number) => void;
}

/** Some joy for whoever has won; none where nothing shall move (device.css). */
export const Joy = ({ table }: { table: Table }): JSX.Element => (
  <div class="joy" aria-hidden="true">
    {Array.from({ length: PIECES }, (_, i) => (
      <span key={i} class={`badge-${table.colours[i % 3 === 0 ? 'b' : 'a']}`} />
    ))}
  </div>
);

export function EndCard({ table, onReview, onShare, onLevel }: Props): JSX.Element {
  const { state } = table;
  const { endWords, EndPoints } = gameOf(state.game);
  const level = wonLevel(table);
  return (
    <section class="card end" aria-label={t('The end of the game')}>
      <p>
        <strong>{resultWords(table)}</strong> {!state.declared && !state.repetition && endWords(table)}
      </p>
      <EndPoints table={table} />
      <div class="buttons">
        {table.line.length > 0 && (
          <button type="button" onClick={onReview}>
            {isOnePerson(table) ? t('Review my mistakes') : t('Review the game')}
          </button>
        )}
        <button type="button" onClick={onShare}>
          {t('Share')}
        </button>
        {level !== null && level < 10 && (
          <button type="button" onClick={() => onLevel(level + 1)}>
            {t('Try level {0}', level + 1)}
          </button>
        )}
      </div>
    </section>
  );
}
