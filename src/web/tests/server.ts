// SPDX-License-Identifier: MIT
//
// Serves build/web to the tests, on a free port, under the strict policy that the page must live with.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../build/web');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

export const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:";

/** Asked for this, the server has a new version of the page from then on. */
export const newVersion = '/new-version';

export default async function serve(): Promise<() => void> {
  let version = 0;
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === newVersion) {
      version++;
      response.end();
      return;
    }
    const file = path.endsWith('/') ? `${path}index.html` : path;
    readFile(join(root, file)).then(
      (bytes) => {
        response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain', 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
        response.end(file === '/sw.js' && version > 0 ? `${bytes.toString()}// ${version}` : bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(0, 'localhost', ready));
  const address = server.address();
  // Read by playwright.config.ts in the processes that run the tests, which start after this.
  if (address && typeof address === 'object') process.env['LINEWORK_PAGE'] = `http://localhost:${address.port}/`;
  return () => void server.close();
}
