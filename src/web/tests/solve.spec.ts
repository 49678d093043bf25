// SPDX-License-Identifier: MIT
//
// Solving on the device, in a real browser: the reduced game (?pawns=4) by all workers, whose table has the bytes of the
// native one; cancelled, closed in the middle, hidden, on battery, without room or memory, with a worker that is killed; a table of the full size that
// the page answers from; and one that is fetched over lines that break.

import { expect, type BrowserContext, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { violations } from './axe';
import { control, sit, test } from './table';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const known = readFileSync(join(root, 'tests/data/linja-reduced.sha256'), 'utf8');

/** The names of what the device keeps for the page. */
const keptNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('tables', { create: true });
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys: () => AsyncIterable<string> }).keys()) names.push(name);
    return names.sort();
  });

const keptBytes = async (page: Page, name: string): Promise<Uint8Array> => {
  const text = await page.evaluate(async (wanted) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('tables');
    const file = await (await folder.getFileHandle(wanted)).getFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    let all = '';
    for (let at = 0; at < bytes.length; at += 32_768) all += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return btoa(all);
  }, name);
  return Buffer.from(text, 'base64');
};

async function openCard(page: Page, search: string): Promise<void> {
  await page.goto(`?seed=1&pause=0${search}`);
  await expect(page.locator('.board.linja')).toBeVisible();
  await control(page, 'More').click();
  await page.getByText('Solve Linja on this device').click();
}

test('the reduced game is solved with the bytes of the native table, is listed nowhere as a whole one, and offers itself again', async ({
  page,
}) => {
  await openCard(page, '&pawns=4');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect.poll(() => keptNames(page)).toEqual(['linja-zen.table-4']);
  await expect(page.locator('.solving')).toHaveCount(0);
  const sum = createHash('sha256')
    .update(await keptBytes(page, 'linja-zen.table-4'))
    .digest('hex');
  expect(known).toContain(`${sum}  linja-zen-4.table`);
  await expect(page.getByRole('button', { name: 'Solve: Zen' })).toBeVisible();
  await page.reload();
  await expect.poll(() => keptNames(page)).toEqual([]);
});

test('a solve can wait, go on and be given up, and leaves nothing', async ({ page }) => {
  await openCard(page, '&pawns=9');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.locator('.solving')).toContainText('paused');
  const stands = await page.locator('progress').getAttribute('value');
  await expect(page.locator('.solving')).toContainText('paused');
  expect(await keptNames(page)).toEqual(['linja-zen.table-9.part']);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect.poll(() => page.locator('progress').getAttribute('value')).not.toBe(stands);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Solve: Zen' })).toBeVisible();
  await expect.poll(() => keptNames(page)).toEqual([]);
});

test('a solve that is given up can be begun again at once, and is not begun by what came before', async ({ page }) => {
  await seeWorkers(page);
  await openCard(page, '&pawns=9');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solving')).toContainText('% solved');
  await page.evaluate(async () => {
    const click = (text: string): boolean => {
      const found = [...document.querySelectorAll<HTMLElement>('.solve button')].find((button) => button.textContent.startsWith(text));
      found?.click();
      return found !== undefined;
    };
    click('Cancel');
    while (!click('Solve: ')) await new Promise((resolve) => setTimeout(resolve));
  });
  await expect(page.locator('.solving, .solve [role=alert]')).toContainText('% solved');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(() => keptNames(page)).toEqual([]);
  // Given up while the page still asks how much room there is.
  await page.evaluate(() => {
    const told = new Promise<StorageEstimate>((resolve) => addEventListener('told', () => resolve({})));
    navigator.storage.estimate = () => told;
  });
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solving')).toContainText('Getting ready');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const started = await page.evaluate(async () => {
    const { seen } = globalThis as unknown as Seen;
    const before = seen.length;
    dispatchEvent(new Event('told'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return seen.length - before;
  });
  expect(started).toBe(0);
  await expect(page.getByRole('button', { name: 'Solve: Zen' })).toBeVisible();
  expect(await keptNames(page)).toEqual([]);
});

