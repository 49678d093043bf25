// SPDX-License-Identifier: MIT
//
// Draws that nobody can know, on the page: its module draws by the vectors of tests/data/fair.t; a game
// between friends shows a commitment and keeps nothing of what comes; once its key is told it is over
// for good, and the program finds its draws kept.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { command, readState, readSteps, value, type Lines } from '../page/answers';
import { startBorder } from './border';
import { control, keptMatch, keptMatches, status, test, turnCount, turns } from './table';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The chains of the vectors, word by word; those of players who gave no random bytes. */
function chains(): Map<string, string>[] {
  const cases = readFileSync(join(root, 'tests/data/fair.t'), 'utf8')
    .split(/\n\n+/)
    .filter((text) => text.startsWith('chain '));
  const read = cases.map(
    (text) =>
      new Map(
        text
          .trim()
          .split('\n')
          .map((line) => {
            const [, word, rest] = /^((?:key|stack|draws) \d+|\w+) (.*)$/.exec(line) ?? [];
            return [word ?? '', rest ?? ''] as const;
          }),
      ),
  );
  return read.filter((chain) => /^0+$/.test(chain.get('random1') ?? '') && /^0+$/.test(chain.get('random2') ?? ''));
}

const tag = (record: string, name: string): string | undefined =>
  new RegExp(`\\[${name} "([^"]*)"\\]\\n(?![^]*\\[${name} )`).exec(record)?.[1];

/** Makes the first turn that there is. */
function playAny(border: (line: string) => Lines): void {
  const first = readSteps(border('steps')).longer[0] ?? '';
  const more = readSteps(border(command('steps', first)));
  border(command('play', more.whole ? first : (more.longer[0] ?? '')));
}

test('the module draws by the vectors', async () => {
  const border = await startBorder();
  const all = chains();
  expect(all.length).toBe(3);
  for (const chain of all) {
    border(command('new', 'liniell', '', 1, 0, 3, 'Ada', 'Ben', '', chain.get('tiles') ?? '', '', chain.get('chain') ?? ''));
    for (const number of [1, 2]) {
      expect(readState(border('state'))).toMatchObject({ commitment: chain.get('commitment'), key: '', told: false });
      while (!readState(border('state')).over) playAny(border);
      const { key, told } = readState(border('state'));
      expect({ key, told }).toEqual({ key: chain.get(`key ${number}`), told: true });
      expect(tag(value(border('save'), 'record'), 'Draws')).toBe(chain.get(`draws ${number}`));
      if (number === 1) border('next');
    }
  }
});

/** Begins a game of Liniell between friends, without a seed in the address. */
async function sitWithFriend(page: Page, bestOf = 1): Promise<void> {
  await page.goto('?pause=0');
  await page.getByRole('button', { name: 'Liniell' }).click();
  await expect(page.locator('.board.liniell')).toBeVisible();
  await control(page, 'New game').click();
  await page.getByRole('radio', { name: 'Friend on this device' }).check();
  if (bestOf > 1) await page.getByRole('radio', { name: `Best of ${bestOf}` }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.new-game')).toHaveCount(0);
}

async function layTile(page: Page): Promise<void> {
  const before = await page.locator('.moves li button:not(.later)').count();
  await page.locator('.cell.legal:not(.faint)').first().click();
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1);
  await control(page, 'End turn').click();
  await expect.poll(() => page.locator('.moves li button:not(.later)').count()).toBe(before + 1);
}

/** What More says of the draws: the commitment, and the key once it is told. */
async function promised(page: Page): Promise<string[]> {
  await control(page, 'More').click();
  await page.getByText('Draws nobody can know').click();
  const told = await page.locator('.draws code').allTextContents();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  return told;
}

async function resign(page: Page): Promise<void> {
  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toHaveText(/won/);
}

const everythingKept = async (page: Page): Promise<string> =>
  (await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))) + JSON.stringify(await keptMatches(page));
const keptRecord = async (page: Page): Promise<string> => (await keptMatch(page, 'liniell')).record;

