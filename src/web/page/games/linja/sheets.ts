// SPDX-License-Identifier: MIT
//
// What each rule sheet of Linja calls things, by language and edition. A sheet that nobody has printed in a language
// borrows the words of that language's newest one. Gender changes with the word, so texts put these in only where
// no article or ending hangs on them.

import { t, type Language } from '../../text';

export const TERMS = ['opening', 'followUp', 'bonus', 'mean', 'extra', 'line', 'goal', 'row', 'pawn'] as const;
export type Term = (typeof TERMS)[number];
export type Words = Record<Term, string>;

/** In the order of time. */
export const EDITIONS = ['2003', 'second', 'zen'] as const;
export type Edition = (typeof EDITIONS)[number];

/** In the order of TERMS; empty: the sheet has no word for it. */
const WORDS: Record<Language, Partial<Record<Edition, string>>> = {
  en: {
    '2003': 'initial move|following move|||another full turn|starting row|target row|row|piece',
    second: 'initial move|following move|bonus move|optional bonus move||starting row|target row|row|piece',
    zen: 'opening move|follow-up move|bonus move|optional bonus rule||starting line|goal|row|pawn',
  },
  de: {
    '2003': 'Anfangszug|Folgezug|||nochmal am Zug|Startlinie|Ziellinie|Reihe|Stein',
    zen: 'Eröffnungsbewegung|Folgebewegung|Bonus|optionale Bonusregel||Startlinie|Ziel|Reihe|Spielstein',
  },
  fr: {
    '2003': 'coup de départ|coup supplémentaire|||rejouer|ligne de départ||rangée|pion',
    second: 'coup de départ|coup de suite|bonus|règle de bonus optionnelle||ligne de départ|but|rangée|pion',
    zen: 'coup de départ|coup de suite|bonus|règle de bonus optionnelle||ligne de départ|but|rangée|pion',
  },
  it: {
    '2003': 'mossa iniziale|mossa successiva|||turno in più||riga target|campo|pedina',
    zen: 'mossa di apertura|seconda mossa|mossa bonus|regole bonus opzionali||riga di partenza|obiettivo|riga|pedina',
  },
  es: {
    '2003': 'movimiento inicial|segundo movimiento|||turno extra|línea de salida|meta|fila|ficha',
    second:
      'movimiento inicial|segundo movimiento|movimiento extra|movimiento extra opcional («mala leche»)||fila de salida|fila de salida del contrario|fila|ficha',
  },
  pt: {
    '2003': 'movimento inicial|movimento seguinte|||jogar de novo|linha de partida|última fila|fila|peça',
    second: 'movimento inicial|movimento seguinte|movimento bónus|movimento bónus alternativo||linha de partida|fila final|fila|peça',
  },
  ro: {
    second: 'prima mutare|a doua mutare|mutare bonus|varianta agresivă||linie de start|casa adversarului|rând|piesă',
  },
};

/** The sheet's own words; null: there is no such sheet. */
export function sheetWords(language: Language, edition: string): Words | null {
  const words = WORDS[language][edition as Edition]?.split('|');
  return words ? (Object.fromEntries(TERMS.map((term, i) => [term, words[i] ?? ''])) as Words) : null;
}

/** The edition whose words are used for an edition in a language: its own, if there is such a sheet. */
export function sheetFor(language: Language, edition: string): Edition {
  const printed = EDITIONS.filter((each) => WORDS[language][each] !== undefined);
  return printed.find((each) => each === edition) ?? printed[printed.length - 1] ?? 'zen';
}

export const wordsFor = (language: Language, edition: string): Words => sheetWords(language, sheetFor(language, edition)) as Words;

/** What the page calls these things. */
export const termNames = (): Words => ({
  opening: t('Opening move'),
  followUp: t('Follow-up'),
  bonus: t('Bonus'),
  mean: t('Mean bonus'),
  extra: t('Extra turn'),
  line: t('Starting line'),
  goal: t('Goal'),
  row: t('Row'),
  pawn: t('Pawn'),
});

export const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
