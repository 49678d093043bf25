// SPDX-License-Identifier: MIT
//
// What the page does around a game: undo, looking back, sharing, files, failures, offline.

import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { renewable } from './newer';
import { control, notice, openWith, secondsLeft, sit, status, test, turnCount, turns } from './table';

test('half a turn can be taken back', async ({ page }) => {
  await sit(page);
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await expect(status(page)).toHaveText('Follow-up: 2 rows with any pawn');
  await expect(page.locator('.status')).toContainText('You entered row b, where 2 pawns stood.');
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  expect(await turnCount(page)).toBe(0);
});

test('a pawn can be dragged', async ({ page }) => {
  await sit(page);
  const middle = async (cell: string): Promise<[number, number]> => {
    const box = (await page.locator(`[data-cell="${cell}"]`).boundingBox())!;
    return [box.x + box.width / 4, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle('a3')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('a6')), { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0);
  await page.mouse.move(...(await middle('a3')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('a4')), { steps: 5 });
  await page.mouse.up();
  await expect(status(page)).toHaveText('Follow-up: 2 rows with any pawn');
});

test('undo takes back my turn and the answer, redo brings them again', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  await openWith(page, 2);
  const played = await turns(page).allTextContents();
  expect(played).toHaveLength(4);
  await control(page, 'Undo').click();
  await expect(turns(page).nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  await control(page, 'Redo').click();
  await expect(turns(page).nth(3)).toHaveAttribute('aria-current', 'step');
  expect(await turns(page).allTextContents()).toEqual(played);
});

test('the list of turns leads back, and a new turn replaces what came after', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  await openWith(page, 2);
  await turns(page).nth(0).click();
  await expect(status(page)).toHaveText('Looking back: turn 1 of 4');
  await turns(page).nth(1).click();
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  await openWith(page, 4);
  const played = await turns(page).allTextContents();
  expect(played).toHaveLength(4);
  expect(played[2]).toBe('ef');
});

test('a reload goes on with the same game', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  const played = await turns(page).allTextContents();
  await page.reload();
  await expect.poll(() => turns(page).allTextContents()).toEqual(played);
});

test('a link holds the whole game', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sit(page);
  await openWith(page, 0);
  await openWith(page, 3);
  const played = await turns(page).allTextContents();
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Share by link' }).click();
  const link = await page.getByLabel('The whole game is in this address:').inputValue();
  const fresh = await context.browser()!.newContext();
  const other = await fresh.newPage();
  await other.goto(link);
  await expect.poll(() => turns(other).allTextContents()).toEqual(played);
  expect(other.url()).not.toContain('#');
  await fresh.close();
});

test('a broken link says so and keeps the running game', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  const played = await turns(page).allTextContents();
  const packed = (text: string): string => `#g=${deflateSync(Buffer.from(text)).toString('base64url')}`;
  for (const [fragment, complaint] of [
    [packed('[Game "linja"]\n\n1. ab *\n').slice(0, -4), 'This link is damaged or cut off.'],
    [packed('no game'), 'tag Game is missing'],
    ['#g=!', 'This link is damaged or cut off.'],
    [packed('[Game "linja"]\n\n1. ad *\n'), 'ad'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await expect(notice(page)).toContainText(complaint);
    await expect(page.getByRole('alert')).toContainText(complaint);
    expect(await turns(page).allTextContents()).toEqual(played);
  }
  await openWith(page, 3);
});

test('a game is saved to a file and opened again; a broken file changes nothing', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  const played = await turns(page).allTextContents();
  await control(page, 'More').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^linja-.*\.lwg$/);
  const record = await readFile(await download.path(), 'utf8');
  expect(record).toContain('[Game "linja"]');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'bad.lwg', mimeType: 'text/plain', buffer: Buffer.from('[Game "linja"]\n\n1. ax *\n') });
  await expect(notice(page)).toContainText('bad.lwg: ');
  await file.setInputFiles({ name: 'noise.lwg', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0, 1, 2]) });
  await expect(notice(page)).toContainText('noise.lwg: ');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  expect(await turns(page).allTextContents()).toEqual(played);
  await openWith(page, 3);
  await control(page, 'More').click();
  await file.setInputFiles({ name: 'good.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect.poll(() => turns(page).allTextContents()).toEqual(played);
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(() => turnCount(page)).toBe(played.length + 2);
});