test('of a running game between friends nothing is kept or shared but what was drawn', async ({ page }) => {
  await sitWithFriend(page);
  const [commitment = ''] = await promised(page);
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  await layTile(page);
  await layTile(page);
  const record = await keptRecord(page);
  expect(tag(record, 'Draws')).toMatch(/^\d\d,\d\d,\d\d$/);
  expect(tag(record, 'Commitment')).toBe(commitment);
  expect(record).not.toMatch(/Seed|Key/);
  const hexadecimals = new Set((await everythingKept(page)).match(/[0-9a-f]{32,}/g));
  expect([...hexadecimals]).toEqual([commitment]);

  await control(page, 'More').click();
  await page.getByRole('button', { name: 'Share by link' }).click();
  const link = await page.locator('.link input').inputValue();
  const letters = link.slice(link.indexOf('#g=') + 3);
  expect(inflateSync(Buffer.from(letters, 'base64url')).toString()).toBe(record);
});

test('looking back and undo leave the commitment and the tiles as they are', async ({ page }) => {
  await sitWithFriend(page);
  const before = await promised(page);
  for (let i = 0; i < 3; i++) await layTile(page);
  const drawn = tag(await keptRecord(page), 'Draws');
  await page.getByRole('button', { name: 'To the start' }).click();
  expect(await promised(page)).toEqual(before);
  await layTile(page);
  expect(await turnCount(page)).toBe(1);
  expect(tag(await keptRecord(page), 'Draws')).toBe(drawn);
  await layTile(page);
  await control(page, 'Undo').click();
  await expect.poll(() => page.locator('.moves li button:not(.later)').count()).toBe(1);
  expect(await promised(page)).toEqual(before);
  expect(tag(await keptRecord(page), 'Draws')).toBe(drawn);
});

test('a game that is opened again keeps what was drawn, under a new commitment', async ({ page }) => {
  await sitWithFriend(page);
  await layTile(page);
  await layTile(page);
  const [commitment] = await promised(page);
  const before = await keptRecord(page);
  await page.reload();
  await expect(page.locator('.board.liniell')).toBeVisible();
  const [renewed] = await promised(page);
  expect(renewed).toMatch(/^[0-9a-f]{64}$/);
  expect(renewed).not.toBe(commitment);
  const after = await keptRecord(page);
  expect(tag(after, 'Draws')).toBe(tag(before, 'Draws'));
  expect(tag(after, 'DrawnBefore')).toBe('3');
  expect(tag(after, 'Commitment')).toBe(renewed);
});

test('a told game is over for good, and its draws prove right', async ({ page }) => {
  await sitWithFriend(page, 3);
  const [commitment] = await promised(page);
  for (let i = 0; i < 3; i++) await layTile(page);
  await resign(page);
  const told = await promised(page);
  expect(told[0]).toBe(commitment);
  expect(told[1]).toMatch(/^[0-9a-f]{64}$/);
  await expect(control(page, 'Undo')).toBeDisabled();
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(status(page)).toContainText('Looking back');
  await expect(control(page, 'Undo')).toBeDisabled();
  await expect(page.locator('.cell.legal:not(.faint)')).toHaveCount(0);
  await expect(turns(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(status(page)).toHaveText(/won/);

  await control(page, 'Next game').click();
  await expect(turns(page)).toHaveCount(0);
  expect(await promised(page)).toEqual([commitment]);
  await layTile(page);
  await resign(page);
  const record = await keptRecord(page);
  const folder = mkdtempSync(join(tmpdir(), 'linework-'));
  const file = join(folder, 'match.lwg');
  writeFileSync(file, record);
  const proved = execFileSync(join(root, 'build/asan/linework'), ['liniell', 'verify-draws', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(proved).toBe(
    `game 1: commitment ${commitment}, key 1: all 4 draws kept to it\ngame 2: commitment ${commitment}, key 2: all 2 draws kept to it\n`,
  );
});
