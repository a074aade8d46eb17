/**
 * Markup of operators' texts, as an allow-list: the server saves nothing else, and the app draws nothing else.
 * Elements by the name they are drawn with; headings go below the screen's own. None keeps an attribute. A link is drawn
 * too, with its address alone.
 */
export const DRAWN_ELEMENTS: Readonly<Record<string, string>> = {
  p: 'p',
  div: 'div',
  br: 'br',
  hr: 'hr',
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  small: 'small',
  sub: 'sub',
  sup: 'sup',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  code: 'code',
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
};

/** The names that a text may use: what is drawn, and links. */
export const ALLOWED_ELEMENTS: readonly string[] = [...Object.keys(DRAWN_ELEMENTS), 'a'];

/** Their content is no text for a reader either and goes with them. */
export const DROPPED_ELEMENTS: readonly string[] = [
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
];

/** Where a link of such a text may lead: the web and mail, nothing that runs. */
export const LINK_PROTOCOLS: readonly string[] = ['https:', 'http:', 'mailto:'];
