// SPDX-License-Identifier: MIT
//
// The games elsewhere in which this device holds a seat, beside its own: those first in which it is to move. What is shown at
// once is what was last known; the server is asked again and again (news.ts).

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../text';
import { isFound } from '../search';
import { playAddress } from './addresses';
import { isTheirTurn, leaveSeat, onSeats, seats, type Seat } from './seats';
import { nameOf, standing, titleOf } from './words';

const whenOf = (at: number): string =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

const wordsOf = (seat: Seat): string[] => {
  const { view, player } = seat;
  const names = ([0, 1] as const).map((each) => (each === player ? t('You') : nameOf(view, each)));
  return [titleOf(view), view.status === 'open' ? (names[player] ?? '') : names.join(' – '), standing(seat), whenOf(seat.at)];
};

export function YourSeats({ typed, say }: { typed: string; say: (text: string) => void }): JSX.Element | null {
  const [all, setAll] = useState(seats);
  useEffect(() => {
    setAll(seats());
    return onSeats(() => setAll(seats()));
  }, []);
  const isOver = ({ view, gone, moved }: Seat): boolean => gone || moved || view.status === 'over';
  const rank = (seat: Seat): number => (isTheirTurn(seat) ? 0 : isOver(seat) ? 2 : 1);
  const shown = all.filter((seat) => isFound(wordsOf(seat), typed)).sort((a, b) => rank(a) - rank(b) || b.at - a.at);
  if (shown.length === 0) return null;
  const row = (seat: Seat, i: number): JSX.Element => {
    const words = wordsOf(seat);
    const [title, players, stands, when] = words;
    return (
      <li key={seat.id}>
        <a class="about" href={playAddress(seat.id)}>
          <strong>{title}</strong>
          <span>{players}</span>
          <span class={isTheirTurn(seat) ? 'to-move' : ''}>{stands}</span>
          <span class="small">{when}</span>
        </a>
        {isOver(seat) && (
          <button
            type="button"
            aria-label={t('{0}: {1}', t('Delete'), `${i + 1}. ${words.join(', ')}`)}
            onClick={() => {
              leaveSeat(seat.id);
              say(t('The game is deleted.'));
            }}
          >
            {t('Delete')}
          </button>
        )}
      </li>
    );
  };
  return (
    <section class="card" aria-label={t('Elsewhere')}>
      <h2>
        {t('Elsewhere')} ({shown.length})
      </h2>
      <ul>{shown.map(row)}</ul>
    </section>
  );
}
