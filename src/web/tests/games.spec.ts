// SPDX-License-Identifier: MIT
//
// Whole games of both kinds, by mouse, by keyboard and by touch.

import { expect, type Page } from '@playwright/test';
import { control, type Hand, openPanel, playLiniell, playLinja, sit, status, test } from './table';

const mouse = (page: Page): Hand => ({
  cell: (name) => page.locator(`[data-cell="${name}"]`).click({ force: true }),
  button: (name) => page.locator('main').getByRole('button', { name }).first().click(),
});

const finger = (page: Page): Hand => ({
  cell: (name) => page.locator(`[data-cell="${name}"]`).tap({ force: true }),
  button: (name) => page.locator('main').getByRole('button', { name }).first().tap(),
});

/** Keys only: Tab to the board, arrows to the cell, Enter; Tab to a button, Enter. */
function keyboard(page: Page): Hand {
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
  const tabTo = async (there: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 80; i++) {
      if (await there()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not lead there');
  };
  return {
    async cell(name) {
      await tabTo(async () => (await focused()) !== '');
      // Columns and rows by where the cells are, as eyes would.
      for (let i = 0; i < 30 && (await focused()) !== name; i++) {
        const key = await page.evaluate((wanted) => {
          const here = document.activeElement?.getBoundingClientRect();
          const there = document.querySelector(`[data-cell="${wanted}"]`)?.getBoundingClientRect();
          if (!here || !there) return '';
          if (Math.abs(here.y - there.y) > 2) return here.y < there.y ? 'ArrowDown' : 'ArrowUp';
          return here.x < there.x ? 'ArrowRight' : 'ArrowLeft';
        }, name);
        await page.keyboard.press(key);
      }
      expect(await focused()).toBe(name);
      await page.keyboard.press('Enter');
    },
    async button(name) {
      const wanted = page.locator('main').getByRole('button', { name }).first();
      await tabTo(() => wanted.evaluate((button) => button === document.activeElement));
      await page.keyboard.press('Enter');
    },
  };
}

/** Sits down to a game of Linja that is nearly over: that one can be begun is seen by mouse. */
async function sitLate(page: Page): Promise<void> {
  await sit(page);
  await control(page, 'More').click();
  const record = '[Game "linja"]\n[First "You"]\n[Second "Computer level 2"]\n[SetUp "1"]\n[Position "08/00/11/11/10/02/30/60 a"]\n\n*\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'late.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('[data-cell="b0"]')).toHaveAttribute('aria-label', /8 pawns/);
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
}

test('a game of Linja by mouse', async ({ page }) => {
  await sit(page);
  await playLinja(page, mouse(page));
});

test('a game of Liniell by mouse', async ({ page }) => {
  await sit(page, 'liniell');
  await playLiniell(page, mouse(page));
});

test('a game of Linja by keyboard', async ({ page }) => {
  await sitLate(page);
  await playLinja(page, keyboard(page));
});

test('a game of Liniell by keyboard', async ({ page }) => {
  await sit(page, 'liniell');
  await playLiniell(page, keyboard(page));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a game of Linja by touch', async ({ page }) => {
    await sitLate(page);
    await playLinja(page, finger(page));
  });

  test('a game of Liniell by touch', async ({ page }) => {
    await sit(page, 'liniell');
    await playLiniell(page, finger(page));
  });

  test('nothing is wider than the screen', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const game of ['linja', 'liniell'] as const) {
      await sit(page, game);
      for (const view of ['new-game', 'more'] as const) {
        await openPanel(page, view);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      }
    }
  });
});
