import '../scripts/pinned-node.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const RESULTS = join(import.meta.dirname, '../.test-results/journeys');
const DEBIANS = '/usr/bin/chromium';
const chromium = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIANS) ? DEBIANS : undefined);
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
    launchOptions: {
      ...(chromium !== undefined && { executablePath: chromium }),
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page that a journey answers in the server's place may still speak with it.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
});
