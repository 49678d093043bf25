// SPDX-License-Identifier: MIT
//
// A match that is decided elsewhere, at the table of one of its players: deeds go there, events come back, and nothing else
// changes what is shown. The other end is the rules code itself, in a match of its own.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { command, readLines, Refused } from '../../page/answers';
import type { ClockFace, Deed, Found, There, Unwilling } from '../../page/carrier';
import type { Seats } from '../../page/kept-games';
import { eventsIn } from '../../page/match';
import { Session, type Event } from '../../page/session';
import { statusLine } from '../../page/words';
import { openBorder, type Border } from '../border';
import { pass, setStage, settle, stage } from './stage';

beforeEach(setStage);

const engine = new WebAssembly.Module(readFileSync('build/wasm/linework.wasm'));
const seats: Seats = [{ kind: 'person' }, { kind: 'elsewhere' }];

/** The other end: what is done is done there, and heard here when a test says so. */
class Far implements There {
  readonly decides = 'there';
  readonly id = 'far';
  readonly place = { id: 'far', before: null, sitting: { seats, firstColour: 0 as const, byLot: false }, seed: 0, budget: 0 };
  n = 0;
  did: Deed[] = [];
  face: ClockFace | null = null;
  stood = 0;
  #listeners = new Set<() => void>();

  constructor(
    readonly border: Border,
    position: string,
  ) {
    border.raw(command('new', 'linja', 'zen', 1, 0, 1, 'Ann', 'Ben', '', '', position));
    this.n = this.log.length;
  }

  get log(): string[] {
    return eventsIn(readLines(this.border.raw(command('events', 0))));
  }

