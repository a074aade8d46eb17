import * as z from 'zod/mini';
import { isWireLanguage } from '@minerx/rules/wire-language';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { readCatalogues } from '../../modules/system/catalogue.query.ts';
import { setTranslation } from '../../modules/system/translation.command.ts';
import { tellWords } from './words.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

const LANGUAGE = { hint: 'gr', kind: 'text' } as const;
const KEY = { hint: 'common.title.asset', kind: 'text', required: true } as const;

/** Its text of the files, by language. */
const requireKey = async (key: string): Promise<Record<string, string>> => {
  const files = await readCatalogues();
  if (files['en']?.[key] === undefined)
    throw new OperatorProblem(`The app has no text ${key}; the files of apps/web/src/i18n/locales name them all.`);
  return Object.fromEntries(Object.entries(files).map(([language, texts]) => [language, texts[key]!]));
};

const requireLanguage = (language: string): string => {
  if (!isWireLanguage(language)) throw new OperatorProblem(`There is no language ${language}; en, zh, ch, kr, …`);
  return language;
};

/** One language with its words, or several as JSON, where no words take the own ones back. */
const textsOf = (given: {
  language: string | undefined;
  text: string | undefined;
  texts: string | undefined;
}): Record<string, string | null> => {
  const { language, text, texts } = given;
  if (texts === undefined) {
    if (language === undefined || text === undefined)
      throw new OperatorProblem(`Give --language and --text, or --texts '{"gr":"…","zh":""}'.`);
    return { [requireLanguage(language)]: text };
  }
  const read = z.record(z.string(), z.string()).safeParse(parsed(texts));
  if (!read.success || language !== undefined || text !== undefined)
    throw new OperatorProblem(`--texts stands alone, JSON such as '{"gr":"…","zh":""}'.`);
  return Object.fromEntries(
    Object.entries(read.data).map(([code, words]) => [requireLanguage(code), words.trim() === '' ? null : words]),
  );
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};

export const translationCommands = [
  defineOperatorCommand({
    name: 'translation list',
    grant: GRANTS.all,
    summary: 'Texts of the app that operators have put their own words over, each with the text of the file.',
    flags: {},
    run: async ({ context, print }) => {
      const [overrides, files] = [await getSetting(context.pool, 'translations'), await readCatalogues()];
      const rows = Object.entries(overrides).flatMap(([language, texts]) =>
        Object.entries(texts).map(
          ([key, text]) =>
            `${language}  ${key}  “${text}” over “${files[language]?.[key] ?? '(no longer in the app)'}”`,
        ),
      );
      for (const row of rows.sort()) print(row);
      if (rows.length === 0) print('None: the app shows the texts of its files.');
    },
  }),
  defineOperatorCommand({
    name: 'translation set',
    grant: GRANTS.support,
    summary: 'Puts words of your own over a text of the app, in what system/languages gives to everybody.',
    flags: {
      key: KEY,
      language: LANGUAGE,
      text: { hint: 'words', kind: 'text' },
      texts: { hint: `several languages at once, '{"gr":"…"}'; empty words take yours back`, kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { key, reason, ...given }) => {
      const texts = textsOf(given);
      const files = await requireKey(key);
      const shown = await setTranslation(context, { key, texts, actor, reason });
      for (const [language, text] of Object.entries(shown)) print(`${language}  ${key}  “${text}”`);
      const { en = files['en']!, ...variants } = shown;
      await tellWords(print, { [key]: { base: en, variants } });
    },
  }),
  defineOperatorCommand({
    name: 'translation remove',
    grant: GRANTS.support,
    summary: 'Takes them back: the text of the file shows again.',
    flags: { language: { ...LANGUAGE, required: true }, key: KEY, reason: REASON },
    run: async ({ context, print, actor }, { language, key, reason }) => {
      const shown = await setTranslation(context, { key, texts: { [language]: null }, actor, reason });
      print(`${language}  ${key}  “${shown[language]}” again`);
    },
  }),
];
