// SPDX-License-Identifier: MIT
//
// Every language: chosen from the browser's wishes or by hand, spoken everywhere on the page, and
// short enough for the smallest screen.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { languages } from '../page/text';
import { violations } from './axe';
import { BLUNDER, closePanel, openPanel, status, test } from './table';

interface Sample {
  /** The browser's wish. */
  locale: string;
  /** The first thing that the page says. */
  opening: string;
  /** What is said after the first step, onto a row of two pawns. */
  followUp: string;
  newGame: string;
  more: string;
}

const samples: Record<string, Sample> = {
  en: {
    locale: 'en-GB',
    opening: 'Opening move: 1 row forward',
    followUp: 'Follow-up: 2 rows with any pawn',
    newGame: 'New game',
    more: 'More',
  },
  de: {
    locale: 'de-AT',
    opening: 'Eröffnungsbewegung: 1 Reihe vorwärts',
    followUp: 'Folgebewegung: 2 Reihen mit einem beliebigen Stein',
    newGame: 'Neue Partie',
    more: 'Mehr',
  },
  fr: {
    locale: 'fr-FR',
    opening: 'Coup de départ\u00a0: 1 rangée en avant',
    followUp: 'Coup de suite\u00a0: 2 rangées avec n’importe quel pion',
    newGame: 'Nouvelle partie',
    more: 'Plus',
  },
  it: {
    locale: 'it-IT',
    opening: 'Mossa di apertura: 1 riga avanti',
    followUp: 'Seconda mossa: 2 righe con una pedina qualsiasi',
    newGame: 'Nuova partita',
    more: 'Altro',
  },
  es: {
    locale: 'es-MX',
    opening: 'Movimiento inicial: 1 fila adelante',
    followUp: 'Segundo movimiento: 2 filas con cualquier ficha',
    newGame: 'Nueva partida',
    more: 'Más',
  },
  pt: {
    locale: 'pt-BR',
    opening: 'Movimento inicial: 1 fila para a frente',
    followUp: 'Movimento seguinte: 2 filas com qualquer peça',
    newGame: 'Novo jogo',
    more: 'Mais',
  },
  ro: {
    locale: 'ro-RO',
    opening: 'Prima mutare: 1 rând înainte',
    followUp: 'A doua mutare: 2 rânduri cu orice piesă',
    newGame: 'Joc nou',
    more: 'Mai multe',
  },
};

const spoken = (page: Page) => page.locator('.spoken[role=status]');
const control = (page: Page, name: string) => page.locator('.controls').getByRole('button', { name, exact: true });
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Poses a puzzle and shows its solution. */
async function puzzle(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#puzzle/linja/1';
  });
  await page.locator('.puzzle .controls button:enabled').nth(1).click();
  await expect(page.locator('.puzzle .answer')).toBeVisible();
}

/** From a puzzle to the review of a short game with a blunder. */
async function review(page: Page, sample: Sample): Promise<void> {
  await page.locator('.puzzle .controls button').last().click();
  await control(page, sample.more).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'game.lwg', mimeType: 'text/plain', buffer: Buffer.from(BLUNDER) });
  await expect(page.locator('.board.linja')).toBeVisible();
  await control(page, sample.more).click();
  await page.locator('.more .buttons button').first().click();
  await expect(page.locator('.review .summary')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.locator('.review .better')).toBeVisible();
}

