// SPDX-License-Identifier: MIT
//
// Tiles of one's own: entered by mouse, by keyboard and by touch, kept, saved, opened, sent by link, and played with.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { languages } from '../page/text';
import { violations } from './axe';
import { control, drawn, keptMatch, letBegin, myTurn, notice, playLiniell, sit, test, turnCount } from './table';

const program = join(dirname(fileURLToPath(import.meta.url)), '../../../build/asan/linework');

/** Four tiles, as they are kept and in a file. */
const MINE = '13: NES W*\n14: NS EW\n15: NE SW\n16: NESWoo*\n';

const button = (page: Page, name: string | RegExp): Locator =>
  page.locator('main').getByRole('button', { name, exact: typeof name === 'string' });
const tile = (page: Page, number: string): Locator => page.locator('.set .tile-list').getByRole('button', { name: `Tile ${number}` });
const tiles = (page: Page): Locator => page.locator('.set .tile-list button');
const state = (page: Page): Locator => page.locator('.state');
const spoken = (page: Page): Locator => page.locator('.spoken[role=status]');

/** What the device keeps of them. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('linework.tiles') ?? 'null') as { text: string; ready: boolean } | null);
const keep = (page: Page, text: string, ready = true): Promise<unknown> =>
  page.addInitScript((value) => {
    if (location.protocol !== 'about:' && !localStorage.getItem('linework.tiles')) localStorage.setItem('linework.tiles', value);
  }, JSON.stringify({ text, ready }));
const record = async (page: Page): Promise<string> => (await keptMatch(page, 'liniell')).record;

async function open(page: Page, fragment = '#tiles'): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`?seed=1&pause=0${fragment}`);
  await expect(page.getByRole('heading', { name: 'Own tiles' })).toBeFocused();
  if (fragment === '#tiles') await expect(state(page)).not.toHaveText('\u00a0');
}

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Enters the four tiles, beginning with blank ones. */
async function enter(page: Page, press: (target: Locator) => Promise<void>): Promise<void> {
  const side = (name: string) => page.locator('.bench').getByRole('button', { name: `Side ${name}` });
  const join = async (first: string, second: string): Promise<void> => {
    await press(side(first));
    await expect(side(first)).toHaveAttribute('aria-pressed', 'true');
    await press(side(second));
    await expect(side(first)).toHaveAttribute('aria-pressed', 'false');
  };
  const choose = async (number: string): Promise<void> => {
    await press(tile(page, number));
    await expect(page.getByRole('group', { name: `Tile ${number}` })).toBeVisible();
  };
  await press(button(page, 'Blank tiles'));
  await expect(tiles(page)).toHaveCount(16);
  await expect(state(page)).toHaveText('Tile 01, north: no line yet.');
  await expect(spoken(page)).toHaveText('Tile 01: empty. Tile 01, north: no line yet.');
  await expect(button(page, 'Play with these tiles')).toBeDisabled();
  for (let left = 15; left >= 4; left--) {
    await press(button(page, 'Remove the tile'));
    await expect(tiles(page)).toHaveCount(left);
  }
  await choose('13');
  await join('north', 'east');
  await expect(state(page)).toHaveText('Tile 13, south: no line yet.');
  await expect(tile(page, '13')).toHaveAttribute('aria-label', 'Tile 13: north east. Tile 13, south: no line yet.');
  await join('east', 'south');
  await press(side('west'));
  await press(side('west'));
  const rhomb = page.locator('.bench').getByRole('button', { name: /^west:/ });
  for (const words of ['white rhomb', 'blue rhomb', 'no rhomb', 'white rhomb', 'blue rhomb']) {
    await press(rhomb);
    await expect(rhomb).toHaveAttribute('aria-label', `west: ${words}`);
  }
  await expect(spoken(page)).toHaveText('Tile 13: north east south, west blue rhomb. Tile 14, north: no line yet.');
  await choose('14');
  await join('north', 'south');
  await join('west', 'east');
  await choose('15');
  await join('east', 'north');
  await join('south', 'west');
  await choose('16');
  for (const other of ['east', 'south', 'west']) await join('north', other);
  await expect(state(page)).toHaveText('4 tiles. Ready to play.');
  await press(page.locator('.one summary'));
  for (const colour of ['white', 'white', 'blue']) await press(button(page, `north east south west: + ${colour} rhomb`));
  await expect(spoken(page)).toHaveText('Tile 16: north east south west white rhomb, white rhomb, blue rhomb. 4 tiles. Ready to play.');
  expect(await kept(page)).toEqual({ text: MINE, ready: true });

  // Joined lines are parted, and that is taken back; a tile more is not finished.
  await choose('14');
  await join('north', 'south');
  await expect.poll(() => kept(page)).toEqual({ text: MINE.replace('NS EW', 'N EW S'), ready: true });
  await press(button(page, 'Undo'));
  await press(button(page, 'Add a tile'));
  await expect(tile(page, '01')).toHaveAttribute('aria-current', 'true');
  await expect(state(page)).toHaveText('Tile 01, north: no line yet.');
  expect(await kept(page)).toEqual({ text: `01:\n${MINE}`, ready: false });
  await press(button(page, 'Undo'));
  await expect.poll(() => kept(page)).toEqual({ text: MINE, ready: true });
}

