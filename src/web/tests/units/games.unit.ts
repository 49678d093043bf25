// SPDX-License-Identifier: MIT
//
// What the device keeps of matches: never written over by another, and not more than there is room for.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { currentGame, keepGame, keptGame, MOST_FINISHED, setCurrent, unfinishedGames, type KeptMatch } from '../../page/kept-games';
import { limitStorage, setStage, stored } from './stage';

beforeEach(setStage);

const match = (record: string, unfinished = true): KeptMatch => ({
  game: 'linja',
  record,
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

test('a match is written over by its next turn, and by nothing else', () => {
  assert.equal(keepGame('x', match('one'), ''), 'kept');
  assert.equal(keepGame('x', match('one two'), 'one'), 'kept');
  assert.equal(keepGame('x', match('one three'), 'one'), 'refused');
  assert.equal(keptGame('x')?.record, 'one two');
  // Both windows have made the same turn; and one's own turn may be taken back.
  assert.equal(keepGame('x', match('one two'), 'one'), 'kept');
  assert.equal(keepGame('x', match('one'), 'one two'), 'kept');
  assert.equal(keptGame('x')?.record, 'one');
});

test('the oldest finished matches go when there are many, the unfinished stay', (context) => {
  let time = 1000;
  context.mock.method(Date, 'now', () => time++);
  for (let i = 0; i < MOST_FINISHED + 40; i++) keepGame(`f${i}`, match(`f${i}`, false), '');
  for (let i = 0; i < 60; i++) keepGame(`u${i}`, match(`u${i}`), '');
  assert.equal(unfinishedGames().length, 60);
  assert.equal(unfinishedGames()[0]?.id, 'u59');
  const finished = Array.from({ length: MOST_FINISHED + 40 }, (_, i) => keptGame(`f${i}`)).flatMap((each) => each?.id ?? []);
  assert.deepEqual(
    finished,
    Array.from({ length: MOST_FINISHED }, (_, i) => `f${i + 40}`),
  );
});

test('where there is no room finished matches make some, and unfinished ones are never given for it', (context) => {
  let time = 1000;
  context.mock.method(Date, 'now', () => time++);
  for (const id of ['f1', 'f2']) keepGame(id, match(id, false), '');
  keepGame('u', match('u'), '');
  limitStorage(stored() + 10);
  assert.equal(keepGame('v', match('v'), ''), 'kept');
  assert.equal(keptGame('f1'), null);
  assert.notEqual(keptGame('f2'), null);
  assert.equal(keepGame('w', match('w'), ''), 'kept');
  assert.equal(keepGame('z', match('z'), ''), 'not kept');
  assert.deepEqual(
    unfinishedGames().map(({ id }) => id),
    ['z', 'w', 'v', 'u'],
  );
  assert.equal(localStorage.getItem('linework.game.z'), null);
  assert.notEqual(localStorage.getItem('linework.game.u'), null);
  limitStorage(Infinity);
  assert.equal(keepGame('z', match('z on'), 'z'), 'kept');
  assert.match(localStorage.getItem('linework.game.z') ?? '', /z on/);
});

test('a window has its own match, and a new one the last that was on any table', () => {
  for (const id of ['mine', 'yours']) keepGame(id, match(id), '');
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

test('what an earlier version kept becomes a match like others, also beside them', () => {
  localStorage.setItem('linework.match.linja', JSON.stringify({ record: 'old', unfinished: true }));
  assert.equal(currentGame('linja')?.record, 'old');
  assert.equal(localStorage.getItem('linework.match.linja'), null);
  localStorage.setItem('linework.match.linja', JSON.stringify({ record: 'from a window that was not reloaded', unfinished: true }));
  assert.equal(currentGame('linja')?.record, 'old');
  assert.equal(unfinishedGames().length, 2);
});
