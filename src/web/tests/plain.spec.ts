// SPDX-License-Identifier: MIT
//
// The page at a plain http:// address that is not this machine's own name, as a laptop serves it to phones at home: the
// browser takes away what it keeps for safe places, and the page plays all the same.

import { chromium, expect } from '@playwright/test';
import { renewable } from './newer';
import { letBegin, openWith, playLiniell, mouse, test, turns } from './table';

const NAME = 'laptop.home';

test('at a plain address the page plays and keeps games', async ({ baseURL, launchOptions }) => {
  const server = await renewable(baseURL ?? '');
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${NAME} localhost`];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await letBegin(page, 'me');
    const address = server.address.replace('localhost', NAME);
    await page.goto(`${address}?seed=1&pause=0`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expect(page.locator('.plain')).toContainText('works only while its server runs');
    await openWith(page, 0);
    const played = await turns(page).allTextContents();
    await page.reload();
    await expect(turns(page)).toHaveText(played);
    await page.getByRole('button', { name: 'Liniell' }).click();
    await expect(page.locator('.board.liniell')).toBeVisible();
    await playLiniell(page, mouse(page));
  } finally {
    await browser.close();
    server.close();
  }
});
