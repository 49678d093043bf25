// SPDX-License-Identifier: MIT
//
// What the tests have in common: setting a table with fixed chance, and playing by hand.

import { expect, test as base, type Page } from '@playwright/test';

/** The game of docs/review.md: its last turn is a blunder. */
export const BLUNDER = `[Game "linja"]
[Rules "2003"]
[Date "????.??.??"]
[First "Ada"]
[Second "Ben"]
[Result "0-1"]
[SetUp "1"]
[Position "08/00/11/11/10/02/30/60 a"]

1. ef/ce+gh/gh dc/cb+fe/ed 2. de/ef 0-1
`;

type Starts = 'me' | 'other' | 'lot';

/** Who begins in a page to be opened, as long as nothing else was chosen there. */
export const letBegin = (page: Page, starts: Starts): Promise<unknown> =>
  page.addInitScript((chosen) => {
    try {
      localStorage['linework.settings'] ??= JSON.stringify({ newGame: { starts: chosen } });
    } catch {
      // A device that keeps nothing.
    }
  }, starts);

/**
 * A page that fails its test if a script failed in it or its policy was broken. `starts`: who begins; most tests play, and
 * do not leave it to the lot as the page does.
 */
export const test = base.extend<{ starts: Starts }>({
  starts: ['me', { option: true }],
  page: async ({ page, starts }, use) => {
    const complaints: string[] = [];
    await letBegin(page, starts);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Opens the page with fixed chance and a computer that does not linger. */
export async function sit(page: Page, game: 'linja' | 'liniell' = 'linja'): Promise<void> {
  await page.goto('?seed=1&pause=0');
  if (game === 'liniell') await page.getByRole('button', { name: 'Liniell' }).click();
  await expect(page.locator(`.board.${game}`)).toBeVisible();
}

/** How many turns the list has. */
export const turnCount = (page: Page): Promise<number> => page.locator('.moves li button').count();

export const status = (page: Page) => page.locator('.status h1');

/** Waits until a person is to move or the game is over; tells whether it goes on. */
export async function myTurn(page: Page): Promise<boolean> {
  await expect(status(page)).not.toContainText('thinking');
  await expect(status(page)).not.toContainText('Setting');
  await expect(status(page)).not.toContainText('by lot');
  return !/won|draw|Drawn/.test((await status(page).textContent()) ?? '');
}

interface KeptMatches {
  games: { id: string; n: number; record: string; ply: number }[];
  events: { id: string; n: number; text: string }[];
}

/** All that the device keeps of matches. */
export const keptMatches = (page: Page): Promise<KeptMatches> =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const opening = indexedDB.open('linework');
        opening.onerror = () => fail(opening.error ?? new Error('no IndexedDB'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction(['games', 'events']);
          const [games, events] = ['games', 'events'].map((name) => reading.objectStore(name).getAll());
          reading.oncomplete = () => {
            done({ games: games?.result, events: events?.result } as KeptMatches);
            opening.result.close();
          };
        };
      }),
  );

/** What the device keeps of the match on the table. */
export async function keptMatch(page: Page, game = 'linja'): Promise<{ record: string; ply: number }> {
  const id = await page.evaluate((name) => JSON.parse(sessionStorage.getItem(`linework.current.${name}`) ?? '""') as string, game);
  return (await keptMatches(page)).games.find((each) => each.id === id) ?? { record: '', ply: -1 };
}

/** Waits until the page has drawn what was last done to it: for tests in which nothing may have happened. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));

/** Opens the panel for a new game or for what is wanted less often; its button may have another name. */
export async function openPanel(page: Page, which: 'new-game' | 'more', name = which === 'more' ? 'More' : 'New game'): Promise<void> {
  await closePanel(page);
  await control(page, name).click();
  await expect(page.locator(`.${which}`)).toBeVisible();
}

/** Closes the panel that lies over the controls of a phone, if one does. */
export async function closePanel(page: Page): Promise<void> {
  const end = page.locator('.beside .ending button').last();
  if ((await end.isVisible()) && !(await page.locator('.controls').isVisible())) await end.click();
}

/** The seconds on a player's clock. */
export async function secondsLeft(page: Page, player: 0 | 1): Promise<number> {
  const [minutes, seconds] = ((await page.locator('.clock').nth(player).textContent()) ?? '').split(':').map(Number);
  return 60 * (minutes ?? NaN) + (seconds ?? NaN);
}

export const control = (page: Page, name: string) => page.locator('.controls').getByRole('button', { name, exact: true });
export const turns = (page: Page) => page.locator('.moves li button');
export const notice = (page: Page) => page.locator('.notice');

/** A turn of Linja: the pawn of this row opens, and there is no more. */
export async function openWith(page: Page, row: number): Promise<void> {
  const before = await page.locator('.moves li button:not(.later)').count();
  await page.locator(`[data-cell="a${row}"]`).click();
  await page.locator(`[data-cell="a${row + 1}"]`).click();
  const made = () => page.locator('.moves li button:not(.later)').count();
  await expect.poll(async () => (await made()) > before || (await page.locator('.controls .primary').isVisible())).toBe(true);
  if ((await made()) === before) await page.locator('.controls .primary').click();
  await expect.poll(made).toBeGreaterThanOrEqual(before + 2);
  await myTurn(page);
}

/** Makes the first turn of a game of Linja and waits for the answer; both as the list has them. */
export async function firstTurns(page: Page): Promise<string[]> {
  await page.locator('[data-cell="a0"]').click();
  await page.locator('[data-cell="a1"]').click();
  await page.getByRole('button', { name: 'No follow-up' }).click();
  await expect.poll(() => turnCount(page)).toBe(2);
  return page.locator('.moves li button').allTextContents();
}

/** Something that can be done by mouse, by keyboard or by touch. */
export interface Hand {
  /** Touches a cell of the board. */
  cell: (name: string) => Promise<void>;
  button: (name: string | RegExp) => Promise<void>;
}

export const mouse = (page: Page): Hand => ({
  cell: (name) => page.locator(`[data-cell="${name}"]`).click({ force: true }),
  button: (name) => page.locator('main').getByRole('button', { name }).first().click(),
});

export const finger = (page: Page): Hand => ({
  cell: (name) => page.locator(`[data-cell="${name}"]`).tap({ force: true }),
  button: (name) => page.locator('main').getByRole('button', { name }).first().tap(),
});

/** Keys only: Tab to the board, arrows to the cell, Enter; Tab to a button, Enter. */
export function keyboard(page: Page): Hand {
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
  const tabTo = async (there: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 80; i++) {
      if (await there()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not lead there');
  };
  return {
    async cell(name) {
      await tabTo(async () => (await focused()) !== '');
      // Columns and rows by where the cells are, as eyes would.
      for (let i = 0; i < 30 && (await focused()) !== name; i++) {
        const key = await page.evaluate((wanted) => {
          const here = document.activeElement?.getBoundingClientRect();
          const there = document.querySelector(`[data-cell="${wanted}"]`)?.getBoundingClientRect();
          if (!here || !there) return '';
          if (Math.abs(here.y - there.y) > 2) return here.y < there.y ? 'ArrowDown' : 'ArrowUp';
          return here.x < there.x ? 'ArrowRight' : 'ArrowLeft';
        }, name);
        await page.keyboard.press(key);
      }
      expect(await focused()).toBe(name);
      await page.keyboard.press('Enter');
    },
    async button(name) {
      const wanted = page.locator('main').getByRole('button', { name }).first();
      await tabTo(() => wanted.evaluate((button) => button === document.activeElement));
      await page.keyboard.press('Enter');
    },
  };
}

/** The cells of Linja with pawns that may move now. */
async function movable(page: Page): Promise<string[]> {
  return page
    .locator('.linja [role=gridcell][aria-label*="may go to"]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell') ?? ''));
}

