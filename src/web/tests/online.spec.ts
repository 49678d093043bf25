// SPDX-License-Identifier: MIT
//
// Games between two browsers through the real server, which is killed and started again in between, and over lines that
// are cut; with somebody who watches, a rematch, and a seat that moves to another device.

import { expect, type Page } from '@playwright/test';
import { command, value } from '../page/answers';
import { violations } from './axe';
import { startBorder, type Border } from './border';
import { idIn, join, make, person } from './friends';
import { Served } from './served';
import { control, status, test, turns } from './table';

let served: Served;
let border: Border;

test.describe.configure({ timeout: 900_000 });
test.beforeAll(async () => {
  served = await new Served('../..').start();
  border = await startBorder();
});
test.afterAll(() => served.remove());

interface Seen {
  game: string;
  rules: string;
  position: string;
  status: string;
  ply: number;
  players: { a: 1 | 2 };
  turn: 'a' | 'b' | null;
}

async function seen(page: Page, id: string): Promise<Seen> {
  return (await (await page.request.get(`${served.address}v1/games/${id}`)).json()) as Seen;
}

/** A turn that makes sense there, by the page's own engine. */
function choose({ game, rules, position }: Seen): string {
  border(command('new', game, rules, 1, 0, 1, 'Ann', 'Ben', '', '', position));
  return value(border(command('choose', 4, 1)), 'turn');
}

async function type(page: Page, turn: string): Promise<void> {
  await page.keyboard.press('i');
  await page.locator('.typed input').fill(turn);
  await page.keyboard.press('Enter');
}

/** Plays on until the game is over, or so many turns are made. */
async function playOn(players: readonly [Page, Page], id: string, until = Infinity): Promise<void> {
  for (;;) {
    const now = await seen(players[0], id);
    if (now.status === 'over' || now.ply >= until) return;
    const mover = (now.turn === 'a') === (now.players.a === 1) ? players[0] : players[1];
    await expect(turns(mover)).toHaveCount(now.ply);
    await type(mover, choose(now));
    for (const page of players) await expect(turns(page)).toHaveCount(now.ply + 1);
    await expect.poll(async () => (await seen(players[0], id)).ply).toBe(now.ply + 1); // it is on disk
  }
}

test.describe.configure({ timeout: 1_200_000 });

test('a game of Linja to its end, with a cut line, a server that is killed, a spectator and a rematch', async ({ browser }) => {
  const [ann, ben, eve] = [await person(browser), await person(browser, { width: 390, height: 844 }), await person(browser)];
  const link = await make(ann, served.address, { game: 'Linja', listed: true });
  const id = idIn(link);
  await ben.goto(`${served.address}#/friend`);
  await expect(ben.locator('.open-games a').first()).toContainText('Ann');
  await join(ben, link);
  await expect(ann.locator('.board')).toBeVisible();
  await eve.goto(link); // watching needs nothing but the link
  await expect(eve.locator('.watching')).toHaveText('You are watching.');
  await expect(ann.locator('.score')).toContainText('here');
  await expect(status(ben)).toHaveText('Ann to move.');
  await playOn([ann, ben], id, 2);
  await expect(ann).toHaveTitle(/Your turn/);
  await expect(ben).not.toHaveTitle(/Your turn/);

  served.cut();
  for (const page of [ann, ben, eve]) await expect(page.locator('.notice.line')).toContainText('The connection is lost');
  // The board can be looked at, and a turn that is made meanwhile is not lost.
  await ann.getByRole('button', { name: 'To the start' }).click();
  await expect(status(ann)).toContainText('Looking back');
  await control(ann, 'To the current turn').click();
  served.mend();
  for (const page of [ann, ben, eve]) await expect(page.locator('.notice.line')).toHaveCount(0);
  await playOn([ann, ben], id, 3);

  await served.end('SIGKILL');
  await expect(ben.locator('.notice.line')).toBeVisible();
  await served.start();
  for (const page of [ann, ben, eve]) await expect(page.locator('.notice.line')).toHaveCount(0);
  await expect(turns(eve)).toHaveCount(3);
  await playOn([ann, ben], id);
  for (const page of [ann, ben, eve]) await expect(page.locator('.end')).toBeVisible();

  await control(ann, 'Rematch').click();
  await ben.locator('.ask').getByRole('button', { name: 'Rematch' }).click();
  await expect(ann).not.toHaveURL(link);
  await expect(turns(ann)).toHaveCount(0);
  await expect.poll(() => ben.url()).toBe(ann.url());
  await eve.locator('.ask').getByRole('button', { name: 'Go there' }).click();
  await expect.poll(() => eve.url()).toBe(ann.url());
  await playOn([ann, ben], idIn(ann.url()), 1);
  await expect(turns(eve)).toHaveCount(1);
});

