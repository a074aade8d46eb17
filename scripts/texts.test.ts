import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, checkTexts } from './texts.ts';

/** Enough of ICU for these tests: `{name}`. */
const compile = (text: string): (string | [string])[] => {
  if (text.includes('{{')) throw new Error('unreadable');
  return text.split(/(\{\w+\})/).map((piece) => (piece.startsWith('{') ? ([piece.slice(1, -1)] as [string]) : piece));
};

function catalogues(changes: Record<string, Record<string, string> | null>): string {
  const folder = mkdtempSync(join(tmpdir(), 'minerx-texts-'));
  mkdirSync(join(folder, 'order'));
  for (const language of LANGUAGES) {
    const texts = changes[language] === undefined ? { title: 'Order {number}' } : changes[language];
    if (texts !== null) writeFileSync(join(folder, 'order', `${language}.json`), JSON.stringify(texts));
  }
  return folder;
}

describe('the texts', () => {
  it('pass when every language has the same keys and arguments', () => {
    expect(checkTexts(catalogues({}), compile)).toEqual([]);
  });

  it('fail on a missing file, a missing or foreign key, an empty or unreadable text, and other arguments', () => {
    const folder = catalogues({
      zh: null,
      ch: {},
      kr: { title: 'x {number}', more: 'x' },
      vi: { title: ' ' },
      th: { title: '{{' },
      pt: { title: 'x {nummer}' },
    });
    expect(checkTexts(folder, compile)).toEqual([
      'order/zh.json is missing or no JSON',
      'order/ch.json: title is missing',
      'order/kr.json: more is not in English',
      'order/vi.json: title is empty',
      'order/th.json: title is no readable message',
      'order/pt.json: title has the arguments "nummer" instead of "number"',
    ]);
  });
});
