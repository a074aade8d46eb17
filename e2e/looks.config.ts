import '../scripts/pinned-node.ts';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import { BROWSER } from './src/browser.ts';

/**
 * How every screen looks, beside how it looked when somebody last looked at it (`looks/baselines`). A world of its own, whose
 * clock stands at the moment of the baselines. `UPDATE_LOOKS=1 playwright test -c looks.config.ts` takes new ones.
 */
export default defineConfig(journeys, {
  testDir: 'looks',
  outputDir: '../.test-results/looks',
  globalSetup: './looks/global-setup.ts',
  timeout: 400_000,
  use: { launchOptions: BROWSER },
});
