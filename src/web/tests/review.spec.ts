// SPDX-License-Identifier: MIT
//
// Hints in three steps, and the review of a game with a known blunder.

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { command } from '../page/answers';
import { violations } from './axe';
import { startBorder } from './border';
import { BLUNDER, firstTurns, sit, status, test, turnCount } from './table';

const control = (page: Page, name: string) => page.locator('.controls').getByRole('button', { name, exact: true });

async function openGame(page: Page, record: string): Promise<void> {
  await control(page, 'More').click();
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await expect(control(page, 'Review')).toBeVisible();
}

async function review(page: Page): Promise<void> {
  await control(page, 'Review').click();
  await expect(page.locator('.summary')).toBeVisible();
}

for (const game of ['linja', 'liniell'] as const) {
  test(`a hint in three steps (${game})`, async ({ page }) => {
    await sit(page, game);
    const hint = page.locator('.hint');
    await control(page, 'Hint').click();
    await expect(hint.locator('li')).toHaveCount(1);
    await expect(page.locator('.hinted')).toHaveCount(0);
    await hint.getByRole('button', { name: 'Show the turn' }).click();
    await expect(hint.locator('li').nth(1)).toHaveText(/^Try .+\.$/);
    await expect(page.locator('.board .hinted').first()).toBeVisible();
    await hint.getByRole('button', { name: 'Why?' }).click();
    await expect(hint.locator('li')).toHaveCount(3);
    expect(await violations(page)).toEqual([]);
    expect(await turnCount(page)).toBe(0);
    await hint.getByRole('button', { name: 'Close the hint' }).click();
    await expect(page.locator('.hinted')).toHaveCount(0);
  });
}

test('two quick presses are two steps of a hint', async ({ page }) => {
  await sit(page);
  await control(page, 'Hint').evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.locator('.hint li')).toHaveCount(2);
});

test('of a hint the steps that are still to make are shown', async ({ page }) => {
  await sit(page);
  await control(page, 'Hint').click();
  await page.getByRole('button', { name: 'Show the turn' }).click();
  const said = (await page.locator('.hint li').nth(1).textContent()) ?? '';
  const [first = '', ...more] = /Try (\S+)\./.exec(said)?.[1]?.split('/') ?? [];
  const numbers = ['1', ...more.map((_, i) => String(i + 2))];
  expect(more).not.toEqual([]);
  const rows = [...first].map((row) => row.charCodeAt(0) - 97);
  await expect(page.locator('.hinted .order')).toHaveText(numbers);
  await page.locator(`[data-cell="a${rows[0]}"]`).click();
  await page.locator(`[data-cell="a${rows[1]}"]`).click();
  await page.mouse.move(0, 0);
  await expect(page.locator('.hinted .order')).toHaveText(numbers.slice(1));
  await page.keyboard.press('Escape');
  const other = rows[0] === 0 ? 1 : 0;
  await page.locator(`[data-cell="a${other}"]`).click();
  await page.locator(`[data-cell="a${other + 1}"]`).click();
  await page.mouse.move(0, 0);
  await expect(status(page)).toContainText('Follow-up');
  await expect(page.locator('.hinted')).toHaveCount(0);
});

test('a hint is gone once a turn is made', async ({ page }) => {
  await sit(page);
  await control(page, 'Hint').click();
  await expect(page.locator('.hint')).toBeVisible();
  await firstTurns(page);
  await expect(page.locator('.hint')).toHaveCount(0);
});

