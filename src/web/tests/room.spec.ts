// SPDX-License-Identifier: MIT
//
// A device on which room runs out in mid-game, and a browser that may forget: what is played goes on, what was kept stays, and
// what can be done is said.

import { expect, type Page } from '@playwright/test';
import { control, keptMatches, notice, openPanel, openWith, sit, status, test, turns } from './table';

/** A device whose storage is full whenever that is said: then nothing that is added gets any further than it does in a real one. */
async function filling(page: Page): Promise<(full: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    const put = Reflect.get<IDBObjectStore, 'put'>(IDBObjectStore.prototype, 'put');
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<IDBObjectStore['put']>) {
      const asked = put.apply(this, given);
      if (document.documentElement.dataset['full'] === 'true') this.transaction.abort();
      return asked;
    };
  });
  return (full) => page.evaluate((is) => void (document.documentElement.dataset['full'] = String(is)), full);
}

const noRoom = (page: Page) => page.locator('.no-room');

async function resign(page: Page): Promise<void> {
  await openPanel(page, 'more');
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toHaveText('Computer (level 2) won');
}

async function startNew(page: Page): Promise<void> {
  await openPanel(page, 'new-game', 'New game');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
}

test('a storage that is full in mid-game: it goes on, a warning stands, and nothing that was kept is lost', async ({ page }) => {
  const fill = await filling(page);
  await sit(page);
  await openWith(page, 0);
  await resign(page);
  await startNew(page);
  await openWith(page, 0);
  const before = await keptMatches(page);
  await fill(true);
  await openWith(page, 2);
  await expect(noRoom(page)).toContainText('This device has no room left');
  await expect(page.getByRole('alert')).toContainText('This device has no room left');
  await openWith(page, 3);
  const played = await turns(page).allTextContents();
  expect(played).toHaveLength(6);
  expect(await keptMatches(page)).toEqual(before);
  // It stands wherever that is of interest, and offers to save.
  await noRoom(page).getByRole('button', { name: 'Close' }).click();
  await expect(noRoom(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Your games' }).click();
  await expect(noRoom(page)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    noRoom(page).getByRole('button', { name: 'Save all as one file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('linework.lwg');
  await fill(false);
  await noRoom(page).getByRole('button', { name: 'Delete the oldest finished game' }).click();
  await expect(noRoom(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Level 2 0 0 1' })).toBeVisible();
  await page.reload();
  await page.getByRole('region', { name: 'Running' }).getByRole('link').click();
  await expect(turns(page)).toHaveText(played);
});

/** A browser in which the promise to keep things is asked for; tells how often it was. */
async function promising(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let promised = false;
    const storage = navigator.storage;
    storage.persisted = () => Promise.resolve(promised);
    storage.persist = () => {
      const asked = Number(localStorage.getItem('asked for') ?? 0) + 1;
      localStorage.setItem('asked for', String(asked));
      promised = asked > 1;
      return Promise.resolve(promised);
    };
  });
  return () => page.evaluate(() => Number(localStorage.getItem('asked for') ?? 0));
}

test('the browser is asked once not to forget, when there is something to lose, and then when somebody wants it', async ({ page }) => {
  const asked = await promising(page);
  await sit(page);
  await openWith(page, 0);
  expect(await asked()).toBe(0);
  await resign(page);
  await expect.poll(asked).toBe(1);
  await startNew(page);
  await openWith(page, 0);
  await resign(page);
  await page.getByRole('link', { name: 'Your games' }).click();
  await expect(page.getByText('The browser may forget your games')).toBeVisible();
  expect(await asked()).toBe(1);
  await page.getByRole('button', { name: 'Ask it to keep them' }).click();
  await expect(page.getByText('The browser has promised to keep your games.')).toBeVisible();
  expect(await asked()).toBe(2);
});

test('a browser that keeps nothing says so once, and offers nothing to delete', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('private', 'SecurityError');
    };
  });
  await sit(page);
  await expect(notice(page)).toContainText('This browser keeps nothing for the page');
  await openWith(page, 0);
  await expect(noRoom(page)).toHaveCount(0);
  await expect(control(page, 'New game')).toBeVisible();
});