test('a page that is closed in the middle leaves no table, and the next one clears away', async ({ page, context }) => {
  await openCard(page, '&pawns=9');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solving')).toContainText('% solved');
  const next = await context.newPage();
  await next.goto('?seed=1');
  expect(await keptNames(next)).toEqual(['linja-zen.table-9.part']); // it is being made, and stays
  await page.close();
  await expect
    .poll(async () => {
      await next.reload();
      await expect(next.locator('.board.linja')).toBeVisible();
      return keptNames(next);
    })
    .toEqual([]);
});

/** The page's workers, and what they were told, are at hand. */
const seeWorkers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: Worker[] = [];
    const told: unknown[] = [];
    const Real = Worker;
    Object.assign(globalThis, {
      seen,
      told,
      Worker: class extends Real {
        constructor(url: string | URL) {
          super(url);
          if (String(url).includes('solver')) seen.push(this);
        }
        override postMessage(message: unknown): void {
          if (seen.includes(this)) told.push(message);
          super.postMessage(message);
        }
      },
    });
  });

interface Seen {
  seen: Worker[];
  told: { kind: string; paused?: boolean }[];
}

/** How many workers hold the lock of their lives. */
const living = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name }) => name?.startsWith('linework-worker-')).length;
  });

for (const [who, which] of [
  ['that helps', 1],
  ['that solves', 0],
] as const)
  test(`a worker ${who} and is killed in the middle ends the solve, says so, and leaves nothing`, async ({ page }) => {
    await seeWorkers(page);
    await openCard(page, '&pawns=9');
    await page.getByRole('button', { name: 'Solve: Zen' }).click();
    await expect.poll(() => living(page)).toBe(await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 32)));
    await expect(page.locator('.solving')).toContainText('% solved');
    await page.evaluate((i) => (globalThis as unknown as Seen).seen[i]?.terminate(), which);
    await expect(page.locator('.solve [role=alert]')).toContainText('The browser has ended it');
    await expect(page.locator('.solving')).toHaveCount(0);
    await expect.poll(() => living(page)).toBe(0);
    await expect.poll(() => keptNames(page)).toEqual([]);
    await expect(page.getByRole('button', { name: 'Solve: Zen' })).toBeVisible();
  });

test('a worker that is lost before it has begun is missed', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const Real = Worker;
    globalThis.Worker = class extends Real {
      constructor(url: string | URL) {
        super(url);
        if (String(url).includes('solver')) this.terminate();
      }
    };
  });
  await openCard(page, '&pawns=4');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solving')).toContainText('Getting ready');
  await expect(page.locator('.solve .buttons')).toHaveCount(1);
  await page.clock.fastForward(31_000);
  await expect(page.locator('.solve [role=alert]')).toContainText('The browser has ended it');
});

test('a solve rests on battery power, if that is wished', async ({ page }) => {
  await page.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { charging: false, onchargingchange: null as (() => void) | null });
    Object.assign(navigator, { getBattery: () => Promise.resolve(battery) });
    Object.assign(globalThis, { battery });
  });
  await openCard(page, '&pawns=9');
  await page.getByLabel('Pause on battery power').check();
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solving')).toContainText('paused');
  await page.evaluate(() => {
    const { battery } = globalThis as unknown as { battery: { charging: boolean; onchargingchange: () => void } };
    battery.charging = true;
    battery.onchargingchange();
  });
  await expect(page.locator('.solving')).not.toContainText('paused');
  await expect(page.locator('.solving')).toContainText(/[1-9]\d* % solved/);
  await page.reload();
  await openCard(page, '');
  await expect(page.getByLabel('Pause on battery power')).toBeChecked();
});

