// SPDX-License-Identifier: MIT
//
// The engine of the page in node, without a browser: line in, lines out, as in page/worker.ts.

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWeights } from '../weights.mjs';
import { readLines, type Lines } from '../page/answers';

const built = join(dirname(fileURLToPath(import.meta.url)), '../../../build/wasm');

export interface Border {
  (line: string): Lines;
  /** The answer as it crosses the border. */
  raw: (line: string) => string;
}

export const startBorder = async (): Promise<Border> =>
  openBorder(await WebAssembly.compile(new Uint8Array(await readFile(join(built, 'linework.wasm')))), built);

/** `folder`: where the weights of Linja's evaluation are. */
export function openBorder(engine: WebAssembly.Module, folder = 'build/wasm'): Border {
  const refuse = (): number => 52;
  let weights: Uint8Array[] | null = null;
  const instance = new WebAssembly.Instance(engine, {
    linework: {
      weights(ruleSet: number, out: number): void {
        weights ??= readWeights(join(folder, 'weights.wasm'));
        new Uint8Array(memory.buffer).set(weights[ruleSet] ?? [], out);
      },
    },
    wasi_snapshot_preview1: {
      clock_time_get: refuse,
      fd_close: refuse,
      fd_seek: refuse,
      fd_write: refuse,
      fd_fdstat_get: refuse,
      proc_exit(code: number): never {
        throw new Error(`the engine ended with ${code}`);
      },
    },
  });
  const { memory, _initialize, linework_room, linework_line } = instance.exports as unknown as {
    memory: WebAssembly.Memory;
    _initialize: () => void;
    linework_room: (bytes: number) => number;
    linework_line: (bytes: number) => number;
  };
  _initialize();
  const raw = (line: string): string => {
    const bytes = new TextEncoder().encode(line);
    const room = linework_room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, room);
    const begin = linework_line(bytes.length);
    const all = new Uint8Array(memory.buffer);
    return new TextDecoder().decode(all.slice(begin, all.indexOf(0, begin)));
  };
  return Object.assign((line: string) => readLines(raw(line)), { raw });
}
