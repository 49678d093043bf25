// SPDX-License-Identifier: MIT

export function textName(english: string): string;
