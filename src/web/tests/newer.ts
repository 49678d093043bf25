// SPDX-License-Identifier: MIT
//
// Stands before the server as a later version of it would: the same page at an address of its own,
// and, once it was told so, with another script and so with another name for it. As on a real server
// the older one is then gone.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Renewable {
  address: string;
  renew: () => void;
  close: () => void;
}

const SCRIPT = /app-[A-Z0-9]+\.js/g;
const NEWER = 'app-NEWER.js';

export async function renewable(original: string): Promise<Renewable> {
  let renewed = false;
  const script = SCRIPT.exec(await (await fetch(original)).text())?.[0] ?? '';
  const answer = async (path: string): Promise<{ found: Response; body: Buffer | string }> => {
    if (!renewed) return bytesOf(await fetch(new URL(path, original)));
    const found = await fetch(new URL(path === `/${NEWER}` ? `/${script}` : path === `/${script}` ? '/gone' : path, original));
    if (path !== '/' && path !== '/sw.js') return bytesOf(found);
    return { found, body: (await found.text()).replace(SCRIPT, NEWER) };
  };
  const server = createServer((request, response) => {
    void answer(request.url ?? '/').then(({ found, body }) => {
      for (const header of ['content-type', 'content-security-policy', 'cache-control'])
        response.setHeader(header, found.headers.get(header) ?? '');
      response.writeHead(found.status);
      response.end(body);
    });
  });
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(0, 'localhost', ready));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    renew: () => void (renewed = true),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bytesOf(found: Response): Promise<{ found: Response; body: Buffer }> {
  return { found, body: Buffer.from(await found.arrayBuffer()) };
}
