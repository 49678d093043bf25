// SPDX-License-Identifier: MIT
//
// Each turn in words: what the computer did stands under the state line, is numbered on the board and is heard as it is
// read; the last turn before the result, a tile and each turning of it.

import { expect, type Page } from '@playwright/test';
import { control, firstTurns, sit, status, test } from './table';

const told = (page: Page) => page.locator('.last-turn');
const spoken = (page: Page) => page.locator('.spoken[role=status]');

test('the turn of the computer is told in a sentence, which stays when the pointer moves, and is numbered on the board', async ({
  page,
}) => {
  await sit(page);
  await expect(told(page)).toHaveCount(0);
  const [, answer = ''] = await firstTurns(page);
  await expect(told(page)).toHaveText(/^Black: [a-h] to [a-h]/);
  const said = (await told(page).textContent()) ?? '';
  await expect(spoken(page)).toContainText(said);
  const numbers = page.locator('.past text');
  await expect(numbers).toHaveText(answer.split(/[/+]/).map((_, i) => String(i + 1)));
  await page.locator('[data-cell="a3"]').hover();
  await expect(page.locator('.going')).not.toHaveCount(0);
  await expect(told(page)).toHaveText(said);
  await expect(numbers).not.toHaveCount(0);
});

test('a tap shows the turn again, step by step', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await sit(page);
  await firstTurns(page);
  await expect(page.locator('.past').first()).toBeVisible();
  const first = await page.locator('.past').first().elementHandle();
  await told(page).click();
  await expect.poll(() => first?.evaluate((mark) => mark.isConnected)).toBe(false);
  const names = await page.locator('.past').evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).animationName));
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names)).toEqual(new Set(['come']));
});

test('the last turn is announced before the result', async ({ page }) => {
  await sit(page);
  await control(page, 'More').click();
  const record = '[Game "linja"]\n[First "You"]\n[Second "Ben"]\n[SetUp "1"]\n[Position "08/03/00/11/00/00/20/90 a"]\n\n*\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'late.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('[data-cell="b0"]')).toHaveAttribute('aria-label', /8 pawns/);
  await page.locator('[data-cell="a3"]').click();
  await page.locator('[data-cell="a4"]').click();
  await expect(status(page)).toHaveText(/wins/);
  await expect(spoken(page)).toHaveText(/^Red: d to e\. .* wins\. /);
});

test('a tile is described, and each turning of it', async ({ page }) => {
  await sit(page, 'liniell');
  const tray = page.getByRole('button', { name: /Turn the tile Tile \d+: .*(north|east|south|west)/ });
  await expect(tray).toBeVisible();
  const before = (await tray.locator('.unseen').textContent()) ?? '';
  await tray.click();
  await expect(tray.locator('.unseen')).not.toHaveText(before);
  await expect(spoken(page)).toHaveText((await tray.locator('.unseen').textContent()) ?? '');
});
