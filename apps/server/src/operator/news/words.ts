import { readFile } from 'node:fs/promises';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';
import { wordFaultsOf, type Corpus, type Words } from '@minerx/rules/words';
import type { LanguageTexts } from '../../base/variants.ts';

/** What each language has settled on: the files that the texts of the app are held to. */
const FOLDER = new URL('../../../../web/src/i18n/words/', import.meta.url);

const readWords = async (): Promise<Record<WireLanguage, Words>> =>
  Object.fromEntries(
    await Promise.all(
      LANGUAGE_CODES.map(async (code) => {
        const text = await readFile(new URL(`${code}.json`, FOLDER), 'utf8');
        return [code, JSON.parse(text) as Words] as const;
      }),
    ),
  ) as Record<WireLanguage, Words>;

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Texts by field and language, one language after the other. */
const corpusOf = (texts: Texts): Corpus =>
  Object.fromEntries(
    LANGUAGE_CODES.map((code) => [
      code,
      Object.fromEntries(
        Object.entries(texts).flatMap(([field, { [code]: text }]) => (text === undefined ? [] : [[field, text]])),
      ),
    ]),
  ) as Corpus;

/** Where operators' texts say a thing otherwise than the app does, one line each. */
export const findWordFaults = async (texts: Texts): Promise<string[]> =>
  wordFaultsOf(corpusOf(texts), await readWords());

/** The same for whoever has just published them: told, not refused, as news may be urgent. */
export const tellWords = async (
  print: (line: string) => void,
  texts: Readonly<Record<string, LanguageTexts>>,
): Promise<void> => {
  const written = Object.entries(texts).map(([field, { base, variants }]) => [field, { ...variants, en: base }]);
  for (const fault of await findWordFaults(Object.fromEntries(written) as Texts)) print(`Words: ${fault}`);
};
