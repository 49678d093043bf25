// SPDX-License-Identifier: MIT
//
// The match on the table, as its players see it, with an engine whose answers come late, twice, out
// of order or never, and beside another window.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { value } from '../../page/answers';
import { EngineLost } from '../../page/engine';
import { currentGame, Games, games, keptGame } from '../../page/kept-games';
import { firstSettings, type NewGame } from '../../page/keep';
import { Session, type Event } from '../../page/session';
import { statusLine } from '../../page/words';
import { DeviceShelf, held, limitStorage, pass, setStage, settle, stage } from './stage';

beforeEach(setStage);

const friends: NewGame = { ...firstSettings.newGame, opponent: 'friend', starts: 'me' };
const computer: NewGame = { ...firstSettings.newGame, level: 0, starts: 'me' };

interface Seat {
  session: Session;
  heard: Event[];
}

/** A window with a new game on its table. */
async function sit(options: NewGame = friends): Promise<Seat> {
  const heard: Event[] = [];
  const session = new Session((event) => heard.push(event));
  session.stepPause = 0;
  await session.start(options, 1);
  return { session, heard };
}

/** Another window with the same match. */
async function sitBeside({ session: { id } }: Seat): Promise<Seat> {
  const heard: Event[] = [];
  const session = new Session((event) => heard.push(event));
  session.stepPause = 0;
  const kept = keptGame(id);
  assert.ok(kept);
  await session.load(kept);
  return { session, heard };
}

const title = ({ session }: Seat): string => statusLine(session).title;
const line = ({ session }: Seat): string[] => session.table?.line ?? [];
const kinds = ({ heard }: Seat): string[] => heard.map(({ kind }) => kind);
const keptRecord = ({ session }: Seat): string => keptGame(session.id)?.record ?? '';

/** What a player sees of a match is what is kept of it. */
function assertKept(seat: Seat): void {
  assert.equal(keptRecord(seat), seat.session.record);
  for (const turn of line(seat)) assert.ok(keptRecord(seat).includes(turn));
}

/** No answer to such lines comes, until the stage is set anew. */
function never(which: RegExp): void {
  stage.manner = (lines, deliver) => {
    if (!lines.some((each) => which.test(each))) deliver();
  };
}

test('an impatient second press makes no second turn', async () => {
  const seat = await sit();
  const late = held(/^play/);
  const first = seat.session.play('ab');
  await settle();
  assert.deepEqual(line(seat), []);
  const second = seat.session.play('ab');
  late.come();
  await Promise.all([first, second]);
  assert.deepEqual(line(seat), ['ab']);
  assertKept(seat);
});

test('a press while the board changes is not lost: it is made on what is then shown, if it still can be', async () => {
  const seat = await sit();
  for (const [then, shown] of [
    ['ab/bd', 'ab/bd'], // the next step
    ['bc', 'bc'], // another one instead
    ['ba', 'ab'], // none that can be made
  ] as const) {
    const late = held(/^view\tab$/);
    const first = seat.session.advance('ab');
    await settle();
    assert.ok(late.arrived);
    const second = seat.session.choose(then);
    late.come();
    await Promise.all([first, second]);
    assert.equal(seat.session.table?.part, shown);
    await seat.session.choose('');
  }
  assert.deepEqual(line(seat), []);
});

test('two presses on the button for the next game begin one', async () => {
  const seat = await sit({ ...friends, bestOf: 3 });
  await seat.session.play('ab');
  await seat.session.resign();
  await Promise.all([seat.session.nextGame(), seat.session.nextGame()]);
  assert.equal(games.find(seat.session.id)?.wins.join(), '1,0');
  assert.deepEqual(line(seat), []);
});

test('answers that come twice change nothing', async () => {
  const seat = await sit();
  stage.manner = (_, deliver) => {
    deliver();
    deliver();
  };
  await seat.session.play('ab');
  await seat.session.play('hg');
  assert.deepEqual(line(seat), ['ab', 'hg']);
  assert.equal(title(seat), 'Opening move: 1 row forward');
  assertKept(seat);
});

test('answers that come out of order are those to their questions', async () => {
  const seat = await sit();
  const waiting: (() => void)[] = [];
  stage.manner = (_, deliver) => waiting.push(deliver);
  const work = [seat.session.play('ab'), seat.session.picture(), seat.session.hint(1)];
  for (let round = 0; round < 20; round++) {
    await settle();
    for (const deliver of waiting.splice(0).reverse()) deliver();
  }
  const [, picture] = await Promise.all(work);
  assert.match(String(picture), /^<svg/);
  assert.deepEqual(line(seat), ['ab']);
  assertKept(seat);
});

