// SPDX-License-Identifier: MIT
//
// What the page and its worker say to each other.

export interface Request {
  /** From 1. */
  id: number;
  lines: string[];
}

export interface Reply {
  /** Of the request, or READY. */
  id: number;
  answers: string[];
}

/** The number of the worker's first word, which answers nothing: the engine is there. */
export const READY = 0;
