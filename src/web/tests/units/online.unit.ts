// SPDX-License-Identifier: MIT
//
// The page's line to a game elsewhere, against the real server: with cut and silent connections, and with a server
// that is killed and started again.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { command, values } from '../../page/answers';
import { Connection, type LineState } from '../../page/online/connection';
import { judge } from '../../page/online/draws';
import { ANSWERS_IN_LINE, withLine } from '../../page/online/plan';
import { logLine, readMessage, type Hello, type Planned, type Told } from '../../page/online/protocol';
import {
  askForSeat,
  newKey,
  newRandom,
  openGames,
  recordOf,
  Turned,
  viewGame,
  withdrawGame,
  type Given,
  type Wish,
} from '../../page/online/server';
import { titleOf } from '../../page/online/words';
import { openBorder, type Border } from '../border';
import { Served } from '../served';
import { setBrowser } from './browser';

let served: Served;
let border: Border;

before(async () => {
  served = await new Served().start();
  border = openBorder(new WebAssembly.Module(readFileSync('build/wasm/linework.wasm')));
  setBrowser(served);
});
after(() => served.remove());

const wish = (game: string, more: Partial<Wish> = {}): Wish => ({
  game,
  rules: game === 'linja' ? 'zen' : 'standard',
  tiles: null,
  first: 'me',
  clock: null,
  bestOf: 1,
  public: false,
  name: 'Ann',
  ...more,
});

const createGame = (wanted: Wish): Promise<Given> => askForSeat(null, { key: newKey(), token: null, body: wanted });
const joinGame = (id: string, name: string, random: string): Promise<Given> =>
  askForSeat(id, { key: newKey(), token: null, body: { name, random } });

