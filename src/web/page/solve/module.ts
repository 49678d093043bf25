// SPDX-License-Identifier: MIT
//
// The solver's module (src/web/solver): one instance of it solves, others on the same memory help. Nothing here knows
// of workers or of where the bytes are kept, so that it runs anywhere.

/** Where the bytes of the table go and come back from; both tell whether all of them did. */
export interface Bytes {
  put: (offset: number, bytes: Uint8Array) => boolean;
  get: (offset: number, into: Uint8Array) => boolean;
}

interface Exports {
  solver_error: () => number;
  solver_lacks_memory: () => number;
  solver_name: () => number;
  solver_stack: () => number;
  solver_help: (thread: number) => void;
  solver_begin: (pawns: number, threads: number) => number;
  solver_layer: () => number;
  solver_end: () => number;
  solver_read_back: () => number;
  solver_accept: (length: number) => number;
  /** Of a module that shares its memory. */
  __stack_pointer?: WebAssembly.Global;
}

const PAGE = 65_536;
/** What the module begins with, and the most that any rule set needs (docs/solver.md). */
const FIRST_PAGES = (4 << 20) / PAGE;
const MOST_PAGES = (1280 << 20) / PAGE;
/** WASI's number for "not supported". */
const NOT_SUPPORTED = 52;

/** Memory for a solve; throws a RangeError where there is not enough. */
export const solverMemory = (shared: boolean): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared });

/** The module has ended a solve, and says why. */
export class SolveFailed extends Error {
  constructor(
    readonly why: 'memory' | 'damaged' | 'other',
    message: string,
  ) {
    super(message);
  }
}

function load(module: WebAssembly.Module, memory: WebAssembly.Memory, bytes: Bytes | null): Exports {
  const refuse = (): number => NOT_SUPPORTED;
  // What files are given must not be shared with those who write in it.
  const own = (begin: number, length: number): Uint8Array => new Uint8Array(memory.buffer, begin, length).slice();
  const instance = new WebAssembly.Instance(module, {
    env: { memory },
    solver: {
      put: (offset: number, begin: number, length: number): number => (bytes?.put(offset, own(begin, length)) ? 1 : 0),
      get(offset: number, begin: number, length: number): number {
        const got = new Uint8Array(length);
        if (!bytes?.get(offset, got)) return 0;
        new Uint8Array(memory.buffer, begin, length).set(got);
        return 1;
      },
    },
    wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
  });
  return instance.exports as unknown as Exports;
}

export class SolverModule {
  #exports: Exports;

  constructor(
    module: WebAssembly.Module,
    readonly memory: WebAssembly.Memory,
    bytes: Bytes,
  ) {
    this.#exports = load(module, memory, bytes);
  }

  #name(rules: string): void {
    const bytes = new TextEncoder().encode(`${rules}\0`);
    new Uint8Array(this.memory.buffer, this.#exports.solver_name(), 32).set(bytes.subarray(0, 32));
  }

  #fail(why: SolveFailed['why'] = 'other'): never {
    const from = new Uint8Array(this.memory.buffer, this.#exports.solver_error(), 240).slice();
    const text = new TextDecoder().decode(from.subarray(0, from.indexOf(0)));
    throw new SolveFailed(this.#exports.solver_lacks_memory() ? 'memory' : why, text);
  }

  /** Takes nearly all memory that the solve will need; throws if there is not enough. */
  begin(rules: string, pawns: number, threads: number): void {
    this.#name(rules);
    if (!this.#exports.solver_begin(pawns, threads)) this.#fail();
  }

  /** The end of a stack for a helper. */
  stack(): number {
    return this.#exports.solver_stack() || this.#fail();
  }

  /** Solves and writes one more layer; tells which share of all is done: 1 is all. */
  layer(): number {
    const share = this.#exports.solver_layer();
    return share < 0 ? this.#fail() : share;
  }

  /** Makes a table of the layers. */
  end(): void {
    if (!this.#exports.solver_end()) this.#fail();
  }

  /** Holds what was written against what was solved. */
  readBack(): void {
    if (!this.#exports.solver_read_back()) this.#fail('damaged');
  }

  /** Holds a table of so many bytes that came from elsewhere against its checksums, and what it shall be of. */
  accept(rules: string, length: number): void {
    this.#name(rules);
    if (!this.#exports.solver_accept(length)) this.#fail('damaged');
  }
}

/** Helps from now on, and never returns. */
export function help(module: WebAssembly.Module, memory: WebAssembly.Memory, stack: number, thread: number): void {
  const exports = load(module, memory, null);
  if (exports.__stack_pointer) exports.__stack_pointer.value = stack;
  exports.solver_help(thread);
}
