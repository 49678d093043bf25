// SPDX-License-Identifier: MIT
//
// The curve of docs/levels.md, from the tables there: how strong each level is on an Elo axis on
// which random play is 0. A step is the Elo of its score; steps add up, and so do their variances,
// which the bars show as 95 % intervals.
//
//     node bench/levels_curve.mjs > docs/img/levels.svg

import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../docs/levels.md', import.meta.url), 'utf8');
const elo = (score) => -400 * Math.log10(1 / Math.min(Math.max(score, 0.005), 0.995) - 1);

/** The tables of steps, by the heading they stand under. */
function readCurves() {
  const curves = [];
  let heading = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('### ')) heading = line.slice(4);
    const row = /^\| (\d+) \| (\d+) \| ([\d.]+) % \| ([\d.]+) to ([\d.]+) % \|/.exec(line);
    if (!row) continue;
    const [level, against, score, low, high] = row.slice(1).map(Number);
    if (against === 0) curves.push({ name: heading.replaceAll('`', ''), points: [{ level: 0, elo: 0, variance: 0 }] });
    const points = curves.at(-1).points, below = points[against];
    const width = (elo(high / 100) - elo(low / 100)) / 2;
    points[level] = { level, elo: below.elo + elo(score / 100), variance: below.variance + width * width };
  }
  return curves;
}

const WIDTH = 640, HEIGHT = 400, LEFT = 56, RIGHT = 16, TOP = 16, BOTTOM = 44, LEVELS = 10;
const looks = [
  { colour: '#1b6ca8', dash: '' },
  { colour: '#b3541e', dash: '7 4' },
  { colour: '#3b7d3b', dash: '2 4' },
  { colour: '#7a3b8f', dash: '9 3 2 3' },
];
const curves = readCurves();
const most = Math.ceil(Math.max(...curves.flatMap((c) => c.points.map((p) => p.elo + Math.sqrt(p.variance)))) / 250) * 250;
const x = (level) => (LEFT + ((WIDTH - LEFT - RIGHT) * level) / LEVELS).toFixed(1);
const y = (value) => (HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most).toFixed(1);

const out = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="How strong the levels are" font-family="sans-serif" font-size="12">`,
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
];
for (let value = 0; value <= most; value += 250)
  out.push(
    `<path d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" stroke="#ddd"/>`,
    `<text x="${LEFT - 8}" y="${Number(y(value)) + 4}" text-anchor="end">${value}</text>`,
  );
for (let level = 0; level <= LEVELS; level++) out.push(`<text x="${x(level)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${level}</text>`);
out.push(
  `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">level</text>`,
  `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">Elo, random play = 0</text>`,
);
curves.forEach(({ name, points }, i) => {
  const { colour, dash } = looks[i % looks.length], offset = (i - (curves.length - 1) / 2) * 3;
  const at = (p) => `${(Number(x(p.level)) + offset).toFixed(1)} ${y(p.elo)}`;
  out.push(`<path d="M${points.map(at).join('L')}" fill="none" stroke="${colour}" stroke-width="2"${dash && ` stroke-dasharray="${dash}"`}/>`);
  for (const p of points.slice(1)) {
    const bar = Math.sqrt(p.variance), px = (Number(x(p.level)) + offset).toFixed(1);
    out.push(`<path d="M${px} ${y(p.elo - bar)}V${y(p.elo + bar)}" stroke="${colour}"/>`, `<circle cx="${px}" cy="${y(p.elo)}" r="3" fill="${colour}"/>`);
  }
  const key = TOP + 14 + 18 * i;
  out.push(
    `<path d="M${LEFT + 12} ${key}h28" stroke="${colour}" stroke-width="2"${dash && ` stroke-dasharray="${dash}"`}/>`,
    `<text x="${LEFT + 48}" y="${key + 4}">${name}</text>`,
  );
});
out.push('</svg>');
console.log(out.join('\n'));
