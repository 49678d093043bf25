// SPDX-License-Identifier: MIT
//
// The page in Debian's Chromium. Nothing is tried twice.

import { defineConfig } from '@playwright/test';

/** Where tests/server.ts serves the page; known once it runs. */
const page = process.env['LINEWORK_PAGE'] ?? 'http://localhost/';

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts', // not tests/others, whose own runner would serve other pages meanwhile
  outputDir: '../../build/web-test',
  testIgnore: process.env['SCREENS'] ? [] : ['screens.spec.ts'],
  // Long enough for a machine that has other things to do: what is waited for is a state, never a time.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  globalSetup: './tests/server.ts',
  use: {
    baseURL: page,
    serviceWorkers: 'block', // each browser would fetch all files for it; tests that are about it allow it
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
});
