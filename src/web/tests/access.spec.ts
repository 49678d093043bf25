// SPDX-License-Identifier: MIT
//
// The page for everyone: no violation that axe-core knows of, keys that speak, a board that is a grid.

import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { languages } from '../page/text';
import { drawn, openPanel, openWith, sit, status, test } from './table';
import { beside, liniellTour, linja } from './tour';

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
      for (const view of ['new-game', 'more'] as const) {
        await openPanel(page, view);
        expect(await violations(page)).toEqual([]);
      }
      await page.getByRole('button', { name: 'Liniell' }).click();
      await page.locator('.cell.legal').first().click();
      await expect(page.locator('.choice')).not.toHaveCount(0);
      expect(await violations(page)).toEqual([]);
    });
  });
}

/** Numbers whose minus is only for the eye. */
const bareMinus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? '';
      if (/[\u2212-]\d/.test(text) && !walker.currentNode.parentElement?.closest('[aria-hidden=true], [role=img], h3, time'))
        found.push(text);
    }
    return found;
  });

/** Where in a walk axe looks, too, in each language. */
const LOOKED_AT = ['Linja: the first minute', 'Linja: won', 'Liniell: taken over', 'Liniell: lost', 'review', 'solution', 'Your games'];

/** At which it looks as well, in the language with the longest words. */
const OTHER_SIZES = [
  [1280, 800],
  [844, 390],
] as const;

for (const [locale, colorScheme, width, height] of [
  ['en', 'dark', 390, 844],
  ['en', 'dark', 1280, 900],
  ...Object.keys(languages).map((each) => [each, 'light', 390, 844] as const),
] as const) {
  test.describe(`${locale}, ${colorScheme}, ${width}`, () => {
    test.use({ locale, colorScheme, viewport: { width, height } });

    test(`axe finds nothing from the first minute to the end, and no minus is only for the eye (${locale}, ${colorScheme}, ${width})`, async ({
      page,
    }) => {
      for (const tour of [linja, liniellTour, beside])
        for await (const { name } of tour(page)) {
          if (LOOKED_AT.includes(name))
            for (const [wide, high] of [...(locale === 'de' ? OTHER_SIZES : []), [width, height]] as const) {
              await page.setViewportSize({ width: wide, height: high });
              expect(await violations(page), `${name}, ${wide}`).toEqual([]);
            }
          expect(await bareMinus(page), name).toEqual([]);
        }
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
  await expect(spoken(page)).toContainText('You: minus 3, Computer (level 2): minus 3');
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await expect(spoken(page)).toContainText('Follow-up: 2 rows with any pawn. You entered row b, where 2 pawns stood.');
  await page.keyboard.press('m');
  await expect(spoken(page)).toContainText('a to c');
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a2"]').click();
  await expect(spoken(page)).toContainText(/Black: [a-h] to [a-h]/);
  await page.keyboard.press('l');
  await expect(spoken(page)).toHaveText((await page.locator('.last-turn').textContent()) ?? '');
});

test('f flips the board and i takes a typed turn', async ({ page }) => {
  await sit(page);
  const row = page.locator('[data-cell="a0"]');
  const before = (await row.boundingBox())!.y;
  await page.keyboard.press('f');
  await expect.poll(async () => (await row.boundingBox())!.y).toBeLessThan(before);
  await page.keyboard.press('i');
  await expect(page.getByLabel('Turn', { exact: true })).toBeFocused();
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

test('the keyboard is not left nowhere by buttons that go or can do no more', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const atTheBoard = () => expect(page.locator('.board [tabindex="0"]')).toBeFocused();
  for (const name of ['Undo', 'Redo', 'To the start', 'To the end']) {
    await press(name);
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
    await atTheBoard();
  }
  await press('Hint');
  await press('Close the hint');
  await atTheBoard();
  await page.keyboard.press('i');
  await expect(page.getByLabel('Turn', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await atTheBoard();
  await press('More');
  await expect(page.getByRole('heading', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.more')).toHaveCount(0);
  await atTheBoard();
});

test('the keyboard is not left nowhere by the choice of a marker, a solution or the end of a review', async ({ page }) => {
  await sit(page, 'liniell');
  await page.locator('.cell.legal').first().click();
  await page.getByRole('button', { name: /^Line/ }).first().focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('.choices')).toHaveCount(0);
  await expect(page.locator('.board [tabindex="0"]')).toBeFocused();
  await page.goto('#puzzle/linja/3');
  await expect(status(page)).toBeFocused();
  await page.getByRole('button', { name: 'Show the solution' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.answer')).toBeVisible();
  await expect(page.locator('.board [tabindex="0"]')).toBeFocused();
  await page.getByRole('button', { name: 'Linja' }).first().click();
  await openWith(page, 0);
  await page.goto('#review');
  await expect(page.getByRole('button', { name: 'One turn on' })).toBeEnabled();
  await page.getByRole('button', { name: 'One turn on' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('After the last turn');
  await expect(status(page)).toBeFocused();
});

test('who clicks beside everything is not sent to the board', async ({ page }) => {
  await sit(page);
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await page.getByRole('button', { name: 'Take back step' }).focus();
  await page.locator('.brand').click();
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  await expect(page.locator('body')).toBeFocused();
});

test('while the computer answers nobody is told of looking back', async ({ page }) => {
  await sit(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const listen = (): void =>
      void heard.push(document.querySelector('.spoken')?.textContent ?? '', document.querySelector('.status h1')?.textContent ?? '');
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await openWith(page, 0);
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  expect(heard.some((text) => /^Black: [a-h] to [a-h]/.test(text))).toBe(true);
  expect(heard.filter((text) => text.includes('Looking back'))).toEqual([]);
});

test('letters in the list of languages belong to the list', async ({ page }) => {
  await sit(page);
  await page.locator('.controls').getByRole('button', { name: 'More' }).click();
  const before = (await page.locator('[data-cell="a0"]').boundingBox())!.y;
  await page.getByLabel('Language').focus();
  await page.keyboard.press('f');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await drawn(page);
  expect((await page.locator('[data-cell="a0"]').boundingBox())!.y).toBe(before);
});

test('two fingers turn the tile as far as they go, and only up and down', async ({ page }) => {
  await sit(page, 'liniell');
  await page.locator('.cell.legal').first().hover();
  const ghost = () => page.locator('.ghost').innerHTML();
  const wheel = async (deltaX: number, deltaY: number, times: number): Promise<void> => {
    await page.locator('.board').evaluate(
      (board, [x, y, n]) => {
        for (let i = 0; i < n; i++) board.dispatchEvent(new WheelEvent('wheel', { deltaX: x, deltaY: y, cancelable: true }));
      },
      [deltaX, deltaY, times] as const,
    );
    await drawn(page);
  };
  const before = await ghost();
  await wheel(40, 2, 11);
  expect(await ghost()).toBe(before);
  await wheel(0, 4, 11);
  expect(await ghost()).toBe(before);
  await wheel(0, 4, 4);
  expect(await ghost()).not.toBe(before);
});

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('what is chosen has a frame, and the sides differ', async ({ page }) => {
    await sit(page);
    const look = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    await openPanel(page, 'new-game');
    expect(await look('.segments input:checked + span', 'outline-style')).toBe('solid');
    expect(await look('.segments input:not(:checked) + span', 'outline-style')).toBe('none');
    expect(await look('header [aria-current]', 'outline-style')).toBe('solid');
    await page.locator('.new-game').getByRole('button', { name: 'Cancel' }).click();
    expect(await look('.badge-red', 'background-color')).not.toBe(await look('.badge-black', 'background-color'));
  });
});
