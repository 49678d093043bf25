// SPDX-License-Identifier: MIT
//
// What is drawn again: the browser counts how often each function of the page is called. A function is known by a text that
// it alone draws, which survives the building of the page.

import { expect, type CDPSession, type Page } from '@playwright/test';
import { sit, test } from './table';

interface Count {
  name: string;
  calls: number;
}

/** How often the functions that draw these texts were called since the last count. */
async function calls(page: Page, session: CDPSession, texts: string[]): Promise<Count[]> {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const address = await page.locator('script[src*="app-"]').evaluate((script: HTMLScriptElement) => script.src);
  const source = await (await page.request.get(address)).text();
  const script = result.find(({ url }) => url === address); // missing if none of it was called
  const ranges = (script?.functions ?? []).flatMap((each) => each.ranges.slice(0, 1));
  /** Of the innermost function around this place. */
  const callsAt = (at: number): number =>
    ranges
      .filter((range) => range.startOffset <= at && at < range.endOffset)
      .sort((x, y) => x.endOffset - x.startOffset - (y.endOffset - y.startOffset))[0]?.count ?? 0;
  return texts.map((name) => {
    const places = [...source.matchAll(new RegExp(name, 'g'))].map(({ index }) => index);
    expect(places.length, name).toBeGreaterThan(0);
    return { name, calls: places.map(callsAt).reduce((sum, count) => sum + count, 0) };
  });
}

test('a tick of the clock redraws the clock and nothing else', async ({ page }) => {
  await sit(page);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('radio', { name: 'Friend on this device' }).check();
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.clock')).toHaveCount(2);
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const drawn = ['State of the turn', 'controls slots', 'To the start', '"moving"', 'clock low'];
  await calls(page, session, drawn); // from here on
  const clock = page.locator('.clock').first();
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
  const after = await clock.textContent();
  await expect(clock).not.toHaveText(after ?? '');
  const ticked = await calls(page, session, drawn);
  expect(ticked.slice(0, -1)).toEqual(drawn.slice(0, -1).map((name) => ({ name, calls: 0 })));
  expect(ticked.at(-1)?.calls).toBeGreaterThanOrEqual(2);
  // Each is counted when there is something to draw.
  await page.keyboard.press('f');
  await expect(page.locator('.spoken').first()).toContainText('The board is turned round.');
  const turned = await calls(page, session, drawn);
  for (const { name, calls: count } of turned.slice(0, -1)) expect(count, name).toBeGreaterThan(0);
});

test('a press while the board changes is made on what is then shown', async ({ page }) => {
  await sit(page);
  const cell = (name: string) => page.locator(`[data-cell="${name}"]`);
  await cell('a0').click();
  await expect(cell('a0')).toHaveAttribute('aria-selected', 'true');
  // To row b, and in the same moment the pawn for the follow-up.
  await page.evaluate(() => {
    for (const name of ['a1', 'a3'])
      document.querySelector(`[data-cell="${name}"]`)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
  await expect(page.locator('.status h1')).toContainText('Follow-up');
  await expect(cell('a3')).toHaveAttribute('aria-selected', 'true');
});
