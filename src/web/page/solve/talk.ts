// SPDX-License-Identifier: MIT
//
// What the page and the workers that solve say to each other.

/** To work. `life` is the name of a lock that the worker holds as long as it lives (solving.ts). */
export type Order =
  /** Make this table, with so many threads. Fewer pawns are a smaller game, for tests. */
  | { kind: 'solve'; life: string; game: string; rules: string; pawns: number; threads: number }
  /** Or fetch it from the server, from where an earlier try has come to; `tag`: of the file that it was a part of. */
  | { kind: 'download'; life: string; game: string; rules: string; tag: string }
  /** Help the worker that has sent this. */
  | { kind: 'help'; life: string; module: WebAssembly.Module; memory: WebAssembly.Memory; stack: number; thread: number }
  | { kind: 'pause'; paused: boolean };

/** Why there is no table. */
export type Refusal = 'memory' | 'storage' | 'full' | 'busy' | 'damaged' | 'network' | 'other';

export type Word =
  /** It holds its lock. */
  | { kind: 'alive' }
  /** No other window is at work any more. */
  | { kind: 'our turn' }
  /** There is memory: these can help. */
  | { kind: 'begun'; module: WebAssembly.Module; memory: WebAssembly.Memory; stacks: number[] }
  | { kind: 'share'; share: number }
  /** By which the server tells the file that is being fetched from others; empty: by nothing. */
  | { kind: 'tag'; tag: string }
  | { kind: 'checking' }
  | { kind: 'done' }
  | { kind: 'refused'; why: Refusal; detail: string };
