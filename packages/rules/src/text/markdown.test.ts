import { describe, expect, it } from 'vitest';
import { writtenToHtml } from './markdown.ts';

describe('what an operator writes', () => {
  it('becomes HTML from Markdown, with HTML in it left as text', () => {
    expect(writtenToHtml('## Two\n\n1. a\n2. *b*\n\n> said\n> so\n\n---\n\na `b<c>`\nd <script>')).toBe(
      '<h2>Two</h2><ol><li>a</li><li><em>b</em></li></ol><blockquote>said<br>so</blockquote><hr><p>a <code>b&lt;c&gt;</code><br>d &lt;script&gt;</p>',
    );
  });

  it('is HTML already where it begins like that', () => {
    expect(writtenToHtml(' <p>a</p>')).toBe(' <p>a</p>');
    expect(writtenToHtml('a <p>')).toBe('<p>a &lt;p&gt;</p>');
  });
});
