// SPDX-License-Identifier: MIT
//
// Phones, held upright and across, and tablets: all that a turn needs is seen at once, in every language, and nothing
// lies over anything else.

import { expect, type Page } from '@playwright/test';
import { languages } from '../page/text';
import { control, drawn, sit, status, test } from './table';
import { beside, LATE_LINJA, liniellTour, linja, openRecord, sitAt, TURN } from './tour';

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
      if (getComputedStyle(element).pointerEvents === 'none') return within; // a touch goes through it, and so would this look
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

for (const locale of Object.keys(languages)) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const [name, tour] of Object.entries({ Linja: linja, Liniell: liniellTour, 'review and puzzle': beside })) {
      test(`what matters is seen without scrolling: ${name} (${locale})`, async ({ page }) => {
        for await (const { name, parts } of tour(page)) await seenAtEachSize(page, name, parts);
      });
    }

    for (const [width, height] of [
      [320, 568],
      [740, 360],
    ] as const) {
      test(`what ends a panel is under the thumb (${locale}, ${width})`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await sit(page);
        for (const [nth, panel] of [
          [2, '.new-game'],
          [1, '.more'],
        ] as const) {
          await page.locator(`.controls button:nth-last-child(${nth})`).tap();
          await expect(page.locator(panel)).toBeVisible();
          await expect.poll(() => outOfSight(page, [`${panel} h2`, `${panel} .ending`, `${panel} .ending button:last-child`])).toEqual([]);
          await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
          await expect.poll(() => outOfSight(page, [`${panel} .ending`])).toEqual([]);
          await page.locator(`${panel} .ending button`).last().tap();
        }
        await page.locator('.controls button:nth-last-child(2)').tap();
        await page.locator('.new-game .ending button').first().tap();
        await expect(page.locator('.new-game')).toHaveCount(0);
      });
    }
  });
}

test('a phone is felt at each step, once that is wanted, and at the end', async ({ page }) => {
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(globalThis, { felt });
    Object.assign(navigator, { vibrate: (pattern: unknown) => felt.push(pattern) });
  });
  const felt = (): Promise<unknown[]> => page.evaluate(() => (globalThis as unknown as { felt: unknown[] }).felt);
  await sit(page);
  await page.locator('[data-cell="a0"]').tap();
  await page.locator('[data-cell="a1"]').tap();
  await expect(control(page, 'No follow-up')).toBeVisible();
  expect(await felt()).toEqual([]);
  await control(page, 'More').tap();
  await page.getByLabel('Vibration').check();
  await page.getByRole('button', { name: 'Back to the game' }).tap();
  await page.locator('[data-cell="a0"]').tap();
  await page.locator('[data-cell="a2"]').tap();
  await expect.poll(async () => (await felt()).length).toBeGreaterThan(0);
  expect(new Set(await felt())).toEqual(new Set([12]));
  await openRecord(page, LATE_LINJA, 0);
  await page.locator('[data-cell="a3"]').tap();
  await page.locator('[data-cell="a4"]').tap();
  await expect(page.locator('.end')).toBeVisible();
  await expect.poll(felt).toContainEqual([30, 60, 30]);
});

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

/** A language at four times its size: one column, nothing beside the screen, nothing under anything else. */
async function oneColumn(page: Page, name: string): Promise<void> {
  await drawn(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main a, main h1, main h2, main p, main li')]
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        if (width <= 1 || (left >= -1 && right <= 321)) return false;
        // What can be drawn aside within a box of its own is not cut.
        for (let box = each.parentElement; box; box = box.parentElement) if (getComputedStyle(box).overflowX === 'auto') return false;
        return true;
      })
      .map((each) => each.textContent),
  );
  expect(cut, name).toEqual([]);
  const boxes = await page.locator('.stage > *:visible').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()));
  for (const [i, box] of boxes.entries()) if (i > 0) expect(box.top, name).toBeGreaterThanOrEqual(boxes[i - 1]!.bottom);
}

for (const locale of Object.keys(languages)) {
  test.describe(`${locale}, four times enlarged`, () => {
    test.use({ viewport: { width: 320, height: 200 }, locale });

    test(`one thing stands under the other (${locale})`, async ({ page }) => {
      for (const tour of [linja, liniellTour, beside]) for await (const { name } of tour(page)) await oneColumn(page, name);
      for (const address of ['#learn', '#learn/liniell/2', '#rules/linja/zen', '#box', '#about', '#tiles', '#/games', '#puzzle/linja/1']) {
        await page.evaluate((hash) => void (location.hash = hash), address);
        await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
        await oneColumn(page, address);
      }
      await sitAt(page, 'Linja');
      for (const nth of [2, 1]) {
        await page.locator(`.controls button:nth-last-child(${nth})`).tap();
        await expect(page.locator('.beside')).toBeVisible();
        await oneColumn(page, `panel ${nth}`);
        await page.locator('.ending button').last().tap();
      }
    });
  });
}

test.describe('German, four times enlarged', () => {
  test.use({ viewport: { width: 320, height: 200 }, locale: 'de-DE' });

  test('the keys are not wider than the screen', async ({ page }) => {
    await sit(page);
    await control(page, 'Mehr').tap();
    await page.getByText('Tasten').tap();
    await expect(page.locator('.keys')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