test('pictures of the board', async ({ page }) => {
  await sit(page, 'liniell');
  await control(page, 'More').click();
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Board as SVG' }).click()]);
  expect(await readFile(await svg.path(), 'utf8')).toMatch(/^<svg /);
  await page.getByRole('radio', { name: 'Dark' }).check();
  const [dark] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Board as SVG' }).click()]);
  expect(await readFile(await dark.path(), 'utf8')).toContain('@media all{.ground');
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Board as PNG' }).click()]);
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG');
});

test('a crash of the engine is survived', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  const played = await turns(page).allTextContents();
  await page.workers()[0]!.evaluate(() => {
    setTimeout(() => {
      throw new Error('crash');
    });
  });
  await expect(notice(page)).toContainText('The engine had to be started again.');
  expect(await turns(page).allTextContents()).toEqual(played);
  await openWith(page, 3);
});

test('an engine that hangs is replaced', async ({ page }) => {
  await page.clock.install();
  await sit(page);
  await openWith(page, 0);
  void page
    .workers()[0]!
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  await page.locator('[data-cell="a2"]').click();
  await page.locator('[data-cell="a3"]').click();
  await page.clock.fastForward(10_000);
  await expect(notice(page)).toContainText('The engine had to be started again.');
  await expect(status(page)).toContainText('Follow-up');
});

