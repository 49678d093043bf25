// SPDX-License-Identifier: MIT
//
// The three costliest turns of a review in words, those of the people here, each with the better one to be played.

import type { JSX } from 'preact';
import { Heard } from './heard';
import { puzzleFragment } from './puzzle';
import { isMistake, type Review } from './review';
import { isOnePerson, turnDetail, turnTitle } from './review-words';
import type { Table } from './table';
import { t } from './text';

interface Props {
  review: Review;
  match: Table;
  onGoTo: (ply: number) => void;
  onPlay: (ply: number) => void;
}

export function WorstCard({ review, match, onGoTo, onPlay }: Props): JSX.Element | null {
  const title = isOnePerson(match) ? t('Your costliest turns') : t('The costliest turns');
  if (review.worst.length === 0)
    return review.turns.some(isMistake) ? (
      <section class="card worst" aria-label={title}>
        <p>{t('You made no mistakes.')}</p>
      </section>
    ) : null;
  return (
    <section class="card worst" aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {review.worst.map(({ ply, reasons }) => {
          const turn = review.turns[ply];
          if (!turn) return null;
          return (
            <li key={ply}>
              <button type="button" class="go" onClick={() => onGoTo(ply)}>
                <span class={`mark mark-${turn.mark}`} aria-hidden="true">
                  {turn.sign}
                </span>
                <span>{turnTitle(match, turn, ply)}</span>
              </button>
              <p>
                <span class="verdict">{turnDetail(review.measure, turn)}</span> <Heard text={reasons.join(' ')} />
              </p>
              <p>
                {t('Better is {0}.', turn.best)} <Heard text={turn.why} />
              </p>
              <button type="button" aria-label={`${t('Play the better turn')}: ${turn.best}`} onClick={() => onPlay(ply)}>
                {t('Play the better turn')}
              </button>
            </li>
          );
        })}
      </ol>
      <p>
        <a class="button" href={puzzleFragment({ game: review.game, number: null, mine: true })}>
          {t('Practise these turns')}
        </a>
      </p>
    </section>
  );
}
