// SPDX-License-Identifier: MIT
//
// A rule card on the screen and on paper.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameName } from './answers';
import { cardAddress, chapterAddress, lessonAddress, TILES } from './learn-address';
import { cardOf, type CardLine } from './learn-cards';
import { isChapter } from './lessons/linja';
import { ROWS } from './linja';
import { EDITIONS, sheetWords, spoken, termNames, TERMS } from './sheets';
import { SourceTag } from './source';
import { languages, t, type Language } from './text';
import { ruleSet, ruleSets } from './words';

function Points({ points }: { points: readonly number[] }): JSX.Element {
  return (
    <section class="points-of-rows">
      <h2>{t('Points')}</h2>
      <table>
        <caption class="small">{t('A pawn so many rows from its own line is worth')}</caption>
        <thead>
          <tr>
            {points.map((_, row) => (
              <th key={row} scope="col">
                {row === 0 ? t('line') : row === ROWS - 1 ? t('goal') : row}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {points.map((worth, row) => (
              <td key={row} class={row < ROWS / 2 ? 'differs' : ''}>
                {String(worth).replace('-', '\u2212')}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** A rule; behind a touch, what else can be read on the sheets. */
function Line({ line }: { line: CardLine }): JSX.Element {
  const said = (
    <>
      {line.text}
      {line.source && (
        <>
          {' '}
          <SourceTag source={line.source} />
        </>
      )}
    </>
  );
  return (
    <li class={line.differs ? 'differs' : ''}>
      {line.differs && (
        <span class="differs-mark" role="img" aria-label={t('differs')}>
          ◆
        </span>
      )}
      {line.other ? (
        <details>
          <summary>{said}</summary>
          <p class="small">{line.other}</p>
        </details>
      ) : (
        said
      )}
    </li>
  );
}

/** What the sheets call things, in one language. */
function WordTable({ language, edition }: { language: Language; edition: string }): JSX.Element {
  const sheets = EDITIONS.flatMap((each) => {
    const words = sheetWords(language, each);
    return words ? [{ each, words }] : [];
  });
  const names = termNames();
  return (
    <table class="word-table">
      <thead>
        <tr>
          <th scope="col">{t('Here')}</th>
          {sheets.map(({ each }) => (
            <th key={each} scope="col">
              {ruleSet(each).title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TERMS.map((term) => (
          <tr key={term}>
            <th scope="row">{names[term]}</th>
            {sheets.map(({ each, words }) => (
              <td key={each} lang={language} class={each === edition ? 'this' : ''}>
                {words[term] || '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SheetWords({ edition }: { edition: string }): JSX.Element {
  const here = spoken();
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== here);
  return (
    <section class="card sheet-words" aria-label={t('The words of the sheets')}>
      <h2>{t('The words of the sheets')}</h2>
      <WordTable language={here} edition={edition} />
      {others.map((language) => (
        <details key={language}>
          <summary lang={language}>{languages[language]}</summary>
          <WordTable language={language} edition={edition} />
        </details>
      ))}
    </section>
  );
}

export function RuleCard({ game, edition, onPlay }: { game: GameName; edition: string; onPlay: () => void }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const card = cardOf(game, edition);
  const marked = card.sections.some((section) => section.lines.some((line) => line.differs));
  return (
    <main class="learn">
      <nav class="editions" aria-label={t('Rule cards')}>
        {ruleSets('linja').map((set) => (
          <a
            key={set.name}
            class="button"
            href={cardAddress('linja', set.name)}
            aria-current={game === 'linja' && edition === set.name ? 'page' : undefined}
          >
            {t('{0}: {1}', 'Linja', set.title)}
          </a>
        ))}
        <a class="button" href={cardAddress('liniell', '')} aria-current={game === 'liniell' ? 'page' : undefined}>
          Liniell
        </a>
      </nav>
      <article class="card rule-card">
        <h1 tabIndex={-1} ref={heading}>
          {card.title}
        </h1>
        {card.words.map((line) => (
          <p key={line} class="small">
            {line}
          </p>
        ))}
        <ul class="legend small">
          {marked && (
            <li>
              <span class="differs-mark" aria-hidden="true">
                ◆
              </span>{' '}
              {t('These lines differ from one edition to another.')}
            </li>
          )}
          {card.points && edition !== '2003' && (
            <li>
              <SourceTag source="option" /> {t('The sheet offers it as an option.')}
            </li>
          )}
          <li>
            <SourceTag source="ours" /> {t('The sheets are silent or can be read in two ways. Touch a line with ▸ for the other reading.')}
          </li>
        </ul>
        <div class="columns">
          {card.sections.map((section) => (
            <section key={section.title}>
              <h2>{section.title}</h2>
              <ul>
                {section.lines.map((line) => (
                  <Line key={line.text} line={line} />
                ))}
              </ul>
            </section>
          ))}
          {card.points && <Points points={card.points} />}
        </div>
      </article>
      {game === 'linja' && <SheetWords edition={edition} />}
      <div class="buttons">
        <button type="button" class="primary" onClick={onPlay}>
          {t('Back to the game')}
        </button>
        <a class="button" href={lessonAddress(game, 1)}>
          {t('Learn step by step')}
        </a>
        {isChapter(edition) && (
          <a class="button" href={chapterAddress(edition)}>
            {t('What is special')}
          </a>
        )}
        {game === 'liniell' && (
          <a class="button" href={TILES}>
            {t('Enter your own tiles')}
          </a>
        )}
        <button type="button" onClick={() => print()}>
          {t('Print')}
        </button>
      </div>
    </main>
  );
}
