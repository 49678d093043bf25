// SPDX-License-Identifier: MIT
//
// The games, who made them, and what this page is.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TILES } from './learn-address';
import { t } from './text';

/** Who put the sheets into other languages, as far as the sheets name them. */
const TRANSLATORS: readonly (readonly [string, string])[] = [
  ['2003, Italiano', 'Patricia Cleri'],
  ['2003, Français', 'Anaïs Gaulard'],
  ['2003, Español', 'Jordi Ciprés (Jugar x Jugar)'],
  ['2003, Português', 'Morapiaf'],
  ['zen, Deutsch', 'Claudio Schisano, Markus Jost'],
  ['zen, Italiano', 'Valentina Ottomano, Giada Ruscitto'],
];

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

export function AboutScreen({ onPlay }: { onPlay: () => void }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const players = [t('Players'), t('2, from 8 years')] as const;
  return (
    <main class="learn about">
      <h1 tabIndex={-1} ref={heading}>
        {t('About')}
      </h1>
      <p>
        {t(
          'Linework is an independent project by people who like these games. It is made neither by their authors nor by their publishers, to whom the games belong.',
        )}
      </p>
      <div class="tutorials">
        <section class="card" aria-label="Linja">
          <h2>Linja</h2>
          <Facts
            facts={[
              [t('Author'), 'Steffen Mühlhäuser'],
              [t('Publishers'), 'Steffen-Spiele (2003); The Geeky Pen (zen)'],
              players,
              [t('Playing time'), t('The sheets do not say.')],
              [t('In the box'), t('7 bamboo sticks, 12 pawns of each colour')],
            ]}
          />
          <details>
            <summary>{t('Translators of the sheets')}</summary>
            <Facts facts={TRANSLATORS} />
          </details>
        </section>
        <section class="card" aria-label="Liniell">
          <h2>Liniell</h2>
          <Facts
            facts={[
              [t('Author'), 'Moritz Dressler'],
              players,
              [t('Playing time'), t('About 5 minutes')],
              [t('In the box'), t('16 tiles, 2 markers each in green and yellow')],
            ]}
          />
          <p class="small">{t('The lines on the tiles are rebuilt: the pictures are lost.')}</p>
          <p class="further">
            <a href={TILES}>{t('Enter your own tiles')}</a>
          </p>
        </section>
      </div>
      <section class="card" aria-label={t('Where to get them')}>
        <h2>{t('Where to get them')}</h2>
        <p>{t('Ask your games shop, or the makers. The sheets name these addresses:')}</p>
        <ul>
          <li>
            Linja:{' '}
            <a href="https://www.steffen-spiele.de" rel="noopener noreferrer">
              www.steffen-spiele.de
            </a>
          </li>
          <li>
            Liniell:{' '}
            <a href="https://www.moksi.de/en/Liniell" rel="noopener noreferrer">
              www.moksi.de/en/Liniell
            </a>
          </li>
        </ul>
        <p class="small">{t('Bamboo feels better than pixels.')}</p>
      </section>
      <div class="buttons">
        <button type="button" class="primary" onClick={onPlay}>
          {t('Back to the game')}
        </button>
      </div>
    </main>
  );
}
