import { escapeHtml } from './escape-html.ts';

/** Links, **strong**, *emphasis* and `code` of a line. */
const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(([^\s()]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');

const list = (tag: 'ul' | 'ol', lines: readonly string[], sign: RegExp): string =>
  `<${tag}>${lines.map((line) => `<li>${inline(line.replace(sign, ''))}</li>`).join('')}</${tag}>`;

const BULLET = /^[-*] +/;
const NUMBER = /^\d+\. +/;
const HEADING = /^(#{2,4}) +/;
const QUOTE = /^> ?/;

const block = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim());
  const heading = HEADING.exec(lines[0]!);
  if (heading && lines.length === 1) {
    const tag = `h${heading[1]!.length}`;
    return `<${tag}>${inline(lines[0]!.replace(HEADING, ''))}</${tag}>`;
  }
  if (lines.every((line) => BULLET.test(line))) return list('ul', lines, BULLET);
  if (lines.every((line) => NUMBER.test(line))) return list('ol', lines, NUMBER);
  if (lines.every((line) => QUOTE.test(line)))
    return `<blockquote>${lines.map((line) => inline(line.replace(QUOTE, ''))).join('<br>')}</blockquote>`;
  if (lines.length === 1 && lines[0] === '---') return '<hr>';
  return `<p>${lines.map(inline).join('<br>')}</p>`;
};

/**
 * The Markdown that an announcement needs: paragraphs, headings from the second level on, lists, quotes, rules, links, strong,
 * emphasis and code. HTML in it stays text.
 */
const markdownToHtml = (markdown: string): string =>
  markdown
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(block)
    .join('');

/** What operators type for a message: Markdown; or HTML, if it begins with `<`. Not sanitised yet. */
export const writtenToHtml = (text: string): string => (text.trimStart().startsWith('<') ? text : markdownToHtml(text));
