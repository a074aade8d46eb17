import { isWireLanguage } from '@minerx/rules/wire-language';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { readCatalogues } from '../../modules/system/catalogue.query.ts';
import { setTranslation } from '../../modules/system/translation.command.ts';
import { tellWords } from './words.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

const LANGUAGE = { hint: 'gr', kind: 'text', required: true } as const;
const KEY = { hint: 'common.title.asset', kind: 'text', required: true } as const;

/** The English text of the files. */
const requireText = async (language: string, key: string): Promise<string> => {
  if (!isWireLanguage(language)) throw new OperatorProblem(`There is no language ${language}; en, zh, ch, kr, …`);
  const files = await readCatalogues();
  if (files[language]?.[key] === undefined) {
    throw new OperatorProblem(`The app has no text ${key}; the files of apps/web/src/i18n/locales name them all.`);
  }
  return files['en']?.[key] ?? '';
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
    flags: { language: LANGUAGE, key: KEY, text: { hint: 'words', kind: 'text', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { language, key, text, reason }) => {
      const english = await requireText(language, key);
      await setTranslation(context, { language, key, text, actor, reason });
      print(`${language}  ${key}  “${text}”`);
      const base = language === 'en' ? text : english;
      await tellWords(print, { [key]: { base, variants: language === 'en' ? {} : { [language]: text } } });
    },
  }),
  defineOperatorCommand({
    name: 'translation remove',
    grant: GRANTS.support,
    summary: 'Takes them back: the text of the file shows again.',
    flags: { language: LANGUAGE, key: KEY, reason: REASON },
    run: async ({ context, print, actor }, { language, key, reason }) => {
      const text = await setTranslation(context, { language, key, text: null, actor, reason });
      print(`${language}  ${key}  “${text}” again`);
    },
  }),
];
