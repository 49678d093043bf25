// SPDX-License-Identifier: MIT
//
// What the device keeps of matches: logs that are only added to, heard of in every window, and not more than there is room for.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { currentGame, Games, games, keptGame, MOST_FINISHED, setCurrent, unfinishedGames, type KeptGame } from '../../page/kept-games';
import { DeviceShelf, limitStorage, setStage } from './stage';

beforeEach(setStage);

const match = (id: string, n: number, unfinished = true): KeptGame => ({
  id,
  n,
  at: Date.now(),
  game: 'linja',
  record: `${id} ${n}`,
  base: null,
  ply: 1,
  turns: 1,
  unfinished,
  finished: !unfinished,
  winner: null,
  wins: [0, 0],
  rules: 'zen',
  names: ['You', 'Computer level 3'],
  seats: [{ kind: 'person' }, { kind: 'computer', level: 3 }],
  firstColour: 0,
  byLot: false,
  clocks: null,
  budget: 0,
  seed: 1,
  before: null,
});

/** Adds a match of one event. */
const add = (id: string, unfinished = true) => games.add(match(id, 1, unfinished), ['created'], 1);

test('events are added to those they follow from, and to no others', async () => {
  assert.equal(await add('x'), 'kept');
  assert.equal(await games.add(match('x', 2), ['created', 'one'], 1), 'kept');
  assert.equal(await games.add(match('x', 2), ['created', 'other'], 1), 'refused');
  assert.equal(await games.add(match('x', 4), ['created', 'other', 'three', 'four'], 1), 'refused');
  assert.deepEqual(await games.events('x'), ['created', 'one']);
  assert.equal(keptGame('x')?.record, 'x 2');
});

test('of two windows that add at the same time one is refused, and sees what the other has added', async () => {
  const shelf = new DeviceShelf();
  const [one, two] = [new Games(), new Games()];
  await one.use(shelf);
  await one.add(match('x', 1), ['created'], 1);
  await two.use(shelf);
  const heard: string[] = [];
  two.onChange((id) => heard.push(id));
  const done = await Promise.all([
    one.add(match('x', 2), ['created', 'mine'], 1),
    two.add({ ...match('x', 2), record: 'yours' }, ['created', 'yours'], 1),
  ]);
  assert.deepEqual(done, ['kept', 'refused']);
  await two.refresh();
  assert.deepEqual(heard, ['x']);
  assert.equal(two.find('x')?.record, 'x 2');
  assert.deepEqual(await two.events('x'), ['created', 'mine']);
});

test('the oldest finished matches go when there are many, the unfinished stay', async (context) => {
  let time = 1000;
  context.mock.method(Date, 'now', () => time++);
  for (let i = 0; i < MOST_FINISHED + 40; i++) await add(`f${i}`, false);
  for (let i = 0; i < 60; i++) await add(`u${i}`);
  assert.equal(unfinishedGames().length, 60);
  assert.equal(unfinishedGames()[0]?.id, 'u59');
  const finished = Array.from({ length: MOST_FINISHED + 40 }, (_, i) => keptGame(`f${i}`)).flatMap((each) => each?.id ?? []);
  assert.deepEqual(
    finished,
    Array.from({ length: MOST_FINISHED }, (_, i) => `f${i + 40}`),
  );
  assert.deepEqual(await games.events('f0'), []);
});

test('where there is no room finished matches make some, and unfinished ones are never given for it', async (context) => {
  let time = 1000;
  context.mock.method(Date, 'now', () => time++);
  const shelf = new DeviceShelf();
  await games.use(shelf);
  for (const id of ['f1', 'f2']) await add(id, false);
  await add('u');
  limitStorage((await shelf.used()) + 10);
  assert.equal(await add('v'), 'kept');
  assert.equal(keptGame('f1'), null);
  assert.notEqual(keptGame('f2'), null);
  assert.equal(await add('w'), 'kept');
  assert.equal(await add('z'), 'not kept');
  assert.deepEqual(
    unfinishedGames().map(({ id }) => id),
    ['z', 'w', 'v', 'u'],
  );
  assert.equal(await shelf.row('z'), undefined);
  // It goes on in the page's memory, and to the device as a whole when that has room again.
  assert.equal(await games.add(match('z', 2), ['created', 'on'], 1), 'not kept');
  assert.deepEqual(await games.events('z'), ['created', 'on']);
  limitStorage(Infinity);
  assert.equal(await games.add(match('z', 3), ['created', 'on', 'and on'], 1), 'kept');
  assert.deepEqual(await shelf.events('z'), ['created', 'on', 'and on']);
});

test('a window has its own match, and a new one the last that was on any table', async () => {
  for (const id of ['mine', 'yours']) await add(id);
  setCurrent('linja', 'yours');
  setCurrent('linja', 'mine');
  localStorage.setItem('linework.current.linja', '"yours"');
  assert.equal(currentGame('linja')?.id, 'mine');
  sessionStorage.removeItem('linework.current.linja');
  assert.equal(currentGame('linja')?.id, 'yours');
  // A pointer to nothing is as good as none.
  sessionStorage.setItem('linework.current.linja', '"gone"');
  assert.equal(currentGame('linja')?.id, 'yours');
  assert.equal(currentGame('liniell'), null);
});

test('what earlier versions kept becomes matches like others, once, and nothing is lost', async () => {
  const shelf = new DeviceShelf();
  localStorage.setItem('linework.match.linja', JSON.stringify({ record: 'old', unfinished: true }));
  localStorage.setItem('linework.game.x', JSON.stringify({ game: 'liniell', record: 'newer', unfinished: true, seats: 7, at: 5 }));
  await games.use(shelf);
  assert.equal(currentGame('linja')?.record, 'old');
  assert.deepEqual(keptGame('x')?.base, { record: 'newer', n: 0 });
  assert.deepEqual(
    Object.keys(localStorage).filter((key) => /match|game\./.test(key)),
    [],
  );
  // A window that was not reloaded goes on in the old way.
  localStorage.setItem('linework.game.x', JSON.stringify({ game: 'liniell', record: 'newer still', unfinished: true }));
  await games.use(shelf);
  assert.equal(keptGame('x')?.record, 'newer');
  assert.deepEqual(
    unfinishedGames()
      .map(({ record }) => record)
      .sort(),
    ['newer', 'newer still', 'old'],
  );
});

test('a device without room for them leaves what earlier versions kept where it is', async () => {
  localStorage.setItem('linework.game.x', JSON.stringify({ game: 'linja', record: 'old', unfinished: true }));
  limitStorage(10);
  await games.use(new DeviceShelf());
  assert.equal(keptGame('x')?.record, 'old');
  assert.notEqual(localStorage.getItem('linework.game.x'), null);
});
