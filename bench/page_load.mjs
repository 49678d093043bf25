// SPDX-License-Identifier: MIT
//
// How long a reader waits for the page: from asking for it until the board is there and a turn can
// be made, in a browser that has never seen it, and in one that has (then its own copy answers). On
// the machine as it is, on one whose main thread is a quarter as fast, and that over a slow mobile
// line (1.6 Mbit/s, 150 ms there and back). Served by the program itself. Medians of nine.
//
//     node bench/page_load.mjs

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '../src/web/node_modules/@playwright/test/index.mjs';

const TIMES = 9;
const machines = [
  { name: 'this machine', slower: 1 },
  { name: 'a quarter as fast', slower: 4 },
  { name: 'a quarter as fast, slow line', slower: 4, line: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } },
];
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const server = spawn(fileURLToPath(new URL('../build/linework', import.meta.url)), ['serve', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(createInterface(server.stdout), 'line');
const { address } = JSON.parse(line);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });

/** Milliseconds until the page asks for the first turn. */
async function load(page) {
  const before = performance.now();
  await page.goto(`${address}?seed=1`, { waitUntil: 'commit' });
  await page.locator('.linja [role=gridcell][aria-label*="may go to"]').first().waitFor();
  return performance.now() - before;
}

for (const { name, slower, line } of machines) {
  const first = [], again = [];
  for (let i = 0; i < TIMES; i++) {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    if (line) await devtools.send('Network.emulateNetworkConditions', line);
    first.push(await load(page));
    await page.evaluate(() => navigator.serviceWorker.ready);
    again.push(await load(page));
    await context.close();
  }
  console.log(`${name}: ${median(first).toFixed(0)} ms at first, ${median(again).toFixed(0)} ms again`);
}

await browser.close();
server.kill();
