// SPDX-License-Identifier: MIT
//
// A walk through the states of the page that say most, in any language: of each, what must be seen of it. Those who walk
// along look whether it fits, whether axe finds anything, whether a number is only for the eye.

import { expect, type Page } from '@playwright/test';
import { BLUNDER } from './table';

export interface Stop {
  name: string;
  /** What a look at the screen must find, by its selector. */
  parts: readonly string[];
}

export const TURN = ['.score > ul', '.score .lead', '.board', '.status h1', '.controls'];
/** Of a game that is over; the rest of its card is a stroke away. */
const OVER = ['.score > ul', '.board', '.status h1', '.end p', '.controls .primary'];

/** A step wins. */
export const LATE_LINJA =
  '[Game "linja"]\n[Rules "zen"]\n[First "You"]\n[Second "Computer level 2"]\n[SetUp "1"]\n[Position "08/03/00/11/00/00/20/90 a"]\n\n*\n';
const TAKEN = '[Seed "68"]\n\n1. d4e c4e 2. c3n b4n 3. c2w+S a4s+E';
/** Fifteen turns, and one to come. */
export const LATE_LINIELL =
  '[Seed "1"]\n\n1. d4s+N c4n 2. c3n+N b3w+N 3. d5e a3w+N<b3N 4. d3w+N<c3N d2n 5. b4n+W<d3N b2n+N 6. c2w+S<d4N a4n 7. c5s b5n+S<a3N 8. a2w+N<c2S';

export const liniell = (first: string, second: string, turns: string): string =>
  `[Game "liniell"]\n[First "${first}"]\n[Second "${second}"]\n${turns} *\n`;

/** Sits down at a game with fixed chance, whichever lay there before. */
export async function sitAt(page: Page, game: 'Linja' | 'Liniell'): Promise<void> {
  await page.goto('?seed=1&pause=0');
  await page.getByRole('button', { name: game, exact: true }).click();
  await expect(page.locator(`.board.${game.toLowerCase()}`)).toBeVisible();
}

/** Opens a record, whatever the language; the list of its turns is then so long. */
export async function openRecord(page: Page, record: string, turns: number): Promise<void> {
  await page.locator('.controls button').last().click();
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(page.locator('.more')).toHaveCount(0);
  await expect(page.locator('.moves li button')).toHaveCount(turns);
}

async function* hints(page: Page, game: string): AsyncGenerator<Stop> {
  for (let said = 1; said <= 3; said++) {
    await page.locator(said === 1 ? '.controls button:nth-child(3)' : '.hint button:first-child').click();
    await expect(page.locator('.hint li')).toHaveCount(said);
    yield { name: `${game}: hint ${said}`, parts: [...TURN, '.hint ol', '.hint .quiet'] };
  }
  await page.locator('.hint .quiet').click();
}

export async function* linja(page: Page): AsyncGenerator<Stop> {
  await sitAt(page, 'Linja');
  await expect(page.locator('.controls button').first()).toBeVisible();
  yield { name: 'Linja: the first minute', parts: [...TURN, '.goal', '.first', '.status p'] };
  yield* hints(page, 'Linja');
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await expect(page.locator('.controls .primary')).toBeVisible();
  yield { name: 'Linja: follow-up', parts: [...TURN, '.status p', '.controls .primary'] };
  await page.locator('.controls .primary').click();
  await expect(page.locator('.moves li button')).toHaveCount(2);
  await expect(page.locator('.last-turn')).toBeVisible();
  yield { name: 'Linja: the answer', parts: [...TURN, '.last-turn'] };
  await openRecord(page, LATE_LINJA, 0);
  await page.locator('[data-cell="a3"]').click();
  await page.locator('[data-cell="a4"]').click();
  await expect(page.locator('.end')).toBeVisible();
  yield { name: 'Linja: won', parts: OVER };
}

export async function* liniellTour(page: Page): AsyncGenerator<Stop> {
  await sitAt(page, 'Liniell');
  await expect(page.locator('.cell.legal')).toHaveCount(1);
  const tray = ['.tray-tile svg', '.tray-tile span'];
  yield { name: 'Liniell: the first minute', parts: [...TURN, '.goal', '.first', ...tray] };
  for await (const stop of hints(page, 'Liniell')) yield { ...stop, parts: [...stop.parts, ...tray] };
  await page.locator('.cell.legal').click();
  await expect(page.locator('.choices button').first()).toBeVisible();
  yield {
    name: 'Liniell: marker',
    parts: [...TURN, '.tray-tile span', '.choices', '.choices button:last-child', '.controls .primary'],
  };
  await openRecord(page, liniell('You', 'Computer level 0', TAKEN), 6);
  await page.keyboard.press('r');
  await page.locator('[data-cell="d3"]').click();
  await expect(page.locator('.choices button').first()).toBeVisible();
  yield { name: 'Liniell: take-over', parts: [...TURN, '.tray-tile span', '.choices', '.choices button:last-child'] };
  await openRecord(page, liniell('Computer level 0', 'You', `${TAKEN} 4. d3e+E`), 7);
  await expect(page.locator('.last-turn')).toBeVisible();
  yield { name: 'Liniell: taken over', parts: [...TURN, '.last-turn', ...tray] };
  await openRecord(page, liniell('You', 'Computer level 0', LATE_LINIELL), 16);
  await expect(page.locator('.end')).toBeVisible();
  yield { name: 'Liniell: lost', parts: OVER };
}

/** Beside the games. */
export async function* beside(page: Page): AsyncGenerator<Stop> {
  await sitAt(page, 'Linja');
  await openRecord(page, BLUNDER.replace('Ada', 'You').replace('Ben', 'Computer level 3'), 3);
  await page.locator('.controls button').last().click();
  await page.locator('.more .buttons button').first().click();
  await expect(page.locator('.review .summary')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.locator('.review .better')).toBeVisible();
  yield { name: 'review', parts: ['.board', '.review .status h1', '.verdict', '.controls'] };
  await page.evaluate(() => void (location.hash = '#puzzle/linja/1'));
  await expect(page.locator('.puzzle .task').first()).toBeVisible();
  yield { name: 'puzzle', parts: ['.board', '.puzzle .status h1', '.task', '.controls'] };
  await page.locator('.puzzle .controls button:enabled').nth(1).click();
  await expect(page.locator('.puzzle .answer')).toBeVisible();
  yield { name: 'solution', parts: ['.board', '.puzzle .answer h2', '.controls'] };
  await page.evaluate(() => void (location.hash = '#/games'));
  await expect(page.locator('.your-games .about').first()).toBeVisible();
  yield { name: 'Your games', parts: ['.your-games h1'] };
}
