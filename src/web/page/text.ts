// SPDX-License-Identifier: MIT
//
// Every text that a person sees or hears goes through t(), tn() or told(): the English text is the
// key of the catalogues in po/, of which only the chosen language's is loaded, by short names. Values are put in
// for {0}, {1}, ... tools/check-texts finds the keys, so t() and tn() want literal texts; a text
// that waits in a table is marked by key() and said by told().

import { textName } from '../text-name.mjs';

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

/** The files of each language's texts, and of what is said of refusals; put in by build.mjs. */
declare const TEXTS: Readonly<Record<Exclude<Language, 'en'>, string>>;
declare const REFUSALS: typeof TEXTS;

type Texts = Readonly<Record<string, string | readonly string[]>>;

let texts: Texts = {};
/** Why something is refused, by what the engine says of it; null: that has not been asked for in this language. */
let refusals: Readonly<Record<string, string>> | null = null;
let plurals = new Intl.PluralRules('en');
let language: Language = 'en';

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** The language that was chosen ('': none), or else the first of the browser's that there is. */
export function languageFor(chosen: string, wanted: readonly string[] = navigator.languages): Language {
  const tags = [chosen, ...wanted].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return tags.find(isLanguage) ?? 'en';
}

/** The language of the page. */
export const spokenLanguage = (): Language => language;

async function fetched<T>(file: string): Promise<T> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as T;
}

/** Fetches the words for what is refused, of which few games have need. What cannot be had is said in English, in a frame. */
export async function learnRefusals(): Promise<void> {
  const asked = language;
  if (refusals || asked === 'en') return;
  const found = await fetched<Record<string, string>>(REFUSALS[asked]).catch(() => null);
  if (language === asked) refusals = found;
}

/** Speaks a language from now on; English, if its catalogue cannot be had. */
export async function speak(wanted: Language): Promise<void> {
  let found: Texts = {};
  let spoken = wanted;
  if (wanted !== 'en') {
    try {
      found = await fetched<Texts>(TEXTS[wanted]);
    } catch {
      spoken = 'en';
    }
  }
  texts = found;
  refusals = null;
  language = spoken;
  // The sheets' Portuguese is Portugal's, where nothing is plural.
  plurals = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language);
  document.documentElement.lang = language;
  document.title = t('Linework: Linja and Liniell');
  document
    .querySelector('meta[name=description]')
    ?.setAttribute('content', t('Play the board games Linja and Liniell in the browser, also offline.'));
  document
    .querySelector('link[rel=manifest]')
    ?.setAttribute('href', language === 'en' ? 'manifest.webmanifest' : `manifest-${language}.webmanifest`);
}

/** A number with so many decimals, as the language writes it, and with a true minus. */
export function decimal(amount: number, digits: number): string {
  const rounded = Number(amount.toFixed(digits)) || 0; // no minus before nothing
  const text = rounded.toLocaleString(language, { minimumFractionDigits: digits, useGrouping: false });
  return text.replace('-', '\u2212');
}

/** A number with a minus, as decimal() writes it. */
export const MINUS = /\u2212\d+(?:[.,]\d+)?/;

/** A text as it is heard: many readers pass over a minus sign. */
export const heard = (text: string): string => text.replace(new RegExp(MINUS, 'g'), (number) => t('minus {0}', number.slice(1)));

type Value = string | number;

function filled(text: string, values: readonly Value[]): string {
  return text.replace(/\{(\d)\}/g, (whole, index: string) => {
    const value = values[Number(index)] ?? whole;
    return typeof value === 'number' ? String(value).replace('-', '\u2212') : value;
  });
}

/** The form of a text for so many things. */
function formOf(forms: readonly string[], count: number): string {
  const kind = plurals.select(count);
  return forms[kind === 'one' ? 0 : kind === 'few' ? 1 : forms.length - 1] ?? '';
}

/** Says a text whose key is known only now: one of key()'s, or a sentence of the engine, in which {0} is `count` things. */
export function told(english: string, values: readonly Value[] = [], count = 0): string {
  const text = texts[textName(english)] ?? english;
  return filled(typeof text === 'string' ? text : formOf(text, count), values);
}

/** What the engine says of what it refuses, after learnRefusals(); null: there are no words for it. `spoken` says what stands in the sentence. */
export function refusal(message: string, spoken: (word: string) => string): string | null {
  for (const [english, text] of Object.entries(refusals ?? {})) {
    const pattern = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.*?)');
    const words = new RegExp(`^${pattern}$`).exec(message);
    if (words)
      return filled(
        text,
        words.slice(1).map((word) => refusal(word, spoken) ?? spoken(word)),
      );
  }
  return language === 'en' ? message : null;
}

export function t(english: string, ...values: readonly Value[]): string {
  return told(english, values);
}

/** One text for one thing and another for several; {0} is their number. */
export function tn(count: number, one: string, many: string, ...more: readonly Value[]): string {
  const forms = texts[textName(one)];
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
