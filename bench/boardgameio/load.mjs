// SPDX-License-Identifier: MIT
//
// The same load against our server and one of boardgame.io, one after the other on this machine
// alone: GAMES of two with WATCHERS each, a move PACE milliseconds after the one before (0: as soon
// as the other player has heard of it), for SECONDS. The same client plays both, by the protocol of
// each. Told are moves a second, how long it takes from sending a move until the other player has
// heard of it, what the server used of a core for a move, its memory, and ratios. Ours has each move
// on disk before it tells it; boardgame.io runs twice, with its matches in memory and in files.
//
//     make load-boardgameio GAMES=500 WATCHERS=8 PACE=1000 SECONDS=20

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';

const number = (name, usual) => Number(process.env[name] ?? usual);
const GAMES = number('GAMES', 500), WATCHERS = number('WATCHERS', 8), PACE = number('PACE', 1000), SECONDS = number('SECONDS', 20);
const linework = fileURLToPath(new URL('../../build/linework', import.meta.url));
const scratch = mkdtempSync(`${tmpdir()}/linework-load-`);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/* Our server gives three quarters of its connections to games, and refuses who comes then. */
const needed = Math.ceil((GAMES * (2 + WATCHERS) * 4) / 3) + 64, descriptors = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
if (descriptors !== 'unlimited' && Number(descriptors) < needed) throw new Error(`${needed} descriptors are needed; \`ulimit -Hn\` says ${descriptors}`);

/** The turns of a game of Linja, the last legal one of each position, so that nobody need know the rules here. */
function wholeGame() {
  const ask = (...words) => JSON.parse(execFileSync(linework, ['linja', ...words, '--json'], { encoding: 'utf8' }));
  const turns = [];
  for (let position = ask('moves').position; ; ) {
    const legal = ask('moves', '--position', position).turns;
    if (legal.length === 0) return turns;
    turns.push(legal.at(-1));
    ({ position } = ask('play', '--position', position, legal.at(-1)));
  }
}

// --- the two protocols --------------------------------------------------------------------------

/** A request, from an address of this machine's own: of one client our server takes only so many games. */
async function post(port, path, facts, localAddress) {
  const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', localAddress, headers: { 'content-type': 'application/json' } });
  request.end(JSON.stringify(facts));
  const [response] = await once(request, 'response');
  let body = '';
  for await (const piece of response) body += piece;
  if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${body}`);
  return JSON.parse(body);
}

/* A dialect opens a match (its id, and the tokens of its two players), says how a player (undefined:
   who watches) greets, how a move is made, and what a message is: one that wants an `answer`, the one
   after which all is `ready`, a move `by` player 0 or 1, a new game that player `first` begins; or
   nothing of interest. */
const ours = {
  name: 'linework, on disk',
  command: [linework, 'serve', '--json', '-q', '--store', `sqlite:${scratch}/games.db`],
  async open(port, from) {
    const { id, token } = await post(port, '/v1/games', { game: 'linja', first: 'me', bestOf: 5 }, from);
    return { id, tokens: [token, (await post(port, `/v1/games/${id}/join`, {}, from)).token] };
  },
  path: (id) => `/v1/games/${id}/socket`,
  protocols: ['linework.v1'],
  hello: (match, player) => JSON.stringify({ do: 'hello', token: match.tokens[player] ?? null, after: 3 }),
  move: (match, turn) => JSON.stringify({ id: `${match.commands++}`, do: 'turn', ply: match.ply, turn }),
  read(text, match) {
    const m = JSON.parse(text);
    if (m.why === 'too-fast') return { again: true };
    if (m.why) throw new Error(text);
    if (m.event === 'turn') return { by: m.side === 'a' ? match.first : 1 - match.first };
    if (m.event === 'begun') return { first: m.players.a - 1 };
    return m.event || m.ok ? {} : { ready: true };
  },
};

/* Engine.IO frames (0 opens, 2 asks, 3 answers, 4 is a message) with Socket.IO's in them (0 connects,
   2 is an event). */
const theirs = (name, ...folder) => ({
  name: `boardgame.io, ${name}`,
  command: [process.execPath, fileURLToPath(new URL('server.mjs', import.meta.url)), ...folder],
  async open(port, from) {
    const { matchID: id } = await post(port, '/games/load/create', { numPlayers: 2 }, from);
    const join = async (playerID) => (await post(port, `/games/load/${id}/join`, { playerID, playerName: playerID }, from)).playerCredentials;
    return { id, tokens: [await join('0'), await join('1')] };
  },
  path: () => '/socket.io/?EIO=4&transport=websocket',
  hello: () => '40/load,',
  move(match, turn) {
    const playerID = `${match.ply % 2}`, credentials = match.tokens[match.ply % 2];
    const action = { type: 'MAKE_MOVE', payload: { type: 'play', args: [turn], playerID, credentials } };
    return `42/load,${JSON.stringify(['update', action, match.ply, match.id, playerID])}`;
  },
  read(text, match, player) {
    if (text === '2') return { answer: '3' };
    if (text.startsWith('40/load,')) {
      const who = player === undefined ? [null, null] : [`${player}`, match.tokens[player]];
      return { answer: `42/load,${JSON.stringify(['sync', match.id, ...who, 2])}` };
    }
    if (!text.startsWith('42/load,')) return {};
    const [kind, , state] = JSON.parse(text.slice(8));
    if (kind === 'update') return { by: (state._stateID - 1) % 2 };
    return kind === 'sync' ? { ready: true } : {};
  },
});

// --- playing ------------------------------------------------------------------------------------

const turns = wholeGame();

/** A guest of a match: player 0 or 1, or undefined for who watches and only counts. */
async function sit(run, match, player, from) {
  const { dialect, port } = run;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${dialect.path(match.id)}`, dialect.protocols ?? [], { localAddress: from, perMessageDeflate: false });
  const ready = new Promise((done) => {
    let isReady = false;
    socket.on('message', (data) => {
      run.heard++;
      if (isReady && player === undefined && data.length > 1) return;
      const told = dialect.read(data.toString(), match, player);
      if (told.answer) socket.send(told.answer);
      if (told.ready && !isReady) done((isReady = true));
      if (player !== undefined && isReady) hear(run, match, player, told);
    });
  });
  socket.on('close', (code) => {
    if (!run.isOver) throw new Error(`${dialect.name} has hung up: ${code}`);
  });
  await once(socket, 'open');
  socket.send(dialect.hello(match, player));
  await ready;
  return socket;
}

