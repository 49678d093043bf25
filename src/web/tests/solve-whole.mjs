// SPDX-License-Identifier: MIT
//
// The whole game solved in a page in Chromium: its table is taken out of the browser, and the native program hashes its
// values. `tools/test-solve` runs it.

import { chromium } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const program = join(root, 'build/linework');
const rules = process.argv[2] ?? 'zen';
const known = new RegExp(`^\\| \`${rules.replaceAll('+', '\\+')}\` \\| \`([0-9a-f]{64})\` \\|$`, 'm');
const expected = known.exec(readFileSync(join(root, 'docs/solver.md'), 'utf8'))?.[1];
if (!expected) throw new Error(`docs/solver.md has no hash of ${rules}`);

const folder = mkdtempSync(join(tmpdir(), 'linework-solve-'));
const server = spawn(program, ['serve', '--json', '-q'], {
  env: { ...process.env, XDG_DATA_HOME: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let browser = null;
try {
  const [line] = await once(createInterface(server.stdout), 'line');
  const { address } = JSON.parse(line);
  // With a profile on disk: what a private window keeps is in memory.
  browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  await page.addInitScript((wanted) => {
    localStorage['linework.settings'] ??= JSON.stringify({ newGame: { starts: 'me', rules: { linja: wanted } } });
  }, rules);
  await page.goto(`${address}?seed=1`);
  await page.locator('.board.linja').waitFor();
  // The first page gets its service worker; the next is isolated by it, if not by the server.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('.board.linja').waitFor();
  const cores = await page.evaluate(() => (crossOriginIsolated ? navigator.hardwareConcurrency : 1));
  await page.locator('.controls').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByText('Solve Linja on this device').click();
  const begun = Date.now();
  await page.getByRole('button', { name: /^Solve: / }).click();
  await page.locator('.kept-tables li, .solve [role=alert]').first().waitFor({ timeout: 3_600_000 });
  const said = await page.locator('.solve').innerText();
  if (await page.locator('.solve [role=alert]').count()) throw new Error(said);
  console.log(`${rules}: solved in the page by ${cores} workers in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  const file = join(folder, 'from-the-page.table');
  const out = openSync(file, 'w');
  const AT_ONCE = 4 << 20;
  for (let at = 0, more = true; more; at += AT_ONCE) {
    const piece = await page.evaluate(
      async ([name, first, count]) => {
        const tables = await (await navigator.storage.getDirectory()).getDirectoryHandle('tables');
        const whole = await (await tables.getFileHandle(name)).getFile();
        const bytes = new Uint8Array(await whole.slice(first, first + count).arrayBuffer());
        let text = '';
        for (let i = 0; i < bytes.length; i += 32_768) text += String.fromCharCode(...bytes.subarray(i, i + 32_768));
        return btoa(text);
      },
      [`linja-${rules}.table`, at, AT_ONCE],
    );
    const bytes = Buffer.from(piece, 'base64');
    writeSync(out, bytes);
    more = bytes.length === AT_ONCE;
  }
  closeSync(out);
  const hash = execFileSync(program, ['linja', 'stats', '--hash', '--rules', rules, '--table', file], { encoding: 'utf8' }).trim();
  if (!hash.includes(expected)) throw new Error(`the values have the hash ${hash}, not ${expected}`);
  console.log(`SHA-256 of the values: ${expected}, as natively`);
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
