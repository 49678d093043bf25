// SPDX-License-Identifier: MIT
//
// A seat is taken once, whatever the line does to the request, its answer and what is asked after it; and also if the window
// is closed meanwhile, which leaves nothing but what the device keeps.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { seatIn, seats } from '../../page/online/seats';
import { newRandom, openGames, Turned, Unreachable, viewGame, type Wish } from '../../page/online/server';
import { joinGame, makeGame, resume, resumeSeats, takeAlong } from '../../page/online/taking';
import { device } from '../../page/storage';
import { Served } from '../served';
import { setBrowser, type Browser, type Fate } from './browser';

let served: Served;
let browser: Browser;

before(async () => {
  served = await new Served().start();
  browser = setBrowser(served);
  const wait = setTimeout;
  const soon: (...all: Parameters<typeof wait>) => NodeJS.Timeout = (run, time = 0, ...more) => wait(run, time < 5000 ? 1 : time, ...more); // nobody waits between tries
  Object.assign(globalThis, { setTimeout: soon });
});
after(() => served.remove());
beforeEach(() => {
  browser.fate = () => 'passes';
  browser.elsewhere();
});

const wish = (more: Partial<Wish> = {}): Wish => ({
  game: 'linja',
  rules: 'zen',
  tiles: null,
  first: 'me',
  clock: { days: 2 },
  bestOf: 3,
  public: true,
  name: 'Ann',
  ...more,
});

/** Requests like this one have this fate. */
const suffer = (which: RegExp, fate: Fate): void => void (browser.fate = (request) => (which.test(request) ? fate : 'passes'));

const mine = async (): Promise<string[]> => ((await openGames()) ?? []).map(({ id }) => id).filter((id) => !others.has(id));
const others = new Set<string>();
async function forget(): Promise<void> {
  for (const { id } of (await openGames()) ?? []) others.add(id);
}
beforeEach(forget);

const unanswered = (): number => device.keys('taking.').length;

/** Whether the server takes the token for that of the seat. */
async function isGood(id: string): Promise<boolean> {
  const seat = seatIn(id);
  assert.ok(seat);
  return (await fetch(`v1/games/${id}/token`, { method: 'POST', headers: headersOf(seat.token), body: '{}' })).status === 200;
}
const headersOf = (token: string): Record<string, string> => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });

test('a game that is made is known from its wish: nothing has to be asked before the seat is held', async () => {
  suffer(/^GET/, 'cut');
  const id = await makeGame(wish(), '');
  const seat = seatIn(id);
  browser.fate = () => 'passes';
  assert.deepEqual([seat?.player, seat?.random], [0, '']);
  assert.deepEqual(seat?.view, { ...(await viewGame(id)), n: 0, clock: null }); // these go on by themselves
  assert.equal(unanswered(), 0);
});

test('the answer to making a game is lost, and so is the window: whoever comes back has that game', async () => {
  suffer(/^POST v1\/games$/, 'lost');
  await assert.rejects(makeGame(wish(), ''), Unreachable);
  assert.equal(seats().length, 0);
  browser.fate = () => 'passes';
  const [id = ''] = await resume(null);
  assert.deepEqual(await mine(), [id]);
  assert.ok(await isGood(id));
  assert.equal(unanswered(), 0);
});

test('the same wish again is the same game; another one takes the first back', async () => {
  suffer(/^POST/, 'lost');
  await assert.rejects(makeGame(wish({ game: 'liniell', rules: 'standard', randomHash: 'a'.repeat(64) }), 'first'), Unreachable);
  browser.fate = () => 'passes';
  const first = await makeGame(wish({ game: 'liniell', rules: 'standard', randomHash: 'b'.repeat(64) }), 'second');
  assert.deepEqual(await mine(), [first]);
  assert.equal(seatIn(first)?.random, 'first');
  assert.match(seatIn(first)?.commitment ?? '', /^[0-9a-f]{64}$/);
  await forget();

  suffer(/^POST/, 'lost');
  await assert.rejects(makeGame(wish(), ''), Unreachable);
  browser.fate = () => 'passes';
  const second = await makeGame(wish({ clock: null }), '');
  assert.deepEqual(await mine(), [second]);
  assert.deepEqual(
    seats()
      .map(({ id }) => id)
      .sort(),
    [first, second].sort(),
  );
});

