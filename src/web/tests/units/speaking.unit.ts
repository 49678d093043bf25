// SPDX-License-Identifier: MIT
//
// What the engine says, in another language: plurals, rows, and why a turn is refused.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
// @ts-expect-error: a tool of the build, without types
import { pageTexts, readCatalogue, refusalTexts } from '../../catalogue.mjs';
import { command, readState, type State } from '../../page/answers';
import { faultWords } from '../../page/games/liniell/own-tiles';
import { sideColours, turnWords } from '../../page/games/list';
import type { Seats } from '../../page/kept-games';
import { refusalWords, saidWords } from '../../page/said';
import type { Table } from '../../page/table';
import { decimal, heard, learnRefusals, speak, type Language } from '../../page/text';
import { resultWords } from '../../page/words';
import { openBorder, type Border } from '../border';

async function speaking(language: Language): Promise<void> {
  const entries: unknown = language === 'en' ? [] : readCatalogue(readFileSync(`po/${language}.po`, 'utf8'), language);
  Object.assign(globalThis, {
    document: { documentElement: { lang: '' }, title: '', querySelector: () => null },
    fetch: (file: unknown) => Promise.resolve({ ok: true, json: () => Promise.resolve((file ? refusalTexts : pageTexts)(entries)) }),
  });
  await speak(language);
  await learnRefusals();
}

const openedBorder = async (): Promise<Border> => openBorder(await WebAssembly.compile(readFileSync('build/wasm/linework.wasm')));

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
    said("turn 'gh/ac': step 2, 'ac': a bonus goes one row forward or back"),
    'Tura „gh/ac”: pasul 2, „ac”: mutarea bonus merge un rând înainte sau înapoi',
  );
  assert.equal(said("turn 'ab': step 1, 'ab': A has no pawn on row a"), 'Tura „ab”: pasul 1, „ab”: Roșu nu are piese pe rândul A');
  assert.equal(
    said("turn 'ab+df': step 2, the follow-up, must begin with '/'"),
    'Tura „ab+df”: pasul 2 (a doua mutare) trebuie să înceapă cu „/”',
  );
  assert.equal(said("turn '': a turn must have a step, or be '--'"), 'Tura „”: o tură trebuie să aibă un pas sau să fie „--”');
});

test('what is wrong with a file is said in the language of the page, and at least framed by it', () => {
  const said = (message: string): string => refusalWords(sideColours('linja'), message);
  assert.equal(said('line 3: tag Game is missing'), 'rândul de text 3: lipsește datul Game');
  assert.equal(said('line 1: position: A has 13 pawns instead of 12'), 'rândul de text 1: poziție: Roșu are piese: 13 în loc de 12');
  assert.equal(said('the match is decided'), 'Nu se poate: the match is decided');
  assert.equal(said("line 2: position: '@' must stand before 'd4n'"), 'rândul de text 2: poziție: înainte de „d4n” trebuie „@”');
});

