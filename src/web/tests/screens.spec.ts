// SPDX-License-Identifier: MIT
//
// The pictures of the page in docs/img. They are taken only when asked for, by
// `SCREENS=1 tools/test-web screens`, since every machine draws letters a little differently.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { myTurn, sit, status, test, turnCount } from './table';
import { beside, linja as linjaTour } from './tour';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/img');

async function typed(page: Page, turn: string): Promise<void> {
  const before = await turnCount(page);
  await page.keyboard.press('i');
  await page.getByLabel('Turn', { exact: true }).fill(turn);
  await page.keyboard.press('Enter');
  await expect.poll(() => turnCount(page)).toBeGreaterThanOrEqual(before + 2);
  await myTurn(page);
}

async function linja(page: Page): Promise<void> {
  await sit(page);
  await typed(page, 'ab/ac');
  await typed(page, 'bc');
  await typed(page, 'fg');
  await page.locator('[data-cell="a2"]').click();
  await page.locator('[data-cell="a3"]').click();
  await expect(status(page)).toContainText('Follow-up');
  await page.locator('[data-cell="a0"]').click();
}

async function liniell(page: Page): Promise<void> {
  await sit(page, 'liniell');
  for (let turn = 0; turn < 6; turn++) {
    const before = await turnCount(page);
    await page
      .locator('.cell.legal:not(.faint)')
      .nth(turn % 2)
      .click();
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1);
    const line = page.getByRole('button', { name: /^(Line|Take over)/ }).first();
    if (turn % 2 === 1 && (await line.isVisible())) await line.click();
    else if (!(await page.getByRole('button', { name: 'End turn' }).isVisible())) await line.click();
    if (turn === 5) return;
    await page.getByRole('button', { name: 'End turn' }).click();
    await expect.poll(() => turnCount(page)).toBeGreaterThanOrEqual(before + 2);
    await myTurn(page);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1120, height: 780 } });

    test(`Linja (${colorScheme})`, async ({ page }) => {
      await linja(page);
      await page.screenshot({ path: join(folder, `page-linja-${colorScheme}.png`) });
    });

    test(`Liniell (${colorScheme})`, async ({ page }) => {
      await liniell(page);
      await page.screenshot({ path: join(folder, `page-liniell-${colorScheme}.png`) });
    });
  });
}

test.describe('beside the game', () => {
  test.use({ viewport: { width: 1120, height: 780 } });

  for (const [name, fragment, sign] of [
    ['lesson', '#learn/linja/3', 'Both colours count'],
    ['puzzle', '#puzzle/liniell/2', 'Puzzle 2'],
  ] as const) {
    test(name, async ({ page }) => {
      await page.goto(`?seed=1&pause=0${fragment}`);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expect(page.locator('.board')).toBeVisible();
      await page.screenshot({ path: join(folder, `page-${name}.png`) });
    });
  }
});

test.describe('when a game is over', () => {
  test.use({ viewport: { width: 1120, height: 780 } });

  test('its end, its review, all games', async ({ page }) => {
    const pictures: Record<string, string> = { 'Linja: won': 'end', review: 'review', 'Your games': 'games' };
    for (const tour of [linjaTour, beside])
      for await (const { name } of tour(page)) {
        const picture = pictures[name];
        if (picture) await page.screenshot({ path: join(folder, `page-${picture}.png`) });
      }
  });

  test('playing a friend', async ({ page }) => {
    await page.goto('#/friend');
    await expect(page.locator('main h1')).toBeVisible();
    await page.screenshot({ path: join(folder, 'page-friend.png') });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 760 }, deviceScaleFactor: 2 });

  test('Linja on a phone', async ({ page }) => {
    await linja(page);
    await page.screenshot({ path: join(folder, 'page-linja-phone.png') });
  });
});
