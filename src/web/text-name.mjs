// SPDX-License-Identifier: MIT
//
// The short name of a text in the files that the page loads: the English is in the page already, and
// would be a quarter of each language's file. The 32-bit hash of Fowler, Noll and Vo (FNV-1a).

export function textName(english) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < english.length; i++) hash = Math.imul(hash ^ english.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
