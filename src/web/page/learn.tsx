// SPDX-License-Identifier: MIT
//
// Where one learns: the list of tutorials and rule cards, a step of a tutorial, or a card, as the
// address says.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameName } from './answers';
import { AboutScreen } from './about';
import { BoxScreen } from './box';
import { keptLessons } from './keep';
import { ABOUT, BOX, cardAddress, chapterAddress, lessonAddress, type LearnAddress } from './learn-address';
import { RuleCard } from './learn-card';
import { LessonStep } from './learn-step';
import { TilesScreen } from './own-tiles-screen';
import { courseOf } from './lessons/lesson';
import { CHAPTERS, isChapter } from './lessons/linja';
import { t } from './text';
import { chapterTitle, ruleSets } from './words';

interface Props {
  address: LearnAddress;
  pause: number | null;
  say: (text: string) => void;
  complain: (error: unknown, again?: () => void) => void;
  onPlay: (game: GameName) => void;
  /** The rules of the next new game of Linja. */
  rules: string;
  onEdition: (edition: string) => void;
  /** A new game of Liniell with one's own tiles, or with the usual ones. */
  onTiles: (own: boolean) => void;
}

/** What is special about each edition and option of Linja. */
function Chapters(): JSX.Element {
  const done = keptLessons('linja');
  return (
    <>
      <h3>{t('What is special')}</h3>
      <ul class="cards">
        {Object.keys(CHAPTERS)
          .filter(isChapter)
          .map((chapter) => (
            <li key={chapter}>
              <a class="button" href={chapterAddress(chapter)}>
                {chapterTitle(chapter)}
                {CHAPTERS[chapter].every((step) => done.includes(step)) && (
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
  const name = game === 'linja' ? 'Linja' : 'Liniell';
  return (
    <section class="card tutorial" aria-label={name}>
      <h2>{name}</h2>
      <p>
        {game === 'linja'
          ? t('Run your pawns through the other army. Whoever steps into a crowd runs far.')
          : t('Lay tiles, let lines grow, and claim the best of them with two markers.')}
      </p>
      <div class="lesson-bar" aria-hidden="true">
        {lessons.map((lesson) => (
          <span key={lesson.number} class={done.includes(lesson) ? 'on' : ''} />
        ))}
      </div>
      <p class="small">{t('{0} of {1} steps done', done.length, lessons.length)}</p>
      <a class="button primary" href={lessonAddress(game, next)}>
        {done.length === 0 ? t('Learn {0}', name) : done.length === lessons.length ? t('{0} once more', name) : t('Go on with {0}', name)}
      </a>
      {game === 'linja' && <Chapters />}
    </section>
  );
}

function Index({ rules, onPlay }: { rules: string; onPlay: () => void }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="learn">
      <h1 tabIndex={-1} ref={heading}>
        {t('Learn')}
      </h1>
      <div class="tutorials">
        <Tutorial game="linja" rules={rules} />
        <Tutorial game="liniell" rules="" />
      </div>
      <section class="card" aria-label={t('Rule cards')}>
        <h2>{t('Rule cards')}</h2>
        <p class="small">{t('All the rules on one page, to read or to print.')}</p>
        <ul class="cards">
          {ruleSets('linja').map((set) => (
            <li key={set.name}>
              <a class="button" href={cardAddress('linja', set.name)}>
                {t('{0}: {1}', 'Linja', set.title)}
              </a>
            </li>
          ))}
          <li>
            <a class="button" href={cardAddress('liniell', '')}>
              Liniell
            </a>
          </li>
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

export function Learn({ address, pause, say, complain, onPlay, rules, onEdition, onTiles, game }: Props & { game: GameName }): JSX.Element {
  useEffect(() => scrollTo(0, 0), [address]);
  if (address.kind === 'index') return <Index rules={rules} onPlay={() => onPlay(game)} />;
  if (address.kind === 'box') return <BoxScreen edition={rules.split('+')[0] ?? ''} onEdition={onEdition} onPlay={() => onPlay(game)} />;
  if (address.kind === 'tiles')
    return <TilesScreen link={address.link} say={say} complain={complain} onPlay={() => onPlay(game)} onUse={onTiles} />;
  if (address.kind === 'about') return <AboutScreen onPlay={() => onPlay(game)} />;
  if (address.kind === 'card')
    return <RuleCard key={address.game + address.edition} game={address.game} edition={address.edition} onPlay={() => onPlay(game)} />;
  const { chapter, step } = address;
  return (
    <LessonStep
      key={address.game + chapter}
      game={address.game}
      chapter={chapter}
      step={step}
      rules={rules}
      pause={pause}
      say={say}
      complain={complain}
      onPlay={onPlay}
    />
  );
}
