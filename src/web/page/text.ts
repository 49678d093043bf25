// SPDX-License-Identifier: MIT
//
// Every text that a person sees or hears goes through t(): the English text is the key of the
// catalogues. Values are put in for {0}, {1}, ...

let catalogue: Readonly<Record<string, string>> = {};

export function setCatalogue(texts: Readonly<Record<string, string>>): void {
  catalogue = texts;
}

export function t(english: string, ...values: readonly (string | number)[]): string {
  const text = catalogue[english] ?? english;
  return text.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}

/** One text for one thing and another for several: both are keys of the catalogues. */
export function tn(count: number, one: string, many: string, ...more: readonly (string | number)[]): string {
  return t(count === 1 ? one : many, count, ...more);
}

/** A choice in words. */
export function either(choices: readonly string[]): string {
  const last = choices[choices.length - 1] ?? '';
  return choices.length < 2 ? last : t('{0} or {1}', choices.slice(0, -1).join(', '), last);
}