/** Tab to it, then Enter. */
async function byKeys(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const key = await target.evaluate((element) => {
      const here = document.activeElement ?? document.body;
      if (element === here) return 'Enter';
      return element.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Shift+Tab' : 'Tab';
    });
    await page.keyboard.press(key);
    if (key === 'Enter') return;
  }
  throw new Error('Tab does not lead there');
}

test('tiles are entered by mouse, and are there after a reload', async ({ page }) => {
  await open(page);
  expect(await kept(page)).toBeNull();
  await expect(tiles(page)).toHaveCount(16);
  await enter(page, (target) => target.click());
  await page.reload();
  await expect(state(page)).toHaveText('4 tiles. Ready to play.');
  await button(page, 'Standard tiles').click();
  await expect(tiles(page)).toHaveCount(16);
  expect(await kept(page)).toBeNull();
  await button(page, 'Undo').click();
  await expect.poll(() => kept(page)).toEqual({ text: MINE, ready: true });
});

test('tiles are entered by keyboard', async ({ page }) => {
  await open(page);
  await enter(page, (target) => byKeys(page, target));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('tiles are entered by touch', async ({ page }) => {
    await open(page);
    await enter(page, (target) => target.tap());
  });

  test('what is touched is large enough, and the tile is seen at once', async ({ page }) => {
    await keep(page, MINE);
    await open(page);
    const small = await page.locator('main button:visible').evaluateAll((all) =>
      all
        .map((each) => ({ name: each.getAttribute('aria-label') ?? each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name }) => name),
    );
    expect(small).toEqual([]);
    // No two targets on the tile lie over each other.
    for (const number of ['13', '14', '15', '16']) {
      await tile(page, number).tap();
      await expect(page.getByRole('group', { name: `Tile ${number}` })).toBeVisible();
      const over = await page.locator('.bench button').evaluateAll((all) => {
        const boxes = all.map((each) => each.getBoundingClientRect());
        return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < 44));
      });
      expect(over, number).toEqual([]);
    }
    await tile(page, '13').scrollIntoViewIfNeeded();
    const [strip, bench] = [(await tile(page, '13').boundingBox())!, (await page.locator('.bench').boundingBox())!];
    expect(bench.y + bench.height - strip.y).toBeLessThan(640);
  });
});

