import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/browser';

/** A busy machine is slow, not wrong: a limit only keeps a test from waiting for ever. */
const waitMs = 120_000;
const browser = findBrowser();

export default defineConfig({
  testDir: '__tests__/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './__tests__/e2e/globalSetup.ts',
  workers: 2,
  retries: 1,
  timeout: 5 * waitMs,
  expect: { timeout: waitMs },
  forbidOnly: true,
  outputDir: 'test-results/browser',
  reporter: [
    ['list'],
    ['json', { outputFile: 'test-results/browser.json' }],
    ['html', { open: 'never', outputFolder: 'test-results/report' }],
  ],
  use: {
    browserName: 'chromium',
    actionTimeout: waitMs,
    navigationTimeout: waitMs,
    // Recording a trace slows every test down: only a retry is traced.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      // globalSetup reports a missing browser, or installs one.
      executablePath: browser.kind === 'found' ? browser.path : undefined,
      args: browserArguments,
      timeout: waitMs,
    },
  },
});
