// SPDX-License-Identifier: MIT
//
// Serves the page to the tests as users get it: by `linework serve`, here with the address
// sanitizer in it, on a free port. Its tables, if this machine has any, are left out of it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = join(dirname(fileURLToPath(import.meta.url)), '../../../build/asan/linework');

export default async function serve(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'linework-'));
  const server = spawn(program, ['serve', '--json', '-q'], {
    env: { ...process.env, XDG_DATA_HOME: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    once(createInterface(server.stdout), 'line') as Promise<string[]>,
    once(server, 'close').then(() => Promise.reject(new Error(`${program} serves nothing`))),
  ]);
  // Read by playwright.config.ts in the processes that run the tests, which start after this.
  process.env['LINEWORK_PAGE'] = (JSON.parse(line ?? '') as { address: string }).address;
  return async () => {
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    const [code] = (await closed) as [number | null];
    await rm(data, { recursive: true });
    if (code !== 0) throw new Error(`${program} ended with code ${code}`);
  };
}
