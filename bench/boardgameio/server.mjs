// SPDX-License-Identifier: MIT
//
// A server of boardgame.io with the least of a game: two players in turns, any move is legal and is
// only remembered, nothing can be undone. Its matches are in memory, or with a folder as argument
// in files. It prints its port.

import { createRequire } from 'node:module';

const { FlatFile, Server } = createRequire(import.meta.url)('boardgame.io/server');

const game = {
  name: 'load',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ last: '' }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: ({ G }, turn) => void (G.last = turn) },
};

const [dir] = process.argv.slice(2);
const server = Server({ games: [game], origins: [/^http:\/\/127\.0\.0\.1:/], ...(dir ? { db: new FlatFile({ dir }) } : {}) });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done); // to nobody else on the network
const { appServer } = await server.run({ port: 0 });
console.log(`port ${appServer.address().port}`);
