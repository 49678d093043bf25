// SPDX-License-Identifier: MIT
//
// What must not get lost: turns while somebody looks back, time, games of other windows, and games
// that something else has taken the place of.

import { deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { control, keptMatch, keptMatches, notice, openWith, secondsLeft, sit, status, test, turnCount, turns } from './table';

interface Wishes {
  friend?: boolean;
  minutes?: number;
  bestOf?: number;
}

async function newGame(page: Page, { friend = false, minutes = 0, bestOf = 1 }: Wishes = {}): Promise<void> {
  await control(page, 'New game').click();
  if (friend) await page.getByRole('radio', { name: 'Friend on this device' }).check();
  if (minutes > 0) await page.getByRole('radio', { name: String(minutes), exact: true }).check();
  if (bestOf > 1) await page.getByRole('radio', { name: `Best of ${bestOf}` }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.new-game')).toHaveCount(0);
}

async function resign(page: Page): Promise<void> {
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Resign' }).click();
}

/** A turn of Linja with a friend: the first pawn that can, without a follow-up. */
async function friendTurn(page: Page, side: 'a' | 'b', row: number): Promise<void> {
  const before = await turnCount(page);
  await page.locator(`[data-cell="${side}${row}"]`).click();
  await page.locator(`[data-cell="${side}${side === 'a' ? row + 1 : row - 1}"]`).click();
  await control(page, 'No follow-up').click();
  await expect.poll(() => turnCount(page)).toBe(before + 1);
}

test('who resigns while looking back keeps all turns', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  await openWith(page, 2);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.locator('.moves [aria-current]')).toHaveCount(0);
  await resign(page);
  await expect(status(page)).toHaveText('Computer (level 2) won');
  expect(await turnCount(page)).toBe(4);
  await expect(turns(page).nth(3)).toHaveAttribute('aria-current', 'step');
});

test('a resignation is taken back by undo, without a turn', async ({ page }) => {
  await sit(page);
  await control(page, 'More').click();
  await expect(page.getByRole('button', { name: 'Resign' })).toBeDisabled();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await openWith(page, 0);
  const played = await turns(page).allTextContents();
  await resign(page);
  await expect(status(page)).toHaveText('Computer (level 2) won');
  await control(page, 'Undo').click();
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  expect(await turns(page).allTextContents()).toEqual(played);
  await openWith(page, 2);
});

test('a clock that runs out while somebody looks back keeps all turns, and the game is over', async ({ page }) => {
  await page.clock.install();
  await sit(page);
  await newGame(page, { minutes: 3 });
  await openWith(page, 0);
  await openWith(page, 2);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.locator('.moves [aria-current]')).toHaveCount(0);
  await page.clock.fastForward(200_000);
  await expect(status(page)).toHaveText('Computer (level 2) won');
  expect(await turnCount(page)).toBe(4);
  // What is over by the clock can be looked at, again and again, but not played on.
  await control(page, 'Undo').click();
  await expect(status(page)).toHaveText('Looking back: turn 2 of 4');
  await expect(page.locator('.pawn.movable')).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await control(page, 'Undo').click();
  await expect(status(page)).toHaveText('Looking back: turn 0 of 4');
  expect(await turnCount(page)).toBe(4);
  await page.reload();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(status(page)).toHaveText('Computer (level 2) won');
  expect(await turnCount(page)).toBe(4);
});

test('while friends look back, the clock of the one to move goes on', async ({ page }) => {
  await page.clock.install();
  await sit(page);
  await newGame(page, { friend: true, minutes: 3 });
  await friendTurn(page, 'a', 0);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.locator('.moves [aria-current]')).toHaveCount(0);
  const [resting, running] = [await secondsLeft(page, 0), await secondsLeft(page, 1)];
  await page.clock.fastForward(60_000);
  await expect.poll(() => secondsLeft(page, 1)).toBeLessThanOrEqual(running - 60);
  expect(await secondsLeft(page, 0)).toBe(resting);
});