test('an answer that never comes: another engine makes the turn', async () => {
  const seat = await sit();
  let silent = true;
  stage.manner = (lines, deliver) => {
    if (silent && lines.some((each) => each.startsWith('play'))) silent = false;
    else deliver();
  };
  const work = seat.session.play('ab');
  await pass(9_999);
  assert.deepEqual(line(seat), []);
  await pass(1);
  await work;
  assert.deepEqual(line(seat), ['ab']);
  assert.equal(stage.workers.length, 2);
  assert.ok(kinds(seat).includes('lost'));
  assertKept(seat);
});

test('two answers that never come: nothing has changed, and it can be tried again', async () => {
  const seat = await sit();
  await seat.session.play('ab');
  const before = seat.session.record;
  never(/^play/);
  const work = seat.session.play('hg');
  work.catch(() => undefined);
  await pass(20_000);
  await assert.rejects(work, EngineLost);
  assert.deepEqual(line(seat), ['ab']);
  assert.equal(seat.session.record, before);
  assertKept(seat);
  stage.manner = (_, deliver) => deliver();
  await seat.session.play('hg');
  assert.deepEqual(line(seat), ['ab', 'hg']);
});

test('what is answered only by half changes nothing: the turn is made, but its board is not known', async () => {
  const seat = await sit();
  await seat.session.play('ab');
  const before = seat.session.record;
  never(/^view/);
  const work = seat.session.resign();
  work.catch(() => undefined);
  await pass(40_000);
  await assert.rejects(work, EngineLost);
  assert.equal(seat.session.record, before);
  assert.equal(seat.session.table?.end.over, false);
  assertKept(seat);
  stage.manner = (_, deliver) => deliver();
  await seat.session.resign();
  assert.equal(title(seat), 'Player 1 won');
});

test('an engine on a slow line is waited for', async () => {
  stage.loading = 'later';
  const session = new Session(() => undefined);
  const work = session.start(friends, 1);
  await pass(50_000);
  assert.equal(statusLine(session).title, 'Setting the table…');
  stage.load();
  await settle();
  await work;
  assert.equal(stage.workers.length, 1);
  assert.equal(statusLine(session).title, 'Opening move: 1 row forward');
});

test('an engine that cannot be had leaves what is kept as it is', async () => {
  const seat = await sit();
  await seat.session.play('ab');
  stage.loading = 'never';
  const kept = currentGame('linja');
  assert.ok(kept);
  const later = new Session(() => undefined);
  await assert.rejects(later.load(kept), EngineLost);
  await assert.rejects(later.start(friends, 2), EngineLost);
  later.stand();
  assert.deepEqual(currentGame('linja'), kept);
  stage.loading = 'at once';
  await later.load(kept);
  assert.deepEqual(later.table?.line, ['ab']);
});

test('the clocks are wound when the next game is there, not before', async () => {
  const seat = await sit({ ...friends, bestOf: 3, minutes: 3 });
  await pass(60_000);
  await seat.session.play('ab');
  await seat.session.resign();
  assert.deepEqual(seat.session.clocks.left, [120_000, 180_000]);
  never(/^next/);
  const work = seat.session.nextGame();
  work.catch(() => undefined);
  await pass(20_000);
  await assert.rejects(work, EngineLost);
  assert.deepEqual(seat.session.clocks.left, [120_000, 180_000]);
  assert.equal(title(seat), 'Player 1 won');
  stage.manner = (_, deliver) => deliver();
  await seat.session.nextGame();
  assert.deepEqual(seat.session.clocks.left, [180_000, 180_000]);
  assert.deepEqual(line(seat), []);
});

test('a clock that runs out ends the game, also if the engine must be asked again', async () => {
  const seat = await sit({ ...friends, minutes: 3 });
  await seat.session.play('ab');
  never(/^forfeit/);
  await pass(179_000);
  assert.equal(seat.session.table?.end.over, false);
  await pass(30_000);
  assert.equal(seat.session.table?.end.over, false);
  const failed = seat.heard.find((event) => event.kind === 'failed');
  assert.ok(failed?.kind === 'failed' && failed.why instanceof EngineLost);
  stage.manner = (_, deliver) => deliver();
  await failed.again();
  assert.deepEqual(statusLine(seat.session), { title: 'Player 1 won', detail: 'Player 2 ran out of time.' });
  assert.deepEqual(seat.session.clocks.left, [180_000, 0]);
  assertKept(seat);
});

