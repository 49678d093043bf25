#!/usr/bin/env node
// SPDX-License-Identifier: MIT
//
// A player for a server of Linework, by what Node.js 18 has built in.
//
//     play.mjs URL play                    makes a game of Linja with the computer, and plays it out
//     play.mjs URL join ID                 takes the free seat of a game, of Linja or Liniell
//     play.mjs URL value RULES POSITION    every turn of a position of Linja with its exact value
//
// Turns come from the server: the best by its table or its search. Where it has no table of Linja, any legal
// turn will do, as `linework linja moves` lists them ($LINEWORK is that program). docs/server.md has the protocol.
// (Who makes a game of Liniell gives a BLAKE2b-256 hash, which Node's crypto lacks: play.py and play.c do.)
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A question over HTTP; the answer is JSON. Who is told to wait waits. */
async function ask(url, path, body) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomBytes(16).toString('hex') };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  for (;;) {
    const answer = await fetch(url + path, init);
    if (answer.ok) return answer.json();
    if (answer.status !== 429 && answer.status !== 503)
      throw Object.assign(new Error((await answer.json()).detail), { status: answer.status });
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

/** A frame of WebSocket (RFC 6455), masked as a client's must be. */
function frame(opcode, payload) {
  const size = payload.length;
  const head = size < 126 ? [0x80 | size] : [0xfe, size >> 8, size & 255];
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head]), mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

/** The socket of a game: what is said there goes to `heard`, until `end`. */
function openSocket(url, id, heard) {
  return new Promise((opened, failed) => {
    const asked = request(`${url}v1/games/${id}/socket`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': 13,
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        'Sec-WebSocket-Protocol': 'linework.v1',
      },
    });
    asked.on('error', failed);
    asked.on('response', (answer) => failed(new Error(`no socket for this game: ${answer.statusCode}`)));
    asked.on('upgrade', (_, line, head) => {
      let bytes = head;
      const take = () => {
        for (;;) {
          if (bytes.length < 2) return;
          let [size, at] = [bytes[1], 2];
          if (size >= 126) {
            at = size === 126 ? 4 : 10;
            if (bytes.length < at) return;
            size = at === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
          }
          if (bytes.length < at + size) return;
          const payload = bytes.subarray(at, at + size);
          const opcode = bytes[0] & 15;
          bytes = bytes.subarray(at + size);
          if (opcode === 1) heard(JSON.parse(payload));
          if (opcode === 8) heard({ closed: payload.readUInt16BE(0) });
          if (opcode === 9) line.write(frame(10, payload));
        }
      };
      line.on('data', (more) => {
        bytes = Buffer.concat([bytes, more]);
        take();
      });
      line.on('close', () => heard({ closed: 1006 }));
      let said;
      const say = (message) => {
        said = message;
        line.write(frame(1, Buffer.from(JSON.stringify(message))));
      };
      opened({ say, sayAgain: () => say(said), end: () => line.destroy() });
      take();
    });
    asked.end();
  });
}

const inAddress = (position) => encodeURIComponent(position.replaceAll(' ', '_'));

/** What the server thinks best. */
async function bestTurn(url, view) {
  const position = inAddress(view.position);
  if (view.game === 'liniell') return (await ask(url, `v1/liniell?nodes=200&position=${position}`)).turns[0].turn;
  try {
    return (await ask(url, `v1/linja?rules=${view.rules}&position=${position}`)).turns[0].turn;
  } catch (refused) {
    if (refused.status !== 404) throw refused; // there is no table
  }
  const words = ['linja', 'moves', '--rules', view.rules, '--position', view.position];
  const turns = execFileSync(process.env.LINEWORK ?? 'linework', words, { encoding: 'utf8' }).trim().split('\n');
  return turns[Math.floor(Math.random() * turns.length)];
}

/** Plays on a seat until the game is over. */
async function play(url, seat) {
  const waiting = [];
  let wake = () => {};
  const socket = await openSocket(url, seat.id, (message) => {
    waiting.push(message);
    wake();
  });
  socket.say({ do: 'hello', token: seat.token, after: 0 });
  for (let number = 0; ; number++) {
    while (waiting.length === 0) await new Promise((again) => (wake = again));
    const message = waiting.shift();
    if (message.closed) throw new Error(`closed with ${message.closed}`);
    if (message.why === 'too-fast') setTimeout(socket.sayAgain, 500); // it is not kept: the same may be said again
    else if (message.no && !['stale', 'not-now', 'over'].includes(message.why)) throw new Error(message.detail);
    if (!message.event) continue;
    const view = await ask(url, `v1/games/${seat.id}`);
    const id = String(number);
    if (view.status === 'over') {
      socket.end();
      return view;
    }
    if (message.event === 'draw-offered') socket.say({ id, do: 'answer-draw', yes: false });
    else if (message.event === 'undo-asked') socket.say({ id, do: 'answer-undo', yes: true });
    else if (view.status === 'playing' && view.players[view.turn] === seat.player && view.n === message.n)
      socket.say({ id, do: 'turn', ply: view.ply, turn: await bestTurn(url, view) });
  }
}

const [url, what, ...rest] = process.argv.slice(2);
if (what === 'value') {
  const { turns } = await ask(url, `v1/linja?rules=${rest[0]}&position=${inAddress(rest[1])}`);
  for (const { turn, value } of turns) console.log(`${turn}\t${value >= 0 ? '+' : ''}${value}`);
} else if (what === 'play' || what === 'join') {
  const seat =
    what === 'join'
      ? await ask(url, `v1/games/${rest[0]}/join`, { name: 'Node', random: randomBytes(16).toString('hex') })
      : await ask(url, 'v1/games', { game: 'linja', name: 'Node', opponent: { level: 2 } });
  const view = await play(url, seat);
  console.log(`${view.id} ${view.result} ${view.reason}`);
} else {
  console.error('play.mjs URL play | join ID | value RULES POSITION');
  process.exitCode = 2;
}
