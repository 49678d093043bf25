// SPDX-License-Identifier: MIT
//
// Each turn in words: what the computer did stands under the state line, is numbered on the board and is heard as it is
// read; the last turn before the result, a tile and each turning of it.

import { expect, type Page } from '@playwright/test';
import { control, firstTurns, sit, status, test, turnCount } from './table';

const told = (page: Page) => page.locator('.last-turn');
const spoken = (page: Page) => page.locator('.spoken[role=status]');

/** Of each pawn that is under way: where its way begins, where it ends, and where it stands when that is over. */
const movingPawns = (page: Page) =>
  page.locator('.pawn').evaluateAll((pawns) =>
    pawns.flatMap((pawn) =>
      pawn.getAnimations().map((way) => {
        const frames = way.effect instanceof KeyframeEffect ? way.effect.getKeyframes() : [];
        return [frames[0]?.['transform'], frames.at(-1)?.['transform'], (pawn as SVGGElement).style.transform];
      }),
    ),
  );

test('the turn of the computer is told in a sentence, which stays when the pointer moves, and is numbered on the board', async ({
  page,
}) => {
  await sit(page);
  await expect(told(page)).toHaveCount(0);
  const [, answer = ''] = await firstTurns(page);
  await expect(told(page)).toHaveText(/^Black: [a-h] to [a-h]/);
  const said = (await told(page).textContent()) ?? '';
  await expect(spoken(page)).toContainText(said);
  const numbers = page.locator('.past text');
  await expect(numbers).toHaveText(answer.split(/[/+]/).map((_, i) => String(i + 1)));
  await page.locator('[data-cell="a3"]').hover();
  await expect(page.locator('.going')).not.toHaveCount(0);
  await expect(told(page)).toHaveText(said);
  await expect(numbers).not.toHaveCount(0);
});

test('a tap shows the turn again, step by step', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await sit(page);
  await firstTurns(page);
  await expect(page.locator('.past').first()).toBeVisible();
  const first = await page.locator('.past').first().elementHandle();
  await told(page).click();
  await expect.poll(() => first?.evaluate((mark) => mark.isConnected)).toBe(false);
  const names = await page.locator('.past').evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).animationName));
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names)).toEqual(new Set(['come']));
  // The pawns that made it go once more, from where they stood to where they stand.
  const ways = await movingPawns(page);
  expect(ways.length).toBeGreaterThan(0);
  for (const [from, to, end] of ways) {
    expect(from).not.toBe(to);
    expect(to).toBe(end);
  }
});

test('where nothing shall move, a tap moves nothing', async ({ page }) => {
  await sit(page);
  await firstTurns(page);
  const mark = await page.locator('.past').first().elementHandle();
  await told(page).click();
  await expect.poll(() => mark?.evaluate((each) => each.isConnected)).toBe(false);
  expect(await movingPawns(page)).toEqual([]);
});

test('the last turn is announced before the result', async ({ page }) => {
  await sit(page);
  await control(page, 'More').click();
  const record = '[Game "linja"]\n[First "You"]\n[Second "Ben"]\n[SetUp "1"]\n[Position "08/03/00/11/00/00/20/90 a"]\n\n*\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'late.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('[data-cell="b0"]')).toHaveAttribute('aria-label', /8 pawns/);
  await page.locator('[data-cell="a3"]').click();
  await page.locator('[data-cell="a4"]').click();
  await expect(status(page)).toHaveText(/won/);
  await expect(spoken(page)).toHaveText(/^Red: d to e\. .* won\. /);
});

/** Opens a record; of its players only "You" is a person. */
async function open(page: Page, record: string, turns: number): Promise<void> {
  await control(page, 'More').click();
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect.poll(() => turnCount(page)).toBe(turns);
}

/** Six turns of Liniell, and one that joins lines of both colours. */
const TAKE_OVER = '[Seed "68"]\n\n1. d4e c4e 2. c3n b4n 3. c2w+S a4s+E 4. d3e+E *\n';
const numbers = (page: Page) => page.locator('.past text');

test('in Liniell the turn of the computer is told in a sentence, which stays when the pointer moves, and is numbered on the board', async ({
  page,
}) => {
  await sit(page, 'liniell');
  await page.locator('.cell.legal').click();
  await expect(numbers(page)).toHaveCount(0); // what is in one's own hand has no number yet
  await page.getByRole('button', { name: /^Line/ }).first().click();
  await expect(control(page, 'End turn')).toBeVisible();
  await control(page, 'End turn').click();
  await expect.poll(() => turnCount(page)).toBe(2);
  await expect(told(page)).toHaveText(/^Green: tile on /);
  const said = (await told(page).textContent()) ?? '';
  await expect(spoken(page)).toContainText(said);
  const [, answer = ''] = await page.locator('.moves li button').allTextContents();
  await expect(numbers(page)).toHaveText(answer.includes('+') ? ['1', '2'] : ['1']);
  await page.locator('.cell.legal').first().hover();
  await expect(page.locator('.ghost')).not.toHaveCount(0);
  await expect(told(page)).toHaveText(said);
  await expect(numbers(page)).not.toHaveCount(0);
});