test('nothing is wider than a small phone, in any language, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await keep(page, `01:\n${MINE}`, false);
  for (const language of Object.keys(languages)) {
    await page.goto('about:blank');
    await page.goto('?seed=1');
    await page.evaluate((tag) => localStorage.setItem('linework.settings', JSON.stringify({ language: tag })), language);
    await page.goto('about:blank');
    await page.goto('?seed=1#tiles');
    await expect(page.locator('.state.bad')).not.toHaveText('\u00a0');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    if (language !== 'en') await expect(page.locator('.state')).not.toContainText('line yet');
    await page.locator('.one summary').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBeLessThanOrEqual(320);
    expect(await violations(page), language).toEqual([]);
  }
});

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' });

  test('axe finds nothing in the dark, nor where tiles from a link are shown', async ({ page }) => {
    await keep(page, MINE);
    await open(page);
    expect(await violations(page)).toEqual([]);
    await button(page, 'Share by link').click();
    const link = new URL(await page.locator('.link input').inputValue()).hash;
    await button(page, 'Add a tile').click();
    await expect(state(page)).toHaveText('Tile 01, north: no line yet.');
    expect(await violations(page)).toEqual([]);
    await open(page, link);
    await expect(button(page, 'Take these tiles')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

// --- games --------------------------------------------------------------------------------------

async function startOwn(page: Page, opponent: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'New game' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Own tiles' })).toBeChecked();
  await page.getByRole('radio', { name: opponent }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.new-game')).toHaveCount(0);
  await expect(page.locator('.score')).toContainText('Own tiles');
}

async function layFirst(page: Page): Promise<void> {
  const before = await turnCount(page);
  await page.locator('.cell.legal:not(.faint)').first().click();
  await control(page, 'End turn').click();
  await expect.poll(() => turnCount(page)).toBeGreaterThan(before);
  await myTurn(page);
}

test('a game against the computer keeps its tiles, whatever becomes of the set', async ({ page }) => {
  await keep(page, MINE);
  await open(page);
  await button(page, 'Play with these tiles').click();
  await startOwn(page, 'Computer');
  await layFirst(page);
  const TAG = '[Tiles "13: NES W*; 14: NS EW; 15: NE SW; 16: NESWoo*"]';
  expect(await record(page)).toContain(TAG);

  // The way back to the tiles is in the panel for a new game.
  await control(page, 'New game').click();
  await page.getByRole('link', { name: 'Enter your own tiles' }).click();
  await button(page, 'Add a tile').click();
  await expect.poll(async () => (await kept(page))?.ready).toBe(false);
  await button(page, 'Back to the game').click();
  expect(await turnCount(page)).toBe(2);
  await control(page, 'New game').click();
  await expect(page.getByRole('radio', { name: 'Own tiles Not finished yet.' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Standard' })).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.reload();
  await expect.poll(() => turnCount(page)).toBe(2);
  await expect(page.locator('.score')).toContainText('Own tiles');
  await playLiniell(page, {
    cell: (name) => page.locator(`[data-cell="${name}"]`).click({ force: true }),
    button: (name) => page.locator('main').getByRole('button', { name }).first().click(),
  });
  expect(await turnCount(page)).toBe(4);
  expect(await record(page)).toContain(TAG);
  await control(page, 'Review').click();
  await expect(page.locator('.review .summary')).toBeVisible();
});

test('friends play with them, and a link to the game brings them along', async ({ page, browser }) => {
  await keep(page, MINE);
  await open(page);
  await button(page, 'Play with these tiles').click();
  await startOwn(page, 'Friend on this device');
  await layFirst(page);
  await expect(page.locator('.tray')).toContainText('2 tiles left');
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Share by link' }).click();
  const link = new URL(await page.locator('.link input').inputValue()).hash;
  const other = await elsewhere(browser, page);
  await other.goto(`?seed=1&pause=0${link}`);
  await expect(other.locator('.score')).toContainText('Own tiles');
  expect(await turnCount(other)).toBe(1);
  expect(await kept(other)).toBeNull();
  await other.context().close();
});

/** A page of somebody else's. */
async function elsewhere(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL('.', page.url()).href, serviceWorkers: 'block' });
  const other = await context.newPage();
  await letBegin(other, 'me');
  return other;
}

test('the rule card and the page about the games lead to them', async ({ page }) => {
  for (const place of ['#rules/liniell', '#about']) {
    await page.goto('about:blank');
    await page.goto(`?seed=1${place}`);
    await expect(page.locator('main')).toContainText('The lines on the tiles are rebuilt');
    await page.getByRole('link', { name: 'Enter your own tiles' }).click();
    await expect(page.getByRole('heading', { name: 'Own tiles' })).toBeFocused();
  }
});

// --- files --------------------------------------------------------------------------------------

test('a file goes from the page to the command line and back', async ({ page }, info) => {
  const listed = async (file: string): Promise<string> =>
    (await promisify(execFile)(program, ['liniell', 'tiles', '--tiles', file])).stdout;
  await keep(page, MINE);
  await open(page);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save').click()]);
  const saved = info.outputPath(download.suggestedFilename());
  await download.saveAs(saved);
  expect(await readFile(saved, 'utf8')).toBe(MINE);
  expect(await listed(saved)).toBe(MINE);

  const written = info.outputPath('mine.tiles');
  await writeFile(written, '# my copy\r\n03: WE  SN*\r\n\r\n01: NESW; 02: S N E Wo*\r\n');
  await page.locator('input[type=file]').setInputFiles(written);
  await expect(state(page)).toHaveText('3 tiles. Ready to play.');
  expect((await kept(page))?.text).toBe(await listed(written));
});

test('a file that is wrong is refused with its line, and one that is not finished is a draft', async ({ page }) => {
  await keep(page, MINE);
  await open(page);
  for (const [text, why] of [
    [
      '01: NESW\n02: NEXSW\n',
      "my.txt: tile set, line 2: tile 02: 'X' is unknown here; a line is sides (N E S W), then its rhombs (o white, * blue)",
    ],
    ['01: NESW\n02: NN ESW\n', 'my.txt: tile set, line 2: side N of tile 02 is named twice'],
    ['01: NESW\n01: NESW\n', 'my.txt: tile set, line 2: tile 01 occurs twice'],
    ['[Game "linja"]\n', "my.txt: tile set, line 1: a tile begins with its number of two digits and ':'"],
    ['', 'my.txt: A set needs 2 tiles at least.'],
  ] as const) {
    await choose(page, 'my.txt', text);
    await expect(notice(page)).toContainText(why);
    expect(await kept(page)).toEqual({ text: MINE, ready: true });
    await expect(tiles(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await choose(page, 'my.txt', '01: NESW\n02: N E\n');
  await expect(state(page)).toHaveText('Tile 02, south: no line yet.');
  await expect(tile(page, '02')).toHaveClass('wrong');
  await expect.poll(() => kept(page)).toEqual({ text: '01: NESW\n02: N E\n', ready: false });
  await expect(notice(page)).toHaveCount(0);
});

// --- links --------------------------------------------------------------------------------------

test('tiles from a link are shown, and taken only if that is wanted', async ({ page, browser }) => {
  await keep(page, MINE);
  await open(page);
  await button(page, 'Share by link').click();
  const link = new URL(await page.locator('.link input').inputValue()).hash;
  expect(link).toMatch(/^#t=/);

  const other = await elsewhere(browser, page);
  await sit(other, 'liniell');
  await layFirst(other);
  const before = await record(other);
  await other.evaluate((fragment) => {
    location.hash = fragment;
  }, link);
  await expect(other.getByRole('heading', { name: 'Tiles from a link' })).toBeVisible();
  await expect(other.locator('.tile-list [role=img]')).toHaveCount(4);
  await expect(other.getByRole('img', { name: 'Tile 13: north east south, west blue rhomb' })).toBeVisible();
  await button(other, 'Keep mine').click();
  await expect(tiles(other)).toHaveCount(16);
  expect(await kept(other)).toBeNull();
  await other.evaluate((fragment) => {
    location.hash = fragment;
  }, link);
  await button(other, 'Take these tiles').click();
  await expect(state(other)).toHaveText('4 tiles. Ready to play.');
  await expect(other).toHaveURL(/#tiles$/);
  await expect.poll(() => kept(other)).toEqual({ text: MINE, ready: true });
  await button(other, 'Undo').click();
  await expect(tiles(other)).toHaveCount(16);
  await button(other, 'Back to the game').click();
  expect(await record(other)).toBe(before);
  expect(await turnCount(other)).toBe(2);

  // Cut off, or with something else in it.
  await other.evaluate(
    (fragment) => {
      location.hash = fragment;
    },
    link.slice(0, -8),
  );
  await expect(notice(other)).toContainText('This link is damaged or cut off.');
  await expect(tiles(other)).toHaveCount(16);
  await other.evaluate((fragment) => {
    location.hash = fragment;
  }, '#t=eJzLTE5NBQAGgAIk');
  await expect(notice(other)).toHaveCount(1);
  await expect(tiles(other)).toHaveCount(16);
  expect(await kept(other)).toBeNull();
  await other.context().close();
});

// --- keeping ------------------------------------------------------------------------------------

test('two windows show the same tiles', async ({ page, context }) => {
  await keep(page, MINE);
  await open(page);
  const second = await context.newPage();
  await open(second);
  await expect(state(second)).toHaveText('4 tiles. Ready to play.');
  await button(second, 'Add a tile').click();
  await expect(tiles(page)).toHaveCount(5);
  await expect(state(page)).toHaveText('Tile 01, north: no line yet.');
  await tile(page, '01').click();
  await button(page, 'Remove the tile').click();
  await expect(state(second)).toHaveText('4 tiles. Ready to play.');
  expect(await kept(page)).toEqual({ text: MINE, ready: true });
});

test('a device without room is told of, and the tiles can be played with', async ({ page }) => {
  await page.addInitScript(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(key: string, text: string) {
      if (key === 'linework.tiles') throw new DOMException('full', 'QuotaExceededError');
      write.call(this, key, text);
    };
  });
  await open(page);
  await button(page, 'Remove the tile').click();
  await expect(notice(page)).toContainText('This device has no room to keep the tiles');
  await expect(state(page)).toHaveText('15 tiles. Ready to play.');
  await button(page, 'Play with these tiles').click();
  await startOwn(page, 'Computer');
  expect(await record(page)).toContain('[Tiles "02: NESW; 03:');
});

test('what is kept and makes no sense is as nothing', async ({ page }) => {
  await keep(page, 'nonsense');
  await open(page);
  await expect(tiles(page)).toHaveCount(16);
  await expect(state(page)).toHaveText('16 tiles. Ready to play.');
  await drawn(page);
});
