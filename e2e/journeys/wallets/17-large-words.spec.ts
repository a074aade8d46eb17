import type { Page } from '@playwright/test';
import { expect, test, type NewPhone } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { MEMBER_SCREENS, open, settled } from '../../src/screens.ts';
import { crowded } from '../../src/seen/crowded.ts';
import { cutTexts } from '../../src/seen/cut-texts.ts';
import { catalogue } from '../../src/words.ts';

const WALLET_SCREENS = [...MEMBER_SCREENS.filter((path) => path.startsWith('/asset')), '/asset/spot/transaction/1'];

/** The demo member on a phone that speaks German: of the ten languages the one with the longest words. */
const signInInGerman = async (newPhone: NewPhone): Promise<Page> => {
  const say = catalogue('gr');
  // So high that every part is drawn and every row of a list, not those alone that happen to be in sight.
  const page = await newPhone({ locale: 'de-DE', viewport: { width: 320, height: 3000 } });
  await page.goto('/login');
  await page.getByLabel(say['session.email']!, { exact: true }).fill(DEMO.email);
  await page.getByLabel(say['session.password']!, { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: say['session.signIn']!, exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  return page;
};

const expectRoom = async (page: Page, name: string): Promise<void> => {
  await settled(page);
  const { width } = page.viewportSize()!;
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
  expect.soft(await cutTexts(page), name).toEqual([]);
  expect.soft(await crowded(page), name).toEqual([]);
};

test('wallets in German have room for every word and figure, at 320 px twice the size too', async ({ newPhone }) => {
  const page = await signInInGerman(newPhone);
  for (const path of WALLET_SCREENS) {
    await open(page, path);
    for (const [width, size] of [
      [360, '100%'],
      [320, '100%'],
      [320, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 3000 });
      await page.locator('html').evaluate((root, text) => root.style.setProperty('font-size', text), size);
      await expectRoom(page, `${path} at ${width} px and ${size}`);
    }
  }
});
