// SPDX-License-Identifier: MIT
//
// The page in Debian's Chromium. One worker: the machines that test are small.

import { defineConfig } from '@playwright/test';

const port = Number(process.env['LINEWORK_TEST_PORT'] ?? 8371);

export default defineConfig({
  testDir: 'tests',
  outputDir: '../../build/web-test',
  timeout: 60_000,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  globalSetup: './tests/server.ts',
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
