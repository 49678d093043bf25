// SPDX-License-Identifier: MIT
//
// Builds the page into build/web: bundles, styles, the engine, a file of texts for each language,
// and a service worker that knows the hash of it all. What the page asks for while it runs has its
// hash in its name, so that no version of the page can get a file of another. Prints the sizes, and
// fails if the page is heavier than it may be.

import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageTexts, readCatalogue, refusalTexts } from './catalogue.mjs';
import { textName } from './text-name.mjs';
import { readWeights } from './weights.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const out = join(root, 'build/web');
const MOST = 250_000;

/** Bundles a source and tells the name of the file that it has become. */
async function bundle(source, name, known = {}) {
  const define = Object.fromEntries(Object.entries(known).map(([key, value]) => [key, JSON.stringify(value)]));
  const { metafile } = await build({
    entryPoints: [{ in: join(here, source), out: name }],
    entryNames: name === 'sw' ? '[name]' : '[name]-[hash]',
    define,
    outdir: out,
    metafile: true,
    bundle: true,
    minify: true,
    target: 'es2022',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return basename(Object.keys(metafile.outputs)[0]);
}

/** Writes a file under its name and the hash of what is in it; tells that. */
function put(name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  const hashed = name.replace('.', `-${hash}.`);
  writeFileSync(join(out, hashed), bytes);
  return hashed;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const TEXTS = {}; // of which a reader gets one, and one manifest
const REFUSALS = {}; // fetched once something is refused
const manifest = JSON.parse(readFileSync(join(here, 'static/manifest.webmanifest'), 'utf8'));
const manifestOf = (language) => `manifest-${language}.webmanifest`;
for (const file of readdirSync(join(root, 'po')).filter((name) => name.endsWith('.po'))) {
  const language = basename(file, '.po');
  const entries = readCatalogue(readFileSync(join(root, 'po', file), 'utf8'), file);
  const texts = pageTexts(entries);
  TEXTS[language] = put(`${language}.json`, JSON.stringify(texts));
  REFUSALS[language] = put(`refusals-${language}.json`, JSON.stringify(refusalTexts(entries)));
  writeFileSync(
    join(out, manifestOf(language)),
    JSON.stringify({ ...manifest, description: texts[textName(manifest.description)], lang: language }),
  );
}
const ENGINE = put('linework.wasm', readFileSync(join(root, 'build/wasm/linework.wasm')));
const WEIGHTS = readWeights(join(root, 'build/wasm/weights.wasm')).map((text, i) => put(`weights${i}.txt`, text)); // of which a game needs one
const LISTS = join(root, 'src/teach/puzzles');
const PUZZLES = Object.fromEntries(
  readdirSync(LISTS).map((file) => [basename(file, '.txt'), put(`puzzles-${file}`, readFileSync(join(LISTS, file)))]),
); // fetched once puzzles are wanted
/** How many of a list are for days: the C code says it. */
const [, DAYS] = /PUZZLE_DAYS = (\d+)/.exec(readFileSync(join(root, 'src/teach/puzzle_list.h'), 'utf8'));
const WORKER = await bundle('page/worker.ts', 'worker', { ENGINE, WEIGHTS });
const [SOLVER_SHARED, SOLVER_ALONE] = ['solver-shared.wasm', 'solver-alone.wasm'].map((name) =>
  put(name, readFileSync(join(root, 'build/wasm', name))),
);
const SOLVER = await bundle('page/solve/worker.ts', 'solver', { SOLVER_SHARED, SOLVER_ALONE });
const ON_DEMAND = [SOLVER, SOLVER_SHARED, SOLVER_ALONE, ...Object.values(PUZZLES), ...Object.values(REFUSALS)]; // by who wants a game solved, puzzles, or what is not possible
const app = await bundle('page/main.tsx', 'app', { WORKER, SOLVER, TEXTS, REFUSALS, PUZZLES, PUZZLE_DAYS: Number(DAYS) });
const style = await bundle('styles/style.css', 'style');
for (const file of readdirSync(join(here, 'static'))) copyFileSync(join(here, 'static', file), join(out, file));
const index = readFileSync(join(here, 'static/index.html'), 'utf8');
writeFileSync(join(out, 'index.html'), index.replace('style.css', style).replace('app.js', app));

const files = readdirSync(out).sort();
const hash = createHash('sha256');
for (const file of files)
  hash
    .update(file)
    .update('\0')
    .update(readFileSync(join(out, file)));
const VERSION = hash.digest('hex').slice(0, 12);
await bundle('page/sw.ts', 'sw', { VERSION, FILES: ['./', ...files.filter((file) => file !== 'index.html')] });

const manifests = Object.keys(TEXTS).map(manifestOf);
let total = 0;
let longest = 0;
let heaviest = 0;
for (const file of readdirSync(out).sort()) {
  const bytes = readFileSync(join(out, file));
  const packed = execFileSync('libdeflate-gzip', ['-12', '-c'], { input: bytes }).length; // as cmake/embed.cmake packs it
  if (Object.values(TEXTS).includes(file)) longest = Math.max(longest, packed);
  else if (WEIGHTS.includes(file)) heaviest = Math.max(heaviest, packed);
  else if (!ON_DEMAND.includes(file) && !file.endsWith('.png') && !manifests.includes(file)) total += packed; // the English manifest counts for all
  console.log(`${file.padEnd(24)}${String(bytes.length).padStart(8)}${String(packed).padStart(8)} compressed`);
}
total += longest + heaviest;
console.log(`page, styles, engine, the weights of one rule set and one language: ${total} bytes compressed of ${MOST}`);
if (total > MOST) {
  console.error('build: the page is too heavy');
  process.exit(1);
}
