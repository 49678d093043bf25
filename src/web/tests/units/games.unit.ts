// SPDX-License-Identifier: MIT
//
// What the device keeps of matches: logs that are only added to and heard of in every window, nothing of which goes by
// itself; what has come of them; and all of them as one file.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { currentGame, Games, games, keptGame, MOST_EMPTY, setCurrent, unfinishedGames, type KeptGame } from '../../page/kept-games';
import { broughtIn, comeWords, firstIn, takeIn, wholeFile, type Come } from '../../page/games-file';
import { MemoryShelf, openShelf } from '../../page/device-games';
import { Session } from '../../page/session';
import { gameTallies, seriesTallies } from '../../page/tally';
import { DeviceShelf, limitStorage, pass, setStage, settle } from './stage';

beforeEach(setStage);

const match = (id: string, n: number, unfinished = true): KeptGame => ({
  id,
  n,
  at: Date.now(),
  game: 'linja',
  record: `${id} ${n}`,
  base: null,
  ply: 1,
  turns: 1,
  unfinished,
  finished: !unfinished,
  winner: null,
  bestOf: 1,
  wins: [0, 0],
  drawn: 0,
  rules: 'zen',
  names: ['You', 'Computer level 3'],
  seats: [{ kind: 'person' }, { kind: 'computer', level: 3 }],
  firstColour: 0,
  byLot: false,
  clocks: null,
  budget: 0,
  seed: 1,
  before: null,
});

/** Adds a match of one event. */
const add = (id: string, unfinished = true) => games.add(match(id, 1, unfinished), ['created'], 1);

test('events are added to those they follow from, and to no others', async () => {
  assert.equal(await add('x'), 'kept');
  assert.equal(await games.add(match('x', 2), ['created', 'one'], 1), 'kept');
  assert.equal(await games.add(match('x', 2), ['created', 'other'], 1), 'refused');
  assert.equal(await games.add(match('x', 4), ['created', 'other', 'three', 'four'], 1), 'refused');
  assert.deepEqual(await games.events('x'), ['created', 'one']);
  assert.equal(keptGame('x')?.record, 'x 2');
});

test('of two windows that add at the same time one is refused, and sees what the other has added', async () => {
  const shelf = new DeviceShelf();
  const [one, two] = [new Games(), new Games()];
  await one.use(shelf);
  await one.add(match('x', 1), ['created'], 1);
  await two.use(shelf);
  const heard: string[] = [];
  two.onChange((id) => heard.push(id));
  const done = await Promise.all([
    one.add(match('x', 2), ['created', 'mine'], 1),
    two.add({ ...match('x', 2), record: 'yours' }, ['created', 'yours'], 1),
  ]);
  assert.deepEqual(done, ['kept', 'refused']);
  await two.refresh();
  assert.deepEqual(heard, ['x']);
  assert.equal(two.find('x')?.record, 'x 2');
  assert.deepEqual(await two.events('x'), ['created', 'mine']);
});

test('nothing that was played goes by itself; of what was not the latest stay', async (context) => {
  let time = 1000;
  context.mock.method(Date, 'now', () => time++);
  for (let i = 0; i < 300; i++) await add(`f${i}`, false);
  for (let i = 0; i < 60; i++) await add(`u${i}`);
  const empty = (id: string): KeptGame => ({ ...match(id, 1), unfinished: false, turns: 0 });
  for (let i = 0; i < MOST_EMPTY + 5; i++) await games.add(empty(`e${i}`), ['created'], 1);
  await games.add({ ...empty('p'), base: { record: 'a position', n: 1 } }, ['created'], 1);
  assert.equal(unfinishedGames().length, 60);
  assert.equal(unfinishedGames()[0]?.id, 'u59');
  assert.equal(games.all().filter(({ finished }) => finished).length, 300);
  const empties = games.all().filter(({ turns }) => turns === 0);
  assert.deepEqual(
    empties.map(({ id }) => id),
    ['p', ...Array.from({ length: MOST_EMPTY }, (_, i) => `e${MOST_EMPTY + 4 - i}`)],
  );
  assert.deepEqual(await games.events('e0'), []);
  assert.deepEqual(await games.events('f0'), ['created']);
});

