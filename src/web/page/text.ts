// SPDX-License-Identifier: MIT
//
// Every text that a person sees or hears goes through t(), tn() or told(): the English text is the
// key of the catalogues in po/, of which only the chosen language's is loaded. Values are put in
// for {0}, {1}, ... tools/check-texts finds the keys, so t() and tn() want literal texts; a text
// that waits in a table is marked by key() and said by told().

/** The languages of the rule sheets, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
  pt: 'Português',
  ro: 'Română',
} as const;

export type Language = keyof typeof languages;

/** The file of each language's texts; put in by build.mjs. */
declare const TEXTS: Readonly<Record<Exclude<Language, 'en'>, string>>;

type Texts = Readonly<Record<string, string | readonly string[]>>;

let texts: Texts = {};
let plurals = new Intl.PluralRules('en');

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** The language that was chosen ('': none), or else the first of the browser's that there is. */
export function languageFor(chosen: string, wanted: readonly string[] = navigator.languages): Language {
  const tags = [chosen, ...wanted].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return tags.find(isLanguage) ?? 'en';
}

/** Speaks a language from now on; English, if its catalogue cannot be had. */
export async function speak(language: Language): Promise<void> {
  let found: Texts = {};
  let spoken = language;
  if (language !== 'en') {
    try {
      const answer = await fetch(TEXTS[language]);
      if (!answer.ok) throw new Error(answer.statusText);
      found = (await answer.json()) as Texts;
    } catch {
      spoken = 'en';
    }
  }
  texts = found;
  // The sheets' Portuguese is Portugal's, where nothing is plural.
  plurals = new Intl.PluralRules(spoken === 'pt' ? 'pt-PT' : spoken);
  document.documentElement.lang = spoken;
}

/** A number with so many decimals, as the language writes it, and with a true minus. */
export function decimal(amount: number, digits: number): string {
  const rounded = Number(amount.toFixed(digits)) || 0; // no minus before nothing
  const text = rounded.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, useGrouping: false });
  return text.replace('-', '\u2212');
}

type Value = string | number;

function filled(text: string, values: readonly Value[]): string {
  return text.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}

/** Says a text whose key is known only now: one of key()'s, or a sentence of the engine. */
export function told(english: string, values: readonly Value[] = []): string {
  const text = texts[english];
  return filled(typeof text === 'string' ? text : english, values);
}

export function t(english: string, ...values: readonly Value[]): string {
  return told(english, values);
}

/** One text for one thing and another for several; {0} is their number. */
export function tn(count: number, one: string, many: string, ...more: readonly Value[]): string {
  const forms = texts[one];
  const values = [count, ...more];
  if (typeof forms !== 'object') return filled(count === 1 ? one : many, values);
  const kind = plurals.select(count);
  const form = kind === 'one' ? 0 : kind === 'few' ? 1 : forms.length - 1;
  return filled(forms[form] ?? many, values);
}

/** Marks a text for the catalogues; told() says it. */
export const key = (english: string): string => english;

/** A choice in words. */
export function either(choices: readonly string[]): string {
  const last = choices[choices.length - 1] ?? '';
  return choices.length < 2 ? last : t('{0} or {1}', choices.slice(0, -1).join(', '), last);
}
