import type { Page } from '@playwright/test';

/** Every text that a screen shows or says: text nodes, labels, placeholders. */
export const seenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>();
    const add = (text: string | null) => {
      const trimmed = text?.replace(/\s+/g, ' ').trim();
      if (trimmed) texts.add(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // What stands in another language says so itself, as names of languages do.
      const parent = node.parentElement;
      if (parent === null || parent.closest('script, style, noscript, template, [translate="no"]')) continue;
      if (parent.closest('[lang]') === document.documentElement) add(node.textContent);
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) add(element.getAttribute(name));
    }
    return [...texts];
  });
