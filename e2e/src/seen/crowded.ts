import type { Page } from '@playwright/test';

/**
 * Words of the screen that are broken where no hyphen stands, texts that lie over one another, and choices whose chosen text is
 * wider than its box. What stays in its place while the screen scrolls lies over others on purpose; addresses and hashes have
 * no words.
 */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Rounding of glyphs and of fractions of a pixel. */
    const SLACK = 2;
    const found = new Set<string>();
    const texts: { text: string; box: DOMRect; parent: Element }[] = [];
    const stays = (element: Element): boolean => {
      for (let each: Element | null = element; each !== null; each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return true;
      return false;
    };
    const linesOf = (range: Range): DOMRect[] => [...range.getClientRects()].filter(({ width }) => width > 1);
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement!;
      const text = node.textContent?.trim();
      if (!text || parent.closest('option, .unseen') !== null || !parent.checkVisibility() || stays(parent)) continue;
      const range = document.createRange();
      for (const { 0: word, index } of node.textContent!.matchAll(/\p{Script=Latin}{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set(linesOf(range).map(({ top }) => Math.round(top))).size > 1) found.add(`broken: ${word}`);
      }
      range.selectNodeContents(node);
      texts.push(...linesOf(range).map((box) => ({ text, box, parent })));
    }
    for (const [place, one] of texts.entries())
      for (const other of texts.slice(place + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Lines stand close: their boxes touch, their letters do not.
        const over = across > SLACK && down > Math.min(one.box.height, other.box.height) / 2;
        if (over && one.parent !== other.parent) found.add(`covered: ${one.text} by ${other.text}`);
      }
    for (const select of document.querySelectorAll('main select')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const drawn = document.createElement('canvas').getContext('2d')!;
      drawn.font = font;
      const text = (select as HTMLSelectElement).selectedOptions[0]?.text ?? '';
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (drawn.measureText(text).width > room + SLACK) found.add(`cut: ${text}`);
    }
    return [...found];
  });