/** English texts that are another in this language: none of them may be on the page. */
async function foreign(language: string): Promise<string[]> {
  if (language === 'en') return [];
  const built = join(process.cwd(), '../../build/web');
  const file = (await readdir(built)).find((name) => name.startsWith(`${language}-`)) ?? '';
  const texts = JSON.parse(await readFile(join(built, file), 'utf8')) as Record<string, string | string[]>;
  const said = new Set(Object.values(texts).flat());
  return Object.keys(texts).filter((english) => !/\{/.test(english) && !said.has(english) && english.length > 1);
}

/** All that is written on the page or read out by it. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest('noscript')) words.push(walker.currentNode.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title]')) {
      words.push(element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '');
    }
    return words.filter((word) => word !== '');
  });

/** Buttons whose words stick out of them. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, .segments span')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).display !== 'inline',
      )
      .map((element) => element.textContent ?? ''),
  );

for (const [language, sample] of Object.entries(samples)) {
  test.describe(language, () => {
    test.use({ locale: sample.locale });

    test(`the page speaks ${language}`, async ({ page }) => {
      const english = await foreign(language);
      const leftovers = async (): Promise<string[]> => {
        const words = await wordsOf(page);
        return english.filter((text) => words.includes(text));
      };
      await page.goto('?seed=1&pause=0');
      await expect(status(page)).toHaveText(sample.opening);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      expect(await leftovers()).toEqual([]);
      const about = await page.evaluate(async () => {
        const manifest = (await (await fetch(document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href)).json()) as {
          lang: string;
          description: string;
        };
        return { title: document.title, description: document.querySelector<HTMLMetaElement>('meta[name=description]')!.content, manifest };
      });
      expect(english).not.toContain(about.title);
      expect(english).not.toContain(about.description);
      expect(about.manifest).toMatchObject({ lang: language, description: about.description });

      await page.locator('[data-cell="a0"]').click();
      await page.locator('[data-cell="a1"]').click();
      await expect(status(page)).toHaveText(sample.followUp);
      await expect(spoken(page)).toContainText(sample.followUp);
      expect(await leftovers()).toEqual([]);

      for (const [panel, view] of [
        ['new-game', sample.newGame],
        ['more', sample.more],
      ] as const) {
        await openPanel(page, panel, view);
        expect(await leftovers()).toEqual([]);
      }
      await page.getByRole('button', { name: 'Liniell' }).click();
      await page.locator('.cell.legal').first().click();
      await expect(page.locator('.choice')).not.toHaveCount(0);
      expect(await leftovers()).toEqual([]);

      // What is wrong with a link or a file.
      const complaint = page.locator('.notice.bad span');
      const link = (text: string): string => `#g=${deflateSync(Buffer.from(text)).toString('base64url')}`;
      for (const [hash, inEnglish] of [
        [link('[Game "linja"]\n\n1. ab *\n').slice(0, -4), 'This link is damaged or cut off.'],
        [link('no game'), 'line 1: tag Game is missing'],
        [link('[Game "linja"]\n\n1. ad *\n'), 'the opening goes 1 row here, not 3'],
      ] as const) {
        await page.evaluate((fragment) => void (location.hash = fragment), hash);
        await expect(complaint).toBeVisible();
        if (language === 'en') await expect(complaint).toContainText(inEnglish);
        else await expect(complaint).not.toContainText(inEnglish);
        await expect(complaint).not.toContainText(/undefined|\{\d\}/);
        await page.locator('.notice .close').click();
      }
      await openPanel(page, 'more', sample.more);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'broken.lwg', mimeType: 'text/plain', buffer: Buffer.from('[Game "chess"]\n\n*\n') });
      await expect(complaint).toContainText(/^broken\.lwg: .*1.*chess.*Game/);
      if (language !== 'en') await expect(complaint).not.toContainText('unknown game');
      await page.locator('.notice .close').click();
      await page.locator('.controls button').last().click();

      await puzzle(page);
      expect(await leftovers()).toEqual([]);
      await review(page, sample);
      expect(await leftovers()).toEqual([]);
    });

    test(`nothing in ${language} is wider than a small screen`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto('?seed=1&pause=0');
      await expect(status(page)).toHaveText(sample.opening);
      for (const game of ['Linja', 'Liniell']) {
        await page.getByRole('button', { name: game }).click();
        await expect(page.locator(`.board.${game.toLowerCase()}`)).toBeVisible();
        for (const [panel, view] of [
          ['new-game', sample.newGame],
          ['more', sample.more],
        ] as const) {
          await openPanel(page, panel, view);
          expect(await wide(page)).toBeLessThanOrEqual(320);
          expect(await cut(page)).toEqual([]);
        }
      }
      // The longest buttons are those of a half-made turn.
      await closePanel(page);
      await page.locator('.cell.legal').first().click();
      await expect(page.locator('.choice')).not.toHaveCount(0);
      expect(await wide(page)).toBeLessThanOrEqual(320);
      expect(await cut(page)).toEqual([]);
    });
  });
}

/** What the main screens say, one after the other. */
async function tour(page: Page, sample: Sample): Promise<Set<string>> {
  const words: string[] = [];
  await page.goto('?seed=1&pause=0');
  await expect(status(page)).toHaveText(sample.opening);
  words.push(...(await wordsOf(page)));
  for (const [panel, view] of [
    ['new-game', sample.newGame],
    ['more', sample.more],
  ] as const) {
    await openPanel(page, panel, view);
    words.push(...(await wordsOf(page)));
  }
  await page.getByRole('button', { name: 'Liniell' }).click();
  await page.locator('.cell.legal').first().click();
  await expect(page.locator('.choice')).not.toHaveCount(0);
  words.push(...(await wordsOf(page)));
  await puzzle(page);
  words.push(...(await wordsOf(page)));
  await review(page, sample);
  words.push(...(await wordsOf(page)));
  for (const [place, sign] of [
    ['#learn', '.tutorial'],
    ['#learn/linja/2', '.lesson .board.linja'],
    ['#learn/liniell/4', '.lesson .board.liniell'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, place);
    await expect(page.locator(sign).first()).toBeVisible();
    words.push(...(await wordsOf(page)));
  }
  return new Set(words.filter((word) => /\p{L}{3}/u.test(word)));
}

test('no text has been left out of the catalogues', async ({ browser }) => {
  const said: Set<string>[] = [];
  for (const language of ['en', 'ro']) {
    const sample = samples[language]!;
    const context = await browser.newContext({ locale: sample.locale });
    said.push(await tour(await context.newPage(), sample));
    await context.close();
  }
  const [english, romanian] = said as [Set<string>, Set<string>];
  const names = ['Linework', 'Linja', 'Liniell', 'Esc', 'Ada', 'Ben', ...Object.values(languages)];
  // A minus is called the same in both.
  const same = [...english].filter((word) => romanian.has(word) && !names.includes(word) && !/^minus \d+$/.test(word));
  expect(same).toEqual(['Standard']);
  expect(english.size).toBeGreaterThan(60);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a language is chosen by hand, kept, and needs no network', async ({ page, context }) => {
    await page.goto('?seed=1&pause=0');
    await expect(status(page)).toHaveText(samples['en']?.opening ?? '');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await control(page, 'More').click();
    await page.locator('.language select').selectOption('ro');
    await expect(page.locator('.more h2')).toHaveText('Mai multe');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ro');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(status(page)).toHaveText(samples['ro']?.opening ?? '');
    await context.setOffline(true);
    await page.reload();
    await expect(status(page)).toHaveText(samples['ro']?.opening ?? '');
    await control(page, 'Mai multe').click();
    await page.locator('.language select').selectOption('de');
    await expect(page.locator('.more h2')).toHaveText('Mehr');
    // So are the words for what is refused, which are fetched only then.
    const broken = { name: 'broken.lwg', mimeType: 'text/plain', buffer: Buffer.from('[Game "chess"]\n\n*\n') };
    await page.locator('input[type=file]').setInputFiles(broken);
    await expect(page.locator('.notice.bad span')).toHaveText('broken.lwg: Zeile 1: unbekanntes Spiel „chess“ in der Angabe Game');
  });
});

test('a language that cannot be had leaves the page in English', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const page = await context.newPage();
  await page.route('**/fr-*.json', (route) => route.abort());
  await page.goto('?seed=1&pause=0');
  await expect(status(page)).toHaveText(samples['en']?.opening ?? '');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await context.close();
});
