// SPDX-License-Identifier: MIT
//
// Who begins, drawn by lot for all to see, and the colours, which do not depend on it and are followed everywhere.

import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { BLUNDER, control, openPanel, openWith, sit, status, test, turnCount, turns } from './table';

const spoken = (page: Page) => page.locator('.spoken[role=status]');
const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** Starts a new game with these choices. */
async function start(page: Page, ...choices: string[]): Promise<void> {
  await openPanel(page, 'new-game');
  for (const name of choices) await radio(page, name).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.new-game')).toHaveCount(0);
}

test.describe('by lot', () => {
  test.use({ starts: 'lot' });
  const lot = (page: Page) => page.locator('.lot');
  const LONG = '&pause=600000'; // the lot stays, and the computer shows its first step, until the test goes on

  test('a newcomer sees who was drawn; the computer waits for it, and it can be skipped', async ({ page }) => {
    await page.goto(`?seed=2${LONG}`);
    await expect(status(page)).toHaveText('Drawn by lot: Computer (level 2) begins.');
    await expect(spoken(page)).toHaveText('Drawn by lot: Computer (level 2) begins.');
    await expect(lot(page).locator('.begins')).toHaveText('Computer (level 2)');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('.past')).toHaveCount(0);
    await expect(control(page, 'Play on from here')).toHaveCount(0);
    await control(page, 'Skip').click();
    await expect(lot(page)).toHaveCount(0);
    await expect(status(page)).toHaveText('Computer (level 2) is thinking…');
    await expect(page.locator('.past').first()).toBeVisible();
  });

  test('a turn can be made at once, and the lot stands in the list from then on', async ({ page }) => {
    await page.goto(`?seed=1${LONG}`);
    await expect(status(page)).toHaveText('Drawn by lot: you begin.');
    await cell(page, 'a0').click();
    await cell(page, 'a1').click();
    await expect(status(page)).toHaveText('Follow-up: 2 rows with any pawn');
    await expect(lot(page)).toHaveCount(0);
    await expect(page.locator('.moves')).toContainText('Drawn by lot: you begin.');
    await control(page, 'No follow-up').click();
    await expect.poll(() => turnCount(page)).toBe(1); // it is kept
    await page.goto('?pause=0');
    await expect.poll(() => turnCount(page)).toBe(2);
    await expect(page.locator('.moves')).toContainText('Drawn by lot: you begin.');
    await expect(lot(page)).toHaveCount(0);
  });

  test('the keyboard skips the lot and is at the board', async ({ page }) => {
    await page.goto(`?seed=1${LONG}`);
    await control(page, 'Skip').focus();
    await page.keyboard.press('Enter');
    await expect(status(page)).toHaveText('Opening move: 1 row forward');
    await expect(cell(page, 'a0')).toBeFocused();
    await start(page);
    await expect(lot(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lot(page)).toHaveCount(0);
  });

  test('left alone, the lot goes away and the game begins', async ({ page }) => {
    await page.goto('?seed=2&pause=50');
    await expect.poll(() => turnCount(page)).toBe(1);
    await expect(status(page)).toHaveText('Opening move: 1 row forward');
    await expect(page.locator('.moves')).toContainText('Drawn by lot: Computer (level 2) begins.');
  });

  test('between friends the player is named; the next game of a series is begun by the loser, not by lot', async ({ page }) => {
    await sit(page);
    await start(page, 'Friend on this device', 'Best of 3');
    await expect(page.locator('.moves')).toContainText('Drawn by lot: Player 2 begins.');
    await expect(page.locator('.status')).toContainText('Player 2 (Black) to move.');
    await cell(page, 'a0').click();
    await cell(page, 'a1').click();
    await control(page, 'No follow-up').click();
    await expect(page.locator('.status')).toContainText('Player 1 (Red) to move.');
    await openPanel(page, 'more');
    await page.getByRole('button', { name: 'Resign' }).click();
    await control(page, 'Next game').click();
    // The colours stay with the players.
    await expect(page.locator('.status')).toContainText('Player 1 (Red) to move.');
    await expect(cell(page, 'a0')).toHaveAttribute('aria-label', /Red: 6 pawns/);
    await expect(page.locator('.moves')).not.toContainText('Drawn by lot');
  });

  test('that the loser begins is proposed for one game; by lot stays the choice', async ({ page }) => {
    await sit(page);
    await openPanel(page, 'new-game');
    await expect(radio(page, 'By lot')).toBeChecked();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await openWith(page, 0);
    await openPanel(page, 'more');
    await page.getByRole('button', { name: 'Resign' }).click();
    await openPanel(page, 'new-game');
    await expect(radio(page, 'I')).toBeChecked();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('.moves')).not.toContainText('Drawn by lot');
    await openPanel(page, 'new-game');
    await expect(radio(page, 'By lot')).toBeChecked();
    await radio(page, 'Opponent').check();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => turnCount(page)).toBe(1);
    await openPanel(page, 'new-game');
    await expect(radio(page, 'Opponent')).toBeChecked(); // what somebody has chosen is kept
  });

  test('the next game may be chosen otherwise from the open panel', async ({ page }) => {
    await sit(page);
    await start(page, 'Liniell', 'Green');
    await expect(page.locator('.board.liniell')).toBeVisible();
    await openPanel(page, 'new-game');
    await expect(radio(page, 'Green')).toBeChecked();
    await radio(page, 'Linja').check();
    await expect(radio(page, 'Red')).toBeChecked(); // each game has colours of its own
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the lot is accessible and fits a small phone, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`?seed=2${LONG}`);
      await expect(lot(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  }
});

