// SPDX-License-Identifier: MIT
//
// What the page says, shows and does at the table in less usual cases: other rules, series, typed turns.

import { expect, type Page } from '@playwright/test';
import { control, notice, openWith, sit, status, test, turnCount, turns } from './table';

const spoken = (page: Page) => page.locator('.spoken[role=status]');

async function open(page: Page, record: string, name = 'game.lwg'): Promise<void> {
  await control(page, 'More').click();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(record) });
}

const game = (rules: string, position: string): string =>
  `[Game "linja"]\n[Rules "${rules}"]\n[SetUp "1"]\n[Position "${position}"]\n\n*\n`;

test('the mean bonus: whose pawns may go where, and each is picked where it stands', async ({ page }) => {
  await sit(page);
  await open(page, game('zen+mean+return', '08/00/01/10/12/00/01/a0 a'));
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  for (const row of [3, 4, 4, 7]) await page.locator(`[data-cell="a${row}"]`).click();
  await expect(status(page)).toHaveText('Bonus: 1 row, forward or backward');
  await expect(page.locator('.status')).toContainText(
    'The bonus may also move an opposing pawn one row. The bonus may take one of your own pawns back out of the goal.',
  );
  await page.keyboard.press('m');
  await expect(spoken(page)).toContainText('e to f, ');
  await expect(spoken(page)).toContainText('Black: c to d');
  const crowd = (await page.locator('[data-cell="a7"]').boundingBox())!;
  const last = (await page
    .locator('.pawn.movable')
    .evaluateAll((pawns) => pawns.map((pawn) => pawn.getBoundingClientRect()).sort((p, q) => p.y - q.y)[0]))!;
  expect(last.y).toBeLessThan(crowd.y + crowd.height);
  await page.mouse.click(last.x + last.width / 2, last.y + last.height / 2);
  await expect(page.locator('[aria-selected=true]')).toHaveAttribute('data-cell', 'a7');
});

test('a computer does not play the same game twice in a series', async ({ page }) => {
  await sit(page);
  await control(page, 'New game').click();
  await page.getByRole('radio', { name: 'Best of 5' }).check();
  await page.locator('.level input').fill('0');
  await page.getByRole('button', { name: 'Start' }).click();
  const games = new Set<string>();
  for (let round = 0; round < 2; round++) {
    for (const row of [0, 0, 0]) await openWith(page, row);
    games.add((await turns(page).allTextContents()).filter((_, i) => i % 2 === 1).join(' '));
    await control(page, 'More').click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await control(page, 'Next game').click();
    await expect.poll(() => turnCount(page)).toBe(0);
  }
  expect(games.size).toBe(2);
});

test('the last turn is marked at the edge of the side that made it', async ({ page }) => {
  // The computer shows the first step of its turn for so long that it can be looked at.
  await page.goto('?seed=1&pause=600000');
  const edges = (): Promise<string[]> =>
    page.locator('.past circle').evaluateAll((dots) => dots.map((dot) => (Number(dot.getAttribute('cx')) < 310 ? 'left' : 'right')));
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await control(page, 'No follow-up').click();
  await expect.poll(async () => [...new Set(await edges())]).toEqual(['right']);
  await expect(status(page)).toContainText('thinking');
  expect(await turnCount(page)).toBe(1);
  await control(page, 'Undo').click();
  await open(page, '[Game "linja"]\n\n1. ab *\n');
  await expect(turns(page)).toHaveText(['ab']);
  await expect.poll(async () => [...new Set(await edges())]).toEqual(['left']);
});

test('a good turn takes the complaint about a bad one away', async ({ page }) => {
  await sit(page);
  await page.keyboard.press('i');
  await page.keyboard.type('ab/zz');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toBeVisible();
  await page.getByLabel('Turn', { exact: true }).fill('ab/df');
  await page.keyboard.press('Enter');
  await expect(turns(page).first()).toHaveText('ab/df');
  await expect(notice(page)).toHaveCount(0);
});

test('players without names are called by their colour, once', async ({ page }) => {
  await sit(page);
  await open(page, '[Game "linja"]\n\n1. ab/df *\n');
  await expect.poll(() => turns(page).allTextContents()).toEqual(['ab/df']);
  await expect(page.locator('.status')).toContainText('Black to move.');
});

test('a file that is too large is named once', async ({ page }) => {
  await sit(page);
  await open(page, 'x'.repeat(20_000_001), 'big.lwg');
  await expect(notice(page).locator('span')).toHaveText('big.lwg: too large to be a game.');
});

test('a pawn that is dragged off the board is let go', async ({ page }) => {
  await sit(page);
  const box = (await page.locator('[data-cell="a3"]').boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 60, { steps: 3 });
  await expect(page.locator('[aria-selected=true]')).toHaveCount(1);
  await page.mouse.move(2, box.y, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0);
});

test('a board that was turned round stays so over a reload', async ({ page }) => {
  await sit(page);
  const top = async (): Promise<number> => (await page.locator('[data-cell="a0"]').boundingBox())!.y;
  const before = await top();
  await control(page, 'Flip').click();
  await expect.poll(top).toBeLessThan(before);
  const after = await top();
  await page.reload();
  await expect.poll(top).toBe(after);
});

test('the review writes numbers as the language does', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('linework.settings', JSON.stringify({ language: 'de' })));
  await sit(page);
  const record = '[Game "liniell"]\n[Seed "68"]\n\n1. d4e c4e 2. c3n b4n 3. c2w+S a4s+E *\n';
  await page.locator('.controls button').last().click();
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('.board.liniell')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#review';
  });
  await expect(page.locator('.summary')).toBeVisible();
  await expect(page.locator('main')).toContainText(/auf etwa \d+,\d Prozentpunkte genau/);
  await expect(page.locator('main')).not.toContainText(/\d\.\d/);
});
