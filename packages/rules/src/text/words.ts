import type { WireLanguage } from './wire-language.ts';

/** What a language has settled on: one file each in `apps/web/src/i18n/words`. Patterns are regular expressions; letters' case counts in none. */
export interface Words {
  /** The one word for a thing, by the same names in every language. */
  chosen: Readonly<Record<string, string>>;
  /** Words that are not used, and what stands in their place. */
  refused: Readonly<Record<string, string>>;
  /** Keys whose text is rightly the same word as in English. */
  likeEnglish: readonly string[];
  /** Words of a script without spaces that browsers would cut: they are told not to. */
  whole?: readonly string[];
  /** English texts that rightly have several translations here: other genders, numbers, things. */
  unequal: readonly string[];
}

/** Everything that members read, by where it stands: language → place → text. */
export type Corpus = Readonly<Record<WireLanguage, Readonly<Record<string, string>>>>;

/** Every text of a nested file by its place: `mail.footer`, `terms[3].text[0]`. */
export const placesOf = (value: unknown, at: string): [place: string, text: string][] => {
  if (typeof value === 'string') return [[at, value]];
  if (Array.isArray(value)) return value.flatMap((each, index) => placesOf(each, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => placesOf(each, `${at}.${key}`));
};

/** `\b` between letters of any script: its own knows the English ones alone, and would cut "ví" in two. */
const EDGE = '(?:(?<=\\p{L})(?!\\p{L})|(?<!\\p{L})(?=\\p{L}))';
const says = (text: string, pattern: string): boolean => new RegExp(pattern.replaceAll('\\b', EDGE), 'iu').test(text);

/** The name of a value, `{wallet}`, is no word of the text. */
const withoutValues = (text: string): string => text.replace(/\{\w+\}/g, '');

const faultsIn = (code: WireLanguage, corpus: Corpus, words: Readonly<Record<WireLanguage, Words>>): string[] => {
  const { chosen, refused } = words[code];
  const faults = Object.keys(chosen)
    .filter((name) => !Object.hasOwn(words.en.chosen, name))
    .map((name) => `${code} chooses a word for ${name}, which English does not name`);
  for (const [place, text] of Object.entries(corpus[code])) {
    for (const [pattern, instead] of Object.entries(refused))
      if (says(text, pattern)) faults.push(`${code} ${place}: /${pattern}/ is refused, say ${instead}`);
    const english = corpus.en[place];
    if (english === undefined) continue;
    for (const [name, pattern] of Object.entries(words.en.chosen)) {
      if (!says(withoutValues(english), pattern)) continue;
      const word = chosen[name];
      if (word === undefined || !says(text, word))
        faults.push(`${code} ${place}: names the ${name} otherwise than /${word ?? ''}/`);
    }
  }
  return faults;
};

/** Equal English with unequal translation, but for what a language has listed. */
const unequalIn = (code: WireLanguage, corpus: Corpus, { unequal }: Words): string[] => {
  const byEnglish = new Map<string, Map<string, string>>();
  for (const [place, english] of Object.entries(corpus.en)) {
    const text = corpus[code][place];
    if (text === undefined || unequal.includes(english)) continue;
    const texts = byEnglish.get(english) ?? new Map<string, string>();
    byEnglish.set(english, texts.set(text, texts.get(text) ?? place));
  }
  return [...byEnglish]
    .filter(([, texts]) => texts.size > 1)
    .map(([english, texts]) => `${code} “${english}” is said in ${texts.size} ways: ${[...texts.values()].join(', ')}`);
};

/** What the texts of all languages say otherwise than their word lists, one line per fault. */
export const wordFaultsOf = (corpus: Corpus, words: Readonly<Record<WireLanguage, Words>>): string[] =>
  (Object.keys(corpus) as WireLanguage[]).flatMap((code) => [
    ...faultsIn(code, corpus, words),
    ...unequalIn(code, corpus, words[code]),
  ]);