test('a wish that the server turns down is forgotten', async () => {
  await assert.rejects(makeGame(wish({ rules: 'nonsense' }), ''), (error: unknown) => error instanceof Turned && error.status === 400);
  assert.equal(unanswered(), 0);
});

test('the answer to joining is lost: the next press, or the next visit, has the seat', async () => {
  for (const again of ['press', 'visit'] as const) {
    const id = await makeGame(wish(), '');
    browser.elsewhere();
    const view = await viewGame(id);
    assert.ok(view);
    suffer(/join$/, 'lost');
    await assert.rejects(joinGame(view, 'Ben', newRandom()), Unreachable);
    assert.equal((await viewGame(id))?.names[1], 'Ben');
    browser.fate = () => 'passes';
    if (again === 'press') await joinGame(view, 'Bén', newRandom());
    else await resumeSeats();
    assert.equal(seatIn(id)?.player, 1);
    assert.ok(await isGood(id));
    assert.equal(unanswered(), 0);
  }
});

test('a line that is cut just after joining takes no seat along', async () => {
  const id = await makeGame(wish(), '');
  browser.elsewhere();
  const view = await viewGame(id);
  assert.ok(view);
  suffer(/^GET/, 'cut');
  await joinGame(view, 'Ben', newRandom());
  assert.ok(seatIn(id));
});

test('who comes too late is told so, and asks no more', async () => {
  const id = await makeGame(wish(), '');
  const view = await viewGame(id);
  assert.ok(view);
  browser.elsewhere();
  await joinGame(view, 'Ben', newRandom());
  browser.elsewhere();
  await assert.rejects(joinGame(view, 'Carl', newRandom()), (error: unknown) => error instanceof Turned && error.status === 409);
  assert.deepEqual([seatIn(id), unanswered()], [null, 0]);
});

test('a seat on its way to another device is on one of them, whatever is lost', async () => {
  const id = await makeGame(wish(), '');
  const token = seatIn(id)?.token ?? '';
  for (const [which, fate] of [
    [/^GET/, 'cut'],
    [/token$/, 'cut'],
    [/token$/, 'lost'],
  ] as const) {
    browser.elsewhere();
    suffer(which, fate);
    const carried = seatOf.get(id) ?? token;
    await assert.rejects(takeAlong(id, carried, 'abc'), Unreachable);
    assert.equal(seatIn(id), null);
    browser.fate = () => 'passes';
    await resume(id); // the window was closed, and its address says nothing of a seat any more
    const seat = seatIn(id);
    assert.deepEqual([seat?.player, seat?.random], [0, 'abc']);
    assert.notEqual(seat?.token, carried);
    seatOf.set(id, seat?.token ?? '');
    assert.equal(unanswered(), 0);
  }
  assert.ok(await isGood(id));
});
const seatOf = new Map<string, string>();

test('a link to a seat that was used is told apart from a bad line', async () => {
  const id = await makeGame(wish(), '');
  const token = seatIn(id)?.token ?? '';
  browser.elsewhere();
  await takeAlong(id, token, '');
  browser.elsewhere();
  await assert.rejects(takeAlong(id, token, ''), (error: unknown) => error instanceof Turned && error.status === 401);
  assert.deepEqual([seatIn(id), unanswered()], [null, 0]);
});

test('what is older than the memory of the server is not asked for again', async () => {
  suffer(/^POST/, 'cut');
  await assert.rejects(makeGame(wish(), ''), Unreachable);
  browser.fate = () => 'passes';
  const [key = ''] = device.keys('taking.');
  device.write(`taking.${key}`, { ...(device.read(`taking.${key}`) as object), at: Date.now() - 24 * 3600_000 });
  assert.deepEqual(await resume(null), []);
  assert.deepEqual([await mine(), unanswered()], [[], 0]);
});
