// SPDX-License-Identifier: MIT
//
// A game on the real server as a device sees it: what was planned, what is news, and what is kept of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { values } from '../../page/answers';
import type { Deed } from '../../page/carrier';
import type { Planned } from '../../page/online/protocol';
import { alertOf, keepLooking, lookRound } from '../../page/online/news';
import { Room } from '../../page/online/room';
import { holdSeat, isTheirTurn, leaveSeat, seatIn, seats, type Seat } from '../../page/online/seats';
import { askForSeat, newKey, newRandom, viewGame, type Wish } from '../../page/online/server';
import { joinGame, makeGame } from '../../page/online/taking';
import { standing, titleOf } from '../../page/online/words';
import { device } from '../../page/storage';
import { openBorder } from '../border';
import { Served } from '../served';
import { setBrowser, type Browser, type Fate } from './browser';

let served: Served;
let browser: Browser;

before(async () => {
  served = await new Served().start();
  browser = setBrowser(served);
  Object.assign(globalThis, { Notification: FakeNotification, AudioContext: FakeAudio, isSecureContext: true });
});
after(() => served.remove());
beforeEach(() => {
  browser.elsewhere();
  look(true);
  notices.length = 0;
  sounds = 0;
});

/** What was shown of this page beyond its window, and how often it was heard. */
const notices: string[] = [];
let sounds = 0;

class FakeNotification {
  static readonly permission = 'granted';
  constructor(title: string, { body, tag }: { body: string; tag: string }) {
    notices.push([title, body, tag].join(' | '));
  }
}

/** A browser's, as far as a sound takes it. */
class FakeAudio {
  currentTime = 0;
  destination = {};
  resume = (): void => undefined;
  createGain = (): unknown => ({ gain: param, connect: (next: unknown) => next });
  createOscillator(): unknown {
    const start = (): void => void sounds++;
    const tone = { frequency: param, connect: (next: unknown) => next, start, stop: (): void => undefined };
    return tone;
  }
}
const param = { setValueAtTime: (): void => undefined, exponentialRampToValueAtTime: (): void => undefined };

/** Somebody looks at the page, or elsewhere. */
function look(here: boolean): void {
  Object.assign(document, { hidden: !here });
  document.dispatchEvent(new Event('visibilitychange'));
}

const wish: Wish = { game: 'linja', rules: 'zen', tiles: null, first: 'me', clock: { days: 2 }, bestOf: 1, public: false, name: 'Ann' };

