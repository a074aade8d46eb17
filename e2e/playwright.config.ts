import '../scripts/pinned-node.ts';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ENGINE } from './src/browser.ts';

const RESULTS = join(import.meta.dirname, '../.test-results/journeys');
/** Once more on a shared machine; a retried journey is reported as flaky. */
const RETRIES = process.env['CI'] === undefined ? 0 : 1;

/**
 * Journeys through the real product, one after the other: they share one world. `npm test` gives each folder of them a world of
 * its own: `first-day` begins with the first miner, whose reward comes the next morning.
 */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './src/global-setup.ts',
  outputDir: RESULTS,
  workers: 1,
  retries: RETRIES,
  forbidOnly: process.env['CI'] !== undefined,
  // They only end what hangs: a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    colorScheme: 'dark',
    // Answers come from the product itself; 13-offline allows the service worker.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Keeping a trace costs as much as the journey: where a journey is tried once more, its second try is kept.
    trace: { mode: RETRIES === 0 ? 'retain-on-failure' : 'on-first-retry', screenshots: false, sources: false },
    launchOptions: ENGINE,
  },
});