test('a take-over that costs me a marker says so, and its line is set apart', async ({ page }) => {
  await sit(page, 'liniell');
  await open(page, `[Game "liniell"]\n[First "Computer level 0"]\n[Second "You"]\n${TAKE_OVER}`, 7);
  await expect(told(page)).toHaveText('Yellow: tile on d3, takes over the line to the east, which costs you a marker');
  await expect(numbers(page)).toHaveText(['1', '2']);
  await expect(page.locator('.past-1 .line-taken')).toHaveCount(0);
  expect(await page.locator('.past-2 .line-taken').count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'One turn back' }).click();
  await expect(told(page)).toHaveText(/^Green: tile on a4, marker/);
  await expect(page.locator('.line-taken')).toHaveCount(0);
});

test('a marker that moves shows where it came from', async ({ page }) => {
  await sit(page, 'liniell');
  const record = '[Seed "1"]\n\n1. d4s+N c4n 2. c3n+N b3w+N 3. d5e a3w+N<b3N 4. d3w+N<c3N *\n';
  await open(page, `[Game "liniell"]\n[First "Computer level 0"]\n[Second "You"]\n${record}`, 7);
  await expect(told(page)).toHaveText('Yellow: tile on d3, marker on the line to the north, taken from c3N');
  // From the place on c3, which lies left of d3, to the marker that lies there now.
  const from = (await page.locator('.past-2 .left').boundingBox())!;
  const c3 = (await page.locator('[data-cell="c3"]').boundingBox())!;
  expect(from.x).toBeGreaterThan(c3.x);
  expect(from.x + from.width).toBeLessThan(c3.x + c3.width);
  await expect(page.locator('.past-2 .way')).toHaveCount(1);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(numbers(page)).toHaveCount(0);
});

test('a tap shows a turn of Liniell again, step by step: tile, then marker', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await sit(page, 'liniell');
  await open(page, `[Game "liniell"]\n[First "Computer level 0"]\n[Second "You"]\n${TAKE_OVER}`, 7);
  await expect(numbers(page)).toHaveText(['1', '2']);
  const marks = await page.locator('.past').elementHandles();
  await told(page).click();
  for (const mark of marks) await expect.poll(() => mark.evaluate((each) => each.isConnected)).toBe(false);
  const coming = await page.locator('.past, .again').evaluateAll((parts) =>
    parts.map((part) => {
      const { animationName, animationDelay } = getComputedStyle(part);
      return [part.querySelector('.marker') || part.matches('.past-2') ? 'marker' : 'tile', animationName, animationDelay];
    }),
  );
  expect(new Set(coming.map((each) => each.join(' ')))).toEqual(new Set(['tile come 0s', 'marker come 0.6s']));
});

test('the last turn of Liniell is announced before the result', async ({ page }) => {
  await sit(page, 'liniell');
  const record =
    '[Seed "1"]\n\n1. d4s+N c4n 2. c3n+N b3w+N 3. d5e a3w+N<b3N 4. d3w+N<c3N d2n 5. b4n+W<d3N b2n+N 6. c2w+S<d4N a4n 7. c5s b5n+S<a3N 8. a2w+N<c2S *\n';
  await open(page, `[Game "liniell"]\n[First "Computer level 0"]\n[Second "You"]\n${record}`, 15);
  await page.keyboard.press('i');
  await page.getByLabel('Turn', { exact: true }).fill('a5n');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('You won');
  await expect(spoken(page)).toHaveText(/^Green: tile on a5\. You won\. /);
});

for (const [level, pace] of [
  [1, 750],
  [3, 420],
] as const) {
  test(`the computer shows its steps to a beginner more slowly: ${pace} milliseconds at level ${level}`, async ({ page }) => {
    await page.addInitScript((chosen) => {
      localStorage['linework.settings'] = JSON.stringify({ newGame: { starts: 'me', level: chosen } });
      const asked: number[] = [];
      const later = setTimeout;
      Object.assign(globalThis, { asked, setTimeout: (run: () => void, delay = 0) => later(run, (asked.push(delay), delay)) });
    }, level);
    await page.goto('?seed=1');
    await expect(page.locator('.score')).toContainText(`level ${level}`);
    await page.locator('[data-cell="a0"]').click();
    await page.locator('[data-cell="a1"]').click();
    await control(page, 'No follow-up').click();
    await expect.poll(() => turnCount(page)).toBe(2);
    const asked = await page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked);
    expect(asked.filter((delay) => delay === 750 || delay === 420)).toContain(pace);
    expect(asked).not.toContain(pace === 750 ? 420 : 750);
  });
}

test('a tile is described, and each turning of it', async ({ page }) => {
  await sit(page, 'liniell');
  const tray = page.getByRole('button', { name: /Turn the tile Tile \d+: .*(north|east|south|west)/ });
  await expect(tray).toBeVisible();
  const before = (await tray.locator('.unseen').textContent()) ?? '';
  await tray.click();
  await expect(tray.locator('.unseen')).not.toHaveText(before);
  await expect(spoken(page)).toHaveText((await tray.locator('.unseen').textContent()) ?? '');
});
