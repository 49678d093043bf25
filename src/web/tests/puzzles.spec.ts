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
  await expect(page).toHaveURL(/#\/puzzle\/linja\/\d+$/);
});

test('a puzzle of Liniell is posed', async ({ page }) => {
  await openPuzzle(page, 'liniell/1');
  await expect(page.locator('.task').first()).toContainText('find the one turn that keeps a chance of 33.3 % to win.');
  await expect(page.locator('.board.liniell .cell.legal').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('puzzles begin easy; difficulty and theme can be chosen, and are kept; what is certain reads so', async ({ page }) => {
  await page.goto('?pause=0#/puzzle/liniell');
  await expect(page.getByLabel('Grade 1 of 5')).toBeVisible();
  await expect(page.locator('.task').first()).toHaveText('Yellow to move: find the one turn that wins for certain.');
  await expect(page.locator('.task').nth(1)).toHaveText('Every other one loses for certain.');
  await expect(page).toHaveURL(/#\/puzzle\/liniell\/3$/);
  await page.getByLabel('Difficulty').selectOption('hard');
  await expect(page.getByLabel('Grade 4 of 5')).toBeVisible();
  await page.getByLabel('Theme').selectOption('a marker moves');
  await expect(page.locator('.status h1')).toHaveText('Puzzle 4');
  await control(page, 'Show the solution').click();
  await expect(page.locator('.answer')).toContainText('About: a marker moves');
  await control(page, 'Next puzzle').click();
  await expect(page.locator('.status h1')).not.toHaveText('Puzzle 4');
  await expect(page.getByLabel('Grade 4 of 5')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('marker');
  expect(await violations(page)).toEqual([]);
});

test('the puzzle of the day comes from the date, in UTC, and names its rules', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-18T23:59:00Z'));
  await page.goto('?pause=0#/puzzle/linja');
  await page.getByRole('button', { name: 'Puzzle of the day' }).click();
  await expect(page.locator('.status h1')).toHaveText('Puzzle of November 18');
  await expect(page).toHaveURL(/#\/puzzle\/linja\/2026-11-18$/);
  await expect(page.locator('.status')).toContainText('Zen edition');
  // As `linework puzzle --date 2026-11-18` has it (tests/data/cli-coach.t).
  await make(page, 'gf', 'fd');
  await expect(page.locator('.answer')).toContainText('Right!');
  await expect(page.getByRole('button', { name: 'Puzzle of the day' }).getByLabel('solved')).toBeVisible();
  await page.goto('#/puzzle/linja/2026-11-19');
  await expect(page.locator('.status h1')).toHaveText('Puzzle of November 19');
});

test('another puzzle that is wanted during the search is the one that comes', async ({ page }) => {
  // A search that does not end: the engine never hears of it.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, request: { lines: string[] }): void {
      if (!request.lines.some((line) => line.startsWith('puzzle\t999\tliniell'))) post.call(this, request);
    };
  });
  await page.goto('?pause=0#puzzle/liniell/999');
  await expect(page.locator('.waiting')).toBeVisible();
  await page.locator('.wishes').getByRole('button', { name: 'Linja' }).click();
  await expect(page.locator('.task').first()).toBeVisible();
  await expect(page.locator('.board.linja')).toBeVisible();
  await expect(page).toHaveURL(/#\/puzzle\/linja\/\d+$/);
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('a puzzle that is pressed for at the moment in which another is found is the one that comes', async ({ page }) => {
  // The last answer about the first one comes once the press was heard, and before the page has drawn anything.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    let isLooking = false;
    Worker.prototype.postMessage = function (this: Worker, request: { lines: string[] }): void {
      isLooking ||= request.lines.some((line) => line.startsWith('puzzle\t'));
      if (!isLooking || request.lines[0] !== 'view\t' || 'pressed' in window) return post.call(this, request);
      Object.assign(window, { pressed: () => post.call(this, request) });
    };
  });
  await page.goto('?pause=0#/puzzle/linja');
  await page.waitForFunction(() => 'pressed' in window);
  await page.getByRole('button', { name: 'Puzzle of the day' }).evaluate((button: HTMLElement) => {
    button.click();
    (window as unknown as { pressed: () => void }).pressed();
  });
  await expect(page.locator('.status h1')).toContainText('Puzzle of');
  await expect(page).toHaveURL(/#\/puzzle\/linja\/\d{4}-\d\d-\d\d$/);
  await expect(page.locator('.task').first()).toBeVisible();
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
