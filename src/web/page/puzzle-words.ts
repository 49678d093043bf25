// SPDX-License-Identifier: MIT
//
// What puzzles are called: their days, grades and themes.

import { t } from './text';

/** "Puzzle of 18 November" of a day like 2026-11-18. */
export const dayTitle = (day: string): string =>
  t(
    'Puzzle of {0}',
    new Date(`${day}T00:00:00Z`).toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
  );

export function gradeName(grade: number): string {
  return [t('any difficulty'), t('very easy'), t('easy'), t('medium'), t('hard'), t('very hard')][grade] ?? '';
}

export function themeName(theme: string): string {
  const names: Record<string, string> = {
    crowd: t('a long follow-up'),
    goal: t('pawns into the goal'),
    exact: t('exact arrival'),
    extra: t('extra turn'),
    mean: t('mean bonus'),
    brake: t('short steps for the other side'),
    finish: t('the end of the game'),
    quiet: t('a quiet turn'),
    'take-over': t('take-over'),
    claim: t('a new marker'),
    marker: t('a marker moves'),
    growth: t('growing lines'),
    enclosure: t('enclosed line'),
    blue: t('blue rhombs'),
    spoil: t('spoiling lines'),
    'last-tile': t('the last tile'),
  };
  return names[theme] ?? theme;
}