test('where there is no room nothing goes, what is new waits, and what is chosen makes room', async (context) => {
  let time = 1000;
  context.mock.method(Date, 'now', () => time++);
  const shelf = new DeviceShelf();
  await games.use(shelf);
  for (const id of ['f1', 'f2', 'f3']) await add(id, false);
  await add('u');
  limitStorage(await shelf.used());
  assert.equal(await add('v'), 'not kept');
  assert.equal(games.isFull, true);
  assert.equal(await shelf.row('v'), undefined);
  // A match that is kept goes on from there in the page's memory, turn by turn.
  for (const [n, log] of [
    [2, ['created', 'on']],
    [3, ['created', 'on', 'and on']],
  ] as const) {
    assert.equal(await games.add(match('u', n), log, 1), 'not kept');
    assert.deepEqual(await games.events('u'), log);
    assert.equal(keptGame('u')?.n, n);
  }
  assert.equal(await games.add(match('u', 3), ['created', 'on', 'other'], 1), 'refused');
  assert.deepEqual(await shelf.events('u'), ['created']);
  assert.deepEqual(
    ['f1', 'f2', 'f3'].map((id) => keptGame(id)?.id),
    ['f1', 'f2', 'f3'],
  );
  // Only what somebody chooses makes room; what waits is then kept, whatever is played next.
  assert.deepEqual(
    games.oldest(2).map(({ id }) => id),
    ['f1', 'f2'],
  );
  await games.makeRoom(games.oldest(2));
  assert.equal(games.isFull, false);
  assert.equal(keptGame('f1'), null);
  assert.notEqual(keptGame('f3'), null);
  assert.deepEqual(await shelf.events('u'), ['created', 'on', 'and on']);
  assert.notEqual(await shelf.row('v'), undefined);
  assert.equal(await games.add(match('u', 4), ['created', 'on', 'and on', 'end'], 1), 'kept');
});

test('of a match that waits for room and was gone on with elsewhere both are kept', async () => {
  const shelf = new DeviceShelf();
  const [one, two] = [new Games(), new Games()];
  await one.use(shelf);
  await one.add(match('x', 1), ['created'], 1);
  await two.use(shelf);
  limitStorage(await shelf.used());
  assert.equal(await one.add(match('x', 2), ['created', 'mine'], 1), 'not kept');
  limitStorage(Infinity);
  assert.equal(await two.add(match('x', 2), ['created', 'yours'], 1), 'kept');
  assert.equal(one.isFull, true);
  assert.equal(await one.add(match('x', 3), ['created', 'mine', 'more'], 1), 'refused');
  assert.equal(one.isFull, false);
  assert.deepEqual(await one.events('x'), ['created', 'yours']);
  const [other] = one.all().filter(({ id }) => id !== 'x');
  assert.deepEqual(await shelf.events(other?.id ?? ''), ['created', 'mine', 'more']);
});

test('two windows that have come equally far with a match never mix: each log is kept whole', async () => {
  const shelf = new DeviceShelf();
  const [one, two] = [new Games(), new Games()];
  await one.use(shelf);
  for (const id of ['x', 'y']) await one.add(match(id, 1), ['created'], 1);
  await two.use(shelf);
  limitStorage(await shelf.used());
  // The last events are the same, as when the same turn answers two others.
  assert.equal(await one.add(match('x', 3), ['created', 'mine', 'hg'], 2), 'not kept');
  limitStorage(Infinity);
  assert.equal(await two.add(match('x', 3), ['created', 'yours', 'hg'], 2), 'kept');
  const heard: [string, boolean][] = [];
  one.onChange((id, anew) => heard.push([id, anew]));
  await one.remove('y'); // what waits goes to the device
  assert.deepEqual(await shelf.events('x'), ['created', 'yours', 'hg']);
  assert.ok(heard.some(([id, anew]) => id === 'x' && anew));
  assert.equal(await one.add(match('x', 4), ['created', 'mine', 'hg', 'more'], 1), 'refused');
  assert.deepEqual(await shelf.events('x'), ['created', 'yours', 'hg']);
  const [other] = one.all().filter(({ id }) => id !== 'x');
  assert.deepEqual(await shelf.events(other?.id ?? ''), ['created', 'mine', 'hg']);
});

