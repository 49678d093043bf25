// SPDX-License-Identifier: MIT
//
// The page in Debian's Chromium. One worker: the machines that test are small.

import { defineConfig } from '@playwright/test';

/** Where tests/server.ts serves the page; known once it runs. */
const page = process.env['LINEWORK_PAGE'] ?? 'http://localhost/';

export default defineConfig({
  testDir: 'tests',
  outputDir: '../../build/web-test',
  testIgnore: process.env['SCREENS'] ? [] : ['screens.spec.ts'],
  timeout: 60_000,
  workers: 1,
  // A browser on a loaded machine may stumble; a second try is told of by tools/test.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  globalSetup: './tests/server.ts',
  use: {
    baseURL: page,
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