test('the next mistake is the known blunder, with what was better and why', async ({ page }) => {
  await sit(page);
  await openGame(page, BLUNDER);
  await review(page);
  await expect(page.locator('.worst h2')).toHaveText('The costliest turns');
  await control(page, 'Next mistake').click();
  await expect(status(page)).toHaveText(/^2\. Red played de\/ef/);
  await expect(page.locator('.status')).toContainText('blunder: it gives away 4 points.');
  await expect(page.locator('.status')).toContainText(
    'Better is gh/fg+ef/fg. Its follow-up lands on the empty row g and earns an extra turn.',
  );
  await expect(page.locator('.status')).toContainText(/Best \+2, played −2minus 2 for Red\./);
  await expect(page.locator('.marks li')).toHaveCount(2);
  await expect(page.locator('.summary .accuracy td')).toHaveText(['63\u00a0%', '100\u00a0%']);
  await page.getByText('The best turns here').click();
  await expect(page.locator('.best-turns li').first()).toHaveText('gh/fg+ef/fg+2');
  await page.getByRole('button', { name: 'Better', exact: true }).click();
  await expect(page.locator('.arc.hinted')).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
});

/** The game with the blunder between me and the computer. */
const blunderOf = (first: string, second: string): string =>
  BLUNDER.replace(/\[First ".*"\]/, `[First "${first}"]`).replace(/\[Second ".*"\]/, `[Second "${second}"]`);
const COMPUTER = 'Computer level 3';

test('my mistakes come first, and I am told so; the costliest are explained and can be mended', async ({ page }) => {
  await sit(page);
  await openGame(page, blunderOf(COMPUTER, 'You'));
  await review(page);
  await expect(page.locator('.worst')).toHaveText('You made no mistakes.');
  await control(page, 'Back to the game').click();
  await openGame(page, blunderOf('You', COMPUTER));
  await review(page);
  await expect(page.locator('.worst h2')).toHaveText('Your costliest turns');
  const worst = page.locator('.worst li');
  await expect(worst).toHaveCount(2);
  await expect(worst.first()).toContainText('2. You played de/ef');
  await expect(worst.first()).toContainText('blunder: it gives away 4 points. It turns a win into a loss.');
  await expect(worst.nth(1)).toContainText('It allows Black the answer dc/cb+fe/ed. Its follow-up lands on the empty row b');
  await control(page, 'Next mistake').click();
  await expect(status(page)).toHaveText(/^2\. You played de\/ef/);
  await expect(page.locator('.status')).toContainText(/Best \+2, played −2minus 2 for you\./);
  await worst.first().getByRole('button', { name: 'Play the better turn' }).click();
  await expect(page.locator('.trial')).toHaveText(/^gh\/fg\+ef\/fg is worth \+2, exactly\./);
  expect(await violations(page)).toEqual([]);
});

