import { describe, expect, it } from 'vitest';
import { isWireLanguage, languageFromHeader, LANGUAGE_CODES, LANGUAGES, localeOf, variant } from './wire-language.ts';

describe('the ten languages', () => {
  it('have the codes of the specification and real locales', () => {
    expect(LANGUAGE_CODES.map((code) => `${code}=${localeOf(code)}`)).toEqual([
      'en=en',
      'zh=zh-Hans',
      'ch=zh-Hant',
      'kr=ko',
      'vi=vi',
      'th=th',
      'pt=pt',
      'my=ms',
      'es=es',
      'gr=de',
    ]);
    expect(LANGUAGE_CODES.map((code) => Intl.getCanonicalLocales(localeOf(code))[0])).toEqual(
      LANGUAGE_CODES.map(localeOf),
    );
    expect(localeOf('kr')).toBe('ko');
  });

  it('are named in themselves', () => {
    expect(LANGUAGES.gr.label).toBe('Deutsch');
    expect(LANGUAGES.my.label).toBe('Bahasa Melayu');
    expect(new Set(LANGUAGE_CODES.map((code) => LANGUAGES[code].label)).size).toBe(LANGUAGE_CODES.length);
  });

  it('are recognised, and nothing else is', () => {
    expect(['en', 'gr', 'de', 'EN', 'toString', ''].map(isWireLanguage)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a text in a language', () => {
  const rank = {
    ranking_name: 'Builder',
    ranking_name_zh: '建造者',
    ranking_name_es: '',
    ranking_name_vi: '  ',
    ranking_name_th: null,
  };

  it('is the variant where there is one', () => {
    expect(variant(rank, 'ranking_name', 'zh')).toBe('建造者');
    expect(variant(rank, 'ranking_name', 'en')).toBe('Builder');
  });

  it('is the base where the variant is empty or missing', () => {
    for (const language of ['es', 'vi', 'th', 'kr'] as const)
      expect(variant(rank, 'ranking_name', language)).toBe('Builder');
    expect(variant({}, 'ranking_name', 'zh')).toBe('');
  });
});

describe('the language of a header', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'gr'],
    ['fr-FR, vi;q=0.4, pt-BR;q=0.7', 'pt'],
    ['zh-CN', 'zh'],
    ['zh', 'zh'],
    ['zh-Hant-HK', 'ch'],
    ['zh-TW,zh;q=0.9', 'ch'],
    ['ko-KR', 'kr'],
    ['ms-MY', 'my'],
    ['es;q=0, en;q=0.1', 'en'],
    ['TH', 'th'],
    ['es , de', 'es'],
  ])('%s is %s', (header, language) => {
    expect(languageFromHeader(header)).toBe(language);
  });

  it.each([[undefined], [''], ['fr-FR'], ['*'], ['de;q=0'], [',,;;q=,'], ['x'.repeat(10_000)], ['gr']])(
    '%s names none',
    (header) => {
      expect(languageFromHeader(header)).toBeNull();
    },
  );
});