test('an older window that is closed leaves what a newer one has kept', async ({ page, context }) => {
  await sit(page);
  await openWith(page, 0);
  const newer = await context.newPage();
  await newer.goto('?seed=1&pause=0');
  await expect.poll(() => turnCount(newer)).toBe(2);
  await openWith(newer, 2);
  await control(newer, 'More').click();
  await newer.getByLabel('Language').selectOption('de');
  await expect(newer.locator('html')).toHaveAttribute('lang', 'de');
  const { record } = await keptMatch(newer);
  // Looking about in the older one, another setting, and the end of it.
  await page.getByRole('button', { name: 'To the start' }).click();
  await control(page, 'More').click();
  await page.getByRole('checkbox', { name: 'Sound' }).check();
  await page.getByRole('button', { name: 'Liniell' }).click();
  await expect(page.locator('.board.liniell')).toBeVisible();
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  expect((await keptMatch(newer)).record).toBe(record);
  await newer.reload();
  await expect(newer.locator('html')).toHaveAttribute('lang', 'de');
});

test('without storage a game lasts as long as the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException('private', 'SecurityError');
    };
  });
  await sit(page);
  await expect(notice(page)).toContainText('This browser keeps nothing for the page');
  await openWith(page, 0);
  const played = await turns(page).allTextContents();
  await page.getByRole('button', { name: 'Liniell' }).click();
  await expect(page.locator('.board.liniell')).toBeVisible();
  await page.getByRole('button', { name: 'Linja' }).click();
  await expect.poll(() => turns(page).allTextContents()).toEqual(played);
});

test('the name of the game on the table changes nothing', async ({ page }) => {
  await page.clock.install();
  await sit(page);
  await newGame(page, { minutes: 3 });
  const before = await secondsLeft(page, 0);
  await page.clock.fastForward(60_000);
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await expect(status(page)).toHaveText('Follow-up: 2 rows with any pawn');
  await page.getByRole('button', { name: 'Linja' }).click();
  await page.clock.runFor(1000);
  await expect(status(page)).toHaveText('Follow-up: 2 rows with any pawn');
  expect(await secondsLeft(page, 0)).toBeLessThanOrEqual(before - 60);
});

test('the game before can be had back from any of its turns, and then the other one', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  await openWith(page, 2);
  const old = await turns(page).allTextContents();
  await page.getByRole('button', { name: 'To the start' }).click();
  await newGame(page);
  await expect(notice(page)).toContainText('The game before is not finished.');
  await openWith(page, 3);
  const newer = await turns(page).allTextContents();
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(() => turns(page).allTextContents()).toEqual(old);
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(() => turns(page).allTextContents()).toEqual(newer);
});

test('a series between two of its games can be had back', async ({ page }) => {
  await sit(page);
  await newGame(page, { bestOf: 3 });
  await openWith(page, 0);
  await resign(page);
  await expect(page.locator('.score')).toContainText('games 0 to 1');
  await newGame(page);
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect(page.locator('.score')).toContainText('best of 3, games 0 to 1');
  await expect(control(page, 'Next game')).toBeVisible();
});

test('every rule set can be chosen, and is kept', async ({ page }) => {
  await sit(page);
  await control(page, 'New game').click();
  const option = (name: RegExp) => page.getByRole('checkbox', { name });
  await option(/^Return/).check();
  await option(/^Mean bonus/).check();
  await option(/^Exact follow-up/).check(); // it has the return in it
  await expect(option(/^Return/)).not.toBeChecked();
  await expect(option(/^Mean bonus/)).toBeChecked();
  await page.getByRole('radio', { name: /First edition, 2003/ }).check();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('radio', { name: /Second edition/ }).check();
  await option(/^Exact follow-up/).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.score')).toContainText('Second edition, Exact follow-up');
  await page.reload();
  await control(page, 'New game').click();
  await expect(page.getByRole('radio', { name: /Second edition/ })).toBeChecked();
  await expect(option(/^Exact follow-up/)).toBeChecked();
  await option(/^Exact follow-up/).uncheck();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.score')).not.toContainText('Exact follow-up');
});