test('who resigns is told so: by name, or spoken to', async () => {
  const friendly = await sit({ ...friends });
  await friendly.session.resign();
  assert.deepEqual(statusLine(friendly.session), { title: 'Player 2 won', detail: 'Player 1 resigned.' });
  const alone = await sit(computer);
  await alone.session.resign();
  assert.equal(statusLine(alone.session).detail, 'You resigned.');
});

test('a hint is about the position in which it was asked for, though a turn is on its way', async () => {
  const seat = await sit();
  const here = value(await seat.session.hint(2), 'turn');
  const late = held(/^play/);
  const turn = seat.session.play('ab');
  await settle();
  assert.ok(late.arrived);
  const hint = seat.session.hint(2);
  late.come();
  await turn;
  assert.equal(value(await hint, 'turn'), here);
  assert.notEqual(value(await seat.session.hint(2), 'turn'), here);
});

test('who opens a record and at once something else gives nobody the seats of another', async () => {
  const seat = await sit(computer);
  const record = '[Game "linja"]\n[First "Ada"]\n[Second "Ben"]\n\n1. ab *\n';
  const late = held(/^load\t/);
  const opened = seat.session.openRecord(record);
  await settle();
  assert.ok(late.arrived);
  const started = seat.session.start(computer, 2);
  late.come();
  await Promise.all([opened, started]);
  assert.deepEqual(
    seat.session.table?.seats.map(({ kind }) => kind),
    ['person', 'computer'],
  );
  await seat.session.openRecord(record);
  assert.deepEqual(
    seat.session.table?.seats.map(({ kind }) => kind),
    ['person', 'person'],
  );
});

test('while the lot is shown the computer waits and no time runs; a turn or a word ends that', async () => {
  const drawn = await sit({ ...computer, starts: 'lot', minutes: 3 }); // seed 1: the person
  assert.equal(title(drawn), 'Drawn by lot: you begin.');
  assert.equal(drawn.session.table?.byLot, true);
  await pass(60_000);
  assert.deepEqual(drawn.session.clocks.left, [180_000, 180_000]);
  await drawn.session.choose('ab');
  assert.equal(drawn.session.drawingLot, false);
  await drawn.session.start({ ...computer, starts: 'lot' }, 2);
  await pass(1000);
  assert.equal(title(drawn), 'Drawn by lot: Computer (level 0) begins.');
  assert.deepEqual(line(drawn), []);
  drawn.session.endLot();
  await pass(1000);
  assert.equal(line(drawn).length, 1);
  // It is not shown again, but still known.
  const kept = await sitBeside(drawn);
  assert.equal(kept.session.drawingLot, false);
  assert.equal(kept.session.table?.byLot, true);
});

test('the colours belong to the players, whoever begins, and are kept', async () => {
  for (const starts of ['me', 'other'] as const) {
    for (const colour of ['red', 'black'] as const) {
      const seat = await sit({ ...friends, starts, bestOf: 3, colours: { linja: colour, liniell: 'yellow' } });
      const other = colour === 'red' ? 'black' : 'red';
      const first = starts === 'me' ? colour : other;
      assert.equal(seat.session.table?.colours.a, first);
      assert.equal(seat.session.table?.state.names[0], starts === 'me' ? 'Player 1' : 'Player 2');
      assert.deepEqual((await sitBeside(seat)).session.table?.colours, seat.session.table?.colours);
      await seat.session.play('ab');
      await seat.session.resign(); // B has lost, and begins
      await seat.session.nextGame();
      assert.equal(seat.session.table?.state.first, 1);
      assert.equal(seat.session.table?.colours.b, first);
    }
  }
});

test('what was on the table is kept when something else takes its place', async () => {
  const seat = await sit();
  await seat.session.play('ab');
  const first = { id: seat.session.id, record: seat.session.record };
  await seat.session.start(friends, 2, first.id);
  await seat.session.play('bc');
  assert.equal(keptGame(first.id)?.record, first.record);
  assert.equal(keptGame(seat.session.id)?.before, first.id);
  assert.equal(currentGame('linja')?.id, seat.session.id);
});

