// SPDX-License-Identifier: MIT
//
// Stands before the server as a later version of it would: the same page at an address of its own,
// with another service worker once it was told so.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Renewable {
  address: string;
  renew(): void;
  close(): void;
}

export async function renewable(original: string): Promise<Renewable> {
  let renewed = false;
  const server = createServer((request, response) => {
    void fetch(new URL(request.url ?? '/', original)).then(async (found) => {
      for (const header of ['content-type', 'content-security-policy', 'cache-control']) response.setHeader(header, found.headers.get(header) ?? '');
      const bytes = Buffer.from(await found.arrayBuffer());
      response.writeHead(found.status);
      response.end(renewed && request.url === '/sw.js' ? `${bytes.toString()}// newer` : bytes);
    });
  });
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(0, 'localhost', ready));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    renew: () => void (renewed = true),
    close: () => void server.close(),
  };
}
