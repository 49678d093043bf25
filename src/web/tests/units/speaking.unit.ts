// SPDX-License-Identifier: MIT
//
// What the engine says, in another language: plurals, rows, and why a turn is refused.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
// @ts-expect-error: a tool of the build, without types
import { pageTexts, readCatalogue } from '../../catalogue.mjs';
import { gameOf, sideColours } from '../../page/games/list';
import { refusalWords, saidWords } from '../../page/said';
import type { Table } from '../../page/table';
import { speak, type Language } from '../../page/text';

async function speaking(language: Language): Promise<void> {
  const texts: unknown = pageTexts(readCatalogue(readFileSync(`po/${language}.po`, 'utf8'), language));
  Object.assign(globalThis, {
    document: { documentElement: { lang: '' }, title: '', querySelector: () => null },
    fetch: () => Promise.resolve({ ok: true, json: () => Promise.resolve(texts) }),
  });
  await speak(language);
}

beforeEach(() => speaking('ro'));

test('a sentence of the engine has the plural of its number', () => {
  const won = (points: number): string => {
    const pattern =
      points === 1 ? '{1} to move: find the one turn that wins by {0} point.' : '{1} to move: find the one turn that wins by {0} points.';
    return saidWords(sideColours('linja'), pattern, [String(points), 'B']);
  };
  assert.match(won(1), /^La mutare: Negru\. .* 1 punct diferență/);
  assert.match(won(3), / 3 puncte diferență/);
  assert.match(won(24), / 24 de puncte diferență/);
});

test('a row is a capital where its small letter is a word', async () => {
  const where = (): string => saidWords(sideColours('linja'), 'Look at the pawns of {0} on row {1}.', ['A', 'e']);
  await speaking('it');
  assert.equal(where(), 'Rosso: guarda le pedine della riga E.');
  await speaking('de');
  assert.equal(where(), 'Schau auf die Steine von Rot auf Reihe e.');
});

test('why a turn is refused is said in the language of the page, in parts where it has parts', () => {
  const said = (message: string): string => refusalWords(sideColours('linja'), message);
  assert.equal(
    said("turn 'gh/ac': step 2, 'ac': a bonus step goes one row forward or back"),
    'Tura „gh/ac”: pasul 2, „ac”: mutarea bonus merge un rând înainte sau înapoi',
  );
  assert.equal(said("turn 'ab': step 1, 'ab': A has no pawn on row a"), 'Tura „ab”: pasul 1, „ab”: Roșu nu are piese pe rândul A');
  assert.equal(
    said("turn 'ab+df': step 2, the follow-up, must begin with '/'"),
    'Tura „ab+df”: pasul 2 (a doua mutare) trebuie să înceapă cu „/”',
  );
  assert.equal(said("turn '': a turn must have a step, or be '--'"), 'Tura „”: o tură trebuie să aibă un pas sau să fie „--”');
});

test('a turn is told by its steps, and a take-over to whom it costs a marker', async () => {
  await speaking('de');
  const table = (did: [kind: string, reach: number, turn: string][]): Table =>
    ({ state: { did: did.map(([kind, reach, turn]) => ({ kind, reach, turn })) }, lastBy: 'b' }) as unknown as Table;
  const jump = table([
    ['opening', 1, 'cb'],
    ['follow-up', 4, 'cb/dh'],
    ['bonus', 1, 'cb/dh/!ab'],
  ]);
  assert.equal(gameOf('linja').didWords(jump, false), 'c nach b, Folgebewegung von 4 Reihen mit d, Bonus mit gegnerischem Stein a nach b');
  const taken = table([
    ['tile', 0, 'd4n'],
    ['take-over', 0, 'd4n+N'],
  ]);
  assert.equal(gameOf('liniell').didWords(taken, true), 'Plättchen auf d4, übernimmt die Linie im Norden, was dich einen Marker kostet');
  assert.match(gameOf('liniell').didWords(taken, false), /was die andere Seite einen Marker kostet$/);
});

test('all that the rules say of a wrong turn has words', () => {
  const left: string[] = [];
  for (const game of ['linja', 'liniell'] as const) {
    const lines = readFileSync(`tests/data/${game}-bad.t`, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith("says turn '"));
    assert.ok(lines.length > 10);
    for (const line of lines) {
      const message = line.slice('says '.length);
      const said = refusalWords(sideColours(game), message);
      if (/\b(the|must|may|not|has|is)\b/.test(said.replace(/„[^”]*”/g, ''))) left.push(said);
    }
  }
  assert.deepEqual(left, []);
});