test('what one window does another shows, whoever made it, and both can go on', async () => {
  const one = await sit({ ...friends, bestOf: 3, minutes: 3 });
  await one.session.play('ab');
  const two = await sitBeside(one);
  await pass(60_000);
  await one.session.play('hg');
  await settle();
  assert.deepEqual(line(two), ['ab', 'hg']);
  assert.deepEqual(two.heard.at(-1), { kind: 'turn', turn: 'hg', by: 1, computer: false });
  assert.deepEqual(two.session.clocks.left, one.session.clocks.left);
  // To look back is one's own affair; a turn there is not.
  await two.session.goTo(1);
  await settle();
  assert.equal(one.session.table?.ply, 2);
  await two.session.play('gf');
  await settle();
  assert.deepEqual(line(one), ['ab', 'gf']);
  await one.session.resign();
  await settle();
  assert.equal(title(two), 'Player 2 won');
  await two.session.nextGame();
  await settle();
  assert.deepEqual(line(one), []);
  assert.deepEqual(one.session.table?.state.wins, [0, 1]);
  assertKept(one);
  assertKept(two);
});

test('a turn that another window overtakes while it is made is not kept over it', async () => {
  const one = await sit();
  const two = await sitBeside(one);
  const late = held(/^play\tab/);
  const slow = one.session.play('ab');
  await settle();
  assert.ok(late.arrived);
  await two.session.play('bc');
  late.come();
  await slow;
  await settle();
  assertKept(two);
  assert.deepEqual(line(two), ['bc']);
  assert.deepEqual(line(one), ['bc']);
  assert.ok(!one.heard.some((event) => event.kind === 'turn' && event.turn === 'ab'));
});

test('a window that only looks on, and is closed, writes no turn over another', async () => {
  const one = await sit({ ...friends, minutes: 3 });
  await one.session.play('ab');
  const two = await sitBeside(one);
  two.session.close();
  await one.session.play('hg');
  two.session.stand();
  await settle();
  assertKept(one);
  assert.equal(keptGame(one.session.id)?.turns, 2);
});

test('a computer that thinks in two windows makes one turn', async () => {
  const one = await sit(computer);
  const late = held(/^choose/);
  await one.session.play('ab');
  await pass(1000);
  assert.ok(late.arrived);
  const two = await sitBeside(one);
  await pass(1000);
  assert.equal(line(two).length, 2);
  assert.deepEqual(line(one), line(two));
  assert.equal(one.session.table?.thinking, false);
  late.come();
  await pass(1000);
  assertKept(two);
  assert.equal(line(one).length, 2);
});

test('a match that is deleted while it is played is kept again with its next turn', async () => {
  const seat = await sit();
  await seat.session.play('ab');
  await games.remove(seat.session.id);
  await seat.session.play('hg');
  assertKept(seat);
  assert.equal((await games.events(seat.session.id)).length, keptGame(seat.session.id)?.n);
});

test('... also by a window that did not hear of it', async () => {
  const shelf = new DeviceShelf();
  await games.use(shelf);
  const seat = await sit();
  await seat.session.play('ab');
  await shelf.remove(seat.session.id);
  await seat.session.play('hg');
  assertKept(seat);
  assert.equal((await shelf.events(seat.session.id)).length, keptGame(seat.session.id)?.n);
  // One that has slept does not hear what was added either.
  const more = [...(await shelf.events(seat.session.id)), 'turn side=a ply=2 turn=bc'];
  const kept = keptGame(seat.session.id);
  assert.ok(kept && (await shelf.add({ ...kept, n: more.length }, more, more.length - 1)));
  await seat.session.play('cd');
  assert.deepEqual(line(seat), ['ab', 'hg', 'bc']);
});

test('a match that waits for room gives way to what another window has made of it, and is kept beside it', async () => {
  const shelf = new DeviceShelf();
  await games.use(shelf);
  const seat = await sit();
  const beside = new Games();
  await beside.use(shelf);
  const { id } = seat.session;
  limitStorage(await shelf.used());
  for (const turn of ['ab', 'hg']) await seat.session.play(turn);
  limitStorage(Infinity);
  const kept = beside.find(id);
  const log = [...(await shelf.events(id)), 'turn side=a ply=0 turn=bc'];
  assert.ok(kept && (await beside.add({ ...kept, n: log.length }, log, 1)) === 'kept');
  await seat.session.play('bc');
  assert.deepEqual(line(seat), ['bc']);
  const [other] = games.all().filter((each) => each.id !== id);
  assert.equal(other?.turns, 3);
  await seat.session.play('gf');
  assert.deepEqual(line(seat), ['bc', 'gf']);
  assertKept(seat);
});