test('a solve rests while the page is hidden, if that is wished, and goes on to the same table', async ({ page }) => {
  await seeWorkers(page);
  await openCard(page, '&pawns=4');
  await page.getByLabel('Pause while the page is hidden').check();
  const show = (state: string): Promise<unknown> =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  // Hidden before the worker has asked for its module, so that it rests before the first layer.
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/solver-*.wasm', (route) => held.then(() => route.continue()));
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await show('hidden');
  const pauses = (): Promise<unknown[]> =>
    page.evaluate(() => (globalThis as unknown as Seen).told.filter(({ kind }) => kind === 'pause').map(({ paused }) => paused));
  expect(await pauses()).toEqual([true]);
  letGo();
  const workers = await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 32));
  await expect.poll(() => living(page)).toBe(workers); // it has its memory, and would go on
  expect(await page.locator('progress').getAttribute('value')).toBe('0');
  expect(await keptNames(page)).toEqual(['linja-zen.table-4.part']);
  await show('visible');
  expect(await pauses()).toEqual([true, false]);
  await expect.poll(() => keptNames(page)).toEqual(['linja-zen.table-4']);
});

test('where there is no room or no memory the page says so', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 1e9, usage: 0.9e9 });
  });
  await openCard(page, '');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('There is not enough room on this device');
  expect(await keptNames(page)).toEqual([]);
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 1e9, usage: 0 });
    Object.defineProperty(navigator, 'deviceMemory', { value: 1, configurable: true });
  });
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('There is not enough memory');
});

test('a browser that gives no memory is told from other troubles', async ({ page }) => {
  await page.route('**/solver-*.js', async (route) => {
    const answer = await route.fetch();
    const refusing = 'WebAssembly.Memory = class { constructor() { throw new RangeError("no memory"); } };';
    await route.fulfill({ response: answer, body: refusing + (await answer.text()) });
  });
  await openCard(page, '&pawns=4');
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('There is not enough memory');
  await expect.poll(() => keptNames(page)).toEqual([]);
});

test('a storage that fills up in the middle ends the solve, says so, and leaves nothing', async ({ page, context }) => {
  await openCard(page, '&pawns=9');
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({}); // so that it is found out later
  });
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 3e6 });
  await page.getByRole('button', { name: 'Solve: Zen' }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('There is not enough room on this device');
  await expect.poll(() => keptNames(page)).toEqual([]);
  await expect.poll(() => living(page)).toBe(0);
});