  /** Something happens there. */
  async happen(...lines: string[]): Promise<void> {
    for (const line of lines) readLines(this.border.raw(line));
    this.n = this.log.length;
    for (const listener of this.#listeners) listener();
    await settle();
  }

  read(): Promise<Found> {
    return Promise.resolve({ log: this.log.slice(0, this.n), base: null, sitting: this.place.sitting, clocks: null });
  }

  onChange(heard: () => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  lie(): void {
    this.stood = 0;
  }

  stand(): void {
    this.stood++;
  }

  /** When it answers. */
  answers: Promise<void> = Promise.resolve();
  answer: () => void = () => undefined;

  async do(deed: Deed): Promise<'done' | Unwilling> {
    this.did.push(deed);
    await this.answers;
    if (deed.do === 'turn' && deed.turn === 'bc') return { why: 'illegal', detail: 'not today' };
    if (deed.do === 'turn' && deed.turn === 'cd') return { why: 'not-now', detail: 'Das geht jetzt nicht.' };
    if (deed.do === 'turn') await this.happen(command('play', deed.turn));
    if (deed.do === 'resign') await this.happen('resign');
    return 'done';
  }

  clock(): ClockFace | null {
    return this.face;
  }
}

async function sit(position = ''): Promise<{ far: Far; session: Session; heard: Event[] }> {
  const heard: Event[] = [];
  const far = new Far(openBorder(engine), position);
  const session = new Session((event) => heard.push(event));
  await session.sit(far);
  return { far, session, heard };
}

test('turns go there and come back, and the other is waited for', async () => {
  const { far, session, heard } = await sit();
  assert.equal(statusLine(session).title, 'Opening move: 1 row forward');
  await session.play('ab');
  await settle();
  assert.deepEqual(far.did, [{ do: 'turn', ply: 0, turn: 'ab' }]);
  assert.deepEqual(session.table?.line, ['ab']);
  assert.equal(session.open, false);
  assert.equal(session.mayGoOn, false);
  assert.equal(statusLine(session).title, 'Ben to move.');
  await session.play('hg'); // nobody moves for another
  assert.equal(far.did.length, 1);
  await far.happen(command('play', 'hg'));
  assert.deepEqual(session.table?.line, ['ab', 'hg']);
  assert.equal(session.open, true);
  assert.deepEqual(
    heard.filter(({ kind }) => kind === 'turn').map((event) => event.kind === 'turn' && event.turn),
    ['ab', 'hg'],
  );
  assert.ok(far.stood > 0);
});

test('a turn is shown at once; one that is refused there is taken back, and that is said', async () => {
  const { far, session, heard } = await sit();
  far.answers = new Promise((done) => (far.answer = done));
  await session.play('bc');
  assert.deepEqual(session.table?.line, ['bc']);
  assert.equal(session.open, false);
  await session.goTo(0); // nobody has answered yet: the board can be looked at
  assert.equal(session.table?.ply, 0);
  far.answer();
  await settle();
  const refused = heard.find((event) => event.kind === 'refused');
  assert.ok(refused?.kind === 'refused' && refused.why instanceof Refused && refused.why.message === 'not today');
  assert.deepEqual(session.table?.line, []);
  assert.equal(session.open, true);
  await session.play('ab');
  await settle();
  assert.deepEqual(session.table?.line, ['ab']);
});

test('a look back is only a look, and undo asks the other', async () => {
  const { far, session } = await sit();
  await session.play('ab');
  await settle();
  assert.equal(session.undoTo, 0);
  await session.undo();
  assert.deepEqual(far.did.at(-1), { do: 'ask-undo' });
  assert.deepEqual(session.table?.line, ['ab']);
  await far.happen(command('play', 'hg'));
  assert.equal(session.undoTo, null); // it was answered
  await session.goTo(0);
  assert.equal(session.open, false);
  await session.play('ab/bd');
  assert.equal(far.did.length, 2);
  session.goOn();
  await settle();
  assert.equal(session.table?.ply, 2);
});

test('a word or an offer leaves the half-made turn on the board', async () => {
  const { far, session, heard } = await sit();
  await session.choose('ab');
  await far.happen(command('apply', 'said player=2 phrase=hello'));
  assert.equal(session.table?.part, 'ab');
  assert.deepEqual(heard.at(-1), { kind: 'heard', events: ['said player=2 phrase=hello'] });
  await session.play('ab');
  await settle();
  assert.deepEqual(session.table?.line, ['ab']);
});

test('the clocks are those of the other end: they run on the screen, and end nothing by themselves', async () => {
  const { far, session } = await sit();
  far.face = { left: [60_000, 50_000], running: 1 };
  await session.play('ab');
  await settle();
  session.hold(true); // elsewhere on the page: there time runs all the same
  await pass(51_000);
  assert.deepEqual(session.clocks.left, [60_000, 0]);
  assert.equal(session.table?.end.over, false);
  await far.happen('forfeit');
  assert.equal(session.table?.end.over, true);
  assert.deepEqual(statusLine(session), { title: 'You won', detail: 'Ben ran out of time.' });
});

test('another engine is told the log as it came', async () => {
  const { far, session } = await sit();
  await session.play('ab');
  await settle();
  stage.workers.at(-1)?.crash();
  await far.happen(command('play', 'hg'));
  assert.deepEqual(session.table?.line, ['ab', 'hg']);
  await session.resign();
  assert.deepEqual(far.did.at(-1), { do: 'resign' });
  assert.equal(statusLine(session).detail, 'You resigned.');
});

test('a deed that is done is not done again when the engine is lost before it is shown: what is tried again is to show it', async () => {
  const { far, session, heard } = await sit();
  stage.loading = 'never';
  stage.workers.at(-1)?.crash();
  await session.resign();
  await settle();
  assert.deepEqual(far.did, [{ do: 'resign' }]);
  assert.equal(session.table?.end.over, false);
  const failed = heard.filter((event) => event.kind === 'failed');
  assert.ok(failed.length > 0);
  stage.loading = 'at once';
  for (const each of failed) await each.again();
  assert.deepEqual(far.did, [{ do: 'resign' }]);
  assert.equal(statusLine(session).detail, 'You resigned.');
});

test('a game that has ended on the board goes on being told, and another engine takes its log', async () => {
  const { far, session } = await sit('08/00/11/11/10/02/30/60 a');
  for (let ply = 0; !session.table?.end.over; ply++) {
    assert.ok(ply < 60);
    await far.happen(command('play', readLines(far.border.raw(command('choose', 4, ply)))[0]?.[1] ?? ''));
  }
  await far.happen(command('apply', 'rematch-asked player=2'));
  stage.workers.at(-1)?.crash();
  await session.goTo(0);
  assert.equal(session.table?.end.over, true);
  assert.equal(far.log.at(-1), 'rematch-asked player=2');
});

test('a turn after which something is drawn stays on the board until the draw is told, and is made once', async () => {
  const heard: Event[] = [];
  const far = new Far(openBorder(engine), '');
  far.border.raw(command('new', 'liniell', '', 1, 0, 1, 'Ann', 'Ben', '', '', '', '00'.repeat(32)));
  far.n = far.log.length;
  const session = new Session((event) => heard.push(event));
  await session.sit(far);
  const [turn = ''] = session.table?.steps.longer ?? [];
  far.answers = new Promise((done) => (far.answer = done));
  await session.play(turn);
  assert.equal(session.open, false);
  assert.equal(session.table?.part, turn);
  await far.happen(command('apply', 'said player=2 phrase=hello')); // nothing that concerns the board
  assert.equal(session.table?.part, turn);
  await session.play(turn); // an impatient second press
  far.answer();
  await settle();
  assert.deepEqual(far.did, [{ do: 'turn', ply: 0, turn }]);
  assert.deepEqual(session.table?.line, [turn]);
  assert.match(session.table?.state.position ?? '', /draw=\d\d/);
  assert.equal(heard.filter(({ kind }) => kind === 'turn').length, 1);
});
