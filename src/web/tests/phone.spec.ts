// SPDX-License-Identifier: MIT
//
// Phones, held upright and across, and tablets: all that a turn needs is seen at once, in every language, and nothing
// lies over anything else.

import { expect, type Page } from '@playwright/test';
import { languages } from '../page/text';
import { control, drawn, sit, status, test } from './table';

const SIZES = [
  [360, 640],
  [390, 844],
  [430, 932],
  [740, 360],
  [844, 390],
  [768, 1024],
] as const;

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

/** Those parts of the page that are not wholly on the screen, or that something else lies over. */
const outOfSight = (page: Page, parts: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const seen = (part: string): boolean => {
      const element = document.querySelector(part);
      const box = element?.getBoundingClientRect();
      if (!element || !box?.width) return false;
      const within = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
      const onTop = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return within && !!onTop && (element.contains(onTop) || onTop.contains(element));
    };
    return wanted.filter((part) => !seen(part));
  }, parts);

/** All parts are seen at each size. */
async function seenAtEachSize(page: Page, state: string, parts: readonly string[]): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => outOfSight(page, parts), `${state} at ${width} x ${height}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${state} at ${width} x ${height}`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 360, height: 640 });
}

const TURN = ['.score > ul', '.board', '.status h1', '.controls'];

for (const locale of Object.keys(languages)) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`a turn of Linja needs no scrolling (${locale})`, async ({ page }) => {
      await sit(page);
      await expect(page.locator('.controls button').first()).toBeVisible();
      await seenAtEachSize(page, 'opening', [...TURN, '.status p']);
      for (let said = 1; said <= 3; said++) {
        await page.locator(said === 1 ? '.controls button:nth-child(3)' : '.hint button:first-child').tap();
        await expect(page.locator('.hint li')).toHaveCount(said);
        await seenAtEachSize(page, `hint ${said}`, [...TURN, '.hint ol', '.hint .quiet']);
      }
      await page.locator('.hint .quiet').tap();
      await page.locator('[data-cell="a0"]').tap();
      await page.locator('[data-cell="a1"]').tap();
      await expect(page.locator('.controls .primary')).toBeVisible();
      await seenAtEachSize(page, 'follow-up', [...TURN, '.status p', '.controls .primary']);
    });

    test(`a turn of Liniell needs no scrolling (${locale})`, async ({ page }) => {
      await sit(page, 'liniell');
      await expect(page.locator('.cell.legal')).toHaveCount(1);
      await seenAtEachSize(page, 'tile', [...TURN, '.tray-tile svg', '.tray-tile span']);
      await page.locator('.cell.legal').tap();
      await expect(page.locator('.choices button').first()).toBeVisible();
      await seenAtEachSize(page, 'marker', [...TURN, '.tray-tile span', '.choices', '.choices button:last-child', '.controls .primary']);
    });
  });
}

test('the controls keep their places, whoever is to move', async ({ page }) => {
  await page.goto('?seed=1&pause=100000'); // the computer shows its first step for as long
  await expect(page.locator('.board.linja')).toBeVisible();
  const places = (): Promise<number[][]> =>
    page.locator('.controls button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      }),
    );
  await expect(control(page, 'Hint')).toBeEnabled();
  const before = await places();
  await page.locator('[data-cell="a0"]').tap();
  await page.locator('[data-cell="a1"]').tap();
  await expect(control(page, 'No follow-up')).toBeVisible();
  expect(await places()).toEqual(before);
  await control(page, 'No follow-up').tap();
  await expect(status(page)).toContainText('thinking');
  await expect(control(page, 'Hint')).toBeDisabled();
  expect(await places()).toEqual(before);
});

for (const [width, height] of [
  [320, 568],
  [360, 640],
  [740, 360],
] as const) {
  test.describe(`${width} x ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(`a panel takes the screen, what ends it is under the thumb, and the board comes back (${width})`, async ({ page }) => {
      await sit(page);
      for (const [name, panel, end] of [
        ['New game', '.new-game', 'Cancel'],
        ['More', '.more', 'Back to the game'],
      ] as const) {
        await control(page, name).tap();
        await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
        await expect.poll(() => outOfSight(page, [`${panel} h2`, `${panel} .ending`])).toEqual([]);
        await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
        const last = page.locator(`${panel} > :nth-last-child(2)`);
        const [above, below] = [await last.boundingBox(), await page.locator(`${panel} .ending`).boundingBox()];
        expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y + 1);
        await page.getByRole('button', { name: end }).tap();
        await expect.poll(() => outOfSight(page, TURN)).toEqual([]);
      }
      await control(page, 'New game').tap();
      await page.getByRole('button', { name: 'Start' }).tap();
      await expect.poll(() => outOfSight(page, TURN)).toEqual([]);
    });
  });
}

for (const [width, height] of [
  [360, 640],
  [844, 390],
] as const) {
  test.describe(`lessons at ${width} x ${height}`, () => {
    test.use({ viewport: { width, height }, locale: 'de-DE' });

    for (const game of ['linja', 'liniell'] as const) {
      test(`a lesson of ${game} needs no scrolling (${width})`, async ({ page }) => {
        await page.goto(`#learn/${game}/2`);
        await expect(page.locator('main.lesson')).toHaveAttribute('aria-busy', 'false');
        await expect.poll(() => outOfSight(page, ['.board', '.lesson-card', '.said', '.controls'])).toEqual([]);
      });
    }
  });
}

test.describe('German, four times enlarged', () => {
  test.use({ viewport: { width: 320, height: 200 }, locale: 'de-DE' });

  for (const address of ['', '#learn/liniell/2', '#puzzle/linja/1', '#review'] as const) {
    test(`one thing stands under the other (${address || 'the table'})`, async ({ page }) => {
      await page.goto(`?seed=1&pause=0${address}`);
      await expect(page.locator('.board')).toBeVisible();
      await drawn(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      const tops = await page.locator('.stage > *').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()));
      expect(tops.length).toBeGreaterThan(2);
      for (const [i, box] of tops.entries()) if (i > 0) expect(box.top).toBeGreaterThanOrEqual(tops[i - 1]!.bottom);
    });
  }

  test('the keys are not wider than the screen', async ({ page }) => {
    await sit(page);
    await control(page, 'Mehr').tap();
    await page.getByText('Tasten').tap();
    await expect(page.locator('.keys')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
