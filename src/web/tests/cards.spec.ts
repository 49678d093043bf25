// SPDX-License-Identifier: MIT
//
// What an owner of a box sees: rule cards that tell apart what is printed, what is a printed option and what is ours, in
// the words of that edition's sheet in each language.

import { expect, type Page } from '@playwright/test';
import { EDITIONS } from '../page/games/linja/sheets';
import { languages, type Language } from '../page/text';
import { violations } from './axe';
import { test } from './table';

const line = (page: Page, text: string) => page.locator('.rule-card li').filter({ hasText: text });

/** Opens a place of the page in a language. */
async function open(page: Page, place: string, language: Language = 'en'): Promise<void> {
  await page.goto('?pause=0#learn');
  await page.evaluate((tag) => localStorage.setItem('linework.settings', JSON.stringify({ language: tag })), language);
  await page.goto(`?pause=0${place}`);
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

test('a card tells apart what is printed, a printed option and a ruling, with the other reading one touch away', async ({ page }) => {
  await open(page, '#rules/linja/second');
  const lock = line(page, 'A pawn of yours that is in its goal stays there.');
  await expect(lock.locator('.tag')).toHaveText('our ruling');
  const other = lock.getByText('then a game need not end');
  await expect(other).toBeHidden();
  await lock.locator('summary').click();
  await expect(other).toBeVisible();
  await expect(other).toContainText('“Return” and “Exact follow-up”');
  await expect(line(page, 'Opposing pawns in their goal are locked.').locator('.tag')).toHaveText('printed option');
  await expect(line(page, 'Count the pawns on the row just entered').locator('.tag')).toHaveCount(0);
  // What one sheet prints may be ours in another edition.
  await expect(line(page, 'You may leave it out.').first().locator('.tag')).toHaveText('our ruling');
  await expect(line(page, 'A match is the best of three').locator('.tag')).toHaveCount(0);
  await open(page, '#rules/linja/zen');
  await expect(line(page, 'You may leave it out.').first().locator('.tag')).toHaveCount(0);
  await expect(line(page, 'A match is the best of three').locator('.tag')).toHaveText('our ruling');
});

test('a card holds all of its sheet', async ({ page }) => {
  const all = [
    'In the box: 7 bamboo sticks',
    'Bring your pawns as far across',
    'Who begins is drawn by lot',
    'The loser begins the next game',
    'best of three or of five',
    'offside in football',
  ];
  const own = {
    '2003': ['No pawn ever goes backward', 'Pawns left in their own half cost nothing', 'It ends at once'],
    second: ['one row, forward or backward', 'are locked', 'costs what its row would bring'],
    zen: ['one row, forward or backward', 'are locked', 'costs 1 point, on whichever row'],
  };
  for (const edition of EDITIONS) {
    await open(page, `#rules/linja/${edition}`);
    for (const text of [...all, ...own[edition]]) await expect(line(page, text).first(), `${edition}: ${text}`).toBeVisible();
  }
});

test('the panel of a new game tells where an option comes from, and what pawns left behind cost', async ({ page }) => {
  await open(page, '');
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  const rule = (name: string) => page.locator('.rule').filter({ has: page.locator('strong', { hasText: name }) });
  await expect(rule('Mean bonus').locator('.tag')).toHaveText('printed option');
  await expect(rule('Return').locator('.tag')).toHaveText('another reading');
  await expect(rule('Exact follow-up').locator('.tag')).toHaveText('another reading');
  await expect(rule('Second edition')).toContainText('cost the points of their row');
  await expect(page.locator('.new-game')).not.toContainText('up to 5');
});

/** The first two moves of each card; a sheet that is not there borrows the words of the language's newest. */
const MOVES: Record<Language, Record<(typeof EDITIONS)[number], readonly [string, string]>> = {
  en: { '2003': ['Initial move', 'Following move'], second: ['Initial move', 'Following move'], zen: ['Opening move', 'Follow-up move'] },
  de: { '2003': ['Anfangszug', 'Folgezug'], second: ['Eröffnungsbewegung', 'Folgebewegung'], zen: ['Eröffnungsbewegung', 'Folgebewegung'] },
  fr: {
    '2003': ['Coup de départ', 'Coup supplémentaire'],
    second: ['Coup de départ', 'Coup de suite'],
    zen: ['Coup de départ', 'Coup de suite'],
  },
  it: {
    '2003': ['Mossa iniziale', 'Mossa successiva'],
    second: ['Mossa di apertura', 'Seconda mossa'],
    zen: ['Mossa di apertura', 'Seconda mossa'],
  },
  es: {
    '2003': ['Movimiento inicial', 'Segundo movimiento'],
    second: ['Movimiento inicial', 'Segundo movimiento'],
    zen: ['Movimiento inicial', 'Segundo movimiento'],
  },
  pt: {
    '2003': ['Movimento inicial', 'Movimento seguinte'],
    second: ['Movimento inicial', 'Movimento seguinte'],
    zen: ['Movimento inicial', 'Movimento seguinte'],
  },
  ro: { '2003': ['Prima mutare', 'A doua mutare'], second: ['Prima mutare', 'A doua mutare'], zen: ['Prima mutare', 'A doua mutare'] },
};

for (const language of Object.keys(languages) as Language[]) {
  test(`the cards speak as the sheets do, fit a small phone and one sheet of paper: ${language}`, async ({ page }) => {
    for (const edition of EDITIONS) {
      await page.setViewportSize({ width: 320, height: 640 });
      await open(page, `#rules/linja/${edition}`, language);
      const titles = await page.locator('.rule-card h2').allTextContents();
      expect(titles.slice(2, 4), edition).toEqual(MOVES[language][edition]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), edition).toBeLessThanOrEqual(320);
      expect(await violations(page), edition).toEqual([]);
      const pdf = (await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } })).toString(
        'latin1',
      );
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length, edition).toBe(1);
    }
  });
}