test('a series: the loser starts the next game', async ({ page }) => {
  await sit(page);
  await control(page, 'New game').click();
  await page.getByRole('radio', { name: 'Best of 3' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.score')).toContainText('best of 3, games 0 to 0');
  await openWith(page, 0);
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toHaveText('Computer (level 2) won');
  await expect(page.locator('.status')).toContainText('You resigned. Games: 0 to 1.');
  await expect(page.locator('.end p')).toHaveText('You lost: You resigned.');
  await control(page, 'Next game').click();
  await expect(page.locator('.score')).toContainText('games 0 to 1');
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  expect(await turnCount(page)).toBe(0);
});

test('two people on one device, other rules, clocks', async ({ page }) => {
  await sit(page);
  await control(page, 'New game').click();
  await page.getByRole('radio', { name: /First edition, 2003/ }).check();
  await page.getByRole('radio', { name: 'Friend on this device' }).check();
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.clock').first()).toHaveText(/^[45]:\d\d$/); // it runs
  await expect(page.locator('.clock').nth(1)).toHaveText('5:00');
  await expect(page.locator('.score')).toContainText('First edition, 2003');
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a0"]').click();
  await expect(status(page)).toHaveText('Follow-up: 2 rows with any pawn');
  await expect(page.locator('.controls .primary')).toHaveCount(0);
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a2"]').click();
  await expect(page.locator('.status')).toContainText('Player 2 (Black) to move.');
});

test('a take-over is explained before it is confirmed', async ({ page }) => {
  await sit(page, 'liniell');
  const record = '[Game "liniell"]\n[First "Ada"]\n[Second "Ben"]\n[Seed "68"]\n\n1. d4e c4e 2. c3n b4n 3. c2w+S a4s+E *\n';
  await control(page, 'More').click();
  await page.locator('input[type=file]').setInputFiles({ name: 'ada.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect.poll(() => turnCount(page)).toBe(6);
  await expect(page.locator('.status')).toContainText('Ada (Yellow) to move.');
  await page.keyboard.press('r');
  await page.locator('[data-cell="d3"]').click();
  await expect(status(page)).toHaveText('Take-over: touch the joined line');
  await expect(page.locator('.status')).toContainText('Both markers there go home, and your other marker takes the whole line.');
  await expect(control(page, 'End turn')).toHaveCount(0);
  await page.locator('[data-line="d3ES"], [data-line^="d3"][data-line*="E"]').first().click({ force: true });
  await expect(control(page, 'End turn')).toBeVisible();
  await expect(page.locator('.marker-green')).toHaveCount(0);
  await control(page, 'Take back step').click();
  await expect(status(page)).toHaveText('Take-over: touch the joined line');
  await page.getByRole('button', { name: 'Take over, east' }).click();
  await control(page, 'End turn').click();
  await expect(page.locator('.moves li button').last()).toHaveText('d3e+E');
});

test('lines light up under the pointer and tell whose they are', async ({ page }) => {
  await sit(page, 'liniell');
  await page.locator('.cell.legal').first().click();
  const line = page.getByRole('button', { name: /^Line/ }).first();
  await line.click();
  await expect(line).toHaveAttribute('aria-pressed', 'true'); // a press while the board changes is dropped
  await control(page, 'End turn').click();
  await expect.poll(() => turnCount(page)).toBeGreaterThanOrEqual(2);
  // A line ends in the middle of every side.
  const tile = (await page.locator('[data-cell="d4"]').boundingBox())!;
  await page.mouse.move(tile.x + tile.width / 2, tile.y + 5);
  await expect(page.locator('.line-glow').first()).toBeVisible();
  await expect(page.locator('.status p')).toHaveText(/Yellow: .* points?|Free line/);
});

test('a clock that runs out ends the game', async ({ page }) => {
  await page.clock.install();
  await sit(page);
  await control(page, 'New game').click();
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.clock').nth(1)).toHaveText('3:00');
  const before = await secondsLeft(page, 0);
  await page.clock.fastForward(60_000);
  await expect.poll(() => secondsLeft(page, 0)).toBeLessThanOrEqual(before - 60);
  await page.clock.fastForward(120_000);
  await expect(status(page)).toHaveText('Computer (level 2) won');
});

test('time that was used stays used over a look at the other game', async ({ page }) => {
  await page.clock.install();
  await sit(page);
  await control(page, 'New game').click();
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.clock').nth(1)).toHaveText('3:00');
  const before = await secondsLeft(page, 0);
  await page.clock.fastForward(60_000);
  await expect.poll(() => secondsLeft(page, 0)).toBeLessThanOrEqual(before - 60);
  await page.getByRole('button', { name: 'Liniell' }).click();
  await expect(page.locator('.board.liniell')).toBeVisible();
  await page.clock.fastForward(600_000); // while the game is not on the table no time is used
  await page.getByRole('button', { name: 'Linja' }).click();
  await expect(page.locator('.board.linja')).toBeVisible();
  const after = await secondsLeft(page, 0);
  expect(after).toBeLessThanOrEqual(before - 60);
  expect(after).toBeGreaterThan(0);
});

test('undo while the computer makes its turn takes both turns back', async ({ page }) => {
  await sit(page);
  for (let tries = 0; tries < 5; tries++) {
    await page.locator('[data-cell="a0"]').click();
    await page.locator('[data-cell="a1"]').click();
    await page.getByRole('button', { name: 'No follow-up' }).click();
    await expect(page.locator('.moves [aria-current]')).toHaveCount(1);
    await page.keyboard.press('u');
    await expect(status(page)).toHaveText('Opening move: 1 row forward');
    await expect(page.locator('.moves [aria-current]')).toHaveCount(0);
    await expect(notice(page)).toHaveCount(0);
  }
});

test('appearance and sound are remembered', async ({ page }) => {
  await sit(page);
  await control(page, 'More').click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('checkbox', { name: 'Sound' }).check();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await openWith(page, 0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await control(page, 'More').click();
  await expect(page.getByRole('checkbox', { name: 'Sound' })).toBeChecked();
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page works without a network', async ({ page, context }) => {
    await sit(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect(page.locator('.board.linja')).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('.board.linja')).toBeVisible();
    await openWith(page, 0);
    await context.setOffline(false);
  });

  test('a new version of the page is offered, and used by every window when one wants it', async ({ page, context, baseURL }) => {
    const newer = await renewable(baseURL ?? '');
    const other = await context.newPage();
    // The first window had no service worker when it was opened, the other has.
    for (const each of [page, other]) {
      await each.goto(`${newer.address}?pause=0`);
      await expect.poll(() => each.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await expect(each.locator('.board.linja')).toBeVisible();
    }
    await openWith(page, 0);
    await expect(turns(other)).toHaveCount(2);
    newer.renew();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    for (const each of [page, other]) await expect(notice(each)).toContainText('There is a new version of this page.');
    // It is offered until it is taken, whatever else is done.
    await openWith(page, 2);
    for (const each of [page, other]) {
      await expect(turns(each)).toHaveCount(4);
      await expect(notice(each)).toContainText('There is a new version of this page.');
    }
    const reloaded = [page.waitForEvent('load'), other.waitForEvent('load')];
    await other.getByRole('button', { name: 'Use it now' }).click();
    await Promise.all(reloaded);
    for (const each of [page, other]) {
      await expect(each.locator('script[src="app-NEWER.js"]')).toHaveCount(1);
      await expect(turns(each)).toHaveCount(4);
    }
    // The engine of a page that has its own files can be had again.
    await openWith(other, 4);
    newer.close();
  });
});
