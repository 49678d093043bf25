// SPDX-License-Identifier: MIT
//
// Builds the page into build/web: bundles, styles, the engine, and a service worker that knows the
// hash of it all. Prints the sizes, and fails if the page is heavier than it may be.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

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

const files = readdirSync(out).sort();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update('\0').update(readFileSync(join(out, file)));
const version = hash.digest('hex').slice(0, 12);
const kept = ['./', ...files.filter((file) => file !== 'index.html')];
await bundle([{ in: join(here, 'page/sw.ts'), out: 'sw' }], { VERSION: JSON.stringify(version), FILES: JSON.stringify(kept) });

let total = 0;
for (const file of readdirSync(out).sort()) {
  const bytes = readFileSync(join(out, file));
  const packed = gzipSync(bytes, { level: 9 }).length;
  if (!file.endsWith('.png')) total += packed;
  console.log(`${file.padEnd(24)}${String(bytes.length).padStart(8)}${String(packed).padStart(8)} compressed`);
}
console.log(`page, styles and engine: ${total} bytes compressed of ${MOST}`);
if (total > MOST) {
  console.error('build: the page is too heavy');
  process.exit(1);
}