test('a game of Liniell to its end: the seat moves to another device, and the draws are those that were promised', async ({ browser }) => {
  const [ann, ben] = [await person(browser), await person(browser)];
  const link = await make(ann, served.address, { game: 'Liniell' });
  const id = idIn(link);
  await join(ben, link);
  await playOn([ann, ben], id, 2);

  await control(ann, 'More').click();
  await ann.getByRole('button', { name: 'Continue on another device' }).click();
  const carried = await ann.locator('.link-card input').inputValue();
  expect(carried).toMatch(/#\/seat\/[\w-]+\/[\w-]{22,}\/[0-9a-f]{32}$/);
  const phone = await person(browser, { width: 390, height: 844 });
  await phone.goto(carried);
  await expect(phone.locator('.board')).toBeVisible();
  expect(phone.url()).toBe(link); // the token is not left in the address
  await expect(ann.locator('.notice.line')).toContainText('This seat is on another device now.');
  await playOn([phone, ben], id, 3);

  served.cut();
  for (const page of [phone, ben]) await expect(page.locator('.notice.line')).toContainText('The connection is lost');
  served.mend();
  for (const page of [phone, ben]) await expect(page.locator('.notice.line')).toHaveCount(0);
  await playOn([phone, ben], id, 4);

  await served.end('SIGKILL');
  await expect(ben.locator('.notice.line')).toBeVisible();
  await served.start();
  await playOn([phone, ben], id);
  for (const page of [phone, ben]) await expect(page.locator('.verdict')).toContainText('those that were promised');

  // Whoever has the link once more gets no seat by it.
  const late = await person(browser);
  await late.goto(carried);
  await expect(late.locator('.watching')).toBeVisible();
});

test('offers, requests and phrases are lines with buttons, and a resignation is asked for once', async ({ browser }) => {
  const [ann, ben] = [await person(browser), await person(browser)];
  const link = await make(ann, served.address, { game: 'Linja', bestOf: 'Best of 3', clock: 'Minutes' });
  await join(ben, link);
  await expect(ann.locator('.clock')).toHaveCount(2);
  await playOn([ann, ben], idIn(link), 1);
  await control(ann, 'Ask for undo').click();
  await expect(ann.locator('.ask')).toContainText('You have asked');
  await ben.locator('.ask').getByRole('button', { name: 'Allow' }).click();
  await expect(turns(ann)).toHaveCount(0);
  await expect(turns(ben)).toHaveCount(0);
  await playOn([ann, ben], idIn(link), 1);
  await control(ben, 'Offer a draw').click();
  await ann.locator('.ask').getByRole('button', { name: 'Decline' }).click();
  await expect(ann.locator('.ask')).toHaveCount(0);
  await expect(ben.locator('.spoken[role=status]')).toHaveText(/The draw is declined/);
  await control(ann, 'Say something').click();
  await ann.getByRole('button', { name: 'Good luck!' }).click();
  await expect(ben.locator('.said-phrase')).toHaveText('Ann: Good luck!');
  await control(ben, 'More').click();
  await ben.getByRole('button', { name: 'Resign' }).click();
  await ben.locator('.ask').getByRole('button', { name: 'Play on' }).click();
  await expect(ben.locator('.ask')).toHaveCount(0);
  await control(ben, 'More').click();
  await ben.getByRole('button', { name: 'Resign' }).click();
  await ben.locator('.ask').getByRole('button', { name: 'Resign' }).click();
  // The loser begins the next game of the series.
  await expect(ann.locator('.score')).toContainText('games 1 to 0');
  await expect(status(ann)).toHaveText('Ben to move.');
  await ann.goto(`${served.address}#/games`);
  await expect(ann.getByRole('region', { name: 'Elsewhere' })).toContainText('Ben to move.');
});

/** Makes it six minutes later for a page. */
const later = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 6 * 60_000;
  });