/** The page from a host of our own; `answer`: what it serves beside. */
async function hostPage(
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<{ address: string; close: () => void }> {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
  const host = createServer((request, response) => {
    if (answer?.(request, response)) return;
    const name = new URL(request.url ?? '', 'http://host').pathname.slice(1) || 'index.html';
    try {
      const bytes = readFileSync(join(root, 'build/web', name));
      response.writeHead(200, { 'Content-Type': types[name.split('.').pop() ?? ''] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  return { address: `http://127.0.0.1:${(host.address() as AddressInfo).port}/`, close: () => host.close() };
}

test('the service worker isolates a page that is hosted anywhere, so that its workers share memory', async ({ browser }) => {
  const host = await hostPage();
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(host.address);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await context.close();
  host.close();
});

// --- a table of the full size, which knows how one late position goes on ----------------------------

const LATE = '09/10/11/00/10/01/01/90 a';
const GAME = `[Game "linja"]\n[Rules "2003"]\n[Result "*"]\n[SetUp "1"]\n[Position "${LATE}"]\n\n1. cd *\n`;

function lateTable(rules: string, position: string, ...how: string[]): Buffer {
  const data = mkdtempSync(join(tmpdir(), 'linework-late-'));
  try {
    execFileSync(join(root, `build/${process.env['LINEWORK_BUILD'] ?? 'asan'}/tests/make_late_table`), [rules, position, ...how], {
      env: { ...process.env, XDG_DATA_HOME: data },
    });
    return readFileSync(join(data, `linework/linja-${rules}.table`));
  } finally {
    rmSync(data, { recursive: true });
  }
}

const put = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page.evaluate(
    async ([file, text]) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('tables', { create: true });
      const writable = await (await folder.getFileHandle(file ?? '', { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(text ?? ''), (c) => c.charCodeAt(0)));
      await writable.close();
      new BroadcastChannel('linework-tables').postMessage(null);
    },
    [name, bytes.toString('base64')],
  );

test('a table on the device makes values exact, is listed, and can be deleted', async ({ page }) => {
  await sit(page);
  await put(page, 'linja-2003.table', lateTable('2003', LATE));
  await control(page, 'More').click();
  await page.getByText('Solve Linja on this device').click();
  await expect(page.locator('.kept-tables li')).toHaveCount(1);
  await expect(page.locator('.kept-tables')).toContainText('MB');
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(GAME) });
  await expect(page.locator('.kept-tables')).toHaveCount(0); // the panel has gone, and the game is there
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect(page.locator('main')).toContainText('Exact values from the solution of the game.');
  await expect(page.locator('.status')).toContainText('Best 0, played −4minus 4 for Red.');
  await page.goBack();
  await control(page, 'More').click();
  await page.getByText('Solve Linja on this device').click();
  await expect(page.locator('details.solve')).toContainText('Values are exact, and level 10 plays perfectly.');
  await page.getByRole('button', { name: /^Delete: / }).click();
  await expect(page.locator('.kept-tables')).toHaveCount(0);
  expect(await keptNames(page)).toEqual([]);
});

test('hints and what is tried in a review come from the table on the device', async ({ page }) => {
  await sit(page);
  await put(page, 'linja-2003.table', lateTable('2003', LATE, 'upside-down')); // by which the worst turn is the best
  await control(page, 'More').click();
  const open = (game: string): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(game) });
  await open(GAME.replace('1. cd *', '*'));
  await expect(page.locator('details.solve')).toHaveCount(0); // the panel has gone, and the game is there
  await control(page, 'Hint').click();
  await page.getByRole('button', { name: 'Show the turn' }).click();
  await expect(page.locator('.card.hint')).toContainText('Try cd.');
  await control(page, 'More').click();
  await open(GAME.replace('1. cd *', '1. bc/eg *'));
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Play the better turn' }).first().click();
  await expect(page.locator('.trial')).toContainText('cd is worth +4, exactly.');
});

test('a table that cannot be read is none: the page says so, asks the server and offers to make it again', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/linja/moves*', (route) => {
    asked++;
    return route.fulfill({ status: 404, body: '' });
  });
  await sit(page);
  const table = lateTable('2003', LATE);
  table[100] = (table[100] ?? 0) ^ 1;
  await put(page, 'linja-2003.table', table);
  await control(page, 'More').click();
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(GAME) });
  await control(page, 'More').click();
  await page.getByText('Solve Linja on this device').click();
  await expect(page.locator('.kept-tables li')).toContainText('It cannot be read: solve it again.');
  await expect(page.getByRole('button', { name: /^Solve: / })).toBeVisible();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
});

// --- fetching it --------------------------------------------------------------------------------------

/** A server that has a table, over a line that breaks after so many bytes. */
class TableHost {
  tag = '"one"';
  breaksAfter = Infinity;
  /** It does not break there, but nothing comes any more. */
  stalls = false;
  /** What was asked for of the table, but for its size. */
  asked: { range?: string | undefined; condition?: string | undefined; answered: number }[] = [];
  #host: { address: string; close: () => void } | null = null;
  #stalled: ServerResponse[] = [];

  constructor(public bytes: Buffer) {}

  async open(context: BrowserContext): Promise<Page> {
    this.#host = await hostPage((request, response) => this.#answer(request, response));
    const page = await context.newPage();
    await page.goto(`${this.#host.address}?seed=1&pause=0`);
    await this.openCard(page);
    return page;
  }

  async openCard(page: Page): Promise<void> {
    await expect(page.locator('.board.linja')).toBeVisible();
    await control(page, 'More').click();
    await page.getByText('Solve Linja on this device').click();
  }

  close(): void {
    this.#host?.close();
  }

