// SPDX-License-Identifier: MIT
//
// Solves a game with the page's solver under node and writes its table: `node solve.mjs RULES PAWNS THREADS FILE`. For
// tests, which hold the file against the native one, and for measuring.

import { build } from 'esbuild';
import { closeSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

async function source() {
  const out = join(root, 'build/solve-module.mjs');
  if (isMainThread)
    await build({
      entryPoints: [join(root, 'src/web/page/solve/module.ts')],
      outfile: out,
      bundle: true,
      format: 'esm',
      logLevel: 'warning',
    });
  return import(pathToFileURL(out).href);
}

/** All bytes from or to a place in a file. */
function whole(move, fd, bytes, offset) {
  for (let done = 0; done < bytes.length;) {
    const some = move(fd, bytes, done, bytes.length - done, offset + done);
    if (some <= 0) return false;
    done += some;
  }
  return true;
}

/** Solves into a file; `progress` hears the share that is done. */
export async function solve(rules, pawns, threads, file, progress = () => undefined) {
  const { SolverModule, solverMemory } = await source();
  const shared = threads > 1;
  const bytes = readFileSync(join(root, `build/wasm/solver-${shared ? 'shared' : 'alone'}.wasm`));
  const module = new WebAssembly.Module(bytes);
  const memory = solverMemory(shared);
  rmSync(file, { force: true });
  const fd = openSync(file, 'w+');
  const solver = new SolverModule(module, memory, {
    put: (offset, from) => whole(writeSync, fd, from, offset),
    get: (offset, into) => whole(readSync, fd, into, offset),
  });
  solver.begin(rules, pawns, threads);
  const helpers = [];
  for (let thread = 1; thread < threads; thread++)
    helpers.push(new Worker(fileURLToPath(import.meta.url), { workerData: { module, memory, stack: solver.stack(), thread } }));
  try {
    for (let share = 0; share < 1;) {
      share = solver.layer();
      progress(share);
      await new Promise((resolve) => setImmediate(resolve));
    }
    solver.end();
    solver.readBack();
  } finally {
    await Promise.all(helpers.map((helper) => helper.terminate()));
    closeSync(fd);
  }
  return memory.buffer.byteLength;
}

if (!isMainThread) {
  const { help } = await source();
  help(workerData.module, workerData.memory, workerData.stack, workerData.thread);
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rules = 'zen', pawns = '12', threads = '1', file = 'linja.table'] = process.argv.slice(2);
  const begun = performance.now();
  const memory = await solve(rules, Number(pawns), Number(threads), file, (share) =>
    process.stderr.write(`\r${(100 * share).toFixed(1)} % `),
  );
  const seconds = (performance.now() - begun) / 1000;
  console.log(`\n${rules}, ${pawns} pawns, ${threads} threads: ${seconds.toFixed(1)} s, ${(memory / 2 ** 30).toFixed(2)} GiB`);
  console.log(process.cpuUsage());
}
