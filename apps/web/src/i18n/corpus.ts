import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';
import { placesOf, type Corpus } from '@minerx/rules/words';
import type { Area } from './catalogue-check.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const LOCALES = './locales/';
const SERVER = '../../../server/src/';
const NEWS = `${SERVER}demo/news/`;
const namesIn = (folder: string): string[] => readdirSync(new URL(folder, import.meta.url)).sort();

/** News have their languages in one file: `title`, `title_zh`. */
const newsIn = (code: WireLanguage): [string, string][] =>
  namesIn(NEWS)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const news = read(NEWS + name) as Record<string, unknown>;
      return Object.keys(news)
        .filter((field) => `${field}_gr` in news)
        .flatMap((field) => placesOf(news[code === 'en' ? field : `${field}_${code}`], `${name}.${field}`));
    });

/** The app's own texts: area → language → key → text. */
export const readAreas = (): Record<string, Area> =>
  Object.fromEntries(
    namesIn(LOCALES).map((area) => [
      area,
      Object.fromEntries(LANGUAGE_CODES.map((code) => [code, read(`${LOCALES}${area}/${code}.json`)])) as Area,
    ]),
  );

const textsIn = (code: WireLanguage, areas: Record<string, Area>): [place: string, text: string][] => [
  ...Object.values(areas).flatMap((area) => Object.entries(area[code])),
  ...placesOf(read(`../base/legal/texts/${code}.json`), 'legal'),
  ...placesOf(read(`${SERVER}modules/mail/texts/${code}.json`), 'mail'),
  ...placesOf(read(`${SERVER}modules/notice/texts/${code}.json`), 'notice'),
  ...placesOf(read(`${SERVER}modules/ticket/replies/${code}.json`), 'reply'),
  ...newsIn(code),
  // What was said between the demo member and support is not translated.
  ...(code === 'en' ? placesOf(read(`${SERVER}demo/conversations.json`), 'conversations') : []),
];

/** Everything that members read in every language: the app, terms, mails, notices, ready replies of operators, news and talks of the demo. */
export const readCorpus = (areas = readAreas()): Corpus =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, Object.fromEntries(textsIn(code, areas))])) as Corpus;
