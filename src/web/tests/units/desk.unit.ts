// SPDX-License-Identifier: MIT
//
// The desk of reviews and puzzles: what it shows is of one piece, and answers are about what is shown.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { command } from '../../page/answers';
import { Desk, Gone } from '../../page/desk';
import { EngineLost } from '../../page/engine';
import { Puzzle } from '../../page/puzzle';
import { keptScore } from '../../page/puzzle-keep';
import { held, pass, setStage, settle, stage } from './stage';

beforeEach(setStage);

const RECORD = '[Game "linja"]\n\n1. ab hg 2. bc gf *\n';
const after = (ply: number): string[] => [command('load', RECORD), command('go-to', ply)];

/** Rejected without a word, as what nobody waits for any more. */
const gone = (work: Promise<unknown>): Promise<void> => assert.rejects(work, Gone);

/** All that is on the desk belongs to the position after so many turns. */
async function assertWhole(desk: Desk, ply: number): Promise<void> {
  const alone = new Desk(() => undefined);
  await alone.set(after(ply));
  assert.deepEqual(desk.table, alone.table);
  alone.close();
}

test('of two positions that are wanted in a row the last is shown, whole', async () => {
  const shown: number[] = [];
  const desk: Desk = new Desk(() => shown.push(desk.table?.ply ?? -1));
  await desk.set(after(0));
  for (const which of [/^load/, /^state/, /^steps/]) {
    await desk.set(after(0));
    shown.length = 0;
    const late = held(which);
    const first = gone(desk.set(after(1)));
    await settle();
    assert.ok(late.arrived);
    const second = desk.set(after(2));
    late.come();
    await Promise.all([first, second]);
    assert.deepEqual(shown, [2]);
    await assertWhole(desk, 2);
  }
});

test('what is asked while another position is on its way, or before it was, is dropped', async () => {
  const desk = new Desk(() => undefined);
  await desk.set(after(0));
  const late = held(/^values/);
  const values = gone(desk.ask([command('values', 1, 100, '')], 'thinking'));
  await settle();
  assert.ok(late.arrived);
  const set = desk.set(after(3));
  await gone(desk.ask([command('values', 1, 100, '')]));
  late.come();
  await Promise.all([values, set]);
  await assertWhole(desk, 3);
});

test('a long thought is given up for another position', async () => {
  const desk = new Desk(() => undefined);
  await desk.set(after(0));
  held(/^values/);
  const values = gone(desk.ask([command('values', 1, 100, '')], 'thinking'));
  await settle();
  await desk.set(after(1));
  await values;
  await assertWhole(desk, 1);
  assert.equal(stage.workers.length, 3); // the desk's two, and that of assertWhole
});

test('of two half-made turns in a row the last is shown', async () => {
  const desk = new Desk(() => undefined);
  await desk.set(after(0));
  const late = held(/^describe\tab/);
  const first = gone(desk.show('ab'));
  await settle();
  assert.ok(late.arrived);
  const second = desk.show('bc');
  late.come();
  await Promise.all([first, second]);
  assert.equal(desk.table?.part, 'bc');
});

test('a position that cannot be had leaves the one before, which still answers', async () => {
  const desk = new Desk(() => undefined);
  await desk.set(after(1));
  stage.manner = (lines, deliver) => {
    if (!lines.includes(command('go-to', 2))) deliver();
  };
  const set = desk.set(after(2));
  set.catch(() => undefined);
  await pass(20_000);
  await assert.rejects(set, EngineLost);
  await assertWhole(desk, 1);
  const [state = []] = await desk.ask(['state']);
  assert.equal(state.filter(([key]) => key === 'turn').length, 1);
});

test('a lost engine is replaced, and knows what is on the desk', async () => {
  const desk = new Desk(() => undefined);
  await desk.set(after(3));
  stage.workers.at(-1)?.crash();
  const [state = []] = await desk.ask(['state']);
  assert.equal(state.filter(([key]) => key === 'turn').length, 3);
});

// --- puzzles -------------------------------------------------------------------------------------

/** Puzzle 3 of Linja: cb/ba/fe is right. */
async function posed(): Promise<Puzzle> {
  const puzzle = new Puzzle('linja', () => undefined);
  assert.equal((await puzzle.pose({ game: 'linja', number: 3 }))?.number, 3);
  return puzzle;
}

test('while an answer is looked at no other is taken, nor is the solution shown', async () => {
  const puzzle = await posed();
  const late = held(/^puzzle-check/);
  const check = puzzle.check('cb/ba/fe');
  await settle();
  assert.ok(late.arrived);
  assert.equal(puzzle.open, false);
  assert.equal(await puzzle.solve(), null);
  assert.equal(await puzzle.check('cb/ba/ba'), null);
  assert.equal(puzzle.done, false);
  late.come();
  assert.equal((await check)?.solution, 'cb/ba/fe');
  assert.deepEqual(keptScore('linja').solved, [3]);
  assert.equal(keptScore('linja').streak, 1);
  assert.equal(await puzzle.solve(), null);
  assert.equal(keptScore('linja').streak, 1);
});

test('an answer about a puzzle that is gone counts for nothing', async () => {
  const puzzle = await posed();
  const late = held(/^puzzle-check/);
  const check = gone(puzzle.check('cb/ba/fe'));
  await settle();
  assert.ok(late.arrived);
  const next = puzzle.pose({ game: 'linja', number: 4 });
  late.come();
  await Promise.all([check, next]);
  assert.equal(puzzle.answered, null);
  assert.equal(puzzle.open, true);
  assert.deepEqual(keptScore('linja').solved, []);
});

test('an answer that cannot be looked at can be given again', async () => {
  const puzzle = await posed();
  stage.manner = (lines, deliver) => {
    if (!lines.some((each) => each.startsWith('puzzle-check'))) deliver();
  };
  const check = puzzle.check('cb/ba/fe');
  check.catch(() => undefined);
  await pass(60_000);
  await assert.rejects(check, EngineLost);
  assert.equal(puzzle.open, true);
  stage.manner = (_, deliver) => deliver();
  assert.equal((await puzzle.check('cb/ba/fe'))?.right, true);
});

test('what two windows solve counts for both', async () => {
  const [one, two, cheat] = [await posed(), await posed(), await posed()];
  const next = await two.pose({ game: 'linja', number: 4 });
  await cheat.pose({ game: 'linja', number: 4 });
  const solution = (await cheat.solve())?.solution ?? '';
  await one.check('cb/ba/fe');
  await two.check(solution);
  assert.deepEqual(keptScore('linja').solved, [3, next?.number]);
  assert.equal(keptScore('linja').streak, 1); // the solution of the other was looked at
});
