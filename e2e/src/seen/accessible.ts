import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['dark', 'light'] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rows that the browser leaves out while they are far away keep the colours of the theme before: axe is to see them drawn. */
const drawEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

/** What axe finds on the screen as it is now, in both themes; the journey goes on and fails at its end. */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  await drawEverything(page);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
    expect.soft(found, `${name} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: null });
};

/** Nothing of the screen lies beyond the right edge of the smallest phone. */
export const expectNoSidewaysScroll = async (page: Page, name: string): Promise<void> => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${name} at 320 px`).toBeLessThanOrEqual(320);
  if (size !== null) await page.setViewportSize(size);
};
