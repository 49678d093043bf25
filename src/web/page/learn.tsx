// SPDX-License-Identifier: MIT
//
// Where one learns: the list of tutorials and rule cards, a step of a tutorial, or a card, as the
// address says.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameName, Lines } from './answers';
import { AboutScreen } from './about';
import { BoxScreen } from './games/linja/box';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import { keptLessons } from './keep';
import { ABOUT, BOX, cardAddress, chapterAddress, lessonAddress, type LearnAddress } from './learn-address';
import { allCards, RuleCard } from './learn-card';
import { LessonStep } from './learn-step';
import { courseOf } from './lesson';
import { TilesScreen } from './games/liniell/own-tiles-screen';
import { t } from './text';

interface Props {
  address: LearnAddress;
  pause: number | null;
  say: (text: string) => void;
  complain: (error: unknown, again?: () => void) => void;
  /** What the rules code says of the start of a game. */
  startOf: (game: GameName, rules: string) => Promise<Lines>;
  onPlay: (game: GameName) => void;
  /** The rules of the next new game. */
  rules: Record<GameName, string>;
  /** The next new game of this kind shall have these; `now`: it is to begin. */
  onRules: (game: GameName, rules: string, now: boolean) => void;
}

/** What is special about each edition and option of a game. */
function Chapters({ game }: { game: GameName }): JSX.Element | null {
  const { chapters, chapterTitle } = gameOf(game);
  const done = keptLessons(game);
  if (Object.keys(chapters).length === 0) return null;
  return (
    <>
      <h3>{t('What is special')}</h3>
      <ul class="cards">
        {Object.entries(chapters).map(([chapter, steps]) => (
          <li key={chapter}>
            <a class="button" href={chapterAddress(game, chapter)}>
              {chapterTitle(chapter)}
              {steps.every((step) => done.includes(step)) && (
                <>
                  &nbsp;<span aria-hidden="true">✓</span>
                  <span class="spoken"> {t('(done)')}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Tutorial({ game, rules }: { game: GameName; rules: string }): JSX.Element {
  const { lessons } = courseOf(game, rules, '');
  const kept = keptLessons(game);
  const done = lessons.filter((lesson) => kept.includes(lesson.number));
  const next = lessons.find((lesson) => !done.includes(lesson))?.number ?? 1;
  const { title: name, pitch } = gameOf(game);
  return (
    <section class="card tutorial" aria-label={name}>
      <h2>{name}</h2>
      <p>{pitch()}</p>
      <div class="lesson-bar" aria-hidden="true">
        {lessons.map((lesson) => (
          <span key={lesson.number} class={done.includes(lesson) ? 'on' : ''} />
        ))}
      </div>
      <p class="small">{t('{0} of {1} steps done', done.length, lessons.length)}</p>
      <a class="button primary" href={lessonAddress(game, next)}>
        {done.length === 0 ? t('Learn {0}', name) : done.length === lessons.length ? t('{0} once more', name) : t('Go on with {0}', name)}
      </a>
      <Chapters game={game} />
    </section>
  );
}

function Index({ rules, onPlay }: { rules: Record<GameName, string>; onPlay: () => void }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="learn">
      <h1 tabIndex={-1} ref={heading}>
        {t('Learn')}
      </h1>
      <div class="tutorials">
        {GAMES.map((game) => (
          <Tutorial key={game} game={game} rules={rules[game]} />
        ))}
      </div>
      <section class="card" aria-label={t('Rule cards')}>
        <h2>{t('Rule cards')}</h2>
        <p class="small">{t('All the rules on one page, to read or to print.')}</p>
        <ul class="cards">
          {allCards().map(({ game, edition, title }) => (
            <li key={title}>
              <a class="button" href={cardAddress(game, edition)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <p class="further">
          <a href={BOX}>{t('Which box do you have?')}</a> <a href={ABOUT}>{t('About')}</a>
        </p>
      </section>
      <p>
        <button type="button" onClick={onPlay}>
          {t('Back to the game')}
        </button>
      </p>
    </main>
  );
}

export function Learn({ address, pause, say, complain, startOf, onPlay, rules, onRules, game }: Props & { game: GameName }): JSX.Element {
  useEffect(() => scrollTo(0, 0), [address]);
  if (address.kind === 'index') return <Index rules={rules} onPlay={() => onPlay(game)} />;
  if (address.kind === 'box') return <BoxScreen rules={rules} onRules={onRules} onPlay={() => onPlay(game)} />;
  if (address.kind === 'tiles')
    return <TilesScreen link={address.link} say={say} complain={complain} onPlay={() => onPlay(game)} onRules={onRules} />;
  if (address.kind === 'about') return <AboutScreen onPlay={() => onPlay(game)} />;
  if (address.kind === 'card')
    return (
      <RuleCard
        key={address.game + address.edition}
        game={address.game}
        edition={address.edition}
        startOf={startOf}
        complain={complain}
        onPlay={() => onPlay(game)}
      />
    );
  const { chapter, step } = address;
  return (
    <LessonStep
      key={address.game + chapter}
      game={address.game}
      chapter={chapter}
      step={step}
      rules={rules[address.game]}
      pause={pause}
      say={say}
      complain={complain}
      onPlay={onPlay}
    />
  );
}
