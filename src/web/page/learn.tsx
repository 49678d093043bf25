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
import { ABOUT, BOX, cardAddress, lessonAddress, type LearnAddress } from './learn-address';
import { RuleCard } from './learn-card';
import { LessonStep } from './learn-step';
import { lessonsOf } from './lessons/lesson';
import { t } from './text';
import { ruleSets } from './words';

interface Props {
  address: LearnAddress;
  pause: number | null;
  say(text: string): void;
  complain(error: unknown, again: () => void): void;
  onPlay(game: GameName): void;
  /** The edition of the next new game of Linja. */
  edition: string;
  onEdition(edition: string): void;
}

function Tutorial({ game }: { game: GameName }): JSX.Element {
  const lessons = lessonsOf(game);
  const done = keptLessons(game).filter((step) => step <= lessons.length);
  const next = lessons.findIndex((_, i) => !done.includes(i + 1)) + 1 || 1;
  const name = game === 'linja' ? 'Linja' : 'Liniell';
  return (
    <section class="card tutorial" aria-label={name}>
      <h2>{name}</h2>
      <p>{game === 'linja'
        ? t('Run your pawns through the other army. Whoever steps into a crowd runs far.')
        : t('Lay tiles, let lines grow, and claim the best of them with two markers.')}</p>
      <div class="lesson-bar" aria-hidden="true">{lessons.map((_, i) => <span key={i} class={done.includes(i + 1) ? 'on' : ''} />)}</div>
      <p class="small">{t('{0} of {1} steps done', done.length, lessons.length)}</p>
      <a class="button primary" href={lessonAddress(game, next)}>
        {done.length === 0 ? t('Learn {0}', name) : done.length === lessons.length ? t('{0} once more', name) : t('Go on with {0}', name)}
      </a>
    </section>
  );
}

function Index({ onPlay }: { onPlay(): void }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="learn">
      <h1 tabIndex={-1} ref={heading}>{t('Learn')}</h1>
      <div class="tutorials">
        <Tutorial game="linja" />
        <Tutorial game="liniell" />
      </div>
      <section class="card" aria-label={t('Rule cards')}>
        <h2>{t('Rule cards')}</h2>
        <p class="small">{t('All the rules on one page, to read or to print.')}</p>
        <ul class="cards">
          {ruleSets('linja').map((set) => (
            <li key={set.name}><a class="button" href={cardAddress('linja', set.name)}>{t('{0}: {1}', 'Linja', set.title)}</a></li>
          ))}
          <li><a class="button" href={cardAddress('liniell', '')}>Liniell</a></li>
        </ul>
        <p class="further"><a href={BOX}>{t('Which box do you have?')}</a> <a href={ABOUT}>{t('About')}</a></p>
      </section>
      <p><button type="button" onClick={onPlay}>{t('Back to the game')}</button></p>
    </main>
  );
}

export function Learn({ address, pause, say, complain, onPlay, edition, onEdition, game }: Props & { game: GameName }): JSX.Element {
  useEffect(() => scrollTo(0, 0), [address]);
  if (address.kind === 'index') return <Index onPlay={() => onPlay(game)} />;
  if (address.kind === 'box') return <BoxScreen edition={edition} onEdition={onEdition} onPlay={() => onPlay(game)} />;
  if (address.kind === 'about') return <AboutScreen onPlay={() => onPlay(game)} />;
  if (address.kind === 'card') return <RuleCard key={address.game + address.edition} game={address.game} edition={address.edition} onPlay={() => onPlay(game)} />;
  return <LessonStep key={address.game} game={address.game} step={address.step} pause={pause} say={say} complain={complain} onPlay={onPlay} />;
}