test('a file with a slip is refused in the language of the page, whatever the slip is', async () => {
  await speaking('de');
  const border = await openedBorder();
  const said = (line: string): string => {
    try {
      border(line);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  const game = '[Game "linja"]\n';
  for (const file of [
    '[Game "linja]\n',
    `${game}ab/df !!! *`,
    `${game}ab/df $256 *`,
    `${game}$1 ab/df *`,
    `${game}(ab/df) *`,
    `${game}ab/df (hg/ec) () *`,
    `${game}ab/df ) *`,
    `${game}ab/df (${'ab/df ('.repeat(99)}`,
    `[BestOf "2"]\n${game}*`,
    `${game}ab/df *\n\n${game}*`,
    '[Game "liniell"]\n[Seed "x"]\n*',
    '[Game "liniell"]\n[Seed "1"]\n[Draws "01"]\n*',
    '[Game "liniell"]\n[Draws "xx"]\n*',
    '[Game "liniell"]\n[Draws "01,01"]\n*',
    '[Game "linja"]\n[SetUp "1"]\n*',
    `[First "${'x'.repeat(300)}"]\n${game}*`,
    `[BestOf "1"]\n${Array.from({ length: 80 }, (_, i) => `[Tag${i} "x"]\n`).join('')}${game}*`,
    '[Game "liniell"]\n[Commitment "' + 'a6'.repeat(32) + '"]\n[Number "1"]\n1. d4n *',
    '[Game "liniell"]\n[Tiles "01: NESW"]\n*',
    '[Game "liniell"]\n[Tiles "01: NESW; 02: NE S"]\n*',
    `[Game "liniell"]\n[Tiles "${Array.from({ length: 65 }, (_, i) => `${String(i + 1).padStart(2, '0')}: NESW`).join('; ')}"]\n*`,
    '[Game "liniell"]\n[Tiles "01: NESW o********* ; 02: NESW"]\n*',
    ...[
      'x',
      '60/11',
      '60/11/11/11/11/11/11/06',
      '6z/11/11/11/11/11/11/06 a',
      '60/11/11/11/11/11/11/06 c',
      '60/11/11/11/11/11/11/06 a x',
      '64/44/11/11/11/00/00/05 a',
      '60/11/11/11/11/11/11/06 a end',
      '05/04/03/00/00/30/40/50 a end',
    ].map((position) => `[Game "linja"]\n[SetUp "1"]\n[Position "${position}"]\n\n*`),
    ...[
      'x',
      '01@d4n',
      '02@d4n 02@d4n',
      '17@d4n',
      '01@d4 A=-',
      '01d4n',
      '01@h4n',
      '01@d4e',
      '01@d4n A=d5N,- B=-,-',
      '01@d4n A=d4,- B=-,-',
      '01@d4n A=d4N B=-,-',
      '01@d4n A=d4N,d4S B=-,- turn=b draw=05',
      '01@d4n A=-,- B=-,- turn=c',
      '01@d4n A=-,- B=-,- turn=b draw=-',
      '01@d4n A=-,- B=-,- turn=b draw=05 end',
      '01@d4n A=-,- B=-,- turn=b draw=05x',
    ].map((position) => `[Game "liniell"]\n[SetUp "1"]\n[Position "${position}"]\n\n*`),
  ]) {
    const english = said(command('load', file, ''));
    const words = refusalWords(sideColours('linja'), english);
    assert.doesNotMatch(words, /^(Nicht möglich|$)|\b(the|is|must|not|no|without|has|tile|with)\b/, `${file}: ${english}`);
  }
  assert.equal(refusalWords(sideColours('linja'), said(command('matches', ''))), 'die Datei ist leer');
  const log = said(command('replay', 'nonsense', ''));
  assert.match(refusalWords(sideColours('linja'), log), /^was von der Partie aufgezeichnet ist, ist beschädigt \(Zeile 1: /);
  for (const set of ['01: NEXSW', '01: NN ESW', '01: NESW\n01: NESW', '01: NESW o', '[Game "linja"]', '01 NESW', '00: NESW']) {
    const english = said(command('tiles', 'liniell', set));
    assert.match(faultWords(english), /^Plättchen, Zeile \d: /, english);
  }
});

test('a minus is a word for the ear', async () => {
  assert.equal(heard('Best +2, played \u22122.5, not a-5'), 'Best +2, played minus 2.5, not a-5');
  assert.equal(heard(decimal(-3, 0)), 'minus 3');
  await speaking('fr');
  assert.equal(heard(decimal(-1.5, 1)), 'moins 1,5');
});

test('a turn is told by its steps, and a take-over to whom it costs a marker', async () => {
  await speaking('de');
  const jump = [
    { kind: 'opening', reach: 1, turn: 'cb' },
    { kind: 'follow-up', reach: 4, turn: 'cb/dh' },
    { kind: 'bonus', reach: 1, turn: 'cb/dh/!ab' },
  ];
  assert.equal(turnWords('linja', jump), 'c nach b, Folgebewegung von 4 Reihen mit d, Bonus mit gegnerischem Stein a nach b');
  const taken = [
    { kind: 'tile', reach: 0, turn: 'd4n' },
    { kind: 'take-over', reach: 0, turn: 'd4n+N' },
  ];
  assert.equal(turnWords('liniell', taken, true), 'Plättchen auf d4, übernimmt die Linie im Norden, was dich einen Marker kostet');
  assert.match(turnWords('liniell', taken), /was die andere Seite einen Marker kostet$/);
});

test('the card at the end says why the game is over, and for whom that is good, in every language', async () => {
  const said = (end: Partial<State>, seats: Seats = [{ kind: 'person' }, { kind: 'computer', level: 3 }]): string => {
    const state = {
      game: 'linja',
      first: 0,
      leader: 1,
      points: [30, 20],
      ties: null,
      declared: '',
      repetition: false,
      over: true,
      bestOf: 1,
    };
    return resultWords({ state: { ...state, names: ['You', '?'], ...end }, seats, colours: sideColours('linja') } as unknown as Table);
  };
  const friends: Seats = [{ kind: 'person' }, { kind: 'person' }];
  const ends: Partial<State>[] = [
    { declared: 'resigned' },
    { declared: 'time' },
    { declared: 'abandoned' },
    { declared: 'agreed', leader: 0 },
    { repetition: true, leader: 0 },
    { leader: 0, points: [25, 25] },
    { ties: [3, 1], points: [25, 25] },
  ];
  await speaking('de');
  assert.deepEqual(
    ends.map((end) => said(end)),
    [
      'Du hast gewonnen: Computer (Stufe 3) hat aufgegeben.',
      'Du hast gewonnen: Computer (Stufe 3) hat die Zeit überschritten.',
      'Du hast gewonnen: Computer (Stufe 3) hat die Partie verlassen.',
      'Unentschieden: Beide haben sich darauf geeinigt.',
      'Unentschieden durch Wiederholung: Dieselbe Stellung kam zum dritten Mal vor.',
      'Unentschieden. Punkte: 25 zu 25.',
      'Du hast gewonnen. Punktgleich (25); blaue Rauten entscheiden, 3 zu 1.',
    ],
  );
  assert.equal(said({ declared: 'resigned', leader: -1 }), 'Du hast verloren: Du hast aufgegeben.');
  assert.equal(said({ declared: 'resigned' }, friends), 'Rot hat gewonnen: Schwarz hat aufgegeben.');
  assert.equal(said({}), 'Du hast mit 10 Punkten Vorsprung gewonnen.');
  for (const language of ['en', 'de', 'fr', 'it', 'es', 'pt', 'ro'] as const) {
    await speaking(language);
    const all = ends.flatMap((end) => [said(end), said({ ...end, leader: -(end.leader ?? 1) }), said(end, friends)]);
    for (const words of all) assert.match(words, /^\S.+(:|\.) \S.+\.$/u, language);
  }
});

test('the same turn is called what the rules make of it: a step into the goal earns a follow-up by 2003, a bonus by zen', async () => {
  const border = await openedBorder();
  const told = (rules: string): string => {
    border(command('new', 'linja', rules, 1, 0, 1, 'a', 'b', '', '', '50/11/11/11/11/11/11/16 a'));
    border(command('play', 'gh/ab'));
    return turnWords('linja', readState(border('state')).did[0]);
  };
  await speaking('de');
  assert.equal(told('2003'), 'g nach h, Folgebewegung von 1 Reihe mit a');
  assert.equal(told('zen'), 'g nach h, Bonus a nach b');
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
