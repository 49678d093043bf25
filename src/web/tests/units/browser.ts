// SPDX-License-Identifier: MIT
//
// What the page's line to a server finds in a browser, for tests that have a real server but none: sockets, storage, and
// requests that lead to that server, if a test lets them.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Served } from '../served';

const { WebSocket: NodeSocket } = createRequire(resolve('src/web/package.json'))('ws') as { WebSocket: unknown };

class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, text: string): void {
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** What becomes of a request: it passes, does not arrive, or its answer is lost. */
export type Fate = 'passes' | 'cut' | 'lost';

export interface Browser {
  /** Of a request by its method and path. */
  fate: (request: string) => Fate;
  /** All that were tried. */
  asked: string[];
  /** Another device: its storage is empty. */
  elsewhere: () => void;
}

export function setBrowser(served: Served): Browser {
  const heard = new EventTarget();
  const given = {
    WebSocket: NodeSocket,
    document: Object.assign(new EventTarget(), {
      baseURI: served.address,
      hidden: false,
      title: 'Linework',
      documentElement: { lang: 'en' },
    }),
    addEventListener: heard.addEventListener.bind(heard),
    removeEventListener: heard.removeEventListener.bind(heard),
    dispatchEvent: heard.dispatchEvent.bind(heard),
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
  };
  const give = (name: string, value: unknown): void =>
    void Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  for (const [name, value] of Object.entries(given)) give(name, value);
  const browser: Browser = { fate: () => 'passes', asked: [], elsewhere: () => give('localStorage', new FakeStorage()) };
  const fetched = globalThis.fetch;
  globalThis.fetch = async (path, init) => {
    const request = `${init?.method ?? 'GET'} ${path as string}`;
    browser.asked.push(request);
    const fate = browser.fate(request);
    if (fate === 'cut') throw new TypeError('the line is cut');
    const answer = await fetched(new URL(path as string, served.address), init);
    if (fate === 'lost') throw new TypeError('the answer is lost');
    return answer;
  };
  return browser;
}