  /** The line breaks over what has stalled. */
  cut(): void {
    for (const response of this.#stalled.splice(0)) response.destroy();
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (!request.url?.startsWith('/v1/tables/linja-zen.table')) return false;
    const { range } = request.headers;
    const condition = request.headers['if-range']?.toString();
    const of = this.bytes.length;
    const [, first = '', last = ''] =
      /^bytes=(\d+)-(\d*)$/.exec(condition === undefined || condition === this.tag ? (range ?? '') : '') ?? [];
    const begin = Number(first);
    const end = last ? Number(last) + 1 : of;
    const code = first === '' ? 200 : begin >= of ? 416 : 206;
    const head = { ETag: this.tag, 'Content-Length': code === 416 ? 0 : end - begin };
    const part = code === 206 ? `bytes ${begin}-${end - 1}/${of}` : `bytes */${of}`;
    response.writeHead(code, code === 200 ? head : { ...head, 'Content-Range': part });
    if (range !== 'bytes=0-0') this.asked.push({ range, condition, answered: code });
    if (code === 416) response.end();
    else if (end - begin <= this.breaksAfter) response.end(this.bytes.subarray(begin, end));
    else {
      if (this.stalls) this.#stalled.push(response);
      response.write(this.bytes.subarray(begin, begin + this.breaksAfter), () => this.stalls || setTimeout(() => response.destroy(), 200));
    }
    return true;
  }
}

const LATE_ZEN = '09/01/01/00/00/21/10/90 b';
const PART_BYTES = 1 << 20;

test('a table is fetched over a line that breaks, goes on where it broke off, and begins anew if it is another by then', async ({
  context,
}) => {
  const host = new TableHost(lateTable('zen', LATE_ZEN));
  host.breaksAfter = PART_BYTES;
  const page = await host.open(context);
  await page.getByRole('button', { name: 'Fetch it from the server instead (5 MB)' }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('The connection was lost');
  await expect(page.locator('.kept-tables li')).toContainText('Not whole yet');
  const part = (await keptBytes(page, 'linja-zen.table.download')).length;
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThanOrEqual(PART_BYTES);
  // Without any line nothing is lost, either.
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Go on fetching/ }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('The connection was lost');
  expect((await keptBytes(page, 'linja-zen.table.download')).length).toBe(part);
  await context.setOffline(false);
  host.breaksAfter = Infinity;
  await page.reload();
  await host.openCard(page);
  await page.evaluate(
    (left) => {
      navigator.storage.estimate = () => Promise.resolve({ quota: left, usage: 0 }); // room for the rest
    },
    host.bytes.length - part + 1,
  );
  await page.getByRole('button', { name: /^Go on fetching/ }).click();
  await expect(page.locator('.solve')).toContainText('Values are exact');
  expect(host.asked.at(-1)).toEqual({ range: `bytes=${part}-`, condition: '"one"', answered: 206 });
  expect(Buffer.compare(await keptBytes(page, 'linja-zen.table'), host.bytes)).toBe(0);
  expect(await keptNames(page)).toEqual(['linja-zen.table']);

  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({});
  });
  await page.getByRole('button', { name: /^Delete: / }).click();
  host.breaksAfter = PART_BYTES;
  await page.getByRole('button', { name: /^Fetch it/ }).click();
  await expect(page.locator('.solve [role=alert]')).toContainText('The connection was lost');
  host.bytes = lateTable('zen', LATE_ZEN, 'upside-down');
  host.tag = '"two"';
  host.breaksAfter = Infinity;
  await page.getByRole('button', { name: /^Go on fetching/ }).click();
  await expect(page.locator('.solve')).toContainText('Values are exact');
  expect(host.asked.at(-1)).toMatchObject({ condition: '"one"', answered: 200 });
  expect(Buffer.compare(await keptBytes(page, 'linja-zen.table'), host.bytes)).toBe(0);
  host.close();
});

