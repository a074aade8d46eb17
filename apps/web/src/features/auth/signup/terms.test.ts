import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { termsIn } from './terms.ts';

/** Names and numbers that every translation has to say. */
const facts = ['{name}', '{email}', '90', '24'];

describe('the terms and conditions', () => {
  it.each(LANGUAGE_CODES)('say the same in %s, section by section', async (code) => {
    const [english, here] = [await termsIn('en'), await termsIn(code)];
    expect(here.map(({ text }) => text.length)).toEqual(english.map(({ text }) => text.length));
    const whole = JSON.stringify(here);
    for (const fact of facts) expect(whole).toContain(fact);
    for (const { title, text } of here) for (const piece of [title, ...text]) expect(piece.trim()).not.toBe('');
  });

  it('are translated', async () => {
    const english = new Set((await termsIn('en')).flatMap(({ title, text }) => [title, ...text]));
    for (const code of LANGUAGE_CODES.filter((each) => each !== 'en'))
      for (const { title, text } of await termsIn(code))
        for (const piece of [title, ...text]) expect(english).not.toContain(piece);
  });
});
