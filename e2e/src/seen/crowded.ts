import type { Page } from '@playwright/test';

/**
 * Words of the screen that are broken where no hyphen stands, figures that are broken at all, texts that lie over one another, and choices whose chosen text is
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
    /** Where the preview of some lines ends that a text stands in: the lines below it are not drawn. */
    const endOf = (element: Element): number => {
      for (let each: Element | null = element; each !== null; each = each.parentElement)
        if (!/^(?:none|1)?$/.test(getComputedStyle(each).webkitLineClamp)) return each.getBoundingClientRect().bottom;
      return Infinity;
    };
    const linesOf = (range: Range): DOMRect[] => [...range.getClientRects()].filter(({ width }) => width > 1);
    const thai = new Intl.Segmenter('th', { granularity: 'word' });
    /** Words, figures, serials of orders and dates that stand alone: between their letters no line ends without a hyphen. Han and Hangul may end one anywhere. */
    const WORD =
      /X\d-[A-Z\d]{2,}|\p{Script=Latin}{2,}|^\p{Nd}+年\p{Nd}+月\p{Nd}+日$|\p{Nd}[\p{Nd}.,'’\u00a0\u202f]*\p{Nd}/gu;
    /** With where they begin. */
    const wordsOf = (text: string): { word: string; index: number }[] => [
      ...[...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index })),
      ...(/\p{Script=Thai}/u.test(text) ? [...thai.segment(text)] : [])
        .filter(({ segment }) => /^\p{Script=Thai}{2,}$/u.test(segment))
        .map(({ segment, index }) => ({ word: segment, index })),
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement!;
      const text = node.textContent?.trim();
      if (
        !text ||
        parent.closest('script, style, noscript, option, .unseen') !== null ||
        !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      const range = document.createRange();
      for (const { word, index } of /https?:/.test(text) ? [] : wordsOf(node.textContent!)) {
        // The hyphen of a soft one belongs to the letter after it.
        range.setStart(node, node.textContent![index - 1] === '\u00ad' ? index + 1 : index);
        range.setEnd(node, index + word.length);
        if (new Set(linesOf(range).map(({ top }) => Math.round(top))).size > 1) found.add(`broken: ${word}`);
      }
      if (stays(parent)) continue;
      range.selectNodeContents(node);
      const end = endOf(parent);
      const boxes = linesOf(range).filter(({ bottom }) => bottom <= end + SLACK);
      texts.push(...boxes.map((box) => ({ text, box, parent })));
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
