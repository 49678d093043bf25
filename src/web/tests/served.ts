// SPDX-License-Identifier: MIT
//
// A `linework serve` of a test's own, which can be killed and started again with what it has kept, behind a line that can
// be cut.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const builds = ['asan', 'debug', ''];

function program(root: string, name: string): string {
  const found = builds.map((build) => join(root, 'build', build, name)).find((path) => existsSync(path));
  if (!found) throw new Error('linework is not built');
  return found;
}

export class Served {
  #process: ChildProcess | null = null;
  #data = '';
  #port = 0;
  #line: Server | null = null;
  #lines = new Set<{ client: Socket; server: Socket }>();
  /** What the server has said since `deafen`. */
  lost = '';
  /** New connections are not let through. */
  #cut = false;

  /** `name`: by which clients know it; it listens on this machine alone. `jumps`: its clock can (`later`). */
  constructor(
    readonly root = '.',
    readonly name = '127.0.0.1',
    readonly jumps = false,
  ) {}

  /** Where a client finds it: through the line. */
  get address(): string {
    return `http://${this.name}:${(this.#line?.address() as AddressInfo).port}/`;
  }

  async start(): Promise<this> {
    this.#data ||= await mkdtemp(join(tmpdir(), 'linework-'));
    const server = spawn(
      program(this.root, this.jumps ? 'tests/linework_later' : 'linework'),
      ['serve', '--json', '-q', '--name', '127.0.0.1', '--name', this.name, ...(this.#port ? ['--port', String(this.#port)] : [])],
      {
        env: { ...process.env, XDG_DATA_HOME: this.#data },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#process = server;
    const [line] = await Promise.race([
      once(createInterface(server.stdout), 'line') as Promise<string[]>,
      once(server, 'close').then(() => Promise.reject(new Error('it serves nothing'))),
    ]);
    this.#port = Number(new URL((JSON.parse(line ?? '') as { address: string }).address).port);
    if (!this.#line) await this.#listen();
    return this;
  }

  async #listen(): Promise<void> {
    this.#line = createServer((client) => {
      if (this.#cut) return void client.destroy();
      const server = connect(this.#port, '127.0.0.1');
      const line = { client, server };
      const end = (): void => {
        client.destroy();
        server.destroy();
        this.#lines.delete(line);
      };
      this.#lines.add(line);
      for (const socket of [client, server]) {
        socket.on('error', end);
        socket.on('close', end);
      }
      client.pipe(server);
      server.pipe(client);
    });
    this.#line.listen(0, '127.0.0.1');
    await once(this.#line, 'listening');
  }

  /** Breaks all connections; and lets none through until `mend`. */
  cut(): void {
    this.#cut = true;
    for (const { client } of [...this.#lines]) client.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  /** Nothing that the server says comes through any more, on the lines there are, but nobody is told. */
  deafen(): void {
    this.lost = '';
    for (const { client, server } of this.#lines) {
      server.unpipe(client);
      server.on('data', (words: Buffer) => (this.lost += words.toString())).resume();
    }
  }

  /** Makes it six minutes later there (tests/later.c). */
  later(): void {
    this.#process?.kill('SIGUSR1');
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (!server || server.exitCode !== null) return;
    const closed = once(server, 'close');
    server.kill(signal);
    await closed;
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM');
    this.cut();
    this.#line?.close();
    await rm(this.#data, { recursive: true, force: true });
  }
}
