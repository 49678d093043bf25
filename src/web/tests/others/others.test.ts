// SPDX-License-Identifier: MIT
//
// The page in the engines of Firefox and Safari: a whole game of each kind, a link, a day without a server, a new
// version. What Chromium's tests look at in detail is looked at there only.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import { renewable } from '../newer';
import serve from '../server';
import { firefox, webkit, type Browser } from './browser';

/** How long something may take that is waited for, on a machine that has other things to do. */
const PATIENCE = 60_000;

/** A browser with hands and eyes. */
class Visitor {
  constructor(readonly browser: Browser) {}

  /** Waits until an expression is true of the page; of one that is being loaded nothing is. */
  async until(expression: string): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      if ((await this.browser.evaluate(expression).catch(() => false)) === true) return;
      assert(Date.now() < end, `never true: ${expression}; the page says: ${await this.title()}`);
      await pause(50);
    }
  }

  async count(selector: string): Promise<number> {
    return (await this.browser.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`)) as number;
  }

  async title(): Promise<string> {
    return String(await this.browser.evaluate(`document.querySelector('.status h1')?.textContent ?? ''`));
  }

  /** Presses the middle of the first element that an expression finds, as soon as there is one. */
  async press(element: string): Promise<void> {
    await this.until(`!!(${element})`);
    // Where it is once it lies still.
    const middle = `(async () => {
      const place = () => {
        const found = ${element};
        found.scrollIntoView({ block: 'nearest' });
        const { x, y, width, height } = found.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const frame = () => new Promise((drawn) => setTimeout(drawn, 50));
      for (let before = place(); ; before = place()) {
        await frame();
        if (String(place()) === String(before)) return before;
      }
    })()`;
    const [x, y] = (await this.browser.evaluate(middle)) as [number, number];
    await this.browser.press(x, y);
  }

  cell(name: string): Promise<void> {
    return this.press(`document.querySelector('[data-cell="${name}"]')`);
  }

  button(name: string): Promise<void> {
    return this.press(
      `[...document.querySelectorAll('main button')].find((each) => new RegExp(${JSON.stringify(name)}).test(each.textContent))`,
    );
  }

  turns(): Promise<number> {
    return this.count('.moves li button');
  }

  /** Waits until a person is to move, or the game is over; tells whether it goes on. */
  async myTurn(): Promise<boolean> {
    await this.until(`!/thinking|Setting|by lot|^$/.test(document.querySelector('.status h1')?.textContent ?? '')`);
    return !/won|draw|Drawn|lost/i.test(await this.title());
  }
}

/** Linja to its end, always with the pawn that is furthest behind. */
async function playLinja(visitor: Visitor): Promise<void> {
  while (await visitor.myTurn()) {
    const before = await visitor.turns();
    while ((await visitor.turns()) === before) {
      const title = await visitor.title();
      if (title.startsWith('Bonus')) {
        await visitor.button('^No bonus$');
        break;
      }
      const cells = (await visitor.browser.evaluate(
        `[...document.querySelectorAll('.linja [role=gridcell][aria-label*="may go to"]')].map((each) => each.dataset.cell)`,
      )) as string[];
      const cell = cells.sort((a, b) => a[1]!.localeCompare(b[1]!))[0];
      if (cell === undefined) {
        await visitor.button('^Pass$');
        break;
      }
      await visitor.cell(cell);
      await visitor.cell(cell);
      await visitor.until(`document.querySelectorAll('.moves li button').length > ${before} ||
        document.querySelector('.status h1').textContent !== ${JSON.stringify(title)}`);
    }
    await visitor.until(`document.querySelectorAll('.moves li button').length > ${before}`);
  }
}

const MARKER = '^(Line|Take over)';

/** Liniell to its end: the first cell that is free, the first marker that is offered. */
async function playLiniell(visitor: Visitor): Promise<void> {
  while (await visitor.myTurn()) {
    const before = await visitor.turns();
    if ((await visitor.count('.cell.legal:not(.faint)')) === 0) {
      await visitor.button('^Pass$');
    } else {
      await visitor.press(`document.querySelector('.cell.legal:not(.faint)')`);
      await visitor.until(`document.querySelectorAll('[role=gridcell][aria-selected=true]').length === 1`);
      if (
        await visitor.browser.evaluate(
          `[...document.querySelectorAll('.choice button')].some((each) => new RegExp('${MARKER}').test(each.textContent))`,
        )
      ) {
        await visitor.button(MARKER);
        // "No marker" is pressed at first; the buttons below move when that changes.
        await visitor.until(
          `[...document.querySelectorAll('.choice button[aria-pressed=true]')].some((each) => new RegExp('${MARKER}').test(each.textContent))`,
        );
      }
      await visitor.button('^End turn$');
    }
    await visitor.until(`document.querySelectorAll('.moves li button').length > ${before}`);
  }
}

for (const open of [firefox, webkit]) {
  describe(open.name, () => {
    let visitor: Visitor;
    let stop: () => Promise<void>;
    let address = '';

    before(async () => {
      stop = await serve();
      address = process.env['LINEWORK_PAGE'] ?? '';
      visitor = new Visitor(await open());
    });

    after(async () => {
      await visitor.browser.close();
      await stop();
    });

    /** Fixed chance, a computer that does not linger, and no lot that says who begins. */
    const sit = async (place: string, at = address): Promise<void> => {
      await visitor.browser.goTo(`${at}icon.svg`);
      await visitor.browser.evaluate(`localStorage.setItem('linework.settings', '{"newGame":{"starts":"me"}}')`);
      await visitor.browser.goTo(`${at}?seed=1&pause=0${place}`);
      await visitor.until(`!!document.querySelector('.board')`);
    };

    test('a game of Linja', async () => {
      await sit('');
      await playLinja(visitor);
      assert((await visitor.turns()) > 10);
    });

    test('a game of Liniell', async () => {
      await sit('');
      await visitor.press(`[...document.querySelectorAll('header button')].find((each) => each.textContent.includes('Liniell'))`);
      await visitor.until(`!!document.querySelector('.board.liniell')`);
      await playLiniell(visitor);
      assert.equal(await visitor.turns(), 16);
    });

    test('a game in a link, and a link to a game that is made here', async () => {
      await sit(`#g=${deflateSync('[Game "linja"]\n\n1. ab hg 2. bc gf *\n').toString('base64url')}`);
      await visitor.until(`document.querySelectorAll('.moves li button').length === 4`);
      await visitor.button('^More$');
      await visitor.button('^Share by link$');
      await visitor.until(`!!document.querySelector('.link input')`);
      const link = String(await visitor.browser.evaluate(`document.querySelector('.link input').value`));
      assert.match(
        inflateSync(Buffer.from(link.split('#g=')[1]?.replace(/^\./, '') ?? '', 'base64url')).toString(),
        /1\. ab hg\s2\. bc gf/,
      );
      await visitor.browser.goTo('about:blank');
      await visitor.browser.goTo(link);
      await visitor.until(`document.querySelectorAll('.moves li button').length === 4`);
    });

    test('a new version is offered and used', async (t) => {
      const newer = await renewable(address);
      t.after(newer.close);
      await visitor.browser.goTo(`${newer.address}?pause=0`);
      await visitor.until(`navigator.serviceWorker.controller !== null`);
      newer.renew();
      // Who has a controller need not find its registration at once in WebKit.
      await visitor.browser.evaluate(`navigator.serviceWorker.ready.then((found) => found.update()).then(() => true)`);
      await visitor.button('^Use it now$');
      await visitor.until(`!!document.querySelector('script[src*="NEWER"]') && !!document.querySelector('.board')`);
    });

    test('a day without a server', async (t) => {
      const end = await serve();
      let ended: Promise<void> | null = null;
      const endOnce = (): Promise<void> => (ended ??= end());
      t.after(endOnce);
      const own = process.env['LINEWORK_PAGE'] ?? '';
      await sit('', own);
      await visitor.until(`navigator.serviceWorker.controller !== null`);
      await endOnce();
      await visitor.browser.goTo('about:blank');
      await visitor.browser.goTo(`${own}?seed=1&pause=0`);
      await visitor.until(`!!document.querySelector('.board')`);
      await playLinja(visitor);
      assert((await visitor.turns()) > 10);
    });
  });
}