test('my mistakes are puzzles, until they are mended', async ({ page }) => {
  await sit(page);
  await openGame(page, blunderOf('You', COMPUTER));
  await review(page);
  await page.getByRole('link', { name: 'Practise these turns' }).click();
  await expect(page.locator('.puzzle .status h1')).toHaveText('Your mistake');
  await expect(page.locator('.task')).toHaveText('You played ef/ce+gh/gh here. Find a better turn.');
  await expect(page.getByRole('button', { name: 'Your mistakes: 2' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await control(page, 'Show the solution').click();
  await expect(page.locator('.answer')).toContainText('The solution is ef/ce+ef/fh.');
  await page.reload();
  await expect(page.locator('.task')).toBeVisible();
  for (const [from, to] of [
    [4, 5],
    [2, 4],
    [4, 5],
    [5, 7],
  ]) {
    await page.locator(`[data-cell="a${from}"]`).click();
    await page.locator(`[data-cell="a${to}"]`).click();
  }
  await expect(page.locator('.answer')).toContainText('Right!');
  await expect(page.locator('.answer')).toContainText('There is no better turn.');
  await control(page, 'Next puzzle').click();
  await expect(page.locator('.task')).toHaveText('You played de/ef here. Find a better turn.');
});

test('keys, the list and the chart lead to a position; the table tells the same', async ({ page }) => {
  await sit(page);
  await openGame(page, BLUNDER);
  await review(page);
  await expect(status(page)).toHaveText(/^1\. Red played/);
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toHaveText(/^1\. Black played/);
  await page.keyboard.press('n');
  await expect(status(page)).toHaveText(/^2\. Red played/);
  await page.locator('.marks button').first().click();
  await expect(status(page)).toHaveText(/^1\. Red played/);
  const chart = page.locator('.chart svg');
  const box = await chart.boundingBox();
  await chart.click({ position: { x: (box?.width ?? 0) - 8, y: 40 } });
  await expect(status(page)).toHaveText('After the last turn');
  await page.getByText('As a table').click();
  await expect(page.locator('.chart tbody tr')).toHaveCount(3);
  await expect(page.locator('.chart tbody tr').nth(2)).toHaveText(/de\/ef\+2−2minus 2\?\?/);
});

test('another turn can be tried from any position', async ({ page }) => {
  await sit(page);
  await openGame(page, BLUNDER);
  await review(page);
  for (const step of ['gh', 'gh']) {
    await expect(page.locator('[data-cell="a6"][aria-label*="may go to"]'), `before the step ${step}`).toBeVisible();
    await page.locator('[data-cell="a6"]').click();
    await page.locator('[data-cell="a7"]').click();
    await expect(control(page, 'Take back step').or(page.locator('.trial'))).toBeVisible();
  }
  await expect(page.locator('.trial')).toHaveText(/^gh\/gh is worth −2minus 2, exactly\. The best turn is worth \+4\./);
  await page.getByRole('button', { name: 'Try another turn' }).click();
  await expect(page.locator('.trial')).toHaveCount(0);
});

test('exact values come from the server if it has them, and the page says so', async ({ page }) => {
  const asked: string[] = [];
  const border = await startBorder();
  await page.route('**/api/linja/moves?*', async (route) => {
    const address = new URL(route.request().url());
    asked.push(address.searchParams.get('position') ?? '');
    // What a server with a table answers: so late in a game the search proves the same values.
    border(command('new', 'linja', address.searchParams.get('rules') ?? '', 1, 0, 1, 'a', 'b', '', '', asked.at(-1) ?? ''));
    const turns = border(command('values', 1000, 0)).filter(([key]) => key === 'value');
    await route.fulfill({ json: { turns: turns.map(([, turn, points]) => ({ turn, value: Math.round(Number(points)) })) } });
  });
  await sit(page);
  await openGame(page, BLUNDER);
  await review(page);
  expect(asked[0]).toBe('08/00/11/11/10/02/30/60 a');
  expect(asked).toHaveLength(4); // the position in which it was given up, too
  await expect(page.locator('main')).toContainText('Exact values from the solution of the game.');
  await expect(page.locator('.status')).toContainText('Best +4, played +2 for Red.');
});

test('the review of a running game leaves it as it is, and can be left at once', async ({ page }) => {
  await sit(page);
  const played = await firstTurns(page);
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect(page.locator('main.review')).toBeVisible();
  await page.keyboard.press('u');
  await control(page, 'Back to the game').click();
  await expect(page.locator('.moves li button')).toHaveText(played);
  await expect(page.locator('.moves li button').last()).toHaveAttribute('aria-current', 'step'); // nothing was undone
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
});

test('back leads from a review to the game, and a reload stays in it', async ({ page }) => {
  await sit(page);
  const played = await firstTurns(page);
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect(page.locator('main.review')).toBeVisible();
  await page.reload();
  await expect(page.locator('main.review')).toBeVisible();
  await page.goBack();
  await expect(page.locator('main.review')).toHaveCount(0);
  await expect.poll(() => page.locator('.moves li button').allTextContents()).toEqual(played);
});

test('a review of Liniell tells skill from luck', async ({ page }) => {
  test.setTimeout(400_000); // it looks as hard as the command line
  await sit(page, 'liniell');
  const record = await readFile(new URL('../../../tests/data/liniell-example.lwg', import.meta.url), 'utf8');
  await openGame(page, record);
  await control(page, 'Review').click();
  await expect(page.locator('.progress')).toContainText('of 16 turns looked at');
  await expect(page.locator('.summary')).toContainText('Skill and luck', { timeout: 300_000 });
  await expect(page.locator('.summary .accuracy td')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
});
