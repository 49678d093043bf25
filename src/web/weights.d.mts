// SPDX-License-Identifier: MIT

export function readWeights(file: string): Uint8Array[];