test('what waits for room is kept whole when the match was deleted elsewhere, or gone on with, and there is room', async () => {
  const shelf = new DeviceShelf();
  const [one, two] = [new Games(), new Games()];
  await one.use(shelf);
  for (const id of ['x', 'y', 'z']) await one.add(match(id, 1), ['created'], 1);
  await two.use(shelf);
  limitStorage(await shelf.used());
  for (const id of ['x', 'y']) assert.equal(await one.add(match(id, 2), ['created', 'mine'], 1), 'not kept');
  limitStorage(Infinity);
  await two.remove('x');
  await two.add(match('y', 2), ['created', 'yours'], 1);
  await one.remove('z');
  assert.equal(one.isFull, false);
  assert.deepEqual(await shelf.events('x'), ['created', 'mine']);
  assert.deepEqual(await shelf.events('y'), ['created', 'yours']);
  const third = one.all().find(({ id }) => id !== 'x' && id !== 'y');
  assert.deepEqual(await shelf.events(third?.id ?? ''), ['created', 'mine']);
  assert.equal((await shelf.rows()).length, 3);
});

test('a window that heard nothing for a while learns what was deleted, and what was added, from what it is refused', async () => {
  const shelf = new DeviceShelf();
  const [one, two] = [new Games(), new Games()];
  await one.use(shelf);
  for (const id of ['x', 'y', 'z']) await one.add(match(id, 1), ['created'], 1);
  await two.use(shelf);
  await one.remove('x');
  await one.add(match('y', 2), ['created', 'mine'], 1);
  await one.remove('z');
  assert.equal(await two.add(match('x', 2), ['created', 'yours'], 1), 'refused');
  assert.equal(two.find('x'), null);
  assert.equal(await two.add(match('y', 2), ['created', 'yours'], 1), 'refused');
  assert.equal(two.find('y')?.record, 'y 2');
  const heard: string[] = [];
  two.onChange((id) => heard.push(id));
  const reading = two.refresh();
  await two.add(match('new', 1), ['created'], 1); // after the shelf was read
  await reading;
  assert.deepEqual(
    two
      .all()
      .map(({ id }) => id)
      .sort(),
    ['new', 'y'],
  );
  assert.deepEqual(heard.sort(), ['new', 'z']);
});

// --- what has come of them -----------------------------------------------------------------------------

const won = (id: string, n: number): KeptGame => ({ ...match(id, n, false), winner: 0, wins: [1, 0] });
const lost = (id: string, n: number): KeptGame => ({ ...match(id, n, false), winner: 1, wins: [0, 1] });

