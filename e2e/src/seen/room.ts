import { expect, type Page } from '@playwright/test';
import { settled } from '../screens.ts';
import { crowded } from './crowded.ts';
import { cutTexts } from './cut-texts.ts';

/** So high that every part is drawn and every row of a list, not those alone that happen to be in sight. */
export const HIGH = 3000;

interface Look {
  width: number;
  /** Size of the text. */
  size: string;
  /** The widest typeface that a device may have, in place of ours. */
  wide?: true;
}

export const SMALLEST: Look = { width: 320, size: '100%' };
export const SMALL: Look = { width: 360, size: '100%' };
/** In every way: of the language with the longest words. */
export const LARGE: readonly Look[] = [
  SMALLEST,
  { width: 320, size: '200%' },
  { width: 320, size: '100%', wide: true },
];

const drawAs = async (page: Page, { width, size, wide }: Look): Promise<void> => {
  await page.setViewportSize({ width, height: HIGH });
  await page.locator('html').evaluate(
    (root, { size, family }) => {
      root.style.setProperty('font-size', size);
      root.style.setProperty('--font-sans', family);
    },
    { size, family: wide ? '"DejaVu Sans", Verdana' : '' },
  );
  await settled(page);
};

const soon = expect.configure({ soft: true, timeout: 3000 });

const expectRoomAs = async (page: Page, path: string, look: Look): Promise<void> => {
  await drawAs(page, look);
  const language = await page.locator('html').getAttribute('data-language');
  const name = `${path} in ${language} at ${look.width} px and ${look.size}${look.wide ? ' in a wide typeface' : ''}`;
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(look.width);
  // A list that has just become narrower takes its new height with the next frame, and what is below it its new place.
  await soon.poll(() => cutTexts(page), name).toEqual([]);
  // Twice as large, the longest words of a text end where the screen does; those of a wallet and of the first screen have room, and so has a serial.
  const allows = look.size === '100%' || /^\/(asset|welcome)/.test(path) ? /^$/ : /^broken: (?!X\d-)/;
  if (look.wide) return;
  await soon.poll(async () => (await crowded(page)).filter((each) => !allows.test(each)), name).toEqual([]);
};

/** Nothing of the screen lies beyond its right edge, is cut or crowded, however it is drawn; then its text is as large as before. */
export const expectRoom = async (page: Page, path: string, looks: readonly Look[]): Promise<void> => {
  for (const look of looks) await expectRoomAs(page, path, look);
  await page.locator('html').evaluate((root) => root.removeAttribute('style'));
};
