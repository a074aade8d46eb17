import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../i18n/languages.ts';
import { terms } from './terms.ts';

const sectionsOf = async (code: keyof typeof terms) => (await terms[code]()).default;

/** Names and numbers that every translation has to say. */
const facts = ['{name}', '{email}', '90', '24'];

describe('the terms and conditions', () => {
  it.each(languageCodes)('say the same in %s, section by section', async (code) => {
    const [english, here] = [await sectionsOf('en'), await sectionsOf(code)];
    expect(here.map(({ text }) => text.length)).toEqual(english.map(({ text }) => text.length));
    const whole = JSON.stringify(here);
    for (const fact of facts) expect(whole).toContain(fact);
    for (const { title, text } of here) for (const piece of [title, ...text]) expect(piece.trim()).not.toBe('');
  });

  it('are translated', async () => {
    const english = new Set((await sectionsOf('en')).flatMap(({ title, text }) => [title, ...text]));
    for (const code of languageCodes.filter((each) => each !== 'en'))
      for (const { title, text } of await sectionsOf(code))
        for (const piece of [title, ...text]) expect(english).not.toContain(piece);
  });
});
