import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { registerWith } from '../../src/member.ts';
import { button, heading, signIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';

/** What a page says before any script of the app has arrived. */

const SCRIPTS = /\/assets\/.*\.js$/;
const TOTAL = '$1,234.50';

/** The page as it stands while its scripts are on the way; the returned function lets them go on. */
const openWithoutScripts = async (page: Page, path: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
};

for (const [path, title] of [
  ['/', null],
  ['/asset', 'common.title.asset'],
] as const) {
  test(`${path} says the total before the app has come, where the app says it`, async ({ page }) => {
    await signIn(page, await registerWith({ USDT: '1234.5' }));
    const goOn = await openWithoutScripts(page, path);
    const early = page.locator('#shell-total');
    await expect(early).toHaveText(TOTAL);
    await expect(page.locator('#shell-name')).toHaveText(words('wallet.total'));
    if (title !== null) await expect(page.locator('#shell-head')).toHaveText(words(title));
    const place = await early.boundingBox();
    goOn();
    await expect(early).toBeHidden();
    const total = page.locator('#content').getByText(TOTAL, { exact: true }).first();
    await expect(total).toBeVisible();
    const later = await total.boundingBox();
    const middle = (box: typeof place) => [box!.x, box!.y + box!.height / 2].map(Math.round);
    expect(middle(later)).toEqual(middle(place));
  });
}

test('who hides amounts is shown none before the app has come', async ({ page }) => {
  await signIn(page, await registerWith({ USDT: '1234.5' }), '/asset');
  await expect(heading(page, words('common.title.asset'))).toBeVisible();
  await button(page, 'common.hideAmounts').click();
  await openWithoutScripts(page, '/asset');
  await expect(page.locator('#shell-total')).toHaveText('********');
  await expect(page.locator('body')).not.toContainText('1,234');
});
