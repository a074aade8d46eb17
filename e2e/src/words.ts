import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Languages by the product's own codes, with the tag that `lang` must carry and the name in the picker. */
export const LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  gr: { tag: 'de', name: 'Deutsch' },
  th: { tag: 'th', name: 'ไทย' },
  vi: { tag: 'vi', name: 'Tiếng Việt' },
  zh: { tag: 'zh-Hans', name: '简体中文' },
} as const;

export type Language = keyof typeof LANGUAGES;

const LOCALES = join(import.meta.dirname, '../../apps/web/src/i18n/locales');

/** Every text of the app in one language, by its key. */
export const catalogue = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(LOCALES).map(
      (area) => JSON.parse(readFileSync(join(LOCALES, area, `${language}.json`), 'utf8')) as Record<string, string>,
    ),
  ) as Record<string, string>;

const english = catalogue('en');

/** An English text of the app by its key, with its placeholders filled. */
export const words = (key: string, values: Record<string, string> = {}): string => {
  const text = english[key];
  if (text === undefined) throw new Error(`the app has no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
};
