// SPDX-License-Identifier: MIT
//
// The two engines besides Chromium's: Debian's Firefox by WebDriver BiDi (puppeteer-core), and WebKit's MiniBrowser by
// plain WebDriver on a display of its own. As little of each as playing needs: an address, an expression, a press.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { launch } from 'puppeteer-core';

export interface Browser {
  goTo: (address: string) => Promise<void>;
  /** What a script's expression is worth on the page; a promise is waited for. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Presses the mouse where that is in the window. */
  press: (x: number, y: number) => Promise<void>;
  close: () => Promise<void>;
}

export async function firefox(): Promise<Browser> {
  const browser = await launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return {
    goTo: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    close: () => browser.close(),
  };
}

export async function webkit(): Promise<Browser> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1300x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(createInterface(display.stdio[3] as Readable), 'line')) as [string];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  const ask = driverAt(`http://127.0.0.1:${port}/session`);
  await untilUp(`http://127.0.0.1:${port}/status`, driver);
  const { sessionId } = (await ask('', { capabilities: { alwaysMatch: {} } })) as { sessionId: string };
  const session = `/${sessionId}`;
  await ask(`${session}/timeouts`, { script: 120_000 });
  await ask(`${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
  return {
    goTo: async (url) => void (await ask(`${session}/url`, { url })),
    evaluate: (expression) => ask(`${session}/execute/async`, { script: ASYNC.replace('EXPRESSION', () => expression), args: [] }),
    press: async (x, y) => {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await ask(`${session}/actions`, { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
    },
    close: async () => {
      await fetch(`http://127.0.0.1:${port}/session${session}`, { method: 'DELETE' });
      await ended(driver);
      await ended(display);
    },
  };
}

const ASYNC = `const done = arguments[arguments.length - 1];
  Promise.resolve().then(() => (EXPRESSION)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;

/** Commands of WebDriver, each a POST. */
const driverAt =
  (root: string) =>
  async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(root + path, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: Record<string, unknown> | null };
    if (!answer.ok) throw new Error(`WebKit: ${String(value?.['message'])}`);
    if (!path.endsWith('/async')) return value;
    if (typeof value?.['error'] === 'string') throw new Error(value['error']);
    return value?.['value'];
  };

async function untilUp(address: string, program: ChildProcess): Promise<void> {
  for (;;) {
    if (program.exitCode !== null) throw new Error('WebKitWebDriver has ended');
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
}

async function ended(program: ChildProcess): Promise<void> {
  const closed = once(program, 'close');
  program.kill();
  await closed;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
