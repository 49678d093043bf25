// SPDX-License-Identifier: MIT
//
// The puzzle of a day is the one that the command line has: by the file that its test reads, too, and also when a list has grown.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ofDay, type Entry } from '../../page/puzzle-list';

test('a day has the same puzzle for ever', () => {
  const days = readFileSync('tests/data/puzzle-days.t', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  assert(days.length > 20);
  for (const [game = '', day = '', number] of days) {
    const lines = readFileSync(`src/teach/puzzles/${game}.txt`, 'utf8').trimEnd().split('\n');
    const list = [...lines, '9001|', '9002|'].map((line): Entry => ({ number: Number(line.split('|')[0]), grade: 1, themes: [], line }));
    assert.equal(ofDay(list, day)?.number, Number(number), `${game} ${day}`);
  }
  assert.equal(ofDay([], '2026-11-18'), undefined);
});
