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

/** `folder`: where the weights of Linja's evaluation are; `tables`: those of exact values, by name. */
export function openBorder(engine: WebAssembly.Module, folder = 'build/wasm', tables: Map<string, Uint8Array> = new Map()): Border {
  const refuse = (): number => 52;
  let weights: Uint8Array[] | null = null;
  const instance = new WebAssembly.Instance(engine, {
    linework: {
      weights(ruleSet: number, out: number): void {
        weights ??= readWeights(join(folder, 'weights.wasm'));
        new Uint8Array(memory.buffer).set(weights[ruleSet] ?? [], out);
      },
      table_stamp: () => tables.size,
      table_length: (name: number): number => tables.get(textAt(name))?.length ?? 0,
      table_read(name: number, offset: number, out: number, bytes: number): number {
        const piece = tables.get(textAt(name))?.subarray(offset, offset + bytes);
        if (piece?.length !== bytes) return 0;
        new Uint8Array(memory.buffer).set(piece, out);
        return 1;
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
  const textAt = (begin: number): string => {
    const all = new Uint8Array(memory.buffer);
    return new TextDecoder().decode(all.slice(begin, all.indexOf(0, begin)));
  };
  const raw = (line: string): string => {
    const bytes = new TextEncoder().encode(line);
    const room = linework_room(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, room);
    return textAt(linework_line(bytes.length));
  };
  return Object.assign((line: string) => readLines(raw(line)), { raw });
}
