import { DRAWN_ELEMENTS, DROPPED_ELEMENTS, LINK_PROTOCOLS } from '@minerx/rules/markup';
import { Fragment, createElement, type ReactNode } from 'react';
import styles from './safe-html.module.css';

const dropped = new Set(DROPPED_ELEMENTS);

const isVoid = (name: string) => name === 'br' || name === 'hr';

/** An address that may be opened from a text of others: the web and mail, nothing that runs. @internal */
export function safeAddress(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  return LINK_PROTOCOLS.includes(new URL(address).protocol) ? address : undefined;
}

/** The parts of a DOM node that are looked at: enough to be judged without a browser. */
interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?: (name: string) => string | null;
}

const ELEMENT = 1;
const TEXT = 3;

/**
 * Draws a parsed node anew from an allow-list: known elements without any attribute, links only to the web and mail, of unknown
 * elements their content. Nothing of the source reaches the page as markup.
 * @internal
 */
export function drawNode(node: HtmlNode, key: number): ReactNode {
  if (node.nodeType === TEXT) return node.textContent;
  const name = node.nodeName.toLowerCase();
  if (node.nodeType !== ELEMENT || dropped.has(name)) return null;
  const as = Object.hasOwn(DRAWN_ELEMENTS, name) ? DRAWN_ELEMENTS[name] : undefined;
  if (as !== undefined && isVoid(as)) return createElement(as, { key });
  const inside = drawAll(node.childNodes);
  const address = name === 'a' ? safeAddress(node.getAttribute?.('href') ?? null) : undefined;
  if (address)
    return createElement('a', { key, href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...inside);
  return createElement(as ?? Fragment, { key }, ...inside);
}

const drawAll = (nodes: ArrayLike<HtmlNode>): ReactNode[] => Array.from(nodes, (node, key) => drawNode(node, key));

interface TrustedPolicy {
  createHTML: (html: string) => string;
}

let policy: TrustedPolicy | undefined;

/** For pages that demand Trusted Types: the text is only parsed into a document that is never shown. */
function trusted(html: string): string {
  const factory = (
    globalThis as { trustedTypes?: { createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy } }
  ).trustedTypes;
  if (!factory) return html;
  policy ??= factory.createPolicy('minerx-html', { createHTML: (text) => text });
  return policy.createHTML(html);
}

/** Text of operators with markup. A document made by DOMParser runs no script and loads no picture. */
export function SafeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(trusted(html), 'text/html');
  return <div className={styles.text}>{drawAll(body.childNodes)}</div>;
}
