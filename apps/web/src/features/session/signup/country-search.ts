/** A country as the picker lists it. */
export interface CountryChoice {
  id: number;
  /** ISO 3166-1 alpha-2. */
  iso: string;
  /** In the language of the screen. */
  name: string;
  english: string;
  chinese: string;
  callingCode: string;
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The countries whose English or Chinese name, or name on the screen, holds the text; capitals and accents do not matter.
 * Digits look for the calling code instead. An empty text gives all of them.
 */
export function searchCountries(choices: readonly CountryChoice[], text: string): readonly CountryChoice[] {
  const wanted = folded(text.trim());
  if (wanted === '') return choices;
  if (/^\+?\d+$/.test(wanted)) {
    const digits = wanted.replace('+', '');
    return choices.filter((choice) => choice.callingCode.replace(/\D/g, '').startsWith(digits));
  }
  return choices.filter((choice) =>
    [choice.english, choice.chinese, choice.name].some((name) => folded(name).includes(wanted)),
  );
}
