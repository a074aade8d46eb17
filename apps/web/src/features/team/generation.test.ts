import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../build/locales.ts';
import { localeOf, type WireLanguage } from '@minerx/rules/wire-language';

function say(code: WireLanguage, n: number): string {
  const key = 'team.generation';
  const tag = localeOf(code);
  const messages = { [tag]: { [key]: compileMessageOrThrow(textsOf(code)[key]!) } };
  return setupI18n({ locale: tag, messages })._(key, { n });
}

describe('the generation of a member', () => {
  // proves 9: generations as ordinals, 11th to 13th
  it('is an ordinal: 1st, 2nd, 3rd, but 11th to 13th', () => {
    const of = (n: number) => say('en', n).replace(' generation', '');
    expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 200].map(of)).toEqual(
      '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th 200th'.split(' '),
    );
  });

  it('is an ordinal of each language', () => {
    expect(say('gr', 2)).toBe('2. Generation');
    expect(say('es', 11)).toBe('11.ª generación');
    expect(say('zh', 3)).toBe('第 3 代');
    expect([say('vi', 1), say('vi', 2)]).toEqual(['Thế hệ thứ nhất', 'Thế hệ thứ 2']);
    expect([say('my', 1), say('my', 12)]).toEqual(['Generasi pertama', 'Generasi ke-12']);
  });
});
