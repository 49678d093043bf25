// SPDX-License-Identifier: MIT
//
// The weights of Linja's evaluation, one text for each rule set in the order of the C code, out of build/wasm/weights.wasm.

import { readFileSync } from 'node:fs';

/** @returns {Uint8Array[]} */
export function readWeights(file) {
  const { memory, linja_weight_text: text } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file))).exports;
  const bytes = new Uint8Array(memory.buffer);
  const found = [];
  for (let begin = text(0); begin !== 0; begin = text(found.length)) found.push(bytes.slice(begin, bytes.indexOf(0, begin)));
  return found;
}
