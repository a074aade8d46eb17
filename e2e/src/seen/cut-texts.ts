import type { Page } from '@playwright/test';

/**
 * Texts of the screen that cannot be read to their end: clipped by a box that hides what sticks out, shortened with dots, or beyond
 * the edge of the window. What scrolls on purpose, and what only screen readers are told, does not
 * count; nor does a preview of some lines in a link to the whole.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Rounding of glyphs and of fractions of a pixel. */
    const SLACK = 2;
    const isClipping = (value: string) => value === 'hidden' || value === 'clip';
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    const cut = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      const parent = node.parentElement;
      if (
        !text ||
        parent === null ||
        parent.closest('script, style, noscript, template, [aria-hidden="true"], [inert]')
      )
        continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      for (let element: HTMLElement | null = parent; element !== null; element = element.parentElement) {
        const style = getComputedStyle(element);
        const edge = element.getBoundingClientRect();
        // A preview of some lines that opens the whole.
        if (!/^(?:none|1)?$/.test(style.webkitLineClamp) && parent.closest('a') !== null) break;
        // Said, not shown.
        if (edge.width <= 1 || edge.height <= 1 || style.clipPath !== 'none') break;
        if (scrolls(style.overflowX) || style.position === 'fixed') break;
        const sideways =
          isClipping(style.overflowX) && (box.right > edge.right + SLACK || box.left < edge.left - SLACK);
        const down = isClipping(style.overflowY) && (box.bottom > edge.bottom + SLACK || box.top < edge.top - SLACK);
        if (sideways || down) {
          cut.add(text);
          break;
        }
        if (scrolls(style.overflowY)) break;
        if (element === document.body && box.right > innerWidth + SLACK) cut.add(text);
      }
    }
    return [...cut];
  });