/** Plays Linja to the end, always with the pawn that is furthest behind. */
export async function playLinja(page: Page, hand: Hand): Promise<void> {
  for (let turn = 0; turn < 80 && (await myTurn(page)); turn++) {
    const before = await turnCount(page);
    for (let step = 0; step < 3 && (await turnCount(page)) === before; step++) {
      const title = (await status(page).textContent()) ?? '';
      if (title.startsWith('Bonus')) {
        await hand.button('No bonus');
        break;
      }
      const cells = await movable(page);
      const cell = cells.sort((a, b) => a[1]!.localeCompare(b[1]!))[0];
      if (cell === undefined) {
        await hand.button('Pass');
        break;
      }
      await hand.cell(cell);
      await hand.cell(cell);
      // Either the turn is made, or the next step of it is asked for.
      await expect
        .poll(
          async () =>
            (await turnCount(page)) > before || /^(Follow-up|Bonus)/.test((await status(page).textContent())?.replace(title, '') ?? ''),
        )
        .toBe(true);
    }
    await expect.poll(() => turnCount(page)).toBeGreaterThan(before);
  }
  await expect(status(page)).toHaveText(/won|draw/i);
}

const MARKER = /^(Line|Take over)/;

/** Plays Liniell to the end: first legal cell, and the first marker that is offered. */
export async function playLiniell(page: Page, hand: Hand): Promise<void> {
  for (let turn = 0; turn < 16 && (await myTurn(page)); turn++) {
    const before = await turnCount(page);
    if (await page.getByRole('button', { name: 'Pass' }).isVisible()) {
      await hand.button('Pass');
    } else {
      const cell = await page.locator('.cell.legal:not(.faint)').first().getAttribute('data-cell');
      await hand.cell(cell ?? '');
      await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1);
      const offers = page.locator('.choice').first().locator('button');
      if ((await offers.count()) > 0) {
        await hand.button(MARKER);
        // Until it is chosen, "End turn" would end another turn, and is not heard.
        await expect(page.locator('.choice button[aria-pressed=true]').filter({ hasText: MARKER })).toHaveCount(1);
      }
      await hand.button('End turn');
    }
    await expect.poll(() => turnCount(page)).toBeGreaterThan(before);
  }
  await expect(status(page)).toHaveText(/won|draw/i);
}
