// SPDX-License-Identifier: MIT
//
// Your games, and addresses: each game has one, what is deleted can be had back, and Back closes a panel before it
// leaves.

import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { control, notice, openPanel, openWith, sit, status, test, turns } from './table';

const rows = (page: Page, list: 'Running' | 'Finished') => page.getByRole('region', { name: list }).getByRole('listitem');
const panels = (page: Page) => page.locator('.new-game, .more');

async function startNew(page: Page): Promise<void> {
  await openPanel(page, 'new-game');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(panels(page)).toHaveCount(0);
}

/** A running game of Linja with two turns, one that was given up, and a new one on the table. */
async function playSome(page: Page): Promise<string[]> {
  await sit(page);
  await openWith(page, 0);
  const running = await turns(page).allTextContents();
  await startNew(page);
  await openWith(page, 2);
  await openPanel(page, 'more');
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toHaveText('Computer (level 2) wins');
  await startNew(page);
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  return running;
}

async function openGames(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Your games' }).click();
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeFocused();
}

test('your games: running and finished ones, searched, and gone on with by their addresses', async ({ page }) => {
  const running = await playSome(page);
  await openGames(page);
  await expect(page).toHaveURL(/#\/games$/);
  await expect(rows(page, 'Running')).toHaveCount(1);
  await expect(rows(page, 'Running')).toContainText('You – Computer (level 2)');
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toContainText('Computer (level 2) wins');
  await expect(page.getByRole('row', { name: 'Level 2 0 0 1' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('WINS zen');
  await expect(rows(page, 'Running')).toHaveCount(0);
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('liniell');
  await expect(page.getByText('No game has these words.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await rows(page, 'Running').getByRole('link').click();
  await expect(page).toHaveURL(/#\/game\/\w+$/);
  await expect(turns(page)).toHaveText(running);
  await page.reload();
  await expect(turns(page)).toHaveText(running);
  await page.goBack();
  await expect(rows(page, 'Running')).toContainText('On the table');
});

test('a deleted game can be had back, and else is gone', async ({ page }) => {
  await playSome(page);
  await openGames(page);
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await expect(page.getByText('The game is deleted.', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(2);
  await rows(page, 'Finished')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(1);
  await page.reload();
  await expect(rows(page, 'Running')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toHaveCount(0);
});

test('all games are saved as one file', async ({ page }) => {
  const running = await playSome(page);
  await openGames(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save all as one file' }).click()]);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.match(/^\[Game "linja"\]$/gm)).toHaveLength(2);
  expect(text).toContain(running.join(' '));
  expect(text).toContain('[Result "0-1"]');
});

test('an address of a game that is not here says so', async ({ page }) => {
  await sit(page);
  await page.evaluate(() => {
    location.hash = '#/game/nowhere';
  });
  await expect(notice(page)).toContainText('This game is not on this device.');
  await expect(page).not.toHaveURL(/#/);
  await expect(page.locator('.board.linja')).toBeVisible();
});

test('a puzzle has an address in the old form and in the new one', async ({ page }) => {
  for (const address of ['#puzzle/linja/3', '#/puzzle/linja/3']) {
    await page.goto(`?pause=0${address}`);
    await expect(page.getByRole('heading', { name: 'Puzzle 3' })).toBeVisible();
    await page.goto('about:blank');
  }
});

test('Back closes a panel before it leaves, and passes over one that was closed by hand', async ({ page }) => {
  await page.goto('?seed=1&pause=0#learn');
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
  await page.getByRole('button', { name: 'Linja', exact: true }).click();
  await expect(page.locator('.board.linja')).toBeVisible();
  await openPanel(page, 'more');
  await page.goBack();
  await expect(page.locator('.more')).toHaveCount(0);
  await expect(page.locator('.board.linja')).toBeVisible();
  await openPanel(page, 'new-game');
  await control(page, 'More').click();
  await expect(page.locator('.more')).toBeVisible();
  await page.goBack();
  await expect(panels(page)).toHaveCount(0);
  await openPanel(page, 'more');
  await control(page, 'More').click();
  await expect(panels(page)).toHaveCount(0);
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
});
