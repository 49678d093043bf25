// SPDX-License-Identifier: MIT
//
// The desk of reviews and puzzles: what it shows is of one piece, and answers are about what is shown.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { effect } from '@preact/signals';
import { command, Lacking } from '../../page/answers';
import { Desk, Gone } from '../../page/desk';
import { EngineLost } from '../../page/engine';
import { Puzzle } from '../../page/puzzle';
import { keptScore } from '../../page/puzzle-keep';
import { ofDay } from '../../page/puzzle-list';
import { Review } from '../../page/review';
import { held, pass, setStage, settle, stage } from './stage';

beforeEach(setStage);

const RECORD = '[Game "linja"]\n\n1. ab hg 2. bc gf *\n';
const after = (ply: number): string[] => [command('load', RECORD), command('go-to', ply)];

/** Rejected without a word, as what nobody waits for any more. */
const gone = (work: Promise<unknown>): Promise<void> => assert.rejects(work, Gone);

/** All that is on the desk belongs to the position after so many turns. */
async function assertWhole(desk: Desk, ply: number): Promise<void> {
  const alone = new Desk();
  await alone.set(after(ply));
  assert.deepEqual(desk.table, alone.table);
  alone.close();
}

test('of two positions that are wanted in a row the last is shown, whole', async () => {
  const shown: number[] = [];
  const desk = new Desk();
  effect(() => void shown.push(desk.table?.ply ?? -1));
  await desk.set(after(0));
  for (const which of [/^load/, /^view/]) {
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
  const desk = new Desk();
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
  const desk = new Desk();
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
  const desk = new Desk();
  await desk.set(after(0));
  const late = held(/^view\tab/);
  const first = gone(desk.show('ab'));
  await settle();
  assert.ok(late.arrived);
  const second = desk.show('bc');
  late.come();
  await Promise.all([first, second]);
  assert.equal(desk.table?.part, 'bc');
});

test('a position that cannot be had leaves the one before, which still answers', async () => {
  const desk = new Desk();
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
  const desk = new Desk();
  await desk.set(after(3));
  stage.workers.at(-1)?.crash();
  const [state = []] = await desk.ask(['state']);
  assert.equal(state.filter(([key]) => key === 'turn').length, 3);
});

// --- reviews -------------------------------------------------------------------------------------

const review = (): Review => new Review('linja', 'zen', { a: 'red', b: 'black' }, ['a']);

/** All that a review has found. */
const found = ({ turns, positions, summary, worst }: Review) => ({ turns, positions, summary, worst });

test('a review whose engine is lost goes on where it was, and comes to the same', async () => {
  const whole = review();
  await whole.run(RECORD);
  assert.equal(whole.turns.length, 4);
  assert.notEqual(whole.summary, null);
  const one = review();
  const counts: number[] = [];
  effect(() => void counts.push(one.turns.length));
  let crashes = 2;
  stage.manner = (lines, deliver) => {
    const looks = lines.some((line) => line.startsWith('review-turn\t2'));
    const sums = lines.some((line) => line.startsWith('review-summary'));
    if (!((looks && crashes === 2) || (sums && crashes === 1))) return deliver();
    crashes--;
    stage.workers.at(-1)?.crash();
  };
  await one.run(RECORD);
  assert.equal(crashes, 0);
  assert.deepEqual(found(one), found(whole));
  assert.deepEqual(counts, [0, 0, 1, 2, 3, 4]); // what is known is shown as it comes, nothing of it twice
  one.close();
  whole.close();
});

test('a review that is left asks for nothing more', async () => {
  const left = review();
  const late = held(/^review-turn/);
  const run = assert.rejects(left.run(RECORD), EngineLost);
  await settle();
  assert.ok(late.arrived);
  left.close();
  late.come();
  await run;
  assert.deepEqual(left.turns, []);
  assert.ok(stage.workers.every(({ terminated }) => terminated));
});

test('a server that does not answer is waited for 10 seconds, and then left alone', async (context) => {
  const fetched = context.mock.method(
    globalThis,
    'fetch',
    (_: string, { signal }: RequestInit) => new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('late')))),
  );
  context.mock.method(AbortSignal, 'timeout', (wait: number) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), wait);
    return ending.signal;
  });
  const one = new Review('linja', '2003', { a: 'red', b: 'black' }, []); // other tests have asked about the others
  const run = one.run(RECORD);
  await settle();
  assert.equal(one.turns.length, 0);
  await pass(10_000);
  await run;
  assert.equal(one.turns.length, 4);
  assert.equal(fetched.mock.callCount(), 1);
  one.close();
});

// --- puzzles -------------------------------------------------------------------------------------

/** Puzzle 3 of Linja: cb/ba/fe is right. */
async function posed(): Promise<Puzzle> {
  const puzzle = new Puzzle('linja');
  assert.equal((await puzzle.pose({ game: 'linja', number: 3 }))?.number, 3);
  return puzzle;
}

test('a puzzle that is found when another is wished for is not posed', async () => {
  const puzzle = new Puzzle('linja');
  let wanted = true;
  const late = held(/^view/);
  const first = gone(puzzle.pose({ game: 'linja', number: null }, () => wanted));
  await settle();
  assert.ok(late.arrived);
  wanted = false; // the screen has not heard of the other wish yet
  late.come();
  await first;
  assert.equal(puzzle.posed, null);
});

for (const mine of [false, true])
  test(`nor is ${mine ? 'a mistake' : 'one'} while the list of the next one is on its way`, async (context) => {
    localStorage.setItem(
      'linework.mistakes.linja',
      JSON.stringify([{ rules: 'zen', position: '60/11/11/11/11/11/11/06 a', played: 'ab', best: 'bc' }]),
    );
    const puzzle = new Puzzle('linja');
    const late = held(/^view/);
    const first = gone(puzzle.pose({ game: 'linja', number: null, mine }));
    await settle();
    assert.ok(late.arrived);
    let list = (): void => undefined;
    context.mock.method(globalThis, 'fetch', () => new Promise((_, fail) => (list = () => fail(new Error('no list')))));
    const second = puzzle.pose({ game: 'linja', number: 3 });
    late.come();
    await first;
    assert.equal(puzzle.posed, null);
    list();
    assert.equal((await second)?.number, 3);
  });

test('a day that has no puzzle, or whose list cannot be had, is refused until there is one', async (context) => {
  const puzzle = new Puzzle('linja');
  const lacking = (day: string): Promise<void> => assert.rejects(puzzle.pose({ game: 'linja', number: null, day }), Lacking);
  await lacking('2026-11-18');
  const list = readFileSync('src/teach/puzzles/linja.txt', 'utf8');
  context.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(list)));
  for (const day of ['2026-13-45', '1969-12-31']) await lacking(day);
  assert.equal(puzzle.posed, null);
  assert.equal((await puzzle.pose({ game: 'linja', number: null, day: '2026-11-18' }))?.number, ofDay(puzzle.list, '2026-11-18')?.number);
});

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
  await pass(120_000); // in two engines
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
