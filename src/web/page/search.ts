// SPDX-License-Identifier: MIT
//
// Finding a game by what is said of it.

/** Whether all words that were typed are there, in any order. */
export function isFound(words: string[], typed: string): boolean {
  const text = words.join(' ').toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