test('who has been away for long can be waited for, and has lost if it is claimed', async ({ browser }) => {
  const there = await new Served('../..', '127.0.0.1', true).start();
  try {
    const [ann, ben] = [await person(browser), await person(browser)];
    await join(ben, await make(ann, there.address, { game: 'Linja', clock: 'Minutes' }));
    await expect(ann.locator('.score')).toContainText('here');
    await ben.context().close();
    await expect(ann.locator('.score')).toContainText('away');
    await expect(ann.locator('.ask')).toHaveCount(0);
    await later(ann);
    const ask = ann.locator('.ask');
    await expect(ask).toContainText('Ben has been away for more than five minutes.');
    await ask.getByRole('button', { name: 'Wait' }).click();
    await expect(ask).toHaveCount(0);
    await ann.reload(); // it is not put off for ever
    await expect(ann.locator('.board')).toBeVisible();
    await expect(ann.locator('.score')).toContainText('away');
    await later(ann);
    there.later(); // the server counts by itself
    await ask.getByRole('button', { name: 'Claim the win' }).click();
    await expect(status(ann)).toHaveText('You won');
    await expect(ann.locator('.status')).toContainText('Ben left the game.');
    await ann.context().close();
  } finally {
    await there.remove();
  }
});

test('a plan answers by itself', async ({ browser }) => {
  const [ann, ben] = [await person(browser), await person(browser)];
  const link = await make(ann, served.address, { game: 'Linja', clock: 'Days' });
  await join(ben, link);
  await expect(ann.locator('.clock').first()).toHaveText(/d .*h/);
  await control(ben, 'Plan ahead').click();
  const step = async (page: Page, from: string, to: string): Promise<void> => {
    await page.locator(`[data-cell="${from}"]`).click();
    await page.locator(`[data-cell="${to}"]`).click();
    await page.locator('.controls .primary').first().click();
  };
  await step(ben, 'a0', 'a1');
  await expect(ben.locator('.lesson-task')).toHaveText('… then I play …');
  await step(ben, 'b7', 'b6');
  await ben.getByRole('button', { name: 'Add to the plan' }).click();
  await expect(ben.getByRole('region', { name: 'Your plan' })).toContainText('ab – hg');
  await ben.getByRole('button', { name: 'Back to the game' }).click();
  await type(ann, 'ab');
  await expect(turns(ann)).toHaveText(['ab', 'hg']);
  await control(ben, 'Plan ahead').click();
  await expect(ben.getByRole('region', { name: 'Your plan' })).toContainText('Nothing is planned.');
});

test('every screen of it is accessible, and a page without a server says so', async ({ browser, page }) => {
  const ann = await person(browser, { width: 390, height: 844 });
  await ann.goto(`${served.address}#/friend`);
  await expect(ann.locator('.open-games')).toBeVisible();
  expect(await violations(ann)).toEqual([]);
  const link = await make(ann, served.address, { game: 'Linja' });
  expect(await violations(ann)).toEqual([]);
  const ben = await person(browser);
  await ben.goto(link);
  await expect(ben.getByRole('button', { name: 'Join the game' })).toBeVisible();
  expect(await violations(ben)).toEqual([]);
  await join(ben, link);
  for (const name of ['Say something', 'More']) {
    await control(ben, name).click();
    expect(await violations(ben)).toEqual([]);
  }

  await page.route('**/v1/games*', (route) => route.fulfill({ status: 404, body: 'not here' }));
  await page.goto('#/friend');
  await expect(page.locator('main')).toContainText('This page came without a server for games');
  await expect(page.getByRole('link', { name: 'Play a friend' })).toHaveCount(0);
});

test('whoever looks at an invitation is told that the game was withdrawn', async ({ browser }) => {
  const [ann, ben] = [await person(browser), await person(browser)];
  const link = await make(ann, served.address, { game: 'Linja' });
  await ben.goto(link);
  await expect(ben.getByRole('heading', { name: 'Ann invites you to a game' })).toBeVisible();
  await ann.getByRole('button', { name: 'Withdraw the game' }).click();
  await expect(ben.getByRole('heading', { name: 'The game was withdrawn.' })).toBeVisible();
  for (const page of [ann, ben]) await page.context().close();
});
