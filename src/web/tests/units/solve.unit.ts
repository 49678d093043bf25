// SPDX-License-Identifier: MIT
//
// The page's solver without a browser: the tables of the reduced game that it makes, with and without helpers, have the
// bytes of the native ones (tests/data/linja-reduced.sha256, which tests/test_table.c checks, too).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SolveFailed, solverMemory, SolverModule, type Bytes } from '../../page/solve/module';
import { look, lookAgain, tables } from '../../page/solve/solving';
import { setStage, stage } from './stage';

const known = readFileSync('tests/data/linja-reduced.sha256', 'utf8').trim().split('\n');
const PAWNS = 4;
const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const alone = new WebAssembly.Module(readFileSync('build/wasm/solver-alone.wasm'));

/** Bytes in memory, of which the storage may take only so many. */
class Shelf implements Bytes {
  bytes = new Uint8Array(0);
  constructor(readonly room = Infinity) {}
  put = (offset: number, bytes: Uint8Array): boolean => {
    const end = offset + bytes.length;
    if (end > this.room) return false;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(end);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(bytes, offset);
    return true;
  };
  get = (offset: number, into: Uint8Array): boolean => {
    if (offset + into.length > this.bytes.length) return false;
    into.set(this.bytes.subarray(offset, offset + into.length));
    return true;
  };
}

/** Whether it was for that. */
const why = (wanted: string) => (error: unknown) => error instanceof SolveFailed && error.why === wanted;

function solve(rules: string, shelf: Shelf): SolverModule {
  const solver = new SolverModule(alone, solverMemory(false), shelf);
  solver.begin(rules, PAWNS, 1);
  while (solver.layer() < 1);
  solver.end();
  return solver;
}

test('every rule set has the bytes that are known', () => {
  assert.equal(known.length, 13);
  for (const line of known) {
    const [expected = '', name = ''] = line.split(/\s+/);
    const shelf = new Shelf();
    solve(name.replace('linja-', '').replace(`-${PAWNS}.table`, ''), shelf).readBack();
    assert.equal(sum(shelf.bytes), expected, name);
  }
});

const folder = mkdtempSync(join(tmpdir(), 'linework-solve-'));
after(() => rmSync(folder, { recursive: true }));

test('helpers on shared memory change nothing', () => {
  for (const rules of ['2003', 'zen', 'zen+mean+return']) {
    const file = join(folder, 'shared.table');
    execFileSync(process.execPath, ['src/web/tests/solve.mjs', rules, String(PAWNS), '3', file], { stdio: 'ignore' });
    assert.ok(known.includes(`${sum(readFileSync(file))}  linja-${rules}-${PAWNS}.table`), rules);
  }
});

test('a storage that is full ends the solve', () => {
  assert.throws(() => solve('zen', new Shelf(40_000)), why('other'));
});

test('what cannot be read back as it was written is no table', () => {
  const shelf = new Shelf();
  const solver = solve('zen', shelf);
  solver.readBack();
  const last = shelf.bytes.length - 1;
  shelf.bytes[last] = (shelf.bytes[last] ?? 0) ^ 1;
  assert.throws(() => solver.readBack(), why('damaged'));
});

/** Whole, and of the game with all pawns, which knows one late position only. */
function lateTable(rules: string, position: string): Uint8Array<ArrayBuffer> {
  const program = ['asan', 'debug'].map((flavour) => `build/${flavour}/tests/make_late_table`).find(existsSync);
  assert.ok(program, 'tools/build debug makes it');
  execFileSync(program, [rules, position], { env: { ...process.env, XDG_DATA_HOME: folder }, stdio: 'ignore' });
  return new Uint8Array(readFileSync(join(folder, `linework/linja-${rules}.table`)));
}

test('a table from elsewhere is taken only whole, unharmed, of its rules and with all pawns', () => {
  const shelf = new Shelf();
  shelf.bytes = lateTable('2003', '09/10/11/00/10/01/01/90 a');
  const accept = (rules: string): void => new SolverModule(alone, solverMemory(false), shelf).accept(rules, shelf.bytes.length);
  accept('2003');
  assert.throws(() => accept('zen'), /a table of 2003, not of zen/);
  const whole = shelf.bytes;
  for (const length of [0, 4095, 4096, 9000, whole.length - 1]) {
    shelf.bytes = whole.slice(0, length);
    assert.throws(() => accept('2003'), SolveFailed, String(length));
  }
  for (const place of [0, 20, 5000, whole.length - 1]) {
    shelf.bytes = whole.slice();
    shelf.bytes[place] = (shelf.bytes[place] ?? 0) ^ 1;
    assert.throws(() => accept('2003'), SolveFailed, String(place));
  }
  const reduced = new Shelf();
  solve('zen', reduced);
  shelf.bytes = reduced.bytes;
  assert.throws(() => accept('zen'), /for 4 pawns a side, not for 12/);
});

test('want of memory is told as such, whenever it comes', () => {
  const PAGE = 65_536;
  const first = solverMemory(false).buffer.byteLength / PAGE;
  const least = new SolverModule(alone, solverMemory(false), new Shelf());
  least.begin('zen', PAWNS, 1);
  const begun = least.memory.buffer.byteLength / PAGE;
  const all = solve('zen', new Shelf()).memory.buffer.byteLength / PAGE;
  assert.ok(first < begun && begun < all, `${first} ${begun} ${all}`);
  for (let pages = first; pages < all; pages++) {
    const memory = new WebAssembly.Memory({ initial: first, maximum: pages });
    const solver = new SolverModule(alone, memory, new Shelf());
    const shallBegin = pages >= begun;
    const begin = (): void => solver.begin('zen', PAWNS, 1);
    if (!shallBegin) assert.throws(begin, why('memory'), String(pages));
    else {
      begin();
      assert.throws(() => {
        while (solver.layer() < 1);
        solver.end();
      }, why('memory'));
    }
  }
});

test('a rule set or a game that nobody knows is refused', () => {
  const solver = new SolverModule(alone, solverMemory(false), new Shelf());
  assert.throws(() => solver.begin('zen+nothing', PAWNS, 1), SolveFailed);
  assert.throws(() => solver.begin('zen', 13, 1), SolveFailed);
});

test('a table is called unreadable by an engine that has tried, not because one was lost', async () => {
  await setStage();
  const name = 'linja-2003.table';
  const bytes = lateTable('2003', '09/10/11/00/10/01/01/90 a');
  const handle = { kind: 'file', getFile: () => Promise.resolve({ size: bytes.length }) };
  const folder = {
    getDirectoryHandle: () => Promise.resolve(folder),
    async *[Symbol.asyncIterator]() {
      yield await Promise.resolve([name, handle]);
    },
  };
  const storage = { getDirectory: () => Promise.resolve(folder) };
  Object.defineProperty(globalThis, 'navigator', { value: { storage }, configurable: true });
  const isSound = async (loading: typeof stage.loading): Promise<unknown> => {
    stage.loading = loading;
    await look();
    return tables.value.get(name)?.sound;
  };
  assert.equal(await isSound('never'), null);
  stage.tables.set(name, bytes);
  stage.loading = 'at once';
  await lookAgain(); // as the card does when it is opened
  assert.equal(tables.value.get(name)?.sound, true);
  assert.equal(await isSound('never'), true);
  stage.tables.set(name, bytes.slice(0, 5000));
  assert.equal(await isSound('at once'), false);
  assert.equal(await isSound('never'), false);
});