test('the colour that was chosen is followed in words, on the board, in the review, after a reload and by a link', async ({
  page,
  context,
}) => {
  await sit(page);
  await start(page, 'Black', 'I');
  await expect(cell(page, 'a0')).toHaveAttribute('aria-label', 'Row a, Black: 6 pawns, may go to b');
  await expect(page.locator('.worth-black').first()).toHaveText('5'); // of row h, the goal
  await openWith(page, 0);
  const check = async (there: Page): Promise<void> => {
    await expect(cell(there, 'a0')).toHaveAttribute('aria-label', /Black: 5 pawns/);
    await expect(there.locator('.score li', { hasText: 'You' })).toContainText('Black');
    await expect(there.locator('.score li', { hasText: 'Computer' }).locator('.badge-red')).toHaveCount(1);
  };
  await page.reload();
  await expect.poll(() => turnCount(page)).toBe(2);
  await check(page);
  await openPanel(page, 'more');
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Board as SVG' }).click()]);
  const picture = await readFile(await svg.path(), 'utf8');
  const home = picture.split('\n').find((line) => line.includes('>a</text>')) ?? '';
  expect(home.split('"#b"').length - 1).toBe(5);
  await page.getByRole('button', { name: 'Share by link' }).click();
  const link = await page.getByLabel('The whole game is in this address:').inputValue();
  const fresh = await context.browser()!.newContext();
  const other = await fresh.newPage();
  await other.goto(link);
  await expect.poll(() => turns(other).count()).toBe(2);
  await check(other);
  await fresh.close();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect(page.locator('.summary')).toBeVisible();
  await expect(status(page)).toHaveText(/^1\. You played/);
  await expect(page.locator('.chart figcaption')).toHaveText('Points ahead for Black');
  await expect(page.locator('.status')).toContainText('for you.');
  await expect(page.locator('.summary th').filter({ hasText: 'You' }).locator('.badge-black')).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await openPanel(page, 'new-game');
  await expect(radio(page, 'Black')).toBeChecked(); // it is remembered
});

test('what the coach says of a side names its colour, also in a game that came by a link', async ({ page }) => {
  const packed = deflateSync(Buffer.from(BLUNDER)).toString('base64url');
  for (const [sign, first, second] of [
    ['', 'Red', 'Black'],
    ['.', 'Black', 'Red'],
  ] as const) {
    await page.goto(`?pause=0#g=${sign}${packed}`);
    await expect(page.locator('.score li', { hasText: 'Ada' })).toContainText(first);
    await control(page, 'Review').click();
    await expect(page.locator('.summary')).toBeVisible();
    await expect(status(page)).toHaveText(new RegExp(`^1\\. ${first} played`));
    await expect(page.locator('.better')).toContainText(`It leaves ${second} shorter steps`);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.goto('about:blank');
  }
});

test('the board and the pictures of Liniell have the chosen colours', async ({ page }) => {
  const record = await readFile('../../tests/data/liniell-example.lwg');
  for (const [sign, first, second] of [
    ['', 'Yellow', 'Green'],
    ['.', 'Green', 'Yellow'],
  ] as const) {
    await page.goto(`?pause=0#g=${sign}${deflateSync(record).toString('base64url')}`);
    await expect.poll(() => turnCount(page)).toBe(16);
    const held = (colour: string): Promise<number> => page.locator(`.line-${colour.toLowerCase()}`).count();
    // Pieces of line. The board is drawn a moment after the list of turns.
    await expect.poll(async () => [await held(first), await held(second)]).toEqual([9, 12]);
    await expect(page.locator('.line-core')).toHaveCount(await held('Green'));
    await openPanel(page, 'more');
    const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Board as SVG' }).click()]);
    const picture = await readFile(await svg.path(), 'utf8');
    expect(picture.split('class="a"').length - 1).toBe(await held('Yellow'));
    expect(picture.split('class="b"').length - 1).toBe(await held('Green'));
    expect(picture.split('class="core"').length - 1).toBe(await held('Green'));
    await page.goto('about:blank');
  }
});