test('what had come whole is checked and not fetched again; what is damaged or of the reduced game is thrown away', async ({ context }) => {
  const host = new TableHost(lateTable('zen', LATE_ZEN));
  const page = await host.open(context);
  await put(page, 'linja-zen.table.download', host.bytes);
  await page.evaluate(() => localStorage.setItem('linework.fetched.linja-zen.table', JSON.stringify('"one"')));
  await page.getByRole('button', { name: /^Go on fetching/ }).click();
  await expect(page.locator('.solve')).toContainText('Values are exact');
  expect(host.asked.map(({ answered }) => answered)).toEqual([416]);
  await page.getByRole('button', { name: /^Delete: / }).click();

  const damaged = Buffer.from(host.bytes);
  damaged[damaged.length - 1] = (damaged[damaged.length - 1] ?? 0) ^ 1;
  execFileSync(process.execPath, [join(root, 'src/web/tests/solve.mjs'), 'zen', '4', '1', join(root, 'build/reduced.table')], {
    stdio: 'ignore',
  });
  for (const bytes of [damaged, readFileSync(join(root, 'build/reduced.table'))]) {
    host.bytes = bytes;
    await page.getByRole('button', { name: /^Fetch it/ }).click();
    await expect(page.locator('.solve [role=alert]')).toContainText('could not be read back');
    await expect.poll(() => keptNames(page)).toEqual([]);
  }
  host.close();
});

test('a download that is given up leaves nothing, one that broke off can be deleted, and a table takes the place of one that cannot be read', async ({
  context,
}) => {
  const host = new TableHost(lateTable('zen', LATE_ZEN));
  host.breaksAfter = PART_BYTES;
  const page = await host.open(context);
  await page.getByRole('button', { name: /^Fetch it/ }).click();
  await expect(page.locator('.kept-tables li')).toContainText('Not whole yet');
  await page.getByRole('button', { name: /^Delete: / }).click();
  await expect.poll(() => keptNames(page)).toEqual([]);

  host.stalls = true;
  await page.getByRole('button', { name: /^Fetch it/ }).click();
  await expect(page.locator('.solving')).toContainText('% fetched');
  await page.locator('.solving').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(() => keptNames(page)).toEqual([]);

  host.breaksAfter = Infinity;
  await put(page, 'linja-zen.table', host.bytes.subarray(0, 5000));
  await expect(page.locator('.kept-tables li')).toContainText('It cannot be read');
  await page.getByRole('button', { name: /^Fetch it/ }).click();
  await expect(page.locator('.solve')).toContainText('Values are exact');
  expect(Buffer.compare(await keptBytes(page, 'linja-zen.table'), host.bytes)).toBe(0);
  host.close();
});

test('a fetch that is given up while another window is at work leaves that its part, and both can be told apart by ear', async ({
  context,
}) => {
  const host = new TableHost(lateTable('zen', LATE_ZEN));
  host.breaksAfter = PART_BYTES;
  host.stalls = true;
  const page = await host.open(context);
  await put(page, 'linja-zen.table', host.bytes.subarray(0, 5000));
  await page.getByRole('button', { name: /^Fetch it/ }).click();
  await expect(page.locator('.solving')).toContainText('% fetched');
  const other = await context.newPage();
  await other.goto(page.url());
  await host.openCard(other);
  // At once, before it has waited too long.
  await other.evaluate(async () => {
    const click = (text: RegExp): boolean => {
      const found = [...document.querySelectorAll<HTMLElement>('.solve button')].find((button) => text.test(button.textContent));
      found?.click();
      return found !== undefined;
    };
    for (const text of [/fetching it|Fetch it/, /Cancel/]) while (!click(text)) await new Promise((resolve) => setTimeout(resolve));
  });
  host.cut();
  await expect(page.locator('.solve [role=alert]')).toContainText('The connection was lost');
  // Whatever waits for the other to let go has done it by then.
  await other.evaluate(() => navigator.locks.request('linework-solve', () => undefined));
  expect(await keptNames(page)).toEqual(['linja-zen.table', 'linja-zen.table.download']);
  const deletes = page.getByRole('button', { name: /^Delete: / });
  await expect(deletes).toHaveCount(2);
  const names = await deletes.evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(new Set(names).size).toBe(2);
  host.close();
});
