// SPDX-License-Identifier: MIT
//
// Whole games of both kinds, in each colour, whoever begins, by mouse, by keyboard and by touch.

import { expect, type Page } from '@playwright/test';
import { control, finger, keyboard, mouse, openPanel, playLiniell, playLinja, sit, status, test } from './table';

/** Sits down to a game of Linja that is nearly over: that one can be begun is seen by mouse. */
async function sitLate(page: Page): Promise<void> {
  await sit(page);
  await control(page, 'More').click();
  const record = '[Game "linja"]\n[First "You"]\n[Second "Computer level 2"]\n[SetUp "1"]\n[Position "08/00/11/11/10/02/30/60 a"]\n\n*\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'late.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('[data-cell="b0"]')).toHaveAttribute('aria-label', /8 pawns/);
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
}

// By hand and by keyboard with each colour and after each beginning, if not with every pair of these.
for (const [game, colours, play] of [
  ['Linja', ['Red', 'Black'], playLinja],
  ['Liniell', ['Yellow', 'Green'], playLiniell],
] as const) {
  for (const [i, colour] of colours.entries()) {
    for (const [j, first] of ['I', 'Opponent'].entries()) {
      const hand = (i + j + Number(game === 'Linja')) % 2 === 0 ? keyboard : mouse;
      test(`a game of ${game} as ${colour}, begun by ${first}, by ${hand.name}`, async ({ page }) => {
        await sit(page);
        await openPanel(page, 'new-game');
        for (const name of [game, colour, first]) await page.getByRole('radio', { name, exact: true }).check();
        await page.getByRole('button', { name: 'Start' }).click();
        const mine = page.locator('.score li', { hasText: 'You' });
        await expect(mine).toContainText(colour);
        await expect(mine.locator(`.badge-${colour.toLowerCase()}`)).toHaveCount(1);
        await expect(page.locator('.score li').first()).toContainText(first === 'I' ? 'You' : 'Computer');
        if (game === 'Linja')
          await expect(page.locator(`[data-cell="${first === 'I' ? 'a0' : 'b7'}"]`)).toHaveAttribute(
            'aria-label',
            new RegExp(`${colour}: [56] pawns`),
          );
        await play(page, hand(page));
        await expect(mine).toContainText(colour);
        if (game === 'Linja') await expect(page.locator(`.pawn-top-${colour.toLowerCase()}`)).toHaveCount(12);
        else await expect(page.locator('.routes')).toContainText(`${colour}: `);
      });
    }
  }
}

test('a game of Linja by keyboard', async ({ page }) => {
  await sitLate(page);
  await playLinja(page, keyboard(page));
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
