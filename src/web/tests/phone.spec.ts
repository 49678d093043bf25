// SPDX-License-Identifier: MIT
//
// Phones, held upright and across: what is opened is seen, and a turn needs no scrolling.

import { expect, type Locator, type Page } from '@playwright/test';
import { control, sit, test } from './table';

test.use({ hasTouch: true, isMobile: true });

/** Whether all of it lies on the screen, and above the controls where these lie over the page. */
async function inSight(page: Page, what: Locator): Promise<boolean> {
  const box = (await what.boundingBox())!;
  const bar = page.locator('.controls');
  const fixed = await bar.evaluate((element) => getComputedStyle(element).position === 'fixed');
  const bottom = fixed ? (await bar.boundingBox())!.y : page.viewportSize()!.height;
  return box.y >= 0 && box.y + box.height <= bottom + 1;
}

for (const [width, height] of [
  [320, 568],
  [375, 667],
] as const) {
  test.describe(`${width} x ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(`a panel is seen when it opens, and the board after it (${width})`, async ({ page }) => {
      await sit(page);
      for (const name of ['New game', 'More']) {
        await control(page, name).tap();
        const heading = page.getByRole('heading', { name, exact: true });
        await expect(heading).toBeFocused();
        await expect.poll(() => inSight(page, heading)).toBe(true);
        expect((await heading.boundingBox())!.y).toBeLessThan(height / 3);
        await control(page, name).tap();
        await expect.poll(() => inSight(page, page.locator('.board'))).toBe(true);
      }
      await control(page, 'New game').tap();
      await page.getByRole('button', { name: 'Start' }).tap();
      await expect.poll(() => inSight(page, page.locator('.board'))).toBe(true);
    });
  });
}

test.describe('held across', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  for (const game of ['linja', 'liniell'] as const) {
    test(`a turn of ${game} needs no scrolling`, async ({ page }) => {
      await sit(page, game);
      for (const part of ['.board', '.status', '.controls', ...(game === 'liniell' ? ['.tray'] : [])]) {
        await expect.poll(() => inSight(page, page.locator(part)), part).toBe(true);
      }
    });
  }

  for (const game of ['linja', 'liniell'] as const) {
    test(`nor does a lesson of ${game}`, async ({ page }) => {
      await page.goto(`#learn/${game}/2`);
      await expect(page.locator('main.lesson')).toHaveAttribute('aria-busy', 'false');
      for (const part of ['.board', '.lesson-card', '.controls'])
        await expect.poll(() => inSight(page, page.locator(part)), part).toBe(true);
    });
  }
});

test.describe('German', () => {
  test.use({ viewport: { width: 320, height: 568 }, locale: 'de-DE' });

  test('the keys are not wider than the screen', async ({ page }) => {
    await sit(page);
    await control(page, 'Mehr').tap();
    await page.getByText('Tasten').tap();
    await expect(page.locator('.keys')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
