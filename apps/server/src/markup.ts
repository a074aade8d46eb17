import sanitizeHtml, { type Attributes, type Transformer } from 'sanitize-html';

/** The same elements that `packages/ui/src/safe-html.tsx` draws; scripts/markup-payloads.test.ts compares the two. */
export const ALLOWED_ELEMENTS = [
  'p',
  'div',
  'br',
  'hr',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'h1',
  'h2',
  'h3',
  'h4',
  'a',
] as const;

/** Their content is no text for a reader and goes with them. */
export const DROPPED_ELEMENTS = [
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'noscript',
  'svg',
  'math',
  'head',
  'title',
  'select',
  'textarea',
] as const;

const OPENABLE = ['https:', 'http:', 'mailto:'];
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
    allowedSchemes: ['https', 'http', 'mailto'],
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

const isOpenable = (href: string): boolean => URL.canParse(href) && OPENABLE.includes(new URL(href).protocol);

/** Whether anything is left to read. */
export const hasWords = (html: string): boolean =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
