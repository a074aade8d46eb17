import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import type { Catalogues } from '../setting/setting.ts';

/** One folder per area, one file per language: the files that the member app is built from. */
const FOLDER = fileURLToPath(new URL('../../../../web/src/i18n/locales/', import.meta.url));

/** Reads and merges the static files; an area that lacks a language adds nothing to it. */
export const readCatalogues = async (folder = FOLDER): Promise<Catalogues> => {
  const areas = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const languages = LANGUAGE_CODES.map(async (code) => {
    const parts = await Promise.all(areas.sort().map((area) => readArea(`${folder}/${area}/${code}.json`)));
    return [code, Object.assign({}, ...parts) as Record<string, string>] as const;
  });
  return Object.fromEntries(await Promise.all(languages));
};

const readArea = async (file: string): Promise<Record<string, string>> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};

/** The files with the overrides on top; only known languages and texts count. */
export const withOverrides = (catalogues: Catalogues, overrides: Catalogues): Catalogues =>
  Object.fromEntries(
    Object.entries(catalogues).map(([code, texts]) => [code, { ...texts, ...wordsOf(overrides, code) }]),
  );

/** The overrides alone, of languages that have any. */
export const onlyOverrides = (overrides: Catalogues): Catalogues =>
  Object.fromEntries(
    LANGUAGE_CODES.map((code) => [code, wordsOf(overrides, code)] as const).filter(
      ([, words]) => Object.keys(words).length > 0,
    ),
  );

const wordsOf = (overrides: Catalogues, code: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(overrides[code] ?? {}).filter(([, text]) => typeof text === 'string' && text !== ''),
  );

/** Of the audit log's lines about a text. */
export const translationSubject = (key: string): string => `translation:${key}`;
