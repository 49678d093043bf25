// SPDX-License-Identifier: MIT
//
// Builds the page into build/web: bundles, styles, the engine, a file of texts for each language,
// and a service worker that knows the hash of it all. Prints the sizes, and fails if the page is
// heavier than it may be.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pageTexts, readCatalogue } from './catalogue.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const out = join(root, 'build/web');
const MOST = 250 * 1024;

const bundle = (entryPoints, define = {}) =>
  build({ entryPoints, define, outdir: out, bundle: true, minify: true, target: 'es2022', format: 'iife', legalComments: 'none', logLevel: 'warning' });

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle([
  { in: join(here, 'page/main.tsx'), out: 'app' },
  { in: join(here, 'page/worker.ts'), out: 'worker' },
  { in: join(here, 'styles/style.css'), out: 'style' },
]);
for (const file of readdirSync(join(here, 'static'))) copyFileSync(join(here, 'static', file), join(out, file));
copyFileSync(join(root, 'build/wasm/linework.wasm'), join(out, 'linework.wasm'));
const texts = new Set(); // of which a reader gets one
for (const file of readdirSync(join(root, 'po')).filter((name) => name.endsWith('.po'))) {
  const name = file.replace(/\.po$/, '.json');
  const entries = readCatalogue(readFileSync(join(root, 'po', file), 'utf8'), file);
  writeFileSync(join(out, name), JSON.stringify(pageTexts(entries)));
  texts.add(name);
}

const files = readdirSync(out).sort();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update('\0').update(readFileSync(join(out, file)));
const version = hash.digest('hex').slice(0, 12);
const kept = ['./', ...files.filter((file) => file !== 'index.html')];
await bundle([{ in: join(here, 'page/sw.ts'), out: 'sw' }], { VERSION: JSON.stringify(version), FILES: JSON.stringify(kept) });

let total = 0;
let longest = 0;
for (const file of readdirSync(out).sort()) {
  const bytes = readFileSync(join(out, file));
  const packed = gzipSync(bytes, { level: 9 }).length;
  if (texts.has(file)) longest = Math.max(longest, packed);
  else if (!file.endsWith('.png')) total += packed;
  console.log(`${file.padEnd(24)}${String(bytes.length).padStart(8)}${String(packed).padStart(8)} compressed`);
}
total += longest;
console.log(`page, styles, engine and one language: ${total} bytes compressed of ${MOST}`);
if (total > MOST) {
  console.error('build: the page is too heavy');
  process.exit(1);
}
