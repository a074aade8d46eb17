import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cutTexts } from '../src/cut-texts.ts';
import { expect, test } from '../src/journey.ts';
import { DEMO } from '../src/member.ts';
import { chooseLanguage } from '../src/screen.ts';
import { detailScreens, MEMBER_SCREENS, open, settled, VISITOR_SCREENS } from '../src/screens.ts';
import { catalogue, type Language } from '../src/words.ts';
import { worldTime } from '../src/world.ts';
import { baseline, difference, keep, looksLike } from './look.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
const SMALLEST = { width: 320, height: 640 };
const WITH_BASELINES = ['en', 'gr', 'th', 'zh'] satisfies Language[];
const READ_TO_THE_END: Language[] = ['gr', 'th', 'vi'];
const TAKES_NEW = process.env['UPDATE_LOOKS'] === '1';
const BASELINES = join(import.meta.dirname, 'baselines');

/** The QR code of the invitation holds the address of this world. */
const ADDRESS_IN_SQUARES = 'svg[shape-rendering="crispEdges"]';

/** A moving picture has many looks. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const nameOf = (screen: string): string =>
  screen.replace(/^\//, '').replaceAll('/', '-').replaceAll(/[{}]/g, '') || 'home';

/** Letters and pictures are there, and the screen has answered to its size. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const near = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(near.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

async function lookAt(page: Page, language: Language, screen: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await drawn(page);
    const picture = await page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      mask: [page.locator(ADDRESS_IN_SQUARES)],
    });
    const file = join(BASELINES, `${language}-${size.width}x${size.height}`, `${nameOf(screen)}.webp`);
    const kept = baseline(file);
    if (TAKES_NEW) {
      if (kept === null || !(await looksLike(picture, kept))) await keep(file, picture);
      continue;
    }
    const name = `${screen} in ${language} at ${size.width}×${size.height}`;
    expect.soft(kept, `${name} has a baseline`).not.toBeNull();
    if (kept === null || (await looksLike(picture, kept))) continue;
    await test.info().attach(name, { body: picture, contentType: 'image/png' });
    const share = await difference(picture, kept);
    expect.soft(share, `${name} looks different in ${(share * 100).toFixed(1)} % of its pixels`).toBe(0);
  }
}

async function readToTheEnd(page: Page, screen: string): Promise<void> {
  for (const size of [...SIZES, SMALLEST]) {
    await page.setViewportSize(size);
    await drawn(page);
    expect.soft(await cutTexts(page), `${screen} at ${size.width} px`).toEqual([]);
  }
  await page.setViewportSize(SIZES[0]!);
}

for (const language of ['en', 'gr', 'th', 'vi', 'zh'] satisfies Language[]) {
  test(`every screen in ${language}`, async ({ page }) => {
    const say = catalogue(language);
    await page.clock.setSystemTime(worldTime());
    const visit = async (screen: string) => {
      await page.setViewportSize(SIZES[0]!);
      await open(page, screen);
      if ((WITH_BASELINES as Language[]).includes(language)) await lookAt(page, language, screen);
      if (READ_TO_THE_END.includes(language)) await readToTheEnd(page, screen);
    };
    await open(page, '/login');
    if (language !== 'en') await chooseLanguage(page, 'en', language);
    for (const screen of VISITOR_SCREENS) await visit(screen);

    await page.goto('/login');
    await page.getByLabel(say['auth.email'] ?? '', { exact: true }).fill(DEMO.email);
    await page.getByLabel(say['auth.password'] ?? '', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: say['auth.signIn'] ?? '', exact: true }).click();
    await settled(page);
    for (const screen of MEMBER_SCREENS) await visit(screen);
    for (const { name, path } of await detailScreens()) {
      await page.setViewportSize(SIZES[0]!);
      await open(page, path);
      if ((WITH_BASELINES as Language[]).includes(language)) await lookAt(page, language, name);
      if (READ_TO_THE_END.includes(language)) await readToTheEnd(page, name);
    }
  });
}

test('a button that went and a box that moved are noticed', async ({ page }) => {
  await open(page, '/welcome');
  await drawn(page);
  const before = await page.screenshot({ animations: 'disabled' });
  expect(await looksLike(await page.screenshot({ animations: 'disabled' }), before)).toBe(true);
  await page
    .getByRole('link')
    .last()
    .evaluate((button) => button.remove());
  expect(await looksLike(await page.screenshot({ animations: 'disabled' }), before)).toBe(false);
});
