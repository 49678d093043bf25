// SPDX-License-Identifier: MIT
//
// A rule card on the screen and on paper.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameName } from './answers';
import { cardAddress, lessonAddress } from './learn-address';
import { cardOf } from './learn-cards';
import { ROWS } from './linja';
import { t } from './text';
import { ruleSets } from './words';

function Points({ points }: { points: readonly number[] }): JSX.Element {
  return (
    <section class="points-of-rows">
      <h2>{t('Points')}</h2>
      <table>
        <caption class="small">{t('A pawn so many rows from its own line is worth')}</caption>
        <thead>
          <tr>{points.map((_, row) => <th key={row} scope="col">{row === 0 ? t('line') : row === ROWS - 1 ? t('goal') : row}</th>)}</tr>
        </thead>
        <tbody>
          <tr>{points.map((worth, row) => <td key={row} class={row < ROWS / 2 ? 'differs' : ''}>{String(worth).replace('-', '\u2212')}</td>)}</tr>
        </tbody>
      </table>
    </section>
  );
}

export function RuleCard({ game, edition, onPlay }: { game: GameName; edition: string; onPlay(): void }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const card = cardOf(game, edition);
  const marked = card.sections.some((section) => section.lines.some((line) => line.differs));
  return (
    <main class="learn">
      <nav class="editions" aria-label={t('Rule cards')}>
        {ruleSets('linja').map((set) => (
          <a key={set.name} class="button" href={cardAddress('linja', set.name)} aria-current={game === 'linja' && edition === set.name ? 'page' : undefined}>
            {t('{0}: {1}', 'Linja', set.title)}
          </a>
        ))}
        <a class="button" href={cardAddress('liniell', '')} aria-current={game === 'liniell' ? 'page' : undefined}>Liniell</a>
      </nav>
      <article class="card rule-card">
        <h1 tabIndex={-1} ref={heading}>{card.title}</h1>
        {marked && <p class="small"><span class="differs-mark" aria-hidden="true">◆</span> {t('These lines differ from one edition to another.')}</p>}
        <div class="columns">
          {card.sections.map((section) => (
            <section key={section.title}>
              <h2>{section.title}</h2>
              <ul>
                {section.lines.map((line) => (
                  <li key={line.text} class={line.differs ? 'differs' : ''}>
                    {line.differs && <span class="differs-mark" role="img" aria-label={t('differs')}>◆</span>}
                    {line.text}
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {card.points && <Points points={card.points} />}
        </div>
      </article>
      <div class="buttons">
        <button type="button" class="primary" onClick={onPlay}>{t('Back to the game')}</button>
        <a class="button" href={lessonAddress(game, 1)}>{t('Learn step by step')}</a>
        <button type="button" onClick={() => print()}>{t('Print')}</button>
      </div>
    </main>
  );
}
