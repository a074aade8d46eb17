import { parseDocument } from 'htmlparser2';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { sanitiseMarkup } from '../apps/server/src/base/markup.ts';
import { ALLOWED_ELEMENTS } from '../packages/rules/src/text/markup.ts';
import { MARKUP_PAYLOADS } from './markup-payloads.ts';

/** Of packages/ui/src/text/safe-html.tsx, which this folder's compiler, who knows no JSX, must not see. */
interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute: (name: string) => string | null;
}
const { drawNode } = (await import(new URL('../packages/ui/src/text/safe-html.tsx', import.meta.url).href)) as {
  drawNode: (node: HtmlNode, key: number) => ReactNode;
};

/** What a parser reads from a text, in the shape that the browser's side judges. */
const treeOf = (html: string): HtmlNode[] => {
  interface Parsed {
    type: string;
    name?: string;
    data?: string;
    attribs?: Record<string, string>;
    children?: Parsed[];
  }
  const nodeOf = (node: Parsed): HtmlNode => ({
    nodeType: node.type === 'text' ? 3 : node.type === 'comment' || node.type === 'directive' ? 8 : 1,
    nodeName: (node.name ?? '#text').toUpperCase(),
    textContent: node.data ?? null,
    childNodes: (node.children ?? []).map(nodeOf),
    getAttribute: (name) => node.attribs?.[name] ?? null,
  });
  return (parseDocument(html) as unknown as Parsed).children!.map(nodeOf);
};

const drawn = (html: string): string =>
  renderToStaticMarkup(createElement('div', null, ...treeOf(html).map((node, key) => drawNode(node, key))));

/** Elements of a written text, each with its attributes. */
const tagsOf = (html: string): { name: string; attributes: string }[] =>
  [...html.matchAll(/<([a-z][^\s/>]*)([^>]*)>/gi)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes: attributes.trim().replace(/\/$/, '').trim(),
  }));

const SAFE_LINK = /^href="(?:https?:\/\/|mailto:)[^"]*"$/i;
const DRAWN_LINK = /^href="(?:https?:\/\/|mailto:)[^"]*" target="_blank" rel="noopener noreferrer nofollow"$/i;
const DRAWN_ELEMENTS = [...ALLOWED_ELEMENTS.filter((name) => !['b', 'i', 'h1'].includes(name)), 'strong', 'em', 'h2'];

/** What is wrong with a text: elements and attributes that must not be in it. */
const faultsOf = (html: string, elements: readonly string[], link: RegExp): string[] =>
  tagsOf(html)
    .filter(({ name, attributes }) => {
      if (!elements.includes(name)) return true;
      return attributes !== '' && !(name === 'a' && link.test(attributes));
    })
    .map(({ name, attributes }) => `${name} ${attributes}`);

describe('markup that attacks', () => {
  it('is a list of more than a hundred ways', () => {
    expect(new Set(MARKUP_PAYLOADS).size).toBeGreaterThanOrEqual(100);
  });

  it('is harmless once it is saved', () => {
    for (const payload of MARKUP_PAYLOADS) {
      const saved = sanitiseMarkup(payload);
      expect(faultsOf(saved, ALLOWED_ELEMENTS, SAFE_LINK), `${payload} → ${saved}`).toEqual([]);
      expect(sanitiseMarkup(saved), `${payload} is another text when saved again`).toBe(saved);
    }
  });

  it('is harmless when it is drawn, though it was never sanitised', () => {
    for (const payload of MARKUP_PAYLOADS) {
      const shown = drawn(payload);
      expect(faultsOf(shown, DRAWN_ELEMENTS, DRAWN_LINK), `${payload} → ${shown}`).toEqual([]);
    }
  });

  it('is harmless when it is saved and drawn', () => {
    const harmful = MARKUP_PAYLOADS.flatMap((payload) =>
      faultsOf(drawn(sanitiseMarkup(payload)), DRAWN_ELEMENTS, DRAWN_LINK),
    );
    expect(harmful).toEqual([]);
  });

  it('would be noticed: the check calls the payloads themselves harmful', () => {
    const noticed = MARKUP_PAYLOADS.filter((payload) => faultsOf(payload, ALLOWED_ELEMENTS, SAFE_LINK).length > 0);
    expect(noticed.length).toBeGreaterThan(MARKUP_PAYLOADS.length * 0.9);
  });
});

describe('the allow-list', () => {
  it('keeps an ordinary announcement as it is', () => {
    const message =
      '<h2>News</h2><p>Some <b>bold</b>, <i>slanted</i> &amp; <code>code</code>.<br />See <a href="https://example.org/?a=1&amp;b=2">here</a>.</p><ul><li>one</li></ul>';
    expect(sanitiseMarkup(message)).toBe(message);
    expect(drawn(message)).toContain(
      '<h2>News</h2><p>Some <strong>bold</strong>, <em>slanted</em> &amp; <code>code</code>.',
    );
  });
});
