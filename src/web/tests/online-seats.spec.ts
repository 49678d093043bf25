// SPDX-License-Identifier: MIT
//
// How two people come to sit at a game: over lines that lose answers, by a code that a phone looks at, in every language and
// on small screens; and what they are told when time runs out or the server starts again.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { languages } from '../page/text';
import { violations } from './axe';
import { idIn, join, make, person } from './friends';
import { Served } from './served';
import { control, status, test } from './table';

/** A name of this machine that is none of those by which a page knows that it is alone with it, as a phone sees a laptop. */
const NAME = 'linework.test';

let served: Served;
/** The same program by that name. */
let named: Served;

test.describe.configure({ timeout: 600_000 });
test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
});
test.beforeAll(async () => {
  served = await new Served('../..').start();
  named = await new Served('../..', NAME).start();
});
test.afterAll(async () => {
  await served.remove();
  await named.remove();
});

/** From now on this request is answered to nobody, though the server has done what it asks. */
async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  return () => page.unroute(path);
}

test('whose answer is lost, and who closes the window then, has the seat: making, joining, bringing it along', async ({ browser }) => {
  const [ann, ben, phone] = [await person(browser), await person(browser), await person(browser, { width: 390, height: 844 })];
  let found = await loseAnswers(ann, '**/v1/games');
  await ann.goto(`${served.address}#/friend`);
  await ann.locator('.new-game').getByRole('radio', { name: 'I', exact: true }).check({ force: true });
  await ann.getByLabel('Your name').fill('Ann');
  await ann.getByRole('button', { name: 'Make the game' }).click();
  await expect(ann.locator('.trouble')).toHaveText('The server cannot be reached.');
  await found();
  await ann.reload();
  await expect(ann.getByRole('heading', { name: 'Waiting for the other player' })).toBeVisible();
  const link = ann.url();

  found = await loseAnswers(ben, '**/join');
  await ben.goto(link);
  await ben.getByLabel('Your name').fill('Ben');
  await ben.getByRole('button', { name: 'Join the game' }).click();
  await expect(ann.locator('.board')).toBeVisible(); // he sits there, and does not know it
  await ben.reload();
  await found();
  await expect(ben.locator('.board')).toBeVisible();
  await expect(ben.locator('.watching')).toHaveCount(0);

  await control(ann, 'More').click();
  await ann.getByRole('button', { name: 'Continue on another device' }).click();
  const carried = await ann.locator('.link-card input').inputValue();
  found = await loseAnswers(phone, '**/token');
  await phone.goto(carried);
  await expect(phone.locator('.trouble')).toBeVisible();
  expect(phone.url()).toBe(link); // its secret is not left in the address
  await found();
  await phone.reload();
  await expect(phone.locator('.board')).toBeVisible();
  await expect(status(phone)).toHaveText('Opening move: 1 row forward');
});

test('a phone looks at the code, and sits at the game', async ({ browser }, testInfo) => {
  const ann = await person(browser);
  const link = await make(ann, named.address, { game: 'Linja' });
  expect(new URL(link).hostname).toBe(NAME);
  const code = ann.getByAltText('The link as a code for a camera');
  await expect(code).toBeVisible();
  const picture = testInfo.outputPath('code.png');
  await code.screenshot({ path: picture, scale: 'css' });
  const { stdout } = await promisify(execFile)('ZXingReader', ['-1', '-format', 'QRCode', picture]);
  expect(stdout).toContain(`"${link}"`);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const ben = await context.newPage();
  await join(ben, link);
  await expect(status(ben)).toHaveText('Ann to move.');
  await expect(ann).toHaveTitle(/Your turn/);
});

const SIZES = [
  [360, 640],
  [844, 390],
  [1280, 800],
] as const;

for (const locale of Object.keys(languages))
  test(`its screens are accessible, and as wide as the window (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const ann = await context.newPage();
    const english = await person(browser);
    const link = await make(english, named.address, { game: 'Linja', clock: 'Days' });
    const fits = async (screen: string): Promise<void> => {
      for (const [width, height] of SIZES) {
        await ann.setViewportSize({ width, height });
        const wide = await ann.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${screen} at ${width} x ${height}`).toBeLessThanOrEqual(width);
      }
      expect(await violations(ann), screen).toEqual([]);
      if (process.env['LOOK']) {
        await ann.screenshot({ path: `${process.env['LOOK']}/${locale}-${screen}-wide.png`, fullPage: true });
        await ann.setViewportSize({ width: 360, height: 640 });
        await ann.screenshot({ path: `${process.env['LOOK']}/${locale}-${screen}-phone.png`, fullPage: true });
      }
    };
    await ann.goto(`${named.address}#/friend`);
    await expect(ann.locator('html')).toHaveAttribute('lang', locale);
    await expect(ann.locator('.open-games')).toBeVisible();
    await fits('friend');
    await ann.locator('.new-game button.primary').click();
    await expect(ann.locator('.link-card .code')).toBeVisible();
    await fits('waiting');
    await ann.goto(link);
    await expect(ann.locator('.new-game button.primary')).toBeVisible();
    await fits('invited');
    await ann.locator('.new-game button.primary').click();
    await expect(ann.locator('.controls')).toBeVisible();
    await fits('playing');
    for (const [panel, place] of [
      ['say', 5],
      ['more', 6],
    ] as const) {
      await ann.locator(`.controls button:nth-child(${place})`).click();
      await expect(ann.locator('.more')).toBeVisible();
      await fits(panel);
      await ann.locator('.more .ending button').click();
    }
    await ann.locator('.controls button:nth-child(3)').click();
    await expect(ann.locator('.plan .board')).toBeVisible();
    await fits('plan');
    await ann.goto(`${named.address}#/games`);
    await expect(ann.locator('.your-games a.about').first()).toBeVisible();
    await fits('games');
  });

test('time that has run out, and a server that starts again, are told', async ({ browser }) => {
  const ann = await person(browser);
  await ann.goto(served.address);
  const asked = await ann.request.post(`${served.address}v1/games`, {
    data: { game: 'linja', first: 'me', name: 'Ann', clock: { initial: 2, increment: 0 } },
  });
  const { id, token } = (await asked.json()) as { id: string; token: string };
  await ann.goto(`${served.address}#/seat/${id}/${token}`);
  await expect(ann.getByRole('heading', { name: 'Waiting for the other player' })).toBeVisible();
  const ben = await person(browser);
  await join(ben, `${served.address}#/play/${id}`);
  await expect(status(ben)).toHaveText('You won');
  await expect(ben.locator('.status p')).toHaveText('Ann ran out of time.');
  await expect(ann.locator('.status p')).toHaveText('You ran out of time.');
  await served.end('SIGTERM');
  await expect(ben.locator('.notice.line')).toContainText('The server starts again. The game goes on in a moment.');
  await served.start();
  await expect(ben.locator('.notice.line')).toHaveCount(0);
  expect(idIn(ben.url())).toBe(id);
});
