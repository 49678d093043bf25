// SPDX-License-Identifier: MIT
//
// Tiles of one's own: whatever is touched, the text that comes out is read by the C code as the same tiles, or what is
// wrong with it is said in the page's own words; and which games are played with them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { command, Refused } from '../../page/answers';
import type { Seats } from '../../page/kept-games';
import { OWN } from '../../page/games/names';
import { firstSettings, keepTiles, type NewGame } from '../../page/keep';
import {
  blankTiles,
  faultWords,
  faultyTile,
  joined,
  moreRhombs,
  nextRhomb,
  readTiles,
  SIDES,
  tilesIn,
  touched,
  withOneMore,
  writeTiles,
  type OwnTile,
} from '../../page/games/liniell/own-tiles';
import { Session } from '../../page/session';
import { openBorder } from '../border';
import { setStage } from './stage';

beforeEach(setStage);
const border = openBorder(new WebAssembly.Module(readFileSync('build/wasm/linework.wasm')));

/** What the C code makes of a text: its tiles, or what is wrong. */
function checked(text: string): OwnTile[] | string {
  try {
    return tilesIn(border(command('tiles', 'liniell', text || '\n')));
  } catch (error) {
    assert(error instanceof Refused);
    return error.message;
  }
}

const one = (line: string): OwnTile => readTiles(line)?.[0] ?? assert.fail(line);
const text = (tile: OwnTile): string => writeTiles([tile]).trim();

test('two sides are joined, and parted again', () => {
  let tile = one('07:');
  for (const [first, second, after] of [
    ['N', 'E', '07: NE'],
    ['W', 'N', '07: NEW'],
    ['S', 'S', '07: NEW S'],
    ['S', 'E', '07: NESW'],
    ['N', 'S', '07: NEW S'],
    ['E', 'W', '07: NE S W'],
  ] as const) {
    tile = first === second ? touched(tile, first) : joined(tile, first, second);
    assert.equal(text(tile), after);
  }
  assert.equal(touched(tile, 'S'), tile);
});

test('rhombs go with their lines', () => {
  const rhomb = (line: string): string => text(nextRhomb(one(line), one(line).groups[0]!));
  assert.deepEqual(['07: NE S', '07: NEo S', '07: NE* S', '07: NEo* S', '07: NEoo S'].map(rhomb), [
    '07: NEo S',
    '07: NE* S',
    '07: NE S',
    '07: NE S',
    '07: NE S',
  ]);
  assert.equal(text(joined(one('07: No* S W* E'), 'N', 'W')), '07: NWo** E S');
  assert.equal(text(joined(one('07: NSo*'), 'S', 'N')), '07: N So*');
});

test('a text is read with its remarks, and refused if it holds anything else', () => {
  assert.equal(writeTiles(readTiles('# mine; 09: N\r\n\r\n02: SN  E* ;03:\t# nothing yet\n01:WE') ?? []), '02: NS E*\n03:\n01: EW\n');
  assert.deepEqual(readTiles(''), []);
  for (const bad of ['1: N', '01 N', '01: NX', '01: o', '01: NN', '01: NE N', '01: N\n01: S', '01: oN', '01: NoE', 'nonsense', '{}'])
    assert.equal(readTiles(bad), null, bad);
});

test('what is wrong is said in our words, at its tile', () => {
  for (const [set, words, tile] of [
    ['01: NESW\n02: NE S\n', 'Tile 02, west: no line yet.', '02'],
    ['01: NESWoooooooooo\n02: NESW\n', 'Tile 01: more than 9 rhombs on one line.', '01'],
    ['01: NESW\n', 'A set needs 2 tiles at least.', ''],
    ['', 'A set needs 2 tiles at least.', ''],
    [Array.from({ length: 65 }, (_, i) => `${String(i + 1).padStart(2, '0')}: NESW\n`).join(''), 'A set has 64 tiles at most.', ''],
  ] as const) {
    const wrong = checked(set);
    assert(typeof wrong === 'string', set);
    assert.deepEqual([faultWords(wrong), faultyTile(wrong)], [words, tile]);
  }
});

test('whatever is touched, the C code reads it as it is shown, or it is said what is wrong', () => {
  let seed = 1;
  const below = (most: number): number => (seed = (seed * 48271) % 2147483647) % most;
  let tiles: OwnTile[] = blankTiles().slice(0, 4);
  let right = 0;
  for (let i = 0; i < 4000; i++) {
    const tile = tiles[below(tiles.length)]!;
    const line = tile.groups[below(tile.groups.length)];
    const [first, second] = [SIDES.charAt(below(4)), SIDES.charAt(below(4))];
    const deed = below(40);
    if (deed === 0 && tiles.length < 8) tiles = withOneMore(tiles).tiles;
    else if (deed === 1 && tiles.length > 1) tiles = tiles.filter((each) => each !== tile);
    else {
      const changed =
        deed < 20
          ? first === second
            ? touched(tile, first)
            : joined(tile, first, second)
          : !line
            ? tile
            : deed < 38
              ? nextRhomb(tile, line)
              : moreRhombs(tile, line, 1, deed % 2);
      tiles = tiles.map((each) => (each === tile ? changed : each));
    }
    assert.deepEqual(readTiles(writeTiles(tiles)), tiles);
    const answer = checked(writeTiles(tiles));
    if (typeof answer === 'string') assert.notEqual(faultWords(answer), answer, answer);
    else {
      right++;
      assert.deepEqual(answer, tiles);
    }
  }
  assert(right > 1000, `only ${right} right sets`);
});

test('a game is begun with tiles that are right and asked for, and keeps them', async () => {
  const options = (rules: string): NewGame => ({
    ...firstSettings.newGame,
    game: 'liniell',
    opponent: 'friend',
    rules: { linja: 'zen', liniell: rules },
  });
  const tilesOf = async (rules: string): Promise<string | undefined> => {
    const session = new Session(() => undefined);
    await session.start(options(rules), 1);
    return /\[Tiles "([^"]*)"\]/.exec(session.record)?.[1];
  };
  assert.equal(await tilesOf(OWN), undefined);
  keepTiles({ text: '01: NESW\n02: NES\n', ready: false });
  assert.equal(await tilesOf(OWN), undefined);
  keepTiles({ text: '01: NESW\n02: NES W*\n', ready: true });
  assert.equal(await tilesOf(OWN), '01: NESW; 02: NES W*');
  assert.equal(await tilesOf('standard'), undefined);

  const session = new Session(() => undefined);
  await session.start(options(OWN), 1);
  keepTiles({ text: '05: NS EW\n06: NESW\n', ready: true });
  const again = new Session(() => undefined);
  await again.openRecord(session.record);
  assert.match(again.record, /\[Tiles "01: NESW; 02: NES W\*"\]/);
  assert.equal(again.table?.state.rules, OWN);
  // What lessons and puzzles set up has the standard tiles.
  const seats: Seats = [{ kind: 'person' }, { kind: 'person' }];
  await again.setUp({ game: 'liniell', rules: 'standard', position: 'A=-,- B=-,- turn=a draw=16', seats, seed: 1 });
  assert.doesNotMatch(again.record, /Tiles/);
});