test('rules that are kept and unknown give way to the usual ones', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('linework.settings', JSON.stringify({ newGame: { rules: { linja: 'zen+exact+return' } } }));
  });
  await sit(page);
  await expect(page.locator('.score')).toContainText('Zen edition');
  await control(page, 'New game').click();
  await expect(page.getByRole('radio', { name: /Zen edition/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('nonsense that is kept counts as nothing', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem(
      'linework.settings',
      JSON.stringify({
        theme: 'pink',
        sound: 'loud',
        game: 'chess',
        flips: 3,
        newGame: { game: 'go', rules: { linja: 'foo', liniell: 'bar' }, opponent: 'dog', level: 99, starts: 7, bestOf: 2, minutes: -1 },
      }),
    );
    localStorage.setItem(
      'linework.match.linja',
      JSON.stringify({ record: '[Game "linja"]\n\n1. ab *\n', ply: -3, seats: [1, 2], clocks: ['x', null], budget: 'y', seed: 0.5 }),
    );
  });
  await sit(page);
  await expect.poll(() => turns(page).allTextContents()).toEqual(['ab']);
  await newGame(page);
  await openWith(page, 0);
});

const GAME_IN_A_LINK = `#g=${deflateSync(Buffer.from('[Game "linja"]\n\n1. ab/df hg *\n')).toString('base64url')}`;

/** Opens a link in a window that shows the page. */
async function openLink(page: Page): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, GAME_IN_A_LINK);
  await expect(turns(page)).toHaveText(['ab/df', 'hg']);
}

for (const [what, replace] of [
  ['a link', openLink],
  ['a new game', newGame],
] as const) {
  test(`the way back from ${what} to the running game outlives reloads`, async ({ page }) => {
    await sit(page);
    await openWith(page, 0);
    const old = await turns(page).allTextContents();
    await replace(page);
    await expect(notice(page)).toContainText('The game before is not finished.');
    await page.reload();
    await expect(notice(page)).toContainText('The game before is not finished.');
    const newer = await turns(page).allTextContents();
    expect(newer).not.toEqual(old);
    await page.getByRole('button', { name: 'Back to it' }).click();
    await expect(turns(page)).toHaveText(old);
    await page.reload();
    await expect(turns(page)).toHaveText(old);
  });
}

test('a game whose way back was declined is still among the unfinished ones', async ({ page }) => {
  await sit(page);
  await openWith(page, 0);
  const old = await turns(page).allTextContents();
  await newGame(page);
  await notice(page).getByRole('button', { name: 'Close' }).click();
  await openWith(page, 3);
  await newGame(page);
  await page.reload();
  await expect(status(page)).toHaveText('Opening move: 1 row forward');
  await control(page, 'New game').click();
  await page.getByText('Unfinished games (2)').click();
  await page.locator('.unfinished').getByRole('button', { name: 'Linja, 2 turns' }).last().click();
  await expect(turns(page)).toHaveText(old);
  await expect(page.locator('.new-game')).toHaveCount(0);
});

test('what one window does to a game another shows, and both can go on', async ({ page, context }) => {
  await sit(page);
  await openWith(page, 0);
  const other = await context.newPage();
  await other.goto('?pause=0');
  await expect(turns(other)).toHaveCount(2);
  await openWith(page, 2);
  await expect(turns(other)).toHaveText(await turns(page).allTextContents());
  await expect(status(other)).toHaveText('Opening move: 1 row forward');
  await other.getByRole('button', { name: 'To the start' }).click();
  await expect(turns(other).first()).toHaveClass('later');
  await expect(turns(page).first()).not.toHaveClass('later');
  await other.getByRole('button', { name: 'To the end' }).click();
  await expect(status(other)).toHaveText('Opening move: 1 row forward');
  await openWith(other, 3);
  await expect(turns(page)).toHaveText(await turns(other).allTextContents());
  await resign(page);
  await expect(status(other)).toHaveText('Computer (level 2) won');
  const { events } = await keptMatches(page);
  expect(events.map(({ n }) => n)).toEqual(events.map((_, i) => i + 1));
  expect(events.at(-1)?.text).toMatch(/^over result=0-1 reason=resigned/);
});

