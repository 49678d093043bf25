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
/** Why a turn is refused, by what the engine says of it. */
let refusals: Readonly<Record<string, string>> = {};
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
  let refused: typeof refusals = {};
  let spoken = language;
  if (language !== 'en') {
    try {
      const answer = await fetch(TEXTS[language]);
      if (!answer.ok) throw new Error(answer.statusText);
      ({ '': refused, ...found } = (await answer.json()) as Texts & { '': typeof refusals });
    } catch {
      spoken = 'en';
    }
  }
  texts = found;
  refusals = refused;
  // The sheets' Portuguese is Portugal's, where nothing is plural.
  plurals = new Intl.PluralRules(spoken === 'pt' ? 'pt-PT' : spoken);
  document.documentElement.lang = spoken;
  document.title = t('Linework: Linja and Liniell');
  document
    .querySelector('meta[name=description]')
    ?.setAttribute('content', t('Play the board games Linja and Liniell in the browser, also offline.'));
  document
    .querySelector('link[rel=manifest]')
    ?.setAttribute('href', spoken === 'en' ? 'manifest.webmanifest' : `manifest-${spoken}.webmanifest`);
}

/** A number with so many decimals, as the language writes it, and with a true minus. */
export function decimal(amount: number, digits: number): string {
  const rounded = Number(amount.toFixed(digits)) || 0; // no minus before nothing
  const text = rounded.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, useGrouping: false });
  return text.replace('-', '\u2212');
}

/** A number for the ear: many readers pass over a minus sign. */
export const spokenNumber = (amount: number): string => (amount < 0 ? t('minus {0}', -amount) : String(amount));

type Value = string | number;

function filled(text: string, values: readonly Value[]): string {
  return text.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}

/** The form of a text for so many things. */
function formOf(forms: readonly string[], count: number): string {
  const kind = plurals.select(count);
  return forms[kind === 'one' ? 0 : kind === 'few' ? 1 : forms.length - 1] ?? '';
}

/** Says a text whose key is known only now: one of key()'s, or a sentence of the engine, in which {0} is `count` things. */
export function told(english: string, values: readonly Value[] = [], count = 0): string {
  const text = texts[english] ?? english;
  return filled(typeof text === 'string' ? text : formOf(text, count), values);
}

/** What the engine says of a turn that it refuses, if there are words for it; `spoken` says what stands in the sentence. */
export function refusal(message: string, spoken: (word: string) => string): string {
  for (const [english, text] of Object.entries(refusals)) {
    const pattern = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.*?)');
    const words = new RegExp(`^${pattern}$`).exec(message);
    if (words)
      return filled(
        text,
        words.slice(1).map((word) => refusal(word, spoken)),
      );
  }
  return spoken(message);
}

export function t(english: string, ...values: readonly Value[]): string {
  return told(english, values);
}

/** One text for one thing and another for several; {0} is their number. */
export function tn(count: number, one: string, many: string, ...more: readonly Value[]): string {
  const forms = texts[one];
  const values = [count, ...more];
  return filled(typeof forms === 'object' ? formOf(forms, count) : count === 1 ? one : many, values);
}

/** Marks a text for the catalogues; told() says it. */
export const key = (english: string): string => english;

/** A choice in words. */
export function either(choices: readonly string[]): string {
  const last = choices[choices.length - 1] ?? '';
  return choices.length < 2 ? last : t('{0} or {1}', choices.slice(0, -1).join(', '), last);
}
