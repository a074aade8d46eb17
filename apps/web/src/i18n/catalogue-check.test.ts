import { describe, expect, it } from 'vitest';
import { faultsOf, type Area } from './catalogue-check.ts';
import type { Words } from '@minerx/rules/words';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';

const area = (english: string, others: string, changes: Partial<Record<string, string>> = {}): Area =>
  Object.fromEntries(
    LANGUAGE_CODES.map((code): [string, Record<string, string>] => [
      code,
      { 'a.key': changes[code] ?? (code === 'en' ? english : others) },
    ]),
  ) as Area;

const settled = (words: Partial<Record<WireLanguage, Partial<Words>>>): Record<WireLanguage, Words> =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, { likeEnglish: [], ...words[code] }])) as unknown as Record<
    WireLanguage,
    Words
  >;

const faultsIn = (areas: Record<string, Area>, words: Partial<Record<WireLanguage, Partial<Words>>> = {}) =>
  faultsOf(areas, settled(words));

describe('the check of the catalogues', () => {
  // proves 7: translations are files of each language
  it('has nothing to say about complete texts', () => {
    expect(faultsIn({ a: area('Hello, {name}', 'Hallo, {name}') })).toEqual([]);
  });

  it('finds a text that a language lacks, and one that English lacks', () => {
    const texts = area('Hello', 'Hallo');
    texts.th = { 'a.other': 'x' };
    expect(faultsIn({ a: texts })).toEqual(['a/th a.other: English does not have it', 'a/th a.key: is missing']);
  });

  it('finds empty texts and broken messages', () => {
    expect(
      faultsIn({ a: area('Hello', 'Hallo', { vi: ' ', kr: '{name' }) }).map((fault) => fault.slice(0, 26)),
    ).toEqual(['a/kr a.key: is no ICU mess', 'a/vi a.key: is empty']);
  });

  it('finds a placeholder that was lost or renamed', () => {
    expect(faultsIn({ a: area('Hello, {name}', 'Hallo, {name}', { es: 'Hola, {nombre}' }) })).toEqual([
      'a/es a.key: takes nombre:argument; English takes name:argument',
    ]);
  });

  it('wants the form `many` of Spanish and Portuguese, and the ordinal `one` of Vietnamese and Malay', () => {
    const counted = area('{n, plural, one {# miner} other {# miners}}', '{n, plural, one {# x} other {# y}}');
    expect(faultsIn({ a: counted })).toEqual(['a/pt a.key: n lacks many', 'a/es a.key: n lacks many']);
    const ordered = area(
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      '{n, selectordinal, other {#.}}',
    );
    expect(faultsIn({ a: ordered })).toEqual(['a/vi a.key: n lacks one', 'a/my a.key: n lacks one']);
  });

  it('finds text that was left in English, but lets names and codes pass', () => {
    expect(faultsIn({ a: area('Withdraw', 'Auszahlen', { gr: 'Withdraw' }) })).toEqual([
      'a/gr a.key: is still English',
    ]);
    expect(faultsIn({ a: area('USDT', 'USDT') })).toEqual([]);
    const status = { a: area('Status', 'Stand', { gr: 'Status' }) };
    expect(faultsIn(status, { gr: { likeEnglish: ['a.key'] } })).toEqual([]);
  });

  it('finds a key that stands in two areas', () => {
    expect(faultsIn({ a: area('Hello', 'Hallo'), b: area('Hello', 'Hallo') })).toEqual(['a.key: stands in a and in b']);
  });
});
