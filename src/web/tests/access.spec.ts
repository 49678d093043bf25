// SPDX-License-Identifier: MIT
//
// The page for everyone: no violation that axe-core knows of, keys that speak, a board that is a grid.

import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { sit, status, test } from './table';

const spoken = (page: Page) => page.locator('.spoken[role=status]');

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`axe finds nothing on the main screens (${colorScheme})`, async ({ page }) => {
      await sit(page);
      expect(await violations(page)).toEqual([]);
      await page.locator('[data-cell="a0"]').click();
      await page.locator('[data-cell="a1"]').click();
      await expect(status(page)).toContainText('Follow-up');
      expect(await violations(page)).toEqual([]);
      for (const view of ['New game', 'More']) {
        await page.locator('.controls').getByRole('button', { name: view }).click();
        expect(await violations(page)).toEqual([]);
      }
      await page.getByRole('button', { name: 'Liniell' }).click();
      await page.locator('.cell.legal').first().click();
      await expect(page.locator('.choice')).not.toHaveCount(0);
      expect(await violations(page)).toEqual([]);
    });
  });
}

test('keys read out the last move, what is possible, the score', async ({ page }) => {
  await sit(page);
  await page.keyboard.press('l');
  await expect(spoken(page)).toContainText('No turns yet.');
  await page.keyboard.press('m');
  await expect(spoken(page)).toContainText('Possible: a to b, b to c');
  await page.keyboard.press('c');
  await expect(spoken(page)).toContainText('You -3, Computer, level 2 -3');
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await expect(spoken(page)).toContainText('Follow-up: 2 rows with any pawn. You entered row b, where 2 pawns stood.');
  await page.keyboard.press('m');
  await expect(spoken(page)).toContainText('a to c');
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a2"]').click();
  await expect(spoken(page)).toContainText(/Computer, level 2: opening move/);
  await page.keyboard.press('l');
  await expect(spoken(page)).toContainText(/Computer, level 2: opening move/);
});

test('f flips the board and i takes a typed turn', async ({ page }) => {
  await sit(page);
  const row = page.locator('[data-cell="a0"]');
  const before = (await row.boundingBox())!.y;
  await page.keyboard.press('f');
  expect((await row.boundingBox())!.y).toBeLessThan(before);
  await page.keyboard.press('i');
  await page.keyboard.type('ab/zz');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.getByLabel('Turn', { exact: true }).fill('ab/df');
  await page.keyboard.press('Enter');
  await expect(page.locator('.moves li button').first()).toHaveText('ab/df');
});

test('the board is one tab stop, with Home and End', async ({ page }) => {
  await sit(page);
  await expect(page.locator('.board [tabindex="0"]')).toHaveCount(1);
  await page.locator('.board [tabindex="0"]').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[data-cell="a7"]')).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.locator('[data-cell="a0"]')).toBeFocused();
  await expect(page.locator('[data-cell="a0"]')).toHaveAttribute('aria-label', 'Row a, Red: 6 pawns, may go to b');
  await page.keyboard.press('Enter');
  await expect(spoken(page)).toContainText('Pawn on a chosen; it may go to b.');
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0);
});

test('r turns the tile, also after it was laid', async ({ page }) => {
  await sit(page, 'liniell');
  const look = () => page.locator('.tray-tile svg').innerHTML();
  const first = await look();
  await page.keyboard.press('r');
  await expect.poll(look).not.toBe(first);
  await page.locator('.cell.legal').first().click();
  const laid = () => page.locator('.tile.fresh').innerHTML();
  const before = await laid();
  await page.keyboard.press('r');
  await expect.poll(laid).not.toBe(before);
  await page.keyboard.press('Escape');
  await expect(page.locator('.tile.fresh')).toHaveCount(0);
});

test('the wheel turns the tile under the pointer', async ({ page }) => {
  await sit(page, 'liniell');
  await page.locator('.cell.legal').first().hover();
  const ghost = () => page.locator('.ghost').innerHTML();
  const before = await ghost();
  await page.mouse.wheel(0, 100);
  await expect.poll(ghost).not.toBe(before);
});

test('the keyboard goes on at the board after a button has gone', async ({ page }) => {
  await sit(page);
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await page.getByRole('button', { name: 'No follow-up' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.board [tabindex="0"]')).toBeFocused();
});

test('the keyboard is back at the board after a panel, a review or a puzzle', async ({ page }) => {
  await sit(page);
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const backAtTheBoard = () => expect(page.locator('.board [tabindex="0"]')).toBeFocused();
  await press('New game');
  await press('Cancel');
  await backAtTheBoard();
  await press('More');
  await press('Review the game');
  await expect(page.locator('main.review h1')).toBeFocused();
  await press('Back to the game');
  await backAtTheBoard();
  await page.getByRole('link', { name: 'Puzzles' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main.puzzle h1')).toBeFocused();
  await press('Back to the game');
  await backAtTheBoard();
});
