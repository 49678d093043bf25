// SPDX-License-Identifier: MIT
//
// Two people, each on a device of their own, who come together at a game elsewhere.

import { expect, type Browser, type Page } from '@playwright/test';

/** Somebody on a device of their own. */
export async function person(browser: Browser, size = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', serviceWorkers: 'block' });
  return context.newPage();
}

export interface Wanted {
  game: 'Linja' | 'Liniell';
  clock?: string;
  bestOf?: string;
  listed?: boolean;
}

/** Makes a game in which whoever makes it begins; tells the link. */
export async function make(
  page: Page,
  address: string,
  { game, clock = 'No clock', bestOf = 'One', listed = false }: Wanted,
): Promise<string> {
  await page.goto(`${address}#/friend`);
  await page.getByLabel('Your name').fill('Ann');
  const choose = (name: string): Promise<void> =>
    page.locator('.new-game').getByRole('radio', { name, exact: true }).check({ force: true });
  for (const name of [game, clock, 'I', bestOf]) await choose(name);
  if (listed) await page.getByLabel('Anybody may join').check();
  await page.getByRole('button', { name: 'Make the game' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the other player' })).toBeVisible();
  return page.locator('.link-card input').inputValue();
}

export async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ann invites you to a game' })).toBeVisible();
  await page.getByLabel('Your name').fill('Ben');
  await page.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.locator('.board')).toBeVisible();
}

export const idIn = (link: string): string => /#\/play\/(.*)$/.exec(link)?.[1] ?? '';
