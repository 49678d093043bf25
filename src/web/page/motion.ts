// SPDX-License-Identifier: MIT
//
// Whether things should move at all.

export function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
