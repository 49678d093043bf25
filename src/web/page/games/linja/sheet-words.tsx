// SPDX-License-Identifier: MIT
//
// What the sheets of Linja call things, side by side, in every language that has one.

import type { JSX } from 'preact';
import { languages, spokenLanguage, t, type Language } from '../../text';
import { ruleSets } from './rules';
import { EDITIONS, sheetWords, termNames, TERMS } from './sheets';

const editionTitle = (name: string): string => ruleSets().find((set) => set.name === name)?.title ?? name;

/** What the sheets call things, in one language. */
function WordTable({ language, edition }: { language: Language; edition: string }): JSX.Element {
  const sheets = EDITIONS.flatMap((each) => {
    const words = sheetWords(language, each);
    return words ? [{ each, words }] : [];
  });
  const names = termNames();
  return (
    <table class="word-table">
      <thead>
        <tr>
          <th scope="col">{t('Here')}</th>
          {sheets.map(({ each }) => (
            <th key={each} scope="col">
              {editionTitle(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TERMS.map((term) => (
          <tr key={term}>
            <th scope="row">{names[term]}</th>
            {sheets.map(({ each, words }) => (
              <td key={each} lang={language} class={each === edition ? 'this' : ''}>
                {words[term] || '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function SheetWords({ edition }: { edition: string }): JSX.Element {
  const here = spokenLanguage();
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== here);
  return (
    <section class="card sheet-words" aria-label={t('The words of the sheets')}>
      <h2>{t('The words of the sheets')}</h2>
      <WordTable language={here} edition={edition} />
      {others.map((language) => (
        <details key={language}>
          <summary lang={language}>{languages[language]}</summary>
          <WordTable language={language} edition={edition} />
        </details>
      ))}
    </section>
  );
}
