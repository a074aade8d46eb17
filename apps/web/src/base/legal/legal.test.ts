import { createHash } from 'node:crypto';
import { TERMS_VERSION, TERMS_VERSIONS } from '@minerx/rules/terms';
import { formatsOf, LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { describe, expect, it } from 'vitest';
import { filled, legalTextsIn, legalValues, type InForce, type LegalTexts } from './legal-texts.ts';

const pages = ['terms', 'privacy', 'risk'] as const;
const inForce: InForce = { withdrawal_hold_hours: 36, operator: null };
const piecesOf = (texts: LegalTexts) =>
  pages.flatMap((page) => texts[page].flatMap(({ title, text }) => [title, ...text]));
const marksOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort();

/**
 * What members have agreed to is not changed behind their backs: whoever changes a word makes a new version in `rules/member/terms.ts`, says in ten
 * languages what is new, and puts the texts' SHA-256 here.
 */
const SEALED: Record<number, string> = {
  2: 'e749e63a8dfc6af34ca2c05cd1f69c5e4419dbca4e23d6ad7a5833ada3dbb837',
};

describe('terms, privacy and risks', () => {
  it.each(LANGUAGE_CODES)('say the same in %s, section by section, mark by mark', async (code) => {
    const [english, here] = [await legalTextsIn('en'), await legalTextsIn(code)];
    for (const page of pages) {
      expect(here[page].map(({ text }) => text.length)).toEqual(english[page].map(({ text }) => text.length));
      expect(here[page].map(({ text }) => marksOf(text.join()))).toEqual(
        english[page].map(({ text }) => marksOf(text.join())),
      );
    }
    expect(Object.keys(here.changes)).toEqual(Object.keys(english.changes));
    for (const piece of piecesOf(here)) expect(piece.trim()).not.toBe('');
  });

  it('are translated', async () => {
    const english = new Set(piecesOf(await legalTextsIn('en')));
    for (const code of LANGUAGE_CODES.filter((each) => each !== 'en'))
      for (const piece of piecesOf(await legalTextsIn(code))) expect(english).not.toContain(piece);
  });

  it('name no hours or days of their own: those come from the settings and rules they describe', async () => {
    for (const code of LANGUAGE_CODES) {
      const texts = await legalTextsIn(code);
      // The days of notice before a change are the texts' own.
      const numbers =
        piecesOf(texts)
          .join(' ')
          .match(/\d{2,}/g) ?? [];
      expect(new Set(numbers)).toEqual(new Set(['14']));
      const values = legalValues(formatsOf(code), inForce);
      const whole = piecesOf(texts)
        .map((piece) => filled(piece, values))
        .join(' ');
      expect(whole).not.toMatch(/\{\w+\}/);
      for (const number of ['36', '90', '30', '2']) expect(whole).toContain(number);
    }
  });

  it('say what each version changed', async () => {
    for (const code of LANGUAGE_CODES) {
      const { changes } = await legalTextsIn(code);
      expect(Object.keys(changes).sort()).toEqual(TERMS_VERSIONS.map(({ version }) => String(version)).sort());
    }
  });

  it('are those that members agreed to, word by word', async () => {
    const hash = createHash('sha256');
    for (const code of LANGUAGE_CODES) {
      const texts = await legalTextsIn(code);
      for (const page of pages) hash.update(JSON.stringify(texts[page]));
    }
    expect(hash.digest('hex')).toBe(SEALED[TERMS_VERSION]);
  });
});
