// SPDX-License-Identifier: MIT
//
// The first minute and the end: what one wants is said on the board until the first turn is made, the points are no
// riddle; and a game that is over says why, by how much and what now.

import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { control, firstTurns, sit, status, test, turnCount } from './table';
import { LATE_LINIELL, openRecord } from './tour';

const end = (page: Page) => page.locator('.end');

/** How many pawns, or cells for a tile, the line about the goal hides. */
const hidden = (page: Page): Promise<number> =>
  page.locator('.goal').evaluate((goal) => {
    const over = goal.getBoundingClientRect();
    return [...document.querySelectorAll('.pawn-body, .cell.legal')].filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
    }).length;
  });

/** Opens a record in which one step ends the game, and makes it. */
async function win(page: Page, second: string): Promise<void> {
  await sit(page);
  await control(page, 'More').click();
  const record = `[Game "linja"]\n[Rules "zen"]\n[First "You"]\n[Second "${second}"]\n[SetUp "1"]\n[Position "08/03/00/11/00/00/20/90 a"]\n\n*\n`;
  await page.locator('input[type=file]').setInputFiles({ name: 'late.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('[data-cell="b0"]')).toHaveAttribute('aria-label', /8 pawns/);
  await page.locator('[data-cell="a3"]').click();
  await page.locator('[data-cell="a4"]').click();
  await expect(end(page)).toBeVisible();
}

test('a first game says on the board what one wants, until a turn is made', async ({ page }) => {
  await sit(page);
  await expect(page.locator('.goal')).toContainText('the last rows pay 1, 2, 3, 5 points');
  await expect(page.getByRole('link', { name: 'Learn in 2 minutes' })).toHaveAttribute('href', '#learn/linja/1');
  await expect(page.locator('.plain')).toHaveCount(0); // this machine's own name is a safe place
  await expect(page.locator('.score')).toContainText('As if the game ended now');
  await expect(page.locator('.score .parts').first()).toHaveText('6 − 9');
  expect(await violations(page)).toEqual([]);
  await firstTurns(page);
  await expect(page.locator('.goal')).toHaveCount(0);
  await page.reload();
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  await control(page, 'Undo').click();
  await expect(page.locator('.goal')).toHaveCount(0);
});

for (const [width, height] of [
  [360, 640],
  [320, 568],
  [740, 360],
] as const) {
  test(`the points say who is ahead where there is room for nothing else (${width} x ${height})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await sit(page);
    await expect(page.locator('.goal')).toContainText('the last rows pay 1, 2, 3, 5 points');
    // Nothing that can be touched lies under it, and points that nobody has explained are no riddle.
    expect(await hidden(page)).toBe(0);
    await expect(page.locator('.score .points').first()).toBeHidden();
    const lead = page.locator('.score .lead');
    await expect(lead).toHaveText('Nobody is ahead.');
    await expect(lead).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.score .facts')).toBeHidden();
    await control(page, 'More').click();
    const record = '[Game "linja"]\n[First "You"]\n[Second "Computer level 0"]\n[SetUp "1"]\n[Position "08/03/00/10/01/00/20/90 a"]\n\n*\n';
    await page.locator('input[type=file]').setInputFiles({ name: 'late.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
    await expect(lead).toHaveText('You lead by 2 points.');
    await expect(lead).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Liniell' }).click();
    await expect(lead).toHaveText('Nobody is ahead.');
    await expect(lead).toBeInViewport({ ratio: 1 });
  });
}

test.describe('where the computer begins', () => {
  test.use({ starts: 'other' });
  for (const [game, width, height] of [
    ['linja', 1280, 900],
    ['liniell', 1280, 900],
    ['liniell', 360, 640],
    ['liniell', 844, 390],
  ] as const) {
    test(`a first game of ${game} says what one wants, too, and hides no cell (${width} x ${height})`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await sit(page, game);
      await expect.poll(() => turnCount(page)).toBe(1);
      await expect(page.locator('.goal')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Learn in 2 minutes' })).toBeVisible();
      expect(await hidden(page)).toBe(0);
    });
  }
});

test('who just wants to play is told no more', async ({ page }) => {
  await sit(page, 'liniell');
  await expect(page.locator('.goal')).toContainText('blue rhomb');
  await page.getByRole('button', { name: 'Just play' }).click();
  await expect(page.locator('.goal')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.board.liniell')).toBeVisible();
  await expect(status(page)).toHaveText('Lay the tile on a marked cell');
  await expect(page.locator('.goal')).toHaveCount(0);
});

test('the end says why, by how much and from which rows, and leads on', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await win(page, 'Computer level 2');
  await expect(status(page)).toHaveText('You won');
  await expect(end(page)).toContainText('You won by 2 points.');
  await expect(end(page)).toContainText('All pawns have passed each other.');
  await expect(end(page).getByRole('row', { name: /^Red/ })).toHaveText('Red1645');
  await expect(end(page).getByRole('row', { name: /^Black/ })).toHaveText('Black4091');
  await expect(page.locator('.joy span').first()).toBeAttached();
  expect(await violations(page)).toEqual([]);
  await end(page).getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('.notice')).toContainText('The link is copied');
  await end(page).getByRole('button', { name: 'Try level 3' }).click();
  await expect(page.locator('.score')).toContainText('Computer (level 3)');
  await expect(end(page)).toHaveCount(0);
});

const LINIELL_OVER = `${LATE_LINIELL} a5n`;
const LEVEL =
  '1. d4e+E d5n+W 2. d3e+N<d4E e5e+N<d5W 3. c4w+N<d3N c5n+E<e5N 4. f5e d2n 5. c2n e4w+S 6. f4s+N<c4N e3e 7. e2n+E<f4N f2n+N<c5E 8. c3n+N f3n+N<f2N';

test('the end of Liniell says why, by how much and from which lines: lost, won and drawn', async ({ page }) => {
  await sit(page, 'liniell');
  for (const [first, second, record, title, words] of [
    ['You', 'Computer level 2', `${LINIELL_OVER} 0-1`, 'Computer (level 2) won', 'You lost by 6 points. All tiles are laid.'],
    ['Computer level 2', 'You', `${LINIELL_OVER} 0-1`, 'You won', 'You won by 6 points. All tiles are laid.'],
    ['You', 'Computer level 2', `[Seed "77"]\n\n${LEVEL} 1/2-1/2`, 'A draw', 'A draw. (\\d+) to \\1 points. All tiles are laid.'],
    ['Ada', 'Ben', `${LINIELL_OVER} 0-1`, 'Ben won', 'Ben won by 6 points. All tiles are laid.'],
  ] as const) {
    await openRecord(page, `[Game "liniell"]\n[First "${first}"]\n[Second "${second}"]\n${record}\n`, 16);
    await expect(status(page)).toHaveText(title);
    await expect(end(page).locator('p').first()).toHaveText(new RegExp(`^\\s*${words}$`));
    const sums = { Yellow: 0, Green: 0 };
    for (const line of await end(page).locator('.routes li').allTextContents()) {
      const [, colour, points] = /^(Yellow|Green): .*: (\d+) points?$/.exec(line.trim()) ?? [];
      sums[colour as 'Yellow' | 'Green'] += Number(points);
    }
    expect(sums.Green - sums.Yellow).toBe(title === 'A draw' ? 0 : 6);
    await expect(page.locator('.joy')).toHaveCount(title === 'You won' || first === 'Ada' ? 1 : 0);
    // Mistakes are mine only where I am the one person.
    await expect(end(page).getByRole('button', { name: first === 'Ada' ? 'Review the game' : 'Review my mistakes' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});

test('a device with a share sheet of its own is asked to share', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, { share: (what: unknown) => Promise.resolve(void shared.push(what)) });
  });
  await win(page, 'Ben');
  await end(page).getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify((globalThis as unknown as { shared: unknown[] }).shared)))
    .toMatch(/"title":"Linja","url":"http.*#g=/);
});

test('in a rematch the loser begins, and the mistakes are a tap away', async ({ page }) => {
  await win(page, 'Computer level 2');
  await end(page).getByRole('button', { name: 'Review my mistakes' }).click();
  await expect(page.locator('main.review')).toBeVisible();
  await control(page, 'Back to the game').click();
  await control(page, 'Rematch').click();
  await expect(page.locator('.score li').first()).toContainText('Computer (level 2)');
  await expect(page.locator('.moves li button')).toHaveCount(1);
  await expect(page.locator('.goal')).toHaveCount(0);
});
