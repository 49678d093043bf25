// SPDX-License-Identifier: MIT
//
// What axe-core finds on a page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Findings {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** The script is run by the test, from outside, so that the page's own policy stays as it is. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axePath, 'utf8'));
  const found = await page.evaluate<Findings>('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`);
}