/** Waits until something is so. */
async function until(what: () => boolean, why: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (what()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(why);
}

async function open(id: string): Promise<Room> {
  const view = await viewGame(id);
  assert.ok(view);
  const room = new Room(view, 0);
  await until(() => room.line === 'open', 'the line is there');
  return room;
}

/** Both play, each on a device of their own: the one in use is that of the player who joined. */
async function play(): Promise<{ id: string; ann: Room; ben: Room }> {
  const id = await makeGame(wish, '');
  const ann = await open(id);
  browser.elsewhere();
  const view = await viewGame(id);
  assert.ok(view);
  await joinGame(view, 'Ben', newRandom());
  const ben = await open(id);
  await until(() => ann.hasBegun && ben.hasBegun, 'it begins');
  return { id, ann, ben };
}

async function done(room: Room, deed: Deed | { do: 'plan'; plan: readonly Planned[] }): Promise<void> {
  assert.deepEqual(await room.do(deed), 'done');
}

test('what is planned is what the server has: after an answer the rest, after an undo nothing, and the same for who comes back', async () => {
  const { id, ann, ben } = await play();
  const rest = [{ if: 'bc', then: 'gf' }];
  const plan = [
    { if: 'ab', then: 'hg', plan: rest },
    { if: 'bc', then: 'hg' },
  ];
  await done(ben, { do: 'plan', plan });
  await until(() => ben.plan.length === 2, 'it is told');
  assert.deepEqual(ben.plan, plan);
  assert.deepEqual(ann.plan, []);
  await done(ann, { do: 'turn', ply: 0, turn: 'ab' });
  await until(() => ben.plan.length === 1, 'the rest stays');
  assert.deepEqual(ben.plan, rest);
  ben.close();
  const again = await open(id);
  await until(() => again.plan.length === 1, 'it is told again');
  await done(again, { do: 'plan', plan: [] }); // and it can be deleted
  await until(() => again.plan.length === 0, 'nothing is planned');
  await done(again, { do: 'plan', plan: rest });
  await until(() => again.plan.length === 1, 'something is');
  served.cut();
  served.mend();
  await until(() => again.line !== 'open', 'it notices');
  await until(() => again.line === 'open' && again.plan.length === 1, 'as before');
  await done(again, { do: 'ask-undo' });
  await done(ann, { do: 'answer-undo', yes: true });
  await until(() => again.plan.length === 0, 'nothing is planned any more');
  ann.close();
  again.close();
});

test('who looks elsewhere is alerted of all that the other does, once, and of nothing that was before or is their own', async () => {
  const id = await makeGame({ ...wish, bestOf: 3 }, '');
  const ann = await open(id);
  const quiet = alertOf(ann, () => true);
  look(false);
  browser.elsewhere();
  device.write('notify', true); // this and what follows is one device to the page
  const view = await viewGame(id);
  assert.ok(view);
  await joinGame(view, 'Ben', newRandom());
  const ben = await open(id);
  let seen = 0;
  let tones = 0;
  /** The other does this, and it is seen, read in the title and, if it shall be, heard. */
  const alerted = async (deed: Deed | null, words: string, heard = true): Promise<void> => {
    if (deed) await done(ben, deed);
    await until(() => notices.length > seen, words);
    assert.deepEqual(notices.slice(seen++), [`${words} | ${titleOf(ann.view)} | ${id}`]);
    assert.equal(document.title, `● ${words} – Linework: Linja and Liniell`);
    tones += heard ? 2 : 0;
    assert.equal(sounds, tones);
  };
  await alerted(null, 'Ben is there: the game begins.');
  await done(ann, { do: 'turn', ply: 0, turn: 'ab' });
  await done(ann, { do: 'say', phrase: 'hello' });
  await alerted({ do: 'offer-draw' }, 'Ben offers a draw.');
  await done(ann, { do: 'answer-draw', yes: false });
  await done(ben, { do: 'turn', ply: 1, turn: 'hg' }); // of which the board tells
  await alerted({ do: 'ask-undo' }, 'Ben wants to take the last turn back.');
  await done(ann, { do: 'answer-undo', yes: false });
  await done(ben, { do: 'resign' });
  await until(() => notices.length === seen + 2, 'the next game');
  assert.deepEqual(
    notices.slice(seen).map((notice) => notice.split(' | ')[0]),
    ['The game is over.', 'The next game begins.'],
  );
  seen += 2;
  tones += 2;
  await done(ben, { do: 'resign' });
  await until(() => notices.length === seen + 1, 'the end');
  seen++;
  await alerted({ do: 'rematch' }, 'Ben wants a rematch.');
  look(true);
  assert.equal(document.title, 'Linework: Linja and Liniell');
  await done(ann, { do: 'rematch' });
  await until(() => sounds === tones + 2, 'it is heard');
  assert.equal(notices.length, seen); // who looks needs none
  quiet();

  // Whoever comes now has missed it all.
  look(false);
  const late = await open(id);
  const deaf = alertOf(late, () => true);
  await until(() => late.n === ann.n, 'all is told');
  assert.deepEqual([notices.length, sounds], [seen, tones + 2]);
  deaf();
  for (const room of [ann, ben, late]) room.close();
});

test('games that are not on the screen are asked for: who has joined, whose turn it is, a rematch', async () => {
  const id = await makeGame(wish, '');
  const annHas = seatIn(id);
  assert.ok(annHas);
  browser.elsewhere();
  const view = await viewGame(id);
  assert.ok(view);
  await joinGame(view, 'Ben', newRandom());
  const ben = await open(id);
  await until(() => ben.hasBegun, 'it begins');
  browser.elsewhere();
  holdSeat(annHas);
  device.write('notify', true);
  look(false);
  const stop = keepLooking(3600_000, () => true);
  await until(() => notices.length === 1, 'it is found');
  const told = (words: string, more: string): string => `${words} | ${titleOf(view)}. ${more} | ${id}`;
  assert.deepEqual(notices, [told('Ben is there: the game begins.', 'Your turn')]);
  look(true);
  assert.equal(document.title, '● Your turn in one game – Linework: Linja and Liniell');
  await lookRound(true);
  assert.equal(notices.length, 1); // nothing is new
  look(false);

  const ann = await open(id);
  await done(ann, { do: 'turn', ply: 0, turn: 'ab' });
  await lookRound(true);
  look(true);
  assert.equal(document.title, 'Linework: Linja and Liniell');
  look(false);
  ann.close();
  await done(ben, { do: 'turn', ply: 1, turn: 'hg' });
  await lookRound(true);
  assert.deepEqual(notices.slice(1), [told('Your turn', 'Your turn')]);

  // The window is closed, and a rematch begins.
  await done(ben, { do: 'resign' });
  await lookRound(true);
  assert.equal(seatIn(id)?.view.status, 'over');
  const again = await open(id);
  await done(again, { do: 'rematch' });
  again.close();
  await done(ben, { do: 'rematch' });
  await lookRound(true);
  const next = seatIn(id)?.view.rematch ?? '';
  assert.match(notices.at(-1) ?? '', /^The rematch has begun\./);
  assert.equal(seatIn(next)?.token, annHas.token);
  await lookRound(true);
  assert.deepEqual(seatIn(next)?.view.status, 'playing');
  leaveSeat(next); // somebody deletes it
  await lookRound(true);
  assert.equal(seatIn(next), null);
  stop();
  ben.close();
});

test('a game with draws begins though whoever made it looks at something else, and both are told what it waits for', async () => {
  const border = openBorder(new WebAssembly.Module(readFileSync('build/wasm/linework.wasm')));
  const random = newRandom();
  const [hash = ''] = values(border(`hash\t${random}`), 'hash');
  const make = (): Promise<string> => makeGame({ ...wish, game: 'liniell', rules: 'standard', randomHash: hash }, random);
  for (const lost of [false, true]) {
    browser.elsewhere();
    const id = await make();
    const annHas = seatIn(id);
    assert.ok(annHas);
    browser.elsewhere();
    await joinGame(annHas.view, 'Ben', newRandom());
    await lookRound(true);
    assert.equal(standing(seatIn(id) as Seat), 'Waiting for Ann');
    browser.elsewhere();
    device.write('notify', true);
    look(false);
    notices.length = 0;
    holdSeat(lost ? { ...annHas, random: '' } : annHas);
    await lookRound(true);
    assert.equal((await viewGame(id))?.status, lost ? 'starting' : 'playing');
    const news = lost ? 'Ben has joined. | Liniell. About to begin' : 'Ben is there: the game begins. | Liniell. Your turn';
    assert.deepEqual(notices, [`${news.replace('Liniell', titleOf(annHas.view))} | ${id}`]);
  }
});

test('a seat that was carried away is nobody’s here: no alerts, no rematch, and no way back with its token', async () => {
  for (const isOpen of [true, false]) {
    browser.elsewhere();
    const { id, ann, ben } = await play();
    const annHas = ann.seat;
    assert.ok(annHas);
    if (!isOpen) ann.close();
    browser.elsewhere(); // Ann's laptop
    holdSeat(annHas);
    const { token } = await askForSeat(id, { key: newKey(), token: annHas.token, body: {} });
    if (isOpen) await until(() => seatIn(id)?.moved === true, 'it is told');
    const left = seatIn(id);
    assert.ok(left);
    browser.elsewhere();
    holdSeat({ ...annHas, token });
    const phone = await open(id);
    assert.equal(phone.player, 0);
    browser.elsewhere(); // the laptop again
    holdSeat(left);
    device.write('notify', true);
    look(false);
    notices.length = 0;
    await done(phone, { do: 'turn', ply: 0, turn: 'ab' });
    await done(ben, { do: 'turn', ply: 1, turn: 'hg' });
    await done(ben, { do: 'resign' });
    await done(phone, { do: 'rematch' });
    await done(ben, { do: 'rematch' });
    await lookRound(true);
    await lookRound(true);
    const seat = seatIn(id);
    assert.deepEqual([notices, seat?.moved, seats().length], [[], true, 1]);
    assert.equal(seat && standing(seat), 'This seat is on another device now.');
    // Whoever opens it here looks on.
    const again = await open(id);
    assert.equal(again.player, null);
    for (const room of [ann, ben, phone, again]) room.close();
  }
});

test("a game that the server has forgotten is nobody's turn any more, and can be let go of", async () => {
  const { id, ann, ben } = await play();
  ann.close();
  ben.close();
  const seat = seatIn(id);
  assert.ok(seat);
  holdSeat({ ...seat, id: 'AAAAAAAAAAAAAAAA', view: { ...seat.view, id: 'AAAAAAAAAAAAAAAA', turn: 'b', first: 0 } });
  const lost = (): Seat => seats().find((each) => each.id === 'AAAAAAAAAAAAAAAA') as Seat;
  assert.equal(isTheirTurn(lost()), true);
  suffer('cut');
  await lookRound(true);
  assert.equal(isTheirTurn(lost()), true); // nobody knows
  suffer('passes');
  await lookRound(true);
  assert.deepEqual([isTheirTurn(lost()), standing(lost())], [false, 'There is no such game any more.']);
});

const suffer = (fate: Fate): void => void (browser.fate = () => fate);
