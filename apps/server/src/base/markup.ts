import { ALLOWED_ELEMENTS, DROPPED_ELEMENTS, LINK_PROTOCOLS } from '@minerx/rules/markup';
import sanitizeHtml, { type Attributes, type Transformer } from 'sanitize-html';

/** Deeper nesting helps no reader and costs the browser. */
const NESTING_LIMIT = 20;

/**
 * Operators' HTML as it may be saved: known elements without attributes, links to the web and to mail, of unknown elements
 * their words. What runs, loads or styles is gone.
 */
export const sanitiseMarkup = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...ALLOWED_ELEMENTS],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: LINK_PROTOCOLS.map((protocol) => protocol.slice(0, -1)),
    allowProtocolRelative: false,
    nonTextTags: [...DROPPED_ELEMENTS],
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit: NESTING_LIMIT,
    // An address without a scheme leads into this site or nowhere; the browser's side does not draw it either.
    transformTags: { a: openable },
  }).trim();

const openable: Transformer = (tagName, { href }) => ({
  tagName,
  attribs: href !== undefined && isOpenable(href) ? { href } : ({} as Attributes),
});

const isOpenable = (href: string): boolean => URL.canParse(href) && LINK_PROTOCOLS.includes(new URL(href).protocol);

/** Whether anything is left to read. */
export const hasWords = (html: string): boolean =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
