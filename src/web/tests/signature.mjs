// SPDX-License-Identifier: MIT
//
// The engine of the page thinks exactly as the native one: its signature (docs/protocol.md) under
// node must be the one in tests/data/signature. Run by tools/test-web.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWeights } from '../weights.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const refuse = () => 52; // WASI's number for "not supported"

let memory = null;
const weights = readWeights(join(root, 'build/wasm/weights.wasm'));
const module = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/linework.wasm')));
const instance = await WebAssembly.instantiate(module, {
  linework: {
    weights: (ruleSet, out) => new Uint8Array(memory.buffer).set(weights[ruleSet], out),
    table_stamp: () => 0,
    table_length: () => 0,
    table_read: () => 0,
  },
  wasi_snapshot_preview1: {
    clock_time_get(_clock, _precision, out) {
      new DataView(memory.buffer).setBigUint64(out, process.hrtime.bigint(), true);
      return 0;
    },
    fd_close: refuse,
    fd_seek: refuse,
    fd_write: refuse,
    fd_fdstat_get: refuse,
    proc_exit(code) {
      throw new Error(`the engine ended with ${code}`);
    },
  },
});
const border = instance.exports;
memory = border.memory;
border._initialize();

const line = new TextEncoder().encode('signature');
new Uint8Array(memory.buffer).set(line, border.linework_room(line.length));
const begin = border.linework_line(line.length);
const bytes = new Uint8Array(memory.buffer);
const answer = new TextDecoder().decode(bytes.slice(begin, bytes.indexOf(0, begin)));

const wanted = /signature ([0-9a-f]{16})/.exec(readFileSync(join(root, 'tests/data/signature'), 'utf8'))?.[1];
const found = /^signature\t([0-9a-f]{16})$/m.exec(answer)?.[1];
if (wanted === undefined || found !== wanted) {
  console.error(`signature: the WebAssembly engine has ${found ?? answer.trim()}, the native one ${wanted}`);
  console.error(answer.replace(/^line\t/gm, '  '));
  process.exit(1);
}
console.log(`signature ${found}: the same as the native one`);