test('two windows with a game each keep both', async ({ page, context }) => {
  await sit(page);
  await openWith(page, 0);
  const other = await context.newPage();
  await other.goto('?pause=0');
  await expect(turns(other)).toHaveCount(2);
  await newGame(other);
  await openWith(other, 3);
  await openWith(page, 2);
  const [first, second] = [await turns(page).allTextContents(), await turns(other).allTextContents()];
  expect(first).toHaveLength(4);
  expect(second).toHaveLength(2);
  await page.reload();
  await other.reload();
  await expect(turns(page)).toHaveText(first);
  await expect(turns(other)).toHaveText(second);
});

test('a game that an earlier version of the page kept is found, and kept over what follows', async ({ page }) => {
  await page.goto('manifest.webmanifest');
  await page.evaluate(() =>
    localStorage.setItem(
      'linework.match.linja',
      JSON.stringify({
        record: '[Game "linja"]\n\n1. ab/df hg *\n',
        ply: 2,
        unfinished: true,
        seats: [{ kind: 'person' }, { kind: 'computer', level: 2 }],
        clocks: null,
        budget: 0,
        seed: 1,
      }),
    ),
  );
  await sit(page);
  await expect(turns(page)).toHaveText(['ab/df', 'hg']);
  await newGame(page);
  await page.reload();
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect(turns(page)).toHaveText(['ab/df', 'hg']);
});

test('all games that an earlier version kept move over, once', async ({ page }) => {
  await page.goto('manifest.webmanifest');
  await page.evaluate(() => {
    const old = (record: string, at: number): string =>
      JSON.stringify({ game: 'linja', record, ply: 1, unfinished: true, seats: [{ kind: 'person' }, { kind: 'person' }], at });
    localStorage.setItem('linework.game.one', old('[Game "linja"]\n\n1. ab {well} *\n', 1));
    localStorage.setItem('linework.game.two', old('[Game "linja"]\n\n1. bc hg *\n', 2));
    localStorage.setItem('linework.current.linja', '"one"');
  });
  await sit(page);
  await expect(turns(page)).toHaveText(['ab']);
  await page.goto('?pause=0#/game/two');
  await expect(turns(page)).toHaveText(['bc', 'hg']);
  await page.reload();
  await expect(turns(page)).toHaveText(['bc', 'hg']);
  const { games } = await keptMatches(page);
  expect(games.map(({ id }) => id).sort()).toEqual(['one', 'two']);
  expect(games.find(({ id }) => id === 'one')?.record).toContain('{well}');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('linework.game.')))).toEqual([]);
});

test.describe('over a broken line', () => {
  test('an engine that cannot be had leaves the game where it is, until it is tried again', async ({ page }) => {
    await sit(page);
    await openWith(page, 0);
    const played = await turns(page).allTextContents();
    await page.route('**/linework*.wasm', (route) => route.abort());
    await page.reload();
    await expect(notice(page)).toContainText('The engine does not answer.');
    const again = notice(page).getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(notice(page)).toContainText('The engine does not answer.');
    await page.unroute('**/linework*.wasm');
    await again.click();
    await expect(turns(page)).toHaveText(played);
    await expect(notice(page)).toHaveCount(0);
    await openWith(page, 2);
  });

  test('weights that cannot be had are an engine that does not answer, until they are fetched', async ({ page }) => {
    await sit(page);
    await page.route('**/weights*.txt', (route) => route.abort());
    await page.reload();
    await expect(notice(page)).toContainText('The engine does not answer.');
    await page.unroute('**/weights*.txt');
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toHaveCount(0);
    await openWith(page, 2);
  });

  test('a link, a puzzle and a lesson can be tried again, too', async ({ page }) => {
    await sit(page);
    await page.route('**/linework*.wasm', (route) => route.abort());
    const again = notice(page).getByRole('button', { name: 'Try again' });
    for (const [hash, there] of [
      [GAME_IN_A_LINK, turns(page).nth(1)],
      ['#puzzle/linja/3', page.locator('.task').first()],
      ['#learn/linja/1', page.locator('.board')],
    ] as const) {
      await page.goto(`?pause=0${hash}`);
      await page.reload();
      await expect(again).toBeVisible();
      await page.unroute('**/linework*.wasm');
      await again.click();
      await expect(there).toBeVisible();
      await page.route('**/linework*.wasm', (route) => route.abort());
    }
  });
});
