// SPDX-License-Identifier: MIT
//
// The reading sheet of a language: every text, and every text with placeholders as often as there are
// samples of what can stand there, so that a person can read aloud what the page may say.

import { values } from './kinds.mjs';

const PLACE = /\{(\d)\}|%(?:s|d|llu)/g;

/** Samples of each kind, in the words of a catalogue. `t` translates and fills, `tn` with a number. */
function samplesOf(language, t, tn, decimal) {
  const rows = t('a b c d e f g h').split(' ');
  const [red, black, yellow, green] = ['Red', 'Black', 'Yellow', 'Green'].map((name) => t(name));
  const sides = ['north', 'east', 'south', 'west'].map((name) => t(name));
  const computer = t('Computer (level {0})', 3);
  return {
    row: ['a', 'e', 'd', 'h'].map((row) => rows[row.charCodeAt(0) - 97]),
    rows: [rows[1], t('{0} or {1}', `${rows[0]}, ${rows[4]}`, rows[7])],
    cell: ['d4', 'e5'],
    spot: ['d4N', 'e5W'],
    red: [red, black],
    yellow: [yellow, green],
    colour: [red, black, yellow, green],
    who: [computer, t('Player 1'), 'Ana', red, black, yellow, green],
    seat: [t('You'), computer, t('Player 2'), 'Ana', black],
    count: [0, 1, 2, 5, 20, 21, 101],
    same: [],
    few: [2, 3, 6],
    number: [0, 1, 2, 7, 24, 101],
    margin: [decimal(-3, 0), 0, 1, 12, 20],
    percent: [decimal(8.5, 1), decimal(1, 1), 11, 80],
    worth: ['+3', decimal(-0.5, 1), '0', '62\u00a0%', '8\u00a0%'],
    turn: ['ab/df', 'e5n+N<d4N', 'gh/ab'],
    turns: [
      `${t('{0} to {1}', rows[0], rows[1])}, ${tn(2, 'follow-up of 1 row with {1}', rows[3])}`,
      `${t('tile on {0}', 'e5')}, ${t('marker on the line to the {0}', sides[1])}`,
    ],
    moves: [
      [
        [0, 1],
        [4, 5],
      ]
        .map(([a, b]) => t('{0} to {1}', rows[a], rows[b]))
        .join(', '),
      t('pass'),
    ],
    cells: ['c4, d3, e4'],
    side: sides,
    sides: [`${sides[0]}, ${sides[1]} ${t('from {0}', 'b2W')}`],
    move: ['opening', 'follow-up', 'bonus'].map((name) => t(name)),
    rules: ['Zen edition', 'Second edition', 'Exact follow-up'].map((name) => t(name)),
    mark: ['inaccuracy', 'mistake', 'blunder'].map((name) => t(name)),
    loss: [
      ...[1, 3, 24].map((n) => tn(n, '{1} point', n)),
      ...[1, 8.5, 24].map((n) => tn(n, '{1} percentage point', decimal(n, n % 1 ? 1 : 0))),
    ],
    theme: [['exact arrival', 'a quiet turn'].map((name) => t(name)).join(', '), t('growing lines')],
    file: ['ana.lwg'],
    command: ['save'],
    game: ['Linja', 'Liniell'],
    languages: ['Deutsch, Español'],
    clock: ['4:05', '0:59'],
    facts: [`${tn(3, '{0} tile')}, ${t('enclosed')}, ${tn(1, '{0} blue rhomb')}`, `${tn(1, '{0} tile')}, ${t('open')}`],
    points: [tn(1, '{0} point'), tn(5, '{0} point')],
    payments: ['1, 2, 3, 5'],
    date: [1, 8, 18].map((day) =>
      new Date(Date.UTC(2026, 10, day)).toLocaleDateString(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
    ),
    error: ["turn 'zz': ..."],
    refusal: [t('row {0} is full', rows[4])],
    letter: ['N', 'E'],
    square: ['4 x 4'],
    key: ['d107fb1b…'],
    ties: [t('blue rhombs')],
  };
}

/** The lines of a sheet; `entries` are a catalogue's, for English its keys alone. Adds what cannot be filled to `complaints`. */
export function readingSheet(language, entries, complaints) {
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  const rules = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language);
  const textOf = ({ key, plural, forms }, count) => {
    if (plural === null) return language === 'en' ? key : forms[0];
    if (language === 'en') return count === 1 ? key : plural;
    const kind = rules.select(count);
    return forms[kind === 'one' ? 0 : kind === 'few' ? 1 : forms.length - 1];
  };
  const filled = (text, said) => {
    let next = 0;
    return text.replace(PLACE, (whole, place) => String(said[place ?? next++] ?? whole));
  };
  const t = (key, ...said) => filled(textOf(known.get(key), 0), said);
  const tn = (count, key, ...more) => filled(textOf(known.get(key), count), [count, ...more]);
  const decimal = (amount, digits) => amount.toLocaleString(language, { minimumFractionDigits: digits }).replace('-', '\u2212');
  const samples = samplesOf(language, t, tn, decimal);
  const lines = [];
  for (const entry of entries) {
    const { key, plural, files } = entry;
    if (key === '') continue;
    const holes = (plural ?? key).match(PLACE);
    const said = values[key] ?? [];
    if (holes && said.length === 0) complaints.push(`src/web/kinds.mjs does not tell what stands in '${key}' (${files[0]})`);
    const unknown = said.filter((kind) => !samples[kind]);
    if (unknown.length > 0) complaints.push(`src/web/kinds.mjs: '${key}' has unknown kinds: ${unknown.join(' ')}`);
    if ((holes && said.length === 0) || unknown.length > 0) continue;
    lines.push('', `# ${(plural ?? key).trim().replaceAll('\n', ' / ')}`);
    const all = said.map((kind) => samples[kind]);
    const most = Math.max(1, ...all.map((list) => list.length));
    for (let i = 0; i < most; i++) {
      // No two values of one kind are the same, as in "a to a".
      const picked = all.map((list, place) => list[(i + (said[place] === 'count' ? 0 : place)) % list.length]);
      said.forEach((kind, place) => {
        if (kind === 'same') picked[place] = picked[0];
      });
      const count = Number(String(picked[0] ?? 0).replace(',', '.'));
      const line = filled(textOf(entry, count), picked).trimEnd();
      if (line.match(PLACE)) complaints.push(`${language}: '${line}' is not filled`);
      lines.push(line);
    }
  }
  return lines.slice(1).join('\n') + '\n';
}
