import type { WireLanguage } from '@minerx/rules/wire-language';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../../apps/web/src/i18n/locales');

/** Every text of the app in one language, by its key. */
export const catalogue = (language: WireLanguage): Record<string, string> =>
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