/** Waits until something is so. */
async function until(what: () => boolean, why: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (what()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(why);
}

class Listener {
  told: Told[] = [];
  states: LineState[] = [];
  hellos: Hello[] = [];
  here: number[] = [];
  plans: Planned[][] = [];
  rewound = 0;
  readonly line: Connection;

  constructor(id: string, token: string | null) {
    this.line = new Connection({
      address: `${served.address.replace('http', 'ws')}v1/games/${id}/socket`,
      token,
      exists: async () => (await viewGame(id)) !== null,
      heard: {
        hello: (hello) => {
          this.hellos.push(hello);
          this.here = hello.here;
        },
        told: (told) => this.told.push(told),
        presence: (here) => (this.here = here),
        plan: (plan) => this.plans.push(plan),
        state: (state) => this.states.push(state),
        rewound: () => {
          this.rewound++;
          this.told = [];
        },
      },
    });
    this.line.open();
  }

  events(): string[] {
    return this.told.map(({ event }) => event);
  }
}

async function linja(): Promise<{ id: string; ann: Listener; ben: Listener; tokens: string[] }> {
  const made = await createGame(wish('linja'));
  const joined = await joinGame(made.id, 'Ben', newRandom());
  const [ann, ben] = [new Listener(made.id, made.token), new Listener(made.id, joined.token)];
  await until(() => ann.told.length === 3 && ben.told.length === 3, 'the game begins');
  return { id: made.id, ann, ben, tokens: [made.token, joined.token] };
}

const close = (...all: Listener[]): void => all.forEach(({ line }) => line.close());

test('a game is made, found among the open ones, joined and told to a watcher', async () => {
  const made = await createGame(wish('linja', { public: true, clock: { days: 2 } }));
  const listed = (await openGames())?.find(({ id }) => id === made.id);
  assert.deepEqual([listed?.names, listed?.status, listed?.control], [['Ann', null], 'open', { days: 2 }]);
  await joinGame(made.id, 'Ben', newRandom());
  await assert.rejects(joinGame(made.id, 'Carl', newRandom()), (error: unknown) => error instanceof Turned && error.status === 409);
  const watcher = new Listener(made.id, null);
  await until(() => watcher.told.length === 3, 'all is told');
  assert.deepEqual(watcher.events(), ['created', 'joined', 'begun']);
  assert.equal(watcher.hellos[0]?.player, null);
  const view = await viewGame(made.id);
  assert.deepEqual([view?.status, view?.names, view?.turn], ['playing', ['Ann', 'Ben'], 'a']);
  close(watcher);
});

test('a game that nobody has joined is withdrawn', async () => {
  const made = await createGame(wish('linja'));
  const watcher = new Listener(made.id, null);
  await until(() => watcher.told.length === 1, 'somebody looks on');
  await withdrawGame(made.id, made.token);
  await until(() => watcher.told.length === 2, 'who looks on is told');
  assert.deepEqual(watcher.told.map(logLine), ['created game=linja rules=zen bestOf=1 name1=Ann', 'over result=* reason=abandoned']);
  close(watcher);
  const view = await viewGame(made.id);
  assert.deepEqual([view?.status, view?.reason], ['over', 'abandoned']);
  assert.equal(await viewGame('AAAAAAAAAAAAAAAA'), null);
});

test('a wrong wish is turned down with one line', async () => {
  await assert.rejects(createGame(wish('linja', { rules: 'nonsense' })), (error: unknown) => {
    assert.ok(error instanceof Turned);
    assert.equal(error.status, 400);
    assert.match(error.message, /nonsense/);
    return true;
  });
});

test('tiles of one’s own are called so, whatever the rules', async () => {
  const made = await createGame(wish('liniell', { tiles: '01: NS* EW; 02: NES Wo*', randomHash: 'a'.repeat(64) }));
  const view = await viewGame(made.id);
  assert.ok(view);
  assert.equal(view.rules, 'standard');
  assert.equal(titleOf(view), 'Liniell, Own tiles');
});

test('a turn goes out while the line is cut, and is made once when it is back', async () => {
  const { ann, ben } = await linja();
  served.cut();
  await until(() => ann.line.state === 'lost' && ben.line.state === 'lost', 'both notice');
  const answer = ann.line.send({ do: 'turn', ply: 0, turn: 'ab' });
  served.mend();
  assert.deepEqual(await answer, { ok: true, n: 4 });
  await until(() => ben.told.length === 4, 'the other is told');
  assert.deepEqual(
    [ann, ben].map((each) => each.told.map(({ n }) => n)),
    [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
  );
  assert.deepEqual(await ben.line.send({ do: 'turn', ply: 0, turn: 'hg' }), {
    ok: false,
    why: 'stale',
    detail: '1 turns have been made, not 0',
  });
  close(ann, ben);
});

test('an answer that is lost comes again, and nothing is done twice', async () => {
  const { ann, ben } = await linja();
  served.deafen();
  const answer = ann.line.send({ do: 'turn', ply: 0, turn: 'ab' });
  await until(() => served.lost.includes('"event":"turn"'), 'the turn is made');
  served.cut();
  served.mend();
  assert.deepEqual(await answer, { ok: true, n: 4 });
  await until(() => ben.told.length === 4, 'the other is told');
  assert.deepEqual(ann.events(), ['created', 'joined', 'begun', 'turn']);
  close(ann, ben);
});

test('a line that has fallen silent is given up and made anew', async () => {
  const { ann, ben } = await linja();
  served.deafen();
  document.dispatchEvent(new Event('visibilitychange')); // somebody looks
  await until(() => ann.states.includes('lost'), 'it notices');
  await until(() => ann.line.state === 'open', 'it is back');
  assert.deepEqual(await ann.line.send({ do: 'turn', ply: 0, turn: 'ab' }), { ok: true, n: 4 });
  close(ann, ben);
});

test('the server is killed and started again: what was acknowledged is there, what was not is said again', async () => {
  const { ann, ben } = await linja();
  assert.deepEqual(await ann.line.send({ do: 'turn', ply: 0, turn: 'ab' }), { ok: true, n: 4 });
  await served.end('SIGKILL');
  await until(() => ann.line.state === 'lost' && ben.line.state === 'lost', 'both notice');
  const answer = ben.line.send({ do: 'turn', ply: 1, turn: 'hg' });
  await served.start();
  assert.deepEqual(await answer, { ok: true, n: 5 });
  await until(() => ann.told.length === 5, 'the other is told');
  close(ann, ben);
});

test('a server that stops in peace says so', async () => {
  const { ann, ben } = await linja();
  await served.end('SIGTERM');
  await until(() => ann.line.state === 'restarting', 'it was told');
  await served.start();
  await until(() => ann.line.state === 'open', 'it is back');
  close(ann, ben);
});

test('a plan as deep as the page lets it be is taken; what the server does not understand is said once, and the line comes back', async () => {
  const { ann, ben } = await linja();
  const line = (answers: number): string[] => {
    border(command('new', 'linja', 'zen', 1, 0, 1, 'Ann', 'Ben', '', '', ''));
    return Array.from({ length: 2 * answers }, (_, i) => {
      const turn = values(border(command('choose', 2, i)), 'turn')[0] ?? '';
      border(command('play', turn));
      return turn;
    });
  };
  const plan = withLine([], line(ANSWERS_IN_LINE));
  assert.deepEqual(await ben.line.send({ do: 'plan', plan }), { ok: true, n: null });
  await until(() => ben.plans.length > 0, 'it is told');
  assert.deepEqual(ben.plans, [plan]);
  const deeper = ben.line.send({ do: 'plan', plan: withLine([], line(ANSWERS_IN_LINE + 1)) });
  assert.deepEqual(await deeper, { ok: false, why: 'bad-request', detail: 'not understood' });
  await until(() => ben.line.state === 'open' && ben.hellos.length === 2, 'it is back');
  assert.deepEqual(await ben.line.send({ do: 'say', phrase: 'hello' }), { ok: true, n: 4 });
  assert.deepEqual(ben.plans.at(-1), plan);
  close(ann, ben);
});

test('a wrong token ends the line, and so does a game that is not there', async () => {
  const { id, ann, ben } = await linja();
  const stranger = new Listener(id, 'A'.repeat(32));
  await until(() => stranger.line.state === 'no seat', 'it is told');
  assert.deepEqual(await stranger.line.send({ do: 'resign' }), { ok: false, why: 'not-now', detail: 'closed' });
  const lost = new Listener('AAAAAAAAAAAAAAAA', null);
  await until(() => lost.line.state === 'gone', 'it finds out');
  close(ann, ben, stranger, lost);
});

test('whoever has seen more than the server knows begins anew', async () => {
  const { id, ann, ben } = await linja();
  const odd = new Listener(id, null);
  await until(() => odd.told.length === 3, 'all is told');
  served.cut();
  odd.line.after = 9; // as after a restore of yesterday's games
  served.mend();
  await until(() => odd.rewound === 1 && odd.told.length === 3, 'all comes again');
  close(ann, ben, odd);
});

test('who is there is told', async () => {
  const { ann, ben } = await linja();
  await until(() => ann.here.length === 2, 'both are there');
  ben.line.close();
  await until(() => ann.here.length === 1 && ann.here[0] === 0, 'one is away');
  close(ann);
});

/** The match that a log of told events makes, in the C code of the page. */
function fold(told: readonly Told[]): { state: ReturnType<Border>; steps: (part?: string) => string[] } {
  told.forEach((each, i) => border(command('apply', `${i === 0 ? '' : `${each.n} `}${logLine(each)}`)));
  return {
    state: border('state'),
    steps: (part = '') => values(border(`steps\t${part}`), 'step'),
  };
}

test('a game of Liniell is drawn as promised, and the fold of what is told is the game', async () => {
  const random = newRandom();
  const hash = values(border(`hash\t${random}`), 'hash')[0] ?? '';
  const made = await createGame(wish('liniell', { randomHash: hash }));
  const given = newRandom();
  const joined = await joinGame(made.id, 'Bén "Q" \\', given);
  const [ann, ben] = [new Listener(made.id, made.token), new Listener(made.id, joined.token)];
  await until(() => ann.told.length === 2, 'he is there');
  assert.deepEqual(await ann.line.send({ do: 'reveal', random }), { ok: true, n: 3 });
  const players = [ann, ben];
  for (let ply = 0; ; ply++) {
    await until(() => players.every(({ told }) => told.length >= ply + 3), 'the turn is told');
    const { state, steps } = fold(ann.told);
    assert.deepEqual(values(state, 'name'), ['Ann', 'Bén "Q" \\']);
    if (values(state, 'over')[0] === '1') break;
    const positions = ann.told.map(({ fields }) => fields['position']).filter((found) => typeof found === 'string');
    assert.equal(values(state, 'position')[0], positions.at(-1));
    let turn = steps()[0] ?? '';
    while (values(border(`steps\t${turn}`), 'whole')[0] === '0') turn = steps(turn)[0] ?? '';
    const answer = await players[ply % 2]?.line.send({ do: 'turn', ply, turn });
    assert.ok(answer?.ok, JSON.stringify(answer));
  }
  await until(() => ann.events().at(-1) === 'over', 'it is over');
  assert.deepEqual(values(fold(ann.told).state, 'told'), ['1']);
  const proved = border(command('prove', await recordOf(made.id)));
  assert.equal(judge(proved, { player: 0, random, commitment: made.commitment }), 'kept');
  assert.equal(judge(proved, { player: 1, random: given, commitment: made.commitment }), 'kept');
  assert.equal(judge(proved, { player: 1, random, commitment: made.commitment }), 'broken');
  assert.equal(judge(proved, { player: 0, random, commitment: hash }), 'broken');
  close(ann, ben);
});

test('what is no message is passed over', () => {
  for (const frame of [
    '',
    'x',
    '[]',
    '{}',
    '{"n":0,"at":1,"event":"turn"}',
    '{"hello":{"n":-1}}',
    '{"ok":1}',
    '{"n":1,"at":"now","event":"turn"}',
  ])
    assert.equal(readMessage(frame), null);
  assert.deepEqual(readMessage('{"no":"x","why":"strange","detail":"?","more":1}'), {
    kind: 'no',
    id: 'x',
    why: 'bad-request',
    detail: '?',
  });
});
