// SPDX-License-Identifier: MIT
//
// The line at the top: the games, and where else one can go.

import type { JSX } from 'preact';
import { gameOf } from './games/list';
import { GAMES } from './games/names';
import type { Host } from './host';
import { LEARN } from './learn-address';
import { FRIEND } from './online/addresses';
import { puzzleFragment } from './puzzle';
import { GAMES_LIST } from './routes';
import { t } from './text';

export function Header({ host }: { host: Host }): JSX.Element {
  const { route, game } = host;
  const here = (is: boolean): 'page' | undefined => (is ? 'page' : undefined);
  const puzzles = puzzleFragment({ game: route.kind === 'puzzle' ? route.puzzle.game : game, number: null });
  return (
    <header>
      <span class="brand">Linework</span>
      <nav aria-label={t('Games')}>
        {GAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={here((route.kind === 'table' || route.kind === 'review') && game === name)}
            onClick={() => host.sitDown(name)}
          >
            {gameOf(name).title}
          </button>
        ))}
        <a href={puzzles} aria-current={here(route.kind === 'puzzle')}>
          {t('Puzzles')}
        </a>
        <a href={LEARN} aria-current={here(route.kind === 'learn')}>
          {t('Learn')}
        </a>
        {host.served && (
          <a class="to-games" href={FRIEND} aria-current={here(route.kind === 'friend' || route.kind === 'play')}>
            {t('Play a friend')}
          </a>
        )}
        <a class="to-games" href={GAMES_LIST} aria-current={here(route.kind === 'games')}>
          {t('Your games')}
        </a>
      </nav>
    </header>
  );
}