test('... also if both have come equally far, and at once', async () => {
  const shelf = new DeviceShelf();
  await games.use(shelf);
  const other = (await sit()).session.id;
  const seat = await sit();
  const { id } = seat.session;
  const beside = new Games();
  await beside.use(shelf);
  limitStorage(await shelf.used());
  await seat.session.play('ab');
  limitStorage(Infinity);
  const kept = beside.find(id);
  const log = [...(await shelf.events(id)), 'turn side=a ply=0 turn=bc'];
  assert.ok(kept && (await beside.add({ ...kept, n: log.length }, log, 1)) === 'kept');
  await games.remove(other);
  await settle();
  assert.deepEqual(line(seat), ['bc']);
  await seat.session.play('hg');
  assert.deepEqual(line(seat), ['bc', 'hg']);
  assert.deepEqual((await shelf.events(id)).slice(0, log.length), log);
  const [mine] = games.all().filter((each) => each.id !== id && each.turns > 0);
  assert.match(mine?.record ?? '', /1\. ab \*/);
});

test('the remarks of a record that was opened outlast turns, windows and engines', async () => {
  const seat = await sit();
  await seat.session.openRecord('[Game "linja"]\n[Event "On a train"]\n\n1. ab {A first step} hg *\n');
  await seat.session.play('bc');
  const beside = await sitBeside(seat);
  stage.workers.at(-1)?.crash();
  await beside.session.goTo(0);
  await beside.session.goTo(3);
  await beside.session.play('gf');
  await settle();
  for (const each of [seat, beside]) {
    assert.match(each.session.record, /On a train/);
    assert.match(each.session.record, /A first step/);
    assert.equal(line(each).length, 4);
  }
});

test('a computer whose engine is lost again and again says so, and can be asked again', async () => {
  const seat = await sit(computer);
  never(/^choose/);
  await seat.session.play('ab');
  await pass(3 * 60_000 + 1000);
  const failed = seat.heard.filter((event) => event.kind === 'failed');
  assert.equal(failed.length, 1);
  assert.equal(line(seat).length, 1);
  stage.manner = (_, deliver) => deliver();
  const [event] = failed;
  if (event?.kind === 'failed') await event.again();
  await pass(1000);
  assert.equal(line(seat).length, 2);
  assertKept(seat);
});

test("undo takes back a person's turn wherever the answer of the computer stands", async () => {
  for (const stop of [/^choose/, /^view/, /^play/, null]) {
    const seat = await sit({ ...computer, level: 2 });
    const late = held(stop ?? /never/, /^choose/);
    await seat.session.play('ab');
    if (stop) {
      await pass(1000);
      assert.ok(late.arrived, String(stop));
      const undo = seat.session.undo();
      late.come();
      await undo;
    } else {
      await pass(1000);
      assert.equal(line(seat).length, 2);
      await seat.session.undo();
    }
    await pass(1000);
    assert.equal(seat.session.table?.ply, 0, String(stop));
    assert.equal(title(seat), 'Opening move: 1 row forward');
    assert.equal(line(seat)[0], 'ab');
    assertKept(seat);
    stage.manner = (_, deliver) => deliver();
  }
});

test('undo while the computer shows its steps keeps it from making them', async () => {
  const seat = await sit({ ...computer, level: 2 });
  seat.session.stepPause = 1000;
  await seat.session.play('ab');
  await pass(500);
  assert.equal(seat.session.table?.thinking, true);
  assert.equal(seat.session.table?.lastBy, 'b'); // its first step lies on the board
  await seat.session.undo();
  await pass(5000);
  assert.equal(seat.session.table?.ply, 0);
  assert.deepEqual(line(seat), ['ab']);
  assertKept(seat);
});

test('a worker that crashes in the middle of a turn is replaced, and the turn made once', async () => {
  const seat = await sit();
  let crashed = false;
  stage.manner = (lines, deliver) => {
    if (!crashed && lines.some((each) => each.startsWith('play'))) {
      crashed = true;
      stage.workers.at(-1)?.crash();
    } else deliver();
  };
  await seat.session.play('ab');
  assert.deepEqual(line(seat), ['ab']);
  assertKept(seat);
});
