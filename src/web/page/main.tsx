// SPDX-License-Identifier: MIT
//
// Where the page begins. Tests and curious people may fix chance in the address: ?seed=1 makes the
// first new game have seed 1, the next one 2 (also between people, who then could know the draws); ?pause=0 lets the computer's steps follow at once.

import { render } from 'preact';
import { App } from './app';
import { keepFocus } from './focus';
import { keptSettings } from './keep';
import { offline } from './offline';
import { watchTables } from './solve/solving';
import { languageFor, speak } from './text';
import { showTheme } from './theme';

const asked = new URLSearchParams(location.search);
let given = asked.has('seed') ? Number(asked.get('seed')) : NaN;
const fixed = Number.isSafeInteger(given) && given >= 0;

/** Seeds are whole numbers that JavaScript and C have alike. */
function newSeed(): number {
  if (fixed) return given++;
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

const pause = asked.has('pause') ? Number(asked.get('pause')) || 0 : null;
const settings = keptSettings();
showTheme(settings.theme);
watchTables();
const root = document.getElementById('page');
if (root) {
  keepFocus(root);
  void speak(languageFor(settings.language)).then(() => {
    render(<App settings={settings} newSeed={newSeed} fixed={fixed} pause={pause} onUpdate={offline} />, root);
  });
}