test('a win, a loss, a draw and a series count for their level, also when the games are deleted', async () => {
  const shelf = new DeviceShelf();
  await games.use(shelf);
  await games.add(won('w', 1), ['created'], 1);
  await games.add(lost('l', 1), ['created'], 1);
  await games.add({ ...match('d', 1, false), drawn: 1 }, ['created'], 1);
  await games.add({ ...match('s', 1, false), bestOf: 3, winner: 1, wins: [1, 2], drawn: 0 }, ['created'], 1);
  await games.add({ ...match('half', 1), bestOf: 3, wins: [1, 0], drawn: 1 }, ['created'], 1);
  const swapped: KeptGame = { ...lost('high', 1), seats: [{ kind: 'computer', level: 9 }, { kind: 'person' }] };
  await games.add(swapped, ['created'], 1);
  await games.add({ ...won('other', 1), game: 'liniell' }, ['created'], 1);
  await games.add({ ...won('friends', 1), seats: [{ kind: 'person' }, { kind: 'person' }] }, ['created'], 1);
  const wanted = [
    { level: 9, won: 1, drawn: 0, lost: 0 },
    { level: 3, won: 3, drawn: 2, lost: 3 },
  ];
  const series = [{ level: 3, won: 0, drawn: 0, lost: 1 }];
  assert.deepEqual(gameTallies(games.results, 'linja'), wanted);
  assert.deepEqual(seriesTallies(games.results, 'linja'), series);
  assert.deepEqual(gameTallies(games.results, 'liniell'), [{ level: 3, won: 1, drawn: 0, lost: 0 }]);
  assert.deepEqual(seriesTallies(games.results, 'liniell'), []);
  for (const { id } of games.all()) await games.remove(id);
  assert.deepEqual(gameTallies(games.results, 'linja'), wanted);
  const later = new Games();
  await later.use(shelf);
  assert.deepEqual(later.all(), []);
  assert.deepEqual(gameTallies(later.results, 'linja'), wanted);
  assert.deepEqual(seriesTallies(later.results, 'linja'), series);
});

test('an end that is taken back does not count, and one that comes again counts once', async () => {
  const tally = () => gameTallies(games.results, 'linja');
  const loss = [{ level: 3, won: 0, drawn: 0, lost: 1 }];
  await games.add(lost('x', 2), ['created', 'over'], 2);
  assert.deepEqual(tally(), loss);
  await games.add(match('x', 3), ['created', 'over', 'undone'], 1);
  assert.deepEqual(tally(), []);
  await games.add(lost('x', 4), ['created', 'over', 'undone', 'over'], 1);
  assert.deepEqual(tally(), loss);
  await games.add(lost('x', 4), ['created', 'over', 'undone', 'over'], 0);
  assert.deepEqual(tally(), loss);
});

test('what earlier versions had counted is counted once; what comes as a finished record is not', async () => {
  localStorage.removeItem('linework.counted');
  const shelf = new DeviceShelf();
  await shelf.add({ ...won('old', 1) }, ['created'], 0);
  await shelf.add({ ...match('drawn', 1, false), drawn: undefined } as never, ['created'], 0);
  await games.use(shelf);
  assert.deepEqual(gameTallies(games.results, 'linja'), [{ level: 3, won: 1, drawn: 1, lost: 0 }]);
  const brought: KeptGame = { ...won('brought', 0), base: { record: 'a record', n: 0 } };
  await games.add(brought, [], 0);
  await games.use(shelf);
  assert.deepEqual(gameTallies(games.results, 'linja'), [{ level: 3, won: 1, drawn: 1, lost: 0 }]);
});

test('what earlier versions had is counted again while there is nothing that lasts', async () => {
  localStorage.removeItem('linework.counted');
  await games.use(new MemoryShelf());
  const shelf = new DeviceShelf();
  await shelf.add({ ...won('old', 1) }, ['created'], 0);
  await games.use(shelf);
  assert.deepEqual(gameTallies(games.results, 'linja'), [{ level: 3, won: 1, drawn: 0, lost: 0 }]);
});

test('a database that opens too late is closed again, and the memory of the page takes its place', async (context) => {
  const opening = { onsuccess: () => assert.fail(), result: { close: context.mock.fn() } };
  Object.defineProperty(globalThis, 'indexedDB', { value: { open: () => opening }, configurable: true });
  const shelf = openShelf();
  await pass(5000);
  assert.equal((await shelf).lasting, false);
  opening.onsuccess();
  assert.equal(opening.result.close.mock.callCount(), 1);
});

