import { describe, expect, it } from 'vitest';
import { inLanguage } from './in-language.ts';

describe('a text of operators', () => {
  const record = { title: 'News', title_gr: 'Neues', title_zh: ' ' };

  it('is shown in the member’s language', () => {
    expect(inLanguage(record, 'title', 'gr')).toBe('Neues');
  });

  it('is shown in English where that variant is empty or missing', () => {
    expect(inLanguage(record, 'title', 'zh')).toBe('News');
    expect(inLanguage(record, 'title', 'th')).toBe('News');
    expect(inLanguage(record, 'title', 'en')).toBe('News');
  });
});
