// SPDX-License-Identifier: MIT
//
// Puzzles: solved and failed on the board, the streak that stays on the device, and the game that
// goes on beside them.

import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { firstTurns, sit, status, test } from './table';

const control = (page: Page, name: string) => page.locator('.controls').getByRole('button', { name, exact: true });
const streak = (page: Page) => page.locator('[data-streak]');

async function openPuzzle(page: Page, name: string): Promise<void> {
  await page.goto(`?seed=1&pause=0#puzzle/${name}`);
  await expect(page.locator('.puzzle .task').first()).toBeVisible();
}

/** Makes steps of Black in Linja, given by rows: cb, ba, fe. */
async function make(page: Page, ...steps: string[]): Promise<void> {
  for (const [from, to] of steps.map((step) => [...step].map((row) => row.charCodeAt(0) - 97))) {
    await page.locator(`[data-cell="b${from}"]`).click();
    await page.locator(`[data-cell="b${to}"]`).click();
  }
}

test('a puzzle is failed, then solved', async ({ page }) => {
  await openPuzzle(page, 'linja/3');
  await expect(page.locator('.task').first()).toHaveText('Black to move: find the one turn that saves the draw.');
  await expect(page.getByLabel('Grade 1 of 5')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await make(page, 'cb', 'ba', 'ba');
  await expect(page.locator('.answer')).toContainText('Not the one.');
  await expect(page.locator('.answer')).toContainText('cb/ba/ba is not it: it gives away 3 points.');
  await expect(streak(page)).toHaveText('0');
  await make(page, 'cb', 'ba', 'fe');
  await expect(page.locator('.answer')).toContainText('Right!');
  await expect(page.locator('.answer')).toContainText('It reaches the goal with the exact number of rows and earns a bonus.');
  await expect(streak(page)).toHaveText('0');
  expect(await violations(page)).toEqual([]);
});

test('the streak and what is solved are kept after a reload', async ({ page }) => {
  await openPuzzle(page, 'linja/3');
  await make(page, 'cb', 'ba', 'fe');
  await expect(page.locator('.answer')).toContainText('Right!');
  await expect(streak(page)).toHaveText('1');
  await page.reload();
  await expect(streak(page)).toHaveText('1');
  await expect(status(page).getByLabel('solved')).toBeVisible();
  await page.getByText('Solved puzzles').click();
  await expect(page.locator('.solved button')).toHaveText(['3']);
});

test('the solution can be seen, which ends the streak; then comes the next', async ({ page }) => {
  await openPuzzle(page, 'linja/3');
  await control(page, 'Show the solution').click();
  await expect(page.locator('.answer')).toContainText('The solution is cb/ba/fe.');
  await expect(page.locator('.arc.hinted')).toHaveCount(3);
  await control(page, 'Next puzzle').click();
  await expect(status(page)).not.toHaveText(/Puzzle 3/);
  await expect(page.locator('.task').first()).toBeVisible();
  expect(page.url()).toMatch(/#\/puzzle\/linja\/\d+$/);
});

test('a puzzle of Liniell is posed', async ({ page }) => {
  await openPuzzle(page, 'liniell/1');
  await expect(page.locator('.task').first()).toContainText('find the one turn that keeps a chance of');
  await expect(page.locator('.board.liniell .cell.legal').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('another puzzle that is wanted during the search is the one that comes', async ({ page }) => {
  // A search that does not end: the engine never hears of it.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, request: { lines: string[] }): void {
      if (!request.lines.some((line) => line.startsWith('puzzle\t2\tliniell'))) post.call(this, request);
    };
  });
  await page.goto('?pause=0#puzzle/liniell/2');
  await expect(page.locator('.waiting')).toBeVisible();
  await page.locator('.streak').getByRole('button', { name: 'Linja' }).click();
  await expect(page.locator('.task').first()).toBeVisible();
  await expect(page.locator('.board.linja')).toBeVisible();
  await expect.poll(() => page.url()).toMatch(/#\/puzzle\/linja\/\d+$/);
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('puzzles leave the running game alone', async ({ page }) => {
  await sit(page);
  const played = await firstTurns(page);
  await page.getByRole('link', { name: 'Puzzles' }).click();
  await expect(page.locator('.puzzle .task').first()).toBeVisible();
  await control(page, 'Back to the game').click();
  expect(await page.locator('.moves li button').allTextContents()).toEqual(played);
  expect(page.url()).not.toContain('#');
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('nothing is wider than the screen', async ({ page }) => {
    await openPuzzle(page, 'linja/3');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await control(page, 'Show the solution').click();
    await expect(page.locator('.answer')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test('after the last puzzle comes the first', async ({ page }) => {
  await page.goto('#puzzle/linja/4294967295');
  await expect(page.locator('.puzzle .task').first()).toBeVisible();
  await control(page, 'Next puzzle').click();
  await expect(status(page)).toHaveText(/^Puzzle \d{1,3}$/);
});