test('a moment that no date can tell hides no game and spoils no file', async () => {
  const shelf = new DeviceShelf();
  const late: KeptGame = { ...match('x', 1), at: 9e15 };
  await shelf.add(late, ['created'], 0);
  await games.use(shelf);
  assert.match(wholeFile(), /Kept "1970-/);
});

// --- all of them as one file ---------------------------------------------------------------------------

async function open(file: string): Promise<Come> {
  const session = new Session(() => undefined);
  try {
    return await takeIn(broughtIn(await session.matchesIn(file)), (record) => session.eventsOf(record));
  } finally {
    session.close();
  }
}

const counts = ({ came, grown, there, refused }: Come) => ({ came, grown, there, refused });

/** What a list shows of the matches, and how they look. */
const shown = () =>
  games.all().map(({ id, at, game, turns, unfinished, finished, winner, wins, drawn, bestOf, rules, names, firstColour, ...rest }) => {
    const mine = winner === null ? null : names[winner];
    const isSwapped = firstColour !== firstIn({ names, ...rest } as KeptGame);
    const people = [...names].sort().join();
    return { id, at, game, turns, unfinished, finished, mine, won: [...wins].sort(), drawn, bestOf, rules, people, isSwapped };
  });

/** Plays what a file holds, as if it had been played here. */
async function play(records: readonly string[]): Promise<void> {
  await open(records.join('\n'));
  for (const each of games.all()) {
    const session = new Session(() => undefined);
    await session.load(each);
    session.close();
  }
}

const tags = (game: string, first: string, second: string, more = ''): string =>
  `[Game "${game}"]\n[Date "2026.11.18"]\n[First "${first}"]\n[Second "${second}"]\n${more}\n`;

const SERIES =
  tags('linja', 'Player "2"', 'Player 1', '[Round "1"]\n[BestOf "3"]\n').replace('Player "2"', 'Player \\"2\\"') +
  '1. ab/df hg 1-0\n\n' +
  tags('linja', 'Player 1', 'Player "2"', '[Round "2"]\n[BestOf "3"]\n').replace('Player "2"', 'Player \\"2\\"') +
  '1. ab 1/2-1/2\n';

test('all games are saved as one file, and come back from it as they were', async (context) => {
  let time = 1_700_000_000_000;
  context.mock.method(Date, 'now', () => (time += 1000));
  await play([
    tags('linja', 'You', 'Computer level 3') + '1. ab/df hg {a remark} 1-0\n',
    tags('linja', 'Computer level 9', 'You') + '1. ab *\n',
    SERIES,
    tags('liniell', 'Player 1', 'Player 2', '[Seed "3"]\n') + '1. d4n *\n',
    tags('linja', 'Ada', 'Ben', '[Id "of-a-server"]\n') + '1. ab 0-1\n',
  ]);
  const before = shown();
  assert.equal(before.length, 5);
  const swapped = games.all()[1];
  assert(swapped);
  await games.add({ ...swapped, firstColour: 1 }, await games.events(swapped.id), 0);
  const wanted = shown();
  assert.notDeepEqual(wanted, before);
  const file = wholeFile();
  assert.equal(comeWords(await open(file)), '5 games were here already.');
  for (const { id } of games.all()) await games.remove(id);
  assert.equal(comeWords(await open(file)), '5 games have come.');
  assert.deepEqual(shown(), wanted);
  assert.equal(wholeFile(), file);
  // Without the names of the games they are known by what was played.
  assert.deepEqual(counts(await open(file.replace(/^\[(Id|Kept) .*\n/gm, ''))), { came: 0, grown: 0, there: 5, refused: [] });
});

const named = (game: string, id: string, turns: string, more = ''): string =>
  tags(game, 'You', 'Computer level 3', `${more}[Id "${id}"]\n`) + turns;

for (const [kind, begun, further] of [
  ['one', named('linja', 'x', '1. ab *\n'), named('linja', 'x', '1. ab {a remark} hg 2. bc 0-1\n')],
  ['one by the seed', named('liniell', 'x', '1. d4e+N *\n', '[Seed "1"]\n'), named('liniell', 'x', '1. d4e+N c4n+E *\n', '[Seed "1"]\n')],
  [
    'a series',
    named('linja', 'x', '1. ab *\n', '[Round "1"]\n[BestOf "3"]\n'),
    named('linja', 'x', '1. ab 1-0\n\n', '[Round "1"]\n[BestOf "3"]\n') + named('linja', 'x', '1. ab *\n', '[Round "2"]\n[BestOf "3"]\n'),
  ],
] as const)
  test(`a file brings a game that is here what was played of it elsewhere: ${kind}`, async () => {
    for (const opened of [false, true]) {
      await games.use(new DeviceShelf());
      await (opened ? play([begun]) : open(begun));
      const table = new Session(() => undefined);
      const [here] = games.all();
      assert(here);
      await games.add({ ...here, firstColour: 1, seed: 7 }, await games.events('x'), 0);
      if (opened) await table.load(here);
      assert.equal(comeWords(await open(further)), '1 game was brought up to date.');
      const [grown] = games.all();
      assert(grown);
      assert.deepEqual([grown.id, grown.firstColour, grown.seed, games.all().length], ['x', 1, 7, 1]);
      assert.deepEqual(grown.record.includes('a remark'), further.includes('a remark'));
      assert.deepEqual(games.results, []); // it was not played here
      if (!opened) await table.load(grown);
      await settle();
      assert.equal(table.record, grown.record);
      // What is here already, or is further on, stays.
      for (const file of [begun, further]) assert.equal(comeWords(await open(file)), '1 game was here already.');
      assert.equal(games.all().length, 1);
      const another = new Session(() => undefined);
      await another.load(games.find('x') ?? grown);
      assert.equal(another.record, grown.record);
      table.close();
      another.close();
    }
  });

test('a game in which something was taken back here goes on under another name, and what is played in it is kept', async () => {
  const between = (turns: string): string => tags('linja', 'Ada', 'Ben', '[Id "x"]\n') + turns;
  await play([between('1. ab *\n')]);
  const [here] = games.all();
  assert(here);
  const table = new Session(() => undefined);
  await table.load(here);
  await table.undo();
  await table.play('ab');
  assert.equal(comeWords(await open(between('1. ab hg *\n'))), '1 game has come.');
  const came = games.all().find(({ turns }) => turns === 2);
  assert(came);
  await table.load(came);
  await table.play('bc');
  assert.equal(games.find(came.id)?.turns, 3);
  assert.equal((await games.events(came.id)).filter((event) => /(^| )turn side=/.test(event)).length, 3);
  table.close();
});

test('a game that was gone on with here and elsewhere is kept twice, and no file brings a third', async () => {
  const [mine, other] = [named('linja', 'x', '1. ab hg *\n'), named('linja', 'x', '1. ab gf *\n')];
  await play([mine]);
  assert.equal(comeWords(await open(other)), '1 game has come.');
  assert.equal(games.find('x')?.turns, 2);
  assert.match(games.find('x')?.record ?? '', /ab hg/);
  for (const file of [mine, other, wholeFile()]) assert.equal((await open(file)).came, 0);
  assert.equal(games.all().length, 2);
  assert.equal(comeWords(await open(named('linja', 'x', '1. ab gf 2. bc *\n'))), '1 game was brought up to date.');
  const file = wholeFile();
  for (const { id } of games.all()) await games.remove(id);
  assert.equal((await open(file)).came, 2);
  assert.deepEqual(
    games
      .all()
      .map(({ turns }) => turns)
      .sort(),
    [2, 3],
  );
});

test('an older or newer state of a game whose draws nobody can know is not played on', async () => {
  const fair = (draws: string, turns: string): string =>
    named('liniell', 'x', turns, `[Commitment "${'a6'.repeat(32)}"]\n[Number "1"]\n[Draws "${draws}"]\n`);
  const [old, newer] = [fair('02,15,07', '1. d4n d3s+N *\n'), fair('02,15,07,11,16', '1. d4n d3s+N 2. c3w+N c4e+N<d3N *\n')];
  await play([newer]);
  assert.equal((await open(old)).there, 1);
  await games.remove('x');
  await play([old]);
  assert.equal((await open(newer)).came, 1);
});

test('a file of 500 games comes in, and of a damaged one what is whole', async () => {
  const records = Array.from({ length: 500 }, (_, i) => tags('linja', `Ada ${i}`, 'Ben') + '1. ab/df hg 2. bc/ce *\n');
  assert.deepEqual(counts(await open(records.join('\n'))), { came: 500, grown: 0, there: 0, refused: [] });
  assert.equal(games.all().length, 500);
  const more = [0, 1, 2, 3].map((i) => tags('linja', `Eve ${i}`, 'Ben') + '1. ab *\n');
  more[1] = more[1]?.replace('ab', 'zz') ?? '';
  more[2] = more[2]?.replace('ab', 'ab {no end') ?? '';
  const come = await open(more.join('\n'));
  assert.equal(come.came, 2);
  assert.deepEqual(
    come.refused.map((why) => why.slice(0, 9)),
    ['line 13: ', 'line 20: '],
  );
  assert.match(comeWords(come), /^2 games have come\. 2 were refused, the first for this: line 13: .*zz/);
  const half = wholeFile().slice(0, -30);
  for (const { id } of games.all()) await games.remove(id);
  assert.equal((await open(half)).came, 501);
});

test('of a file that finds no room what is there stays, and what is not is refused', async () => {
  const shelf = new DeviceShelf();
  await games.use(shelf);
  const records = Array.from({ length: 6 }, (_, i) => tags('linja', `Ada ${i}`, 'Ben') + '1. ab *\n');
  await open(records[0] ?? '');
  const each = await shelf.used();
  limitStorage(3.5 * each);
  const come = await open(records.join('\n'));
  assert.deepEqual(counts(come), { came: 2, grown: 0, there: 1, refused: Array<string>(3).fill('there is no room on this device') });
  assert.equal(games.isFull, false);
  assert.equal((await shelf.rows()).length, 3);
});

test('a window has its own match, and a new one the last that was on any table', async () => {
  for (const id of ['mine', 'yours']) await add(id);
  setCurrent('linja', 'yours');
  setCurrent('linja', 'mine');
  localStorage.setItem('linework.current.linja', '"yours"');
  assert.equal(currentGame('linja')?.id, 'mine');
  sessionStorage.removeItem('linework.current.linja');
  assert.equal(currentGame('linja')?.id, 'yours');
  // A pointer to nothing is as good as none.
  sessionStorage.setItem('linework.current.linja', '"gone"');
  assert.equal(currentGame('linja')?.id, 'yours');
  assert.equal(currentGame('liniell'), null);
});

test('what earlier versions kept becomes matches like others, once, and nothing is lost', async () => {
  const shelf = new DeviceShelf();
  localStorage.setItem('linework.match.linja', JSON.stringify({ record: 'old', unfinished: true }));
  localStorage.setItem('linework.game.x', JSON.stringify({ game: 'liniell', record: 'newer', unfinished: true, seats: 7, at: 5 }));
  await games.use(shelf);
  assert.equal(currentGame('linja')?.record, 'old');
  assert.deepEqual(keptGame('x')?.base, { record: 'newer', n: 0 });
  assert.deepEqual(
    Object.keys(localStorage).filter((key) => /match|game\./.test(key)),
    [],
  );
  // A window that was not reloaded goes on in the old way.
  localStorage.setItem('linework.game.x', JSON.stringify({ game: 'liniell', record: 'newer still', unfinished: true }));
  await games.use(shelf);
  assert.equal(keptGame('x')?.record, 'newer');
  assert.deepEqual(
    unfinishedGames()
      .map(({ record }) => record)
      .sort(),
    ['newer', 'newer still', 'old'],
  );
});

test('a device without room for them leaves what earlier versions kept where it is', async () => {
  localStorage.setItem('linework.game.x', JSON.stringify({ game: 'linja', record: 'old', unfinished: true }));
  limitStorage(10);
  await games.use(new DeviceShelf());
  assert.equal(keptGame('x')?.record, 'old');
  assert.notEqual(localStorage.getItem('linework.game.x'), null);
});