test('the words of the sheets stand side by side', async ({ page }) => {
  await open(page, '#rules/linja/second');
  const table = page.locator('.word-table').first();
  await expect(table.getByRole('row', { name: /^Pawn / })).toHaveText('Pawnpiecepiecepawn');
  await expect(page.locator('.rule-card')).toContainText('On the sheet: Starting line = starting row, Goal = target row, Pawn = piece.');
  await page.locator('summary', { hasText: 'Español' }).click();
  await expect(page.getByRole('cell', { name: /mala leche/ })).toBeVisible();
  await open(page, '#rules/linja/second', 'ro');
  await expect(page.locator('.rule-card h2', { hasText: 'Varianta agresivă' })).toBeVisible();
  await open(page, '#rules/linja/zen', 'ro');
  await expect(page.locator('.rule-card')).toContainText('A doua ediție');
});

test('the loser begins the next game, also without a series', async ({ page }) => {
  await open(page, '');
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await page.getByRole('radio', { name: 'Opponent' }).check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('.moves li button')).toHaveCount(1);
  await expect(page.locator('.status h1')).toContainText('Opening move');
  await page.reload(); // I still have the side that I had
  await expect(page.locator('.status h1')).toContainText('Opening move');
  await expect(page.locator('.moves li button')).toHaveCount(1);
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await expect(page.getByRole('radio', { name: 'Opponent' })).toBeChecked(); // nobody has lost yet
  await page.locator('.controls').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.status h1')).toHaveText('Computer (level 2) won');
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await expect(page.getByRole('radio', { name: 'I', exact: true })).toBeChecked();
});

// --- the box -----------------------------------------------------------------------------------------

const boxes = (page: Page) => page.locator('.boxes h2');
const answer = (page: Page, name: string, label: string) =>
  page
    .locator('fieldset', { has: page.locator(`[name=${name}]`) })
    .getByLabel(label, { exact: true })
    .check();

test('a newcomer finds the own edition by what the sheet says, and it is the one of the next new game', async ({ page }) => {
  await open(page, '');
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await expect(page.getByLabel(/Zen edition/)).toBeChecked();
  await page.getByRole('link', { name: 'Which box do you have?' }).click();
  await expect(boxes(page)).toHaveText(['Linja, Steffen-Spiele, 2003', 'Linja, second sheet', 'Linja, The Geeky Pen, “zen duel”']);
  await answer(page, 'maker', 'Steffen-Spiele');
  await expect(boxes(page)).toHaveText(['Linja, Steffen-Spiele, 2003', 'Linja, second sheet']);
  await answer(page, 'cost', 'Minus points by row');
  await expect(boxes(page)).toHaveText(['Linja, second sheet']);
  await page.getByRole('button', { name: 'This is my box' }).click();
  await expect(page.locator('.boxes')).toContainText('Your next new game has these rules.');
  await page.reload(); // it is kept
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.locator('.controls').getByRole('button', { name: 'New game' }).click();
  await expect(page.getByLabel(/Second edition/)).toBeChecked();
});

test('every edition has answers that leave it alone, and answers that fit none say so', async ({ page }) => {
  await open(page, '#learn');
  await page.getByRole('link', { name: 'Which box do you have?' }).click();
  await answer(page, 'bonus', 'No');
  await expect(boxes(page)).toHaveText(['Linja, Steffen-Spiele, 2003']);
  await answer(page, 'cost', '1 point each');
  await expect(boxes(page)).toHaveCount(0);
  await expect(page.locator('.boxes')).toContainText('No edition that we know');
  await answer(page, 'bonus', 'Yes');
  await expect(boxes(page)).toHaveText(['Linja, The Geeky Pen, “zen duel”']);
});

test('the page tells who made the games, and that it is independent', async ({ page }) => {
  await open(page, '');
  await page.locator('.controls').getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'About' }).click();
  for (const text of [
    'independent',
    'Steffen Mühlhäuser',
    'Moritz Dressler',
    'Steffen-Spiele',
    'The Geeky Pen',
    'from 8 years',
    'About 5 minutes',
    '7 bamboo sticks',
    '16 tiles',
  ]) {
    await expect(page.locator('main')).toContainText(text);
  }
  const translator = page.getByText('Patricia Cleri');
  await expect(translator).toBeHidden();
  await page.locator('summary', { hasText: 'Translators' }).click();
  await expect(translator).toBeVisible();
  await expect(page.getByRole('link', { name: /steffen-spiele/ })).toBeVisible();
});

test('the boxes and their makers are accessible and fit a small phone in every language', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of Object.keys(languages) as Language[]) {
    for (const place of ['#box', '#about']) {
      await open(page, place, language);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), language + place).toBeLessThanOrEqual(320);
      expect(await violations(page), language + place).toEqual([]);
    }
  }
});
