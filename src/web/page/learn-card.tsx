// SPDX-License-Identifier: MIT
//
// A rule card on the screen and on paper.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameName, Lines } from './answers';
import type { CardLine } from './card';
import { cardAddress, lessonAddress } from './learn-address';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import { Heard } from './heard';
import { SourceTag } from './source';
import { decimal, t } from './text';
import { ruleSet } from './words';

function Points({ points }: { points: readonly number[] }): JSX.Element {
  return (
    <section class="points-of-rows">
      <h2>{t('Points')}</h2>
      <table>
        <caption class="small">{t('What a pawn is worth, by its rows from its own line')}</caption>
        <thead>
          <tr>
            {points.map((_, row) => (
              <th key={row} scope="col">
                {row === 0 ? t('line') : row === points.length - 1 ? t('goal') : row}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {points.map((worth, row) => (
              <td key={row} class={row < points.length / 2 ? 'differs' : ''}>
                <Heard text={decimal(worth, 0)} />
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

/** All rule cards; a game of one edition has one, under its own name. */
export function allCards(): { game: GameName; edition: string; title: string }[] {
  return GAMES.flatMap((game) => {
    const { editions, title } = gameOf(game);
    const of = (edition: string): string => (editions.length > 1 ? t('{0}: {1}', title, ruleSet(game, edition).title) : title);
    return editions.map((edition) => ({ game, edition, title: of(edition) }));
  });
}

interface Props {
  game: GameName;
  edition: string;
  /** What the rules code says of the start of a game. */
  startOf: (game: GameName, rules: string) => Promise<Lines>;
  complain: (error: unknown, again: () => void) => void;
  onPlay: () => void;
}

export function RuleCard({ game, edition, startOf, complain, onPlay }: Props): JSX.Element {
  const [described, setDescribed] = useState<Lines | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    let left = false;
    const ask = (): void =>
      void startOf(game, edition).then(
        (lines) => left || setDescribed(lines),
        (error: unknown) => left || complain(error, ask),
      );
    ask();
    return () => {
      left = true;
    };
  }, []);
  const { BelowCard, card: cardOf, cardLinks } = gameOf(game);
  const card = cardOf(edition);
  const marked = card.sections.some((section) => section.lines.some((line) => line.differs));
  return (
    <main class="learn">
      <nav class="editions" aria-label={t('Rule cards')}>
        {allCards().map((each) => (
          <a
            key={each.title}
            class="button"
            href={cardAddress(each.game, each.edition)}
            aria-current={game === each.game && edition === each.edition ? 'page' : undefined}
          >
            {each.title}
          </a>
        ))}
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
          {card.sections.some(({ lines }) => lines.some(({ source }) => source === 'option')) && (
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
          {card.points && described && <Points points={card.points(described)} />}
        </div>
      </article>
      {BelowCard && <BelowCard edition={edition} />}
      <div class="buttons">
        <button type="button" class="primary" onClick={onPlay}>
          {t('Back to the game')}
        </button>
        <a class="button" href={lessonAddress(game, 1)}>
          {t('Learn step by step')}
        </a>
        {cardLinks(edition).map(({ address, label }) => (
          <a key={address} class="button" href={address}>
            {label}
          </a>
        ))}
        <button type="button" onClick={() => print()}>
          {t('Print')}
        </button>
      </div>
    </main>
  );
}
