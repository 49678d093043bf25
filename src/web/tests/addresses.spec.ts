// SPDX-License-Identifier: MIT
//
// Your games, and addresses: each game has one, what is deleted can be had back, and Back closes a panel before it
// leaves.

import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { control, notice, openPanel, openWith, sit, status, test, turns } from './table';

const rows = (page: Page, list: 'Running' | 'Finished') => page.getByRole('region', { name: list }).getByRole('listitem');
const panels = (page: Page) => page.locator('.new-game, .more');

async function startNew(page: Page): Promise<void> {
  await openPanel(page, 'new-game');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(panels(page)).toHaveCount(0);
}

/** A running game of Linja with two turns, one that was given up, and a new one on the table. */
async function playSome(page: Page): Promise<string[]> {
  await sit(page);
  await openWith(page, 0);
  const running = await turns(page).allTextContents();
  await startNew(page);
  await openWith(page, 2);
  await openPanel(page, 'more');
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toHaveText('Computer (level 2) won');
  await startNew(page);
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  return running;
}

async function openGames(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Your games' }).click();
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeFocused();
}

test('your games: running and finished ones, searched, and gone on with by their addresses', async ({ page }) => {
  const running = await playSome(page);
  await openGames(page);
  await expect(page).toHaveURL(/#\/games$/);
  await expect(rows(page, 'Running')).toHaveCount(1);
  await expect(rows(page, 'Running')).toContainText('You – Computer (level 2)');
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toContainText('Computer (level 2) won');
  await expect(page.getByRole('row', { name: 'Level 2 0 0 1' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('WON zen');
  await expect(rows(page, 'Running')).toHaveCount(0);
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('liniell');
  await expect(page.getByText('No game has these words.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await rows(page, 'Running').getByRole('link').click();
  await expect(page).toHaveURL(/#\/game\/\w+$/);
  await expect(turns(page)).toHaveText(running);
  await page.reload();
  await expect(turns(page)).toHaveText(running);
  await page.goBack();
  await expect(rows(page, 'Running')).toContainText('On the table');
});

test('a deleted game can be had back, and else is gone', async ({ page }) => {
  await playSome(page);
  await openGames(page);
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await expect(page.getByText('The game is deleted.', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(2);
  await rows(page, 'Finished')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(1);
  await page.reload();
  await expect(rows(page, 'Running')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toHaveCount(0);
});

const opener = (page: Page) => page.getByLabel('Open saved games');

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('all games are saved as one file, which brings them back', async ({ page }) => {
  const running = await playSome(page);
  await openGames(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save all as one file' }).click()]);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.match(/^\[Game "linja"\]$/gm)).toHaveLength(2);
  expect(text).toContain(running.join(' '));
  expect(text).toContain('[Result "0-1"]');
  const all = () => page.locator('.your-games a.about').allInnerTexts();
  const listed = await all();
  const addresses = await page.locator('.your-games a.about').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(listed).toHaveLength(2);
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(left);
  }
  await page.reload();
  await expect(page.getByText('No games yet.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Level 2 0 0 1' })).toBeVisible(); // what was played counts all the same
  await opener(page).setInputFiles(fileOf('all.lwg', text));
  await expect(notice(page)).toContainText('2 games have come.');
  expect(await all()).toEqual(listed);
  await opener(page).setInputFiles(fileOf('all.lwg', text));
  await expect(notice(page)).toContainText('2 games were here already.');
  await expect(page.getByRole('row', { name: 'Level 2 0 0 1' })).toBeVisible();
  await page.goto(addresses.find((address) => address.includes('#/game/')) ?? '');
  await page.reload();
  await expect(page.locator('.board.linja')).toBeVisible();
  // From the table, too; and what is whole of a file that is not.
  await openPanel(page, 'more');
  const bad = `${text}\n[Game "linja"]\n\n1. zz *\n\n[Game "linja"]\n[First "Zoe"]\n\n1. ab *\n`;
  await page.getByLabel('Open a saved game').setInputFiles(fileOf('bad.lwg', bad));
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeVisible();
  await expect(notice(page)).toContainText(/1 game has come\. 2 games were here already\. 1 was refused: line \d+: .*zz/);
  await expect(rows(page, 'Running').filter({ hasText: 'Zoe' })).toHaveCount(1);
});

test('of thousands of games some are drawn, and all are found', async ({ page }) => {
  await playSome(page);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('linework');
        opening.onsuccess = () => {
          const work = opening.result.transaction('games', 'readwrite');
          const store = work.objectStore('games');
          const reading = store.getAll();
          reading.onsuccess = () => {
            const [one] = (reading.result as { finished: boolean }[]).filter(({ finished }) => finished);
            for (let i = 0; i < 2000; i++)
              store.put({ ...one, id: `many${i}`, at: i, seats: [{ kind: 'person' }, { kind: 'person' }], names: [`Ada ${i}`, 'Ben'] });
          };
          work.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
  );
  await page.reload();
  await openGames(page);
  await expect(page.getByRole('heading', { name: 'Finished (2001)' })).toBeVisible();
  await expect(rows(page, 'Finished')).toHaveCount(50);
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await expect(rows(page, 'Finished')).toHaveCount(100);
  await page.getByRole('searchbox', { name: 'Search' }).fill('ADA 1234 ben');
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toContainText('Ada 1234 – Ben');
});

test('an address of a game that is not here says so', async ({ page }) => {
  await sit(page);
  await page.evaluate(() => {
    location.hash = '#/game/nowhere';
  });
  await expect(notice(page)).toContainText('This game is not on this device.');
  await expect(page).not.toHaveURL(/#/);
  await expect(page.locator('.board.linja')).toBeVisible();
});

test('a puzzle has an address in the old form and in the new one', async ({ page }) => {
  for (const address of ['#puzzle/linja/3', '#/puzzle/linja/3']) {
    await page.goto(`?pause=0${address}`);
    await expect(page.getByRole('heading', { name: 'Puzzle 3' })).toBeVisible();
    await page.goto('about:blank');
  }
});

test('Back closes a panel before it leaves, and passes over one that was closed by hand', async ({ page }) => {
  await page.goto('?seed=1&pause=0#learn');
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
  await page.getByRole('button', { name: 'Linja', exact: true }).click();
  await expect(page.locator('.board.linja')).toBeVisible();
  await openPanel(page, 'more');
  await page.goBack();
  await expect(page.locator('.more')).toHaveCount(0);
  await expect(page.locator('.board.linja')).toBeVisible();
  await openPanel(page, 'new-game');
  await control(page, 'More').click();
  await expect(page.locator('.more')).toBeVisible();
  await page.goBack();
  await expect(panels(page)).toHaveCount(0);
  await openPanel(page, 'more');
  await control(page, 'More').click();
  await expect(panels(page)).toHaveCount(0);
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
});

test('a file of one game that is here brings what was played elsewhere, and says so', async ({ page }) => {
  const record = (moves: string) => `[Game "linja"]\n[First "You"]\n[Second "Computer level 0"]\n[Id "phone"]\n\n1. ${moves} *\n`;
  const open = async (moves: string) => {
    await openPanel(page, 'more');
    await page.getByLabel('Open a saved game').setInputFiles(fileOf('one.lwg', record(moves)));
  };
  const heard = page.getByRole('status').filter({ hasText: /\bgames? / }); // spoken, too
  await sit(page);
  await open('ab hg');
  await expect(heard).toHaveText('1 game has come.');
  await expect(turns(page)).toHaveText(['ab', 'hg']);
  await expect(notice(page)).toHaveCount(0);
  await open('ab hg 2. bc gf');
  await expect(notice(page)).toContainText('1 game was brought up to date.');
  await expect(heard).toHaveText('1 game was brought up to date.');
  await expect(turns(page)).toHaveText(['ab', 'hg', 'bc', 'gf']);
  await open('ab hg');
  await expect(notice(page)).toContainText('1 game was here already.');
  await expect(turns(page)).toHaveText(['ab', 'hg', 'bc', 'gf']);
  await open('ab hg 2. bc fe');
  await expect(notice(page)).toContainText('1 game has come.');
  await expect(turns(page)).toHaveText(['ab', 'hg', 'bc', 'fe']);
  await openGames(page);
  await expect(rows(page, 'Running')).toHaveCount(2);
  // Games that look the same are told apart by ear.
  const file = ['gf', 'fe'].map((last) => record(`ab hg 2. cd ${last}`).replace('phone', last)).join('\n');
  await page.getByLabel('Open saved games').setInputFiles(fileOf('two.lwg', file));
  await expect(rows(page, 'Running')).toHaveCount(4);
  const names = await page.getByRole('button', { name: /^Delete: / }).evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
});