function hear(run, match, player, told) {
  if (told.again) match.due = performance.now() + 50;
  if (told.by !== undefined && told.by !== player) {
    run.latencies.push(performance.now() - match.sent);
    match.ply++;
    match.due = match.sent + PACE;
  } else if (told.first !== undefined && player === 0) {
    Object.assign(match, { first: told.first, ply: 0, due: match.sent + PACE });
  }
}

/** Moves that are due. Where the last turn has been made ours begins another game; theirs has no end. */
function moveAll(run) {
  const now = performance.now();
  for (const match of run.matches) {
    if (match.due > now) continue;
    match.due = Infinity;
    const turn = turns[match.ply % turns.length];
    if (run.dialect === ours && match.ply === turns.length) continue;
    match.sent = performance.now();
    match.players[(match.first + match.ply) % 2].send(run.dialect.move(match, turn));
  }
}

// --- figures ------------------------------------------------------------------------------------

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
function coreSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
const megabytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function measure(dialect) {
  const [program, ...words] = dialect.command;
  const server = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } });
  process.once('exit', () => server.kill()); // also when something has gone wrong
  const run = { dialect, matches: [], latencies: [], heard: 0, isOver: false };
  try {
    for await (const line of createInterface(server.stdout)) {
      run.port = Number(/(?:port |127\.0\.0\.1:|localhost:)(\d+)/.exec(line)?.[1]);
      if (run.port) break;
    }
    server.stdout.resume();
    for (let i = 0; i < GAMES; i++) {
      const from = `127.1.${Math.floor(i / 200)}.${1 + (i % 200)}`;
      const match = { ...(await dialect.open(run.port, from)), first: 0, ply: 0, commands: 0, due: Infinity, sent: 0 };
      const guests = [0, 1, ...Array(WATCHERS).fill(undefined)];
      match.players = (await Promise.all(guests.map((player) => sit(run, match, player, from)))).slice(0, 2);
      run.matches.push(match);
    }
    const begun = performance.now(), core = coreSeconds(server.pid);
    run.heard = 0;
    for (const match of run.matches) match.due = begun + Math.random() * PACE;
    while (performance.now() < begun + SECONDS * 1000) {
      moveAll(run);
      await (PACE === 0 ? new Promise(setImmediate) : sleep(1));
    }
    const took = (performance.now() - begun) / 1000, moves = run.latencies.length;
    const sorted = run.latencies.sort((a, b) => a - b);
    if (moves === 0) throw new Error(`${dialect.name}: no move has been heard of`);
    return {
      name: dialect.name,
      moves: moves / took,
      heard: run.heard / took,
      half: sorted[Math.floor(moves / 2)],
      most: sorted[Math.floor(moves * 0.99)],
      core: ((coreSeconds(server.pid) - core) / moves) * 1e6,
      memory: megabytes(server.pid),
    };
  } finally {
    run.isOver = true;
    server.kill();
    for (const match of run.matches) match.players.forEach((socket) => socket.terminate());
  }
}

const results = [];
try {
  console.log(`${GAMES} games, ${GAMES * (2 + WATCHERS)} sockets, a move every ${PACE} ms, ${SECONDS} s`);
  for (const dialect of [ours, theirs('in memory'), theirs('in files', `${scratch}/files`)]) {
    const r = await measure(dialect);
    results.push(r);
    console.log(
      `${r.name}: ${r.moves.toFixed(0)} moves a second, ${r.heard.toFixed(0)} messages a second; to the other player in ${r.half.toFixed(1)} ms (half), ` +
        `${r.most.toFixed(1)} ms (99 of 100); ${r.core.toFixed(0)} us of a core a move; ${r.memory.toFixed(0)} MB`,
    );
  }
  const [mine, ...others] = results;
  for (const r of others) {
    const times = (name) => (r[name] / mine[name]).toFixed(2);
    console.log(`${r.name}, as a multiple of ${mine.name}: moves ${times('moves')}, half ${times('half')}, 99 of 100 ${times('most')}, core ${times('core')}, memory ${times('memory')}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
