// SPDX-License-Identifier: MIT
//
// The page at a plain http:// address that is not this machine's own name, as a laptop serves it to phones at home: the
// browser takes away what it keeps for safe places, and the page plays all the same, and says what is missing.

import { chromium, expect, type Browser, type LaunchOptions, type Page } from '@playwright/test';
import { renewable } from './newer';
import { Served } from './served';
import { control, letBegin, openPanel, openWith, playLiniell, mouse, test, turns } from './table';

const NAME = 'laptop.home';

/** A browser that finds this machine under another name. */
const visitor = (options: LaunchOptions): Promise<Browser> =>
  chromium.launch({ ...options, args: [...(options.args ?? []), `--host-resolver-rules=MAP ${NAME} localhost`] });

const device = async (browser: Browser): Promise<Page> => (await browser.newContext({ reducedMotion: 'reduce' })).newPage();

/** A phone's screen, and what it takes away is said where it can be read on it. */
async function saysWhatIsMissing(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const said = page.locator('.plain');
  await said.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(said).toBeInViewport({ ratio: 0.9 });
  const isUncovered = said.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(await isUncovered).toBe(true);
  if (before) await page.setViewportSize(before);
}

test('at a plain address the page plays and keeps games, and says what is missing', async ({ baseURL, launchOptions }) => {
  const server = await renewable(baseURL ?? '');
  const browser = await visitor(launchOptions);
  try {
    const page = await device(browser);
    await letBegin(page, 'me');
    const address = server.address.replace('localhost', NAME);
    await page.goto(`${address}?seed=1&pause=0`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    for (const missing of ['works only while its server runs', 'be installed', 'notify you', 'keep a solved game', 'share', 'may forget'])
      await expect(page.locator('.plain')).toContainText(missing);
    await openWith(page, 0);
    const played = await turns(page).allTextContents();
    await page.reload();
    await expect(turns(page)).toHaveText(played);
    // What it cannot do it does not try in vain: solving says why, a link is to be copied, nothing is promised.
    await openPanel(page, 'more');
    await saysWhatIsMissing(page);
    await page.getByText('Solve Linja on this device').click();
    await page.getByRole('button', { name: /^Solve: / }).click();
    await expect(page.locator('.solve').getByRole('alert')).toHaveText(
      'This browser keeps no files for the page. It does so only at an address with https.',
    );
    await page.getByRole('button', { name: 'Share by link' }).click();
    await expect(page.locator('.link input')).toHaveValue(new RegExp(`^http://${NAME}:\\d+/#g=`));
    await page.goto(`${address}#/games`);
    await expect(page.locator('.staying')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask it to keep them' })).toHaveCount(0);
    await saysWhatIsMissing(page);
    await page.goto(`${address}?pause=0`);
    await page.getByRole('button', { name: 'Liniell' }).click();
    await expect(page.locator('.board.liniell')).toBeVisible();
    await playLiniell(page, mouse(page));
  } finally {
    await browser.close();
    server.close();
  }
});

test('friends play at a plain address, and are offered no notifications there', async ({ launchOptions }) => {
  const served = await new Served('../..', NAME).start();
  const browser = await visitor(launchOptions);
  try {
    const [ann, ben] = [await device(browser), await device(browser)];
    await ann.goto(`${served.address}#/friend`);
    await saysWhatIsMissing(ann);
    await ann.getByLabel('Your name').fill('Ann');
    for (const name of ['Linja', 'No clock', 'I', 'One'])
      await ann.locator('.new-game').getByRole('radio', { name, exact: true }).check({ force: true });
    await ann.getByRole('button', { name: 'Make the game' }).click();
    const link = await ann.locator('.link-card input').inputValue();
    expect(link).toContain(`http://${NAME}:`);
    await saysWhatIsMissing(ann);
    await ben.goto(link);
    await saysWhatIsMissing(ben);
    await ben.getByLabel('Your name').fill('Ben');
    await ben.getByRole('button', { name: 'Join the game' }).click();
    for (const [player, turn] of [
      [ann, 'ab/df'],
      [ben, 'hg'],
    ] as const) {
      await expect(player.locator('.board')).toBeVisible();
      await expect(player.locator('.status h1')).toHaveText('Opening move: 1 row forward');
      await player.keyboard.press('i');
      await player.locator('.typed input').fill(turn);
      await player.keyboard.press('Enter');
    }
    await expect(turns(ann)).toHaveText(['ab/df', 'hg']);
    await expect(turns(ben)).toHaveText(['ab/df', 'hg']);
    await control(ann, 'More').click();
    await saysWhatIsMissing(ann);
    await expect(ann.locator('.more').getByRole('checkbox', { name: 'Sound' })).toBeVisible();
    await expect(ann.getByRole('checkbox', { name: /notif/i })).toHaveCount(0);
  } finally {
    await browser.close();
    await served.remove();
  }
});
