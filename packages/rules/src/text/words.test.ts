import { LANGUAGE_CODES, type WireLanguage } from './wire-language.ts';
import { describe, expect, it } from 'vitest';
import { placesOf, wordFaultsOf, type Corpus, type Words } from './words.ts';

const nothing: Words = { chosen: {}, refused: {}, likeEnglish: [], unequal: [] };

const faults = (
  texts: Partial<Record<WireLanguage, Record<string, string>>>,
  words: Partial<Record<WireLanguage, Partial<Words>>>,
) =>
  wordFaultsOf(
    Object.fromEntries(LANGUAGE_CODES.map((code) => [code, texts[code] ?? {}])) as Corpus,
    Object.fromEntries(LANGUAGE_CODES.map((code) => [code, { ...nothing, ...words[code] }])) as Record<
      WireLanguage,
      Words
    >,
  );

describe('the word lists', () => {
  it('have one name for the campaign, wherever English names it', () => {
    const words = { en: { chosen: { campaign: 'Raya Blessing' } }, gr: { chosen: { campaign: 'Raya-Segen' } } };
    const en = { a: '{n} Raya Blessings', b: 'Raya Blessing', c: 'Order' };
    expect(faults({ en, gr: { a: '{n} Raya-Segen', b: 'Raya-Gabe', c: 'Auftrag' } }, words)).toEqual([
      'gr b: names the campaign otherwise than /Raya-Segen/',
    ]);
  });

  it('take the name of a value for no word', () => {
    const words = { en: { chosen: { wallet: 'wallet' } }, vi: { chosen: { wallet: 'ví' } } };
    expect(faults({ en: { a: 'Not enough {wallet}' }, vi: { a: 'Không đủ {wallet}' } }, words)).toEqual([]);
  });

  it('refuse a word, and say which one stands for it', () => {
    expect(faults({ pt: { a: 'Prémios' } }, { pt: { refused: { prémio: 'prêmio' } } })).toEqual([
      'pt a: /prémio/ is refused, say prêmio',
    ]);
  });

  it('want equal English equally translated, but for what is listed', () => {
    const texts = { en: { a: 'Ready', b: 'Ready' }, es: { a: 'Listo', b: 'Listos' } };
    expect(faults(texts, {})).toEqual(['es “Ready” is said in 2 ways: a, b']);
    expect(faults(texts, { es: { unequal: ['Ready'] } })).toEqual([]);
  });

  it('read files of any depth', () => {
    expect(placesOf([{ title: 'A', text: ['B'] }], 'terms')).toEqual([
      ['terms[0].title', 'A'],
      ['terms[0].text[0]', 'B'],
    ]);
  });
});
