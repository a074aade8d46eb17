import '../../../../scripts/pinned-node.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { faultsOf, type Area } from './catalogue-check.ts';
import { placesOf, wordFaultsOf, type Corpus, type Words } from '@minerx/rules/words';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';

/** `node apps/web/src/i18n/check.ts`: prints every fault of the catalogues, and every word of them, of mails, terms, news and operators' ready replies that its language has not settled on; exit code 1 when there is one. */
const folder = new URL('./locales/', import.meta.url);
const areas: Record<string, Area> = {};
for (const name of readdirSync(folder).sort()) {
  areas[name] = Object.fromEntries(
    LANGUAGE_CODES.map((code) => [
      code,
      JSON.parse(readFileSync(new URL(`${name}/${code}.json`, folder), 'utf8')) as Record<string, string>,
    ]),
  ) as Area;
}

const words = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [
    code,
    JSON.parse(readFileSync(new URL(`./words/${code}.json`, import.meta.url), 'utf8')) as Words,
  ]),
) as Record<WireLanguage, Words>;

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const NEWS = '../../../server/src/demo/news/';

/** News have their languages in one file: `title`, `title_zh`. */
const newsIn = (code: WireLanguage): [string, string][] =>
  readdirSync(new URL(NEWS, import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const news = read(NEWS + name) as Record<string, unknown>;
      return Object.keys(news)
        .filter((field) => `${field}_gr` in news)
        .flatMap((field) => placesOf(news[code === 'en' ? field : `${field}_${code}`], `${name}.${field}`));
    });

const corpus = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [
    code,
    Object.fromEntries([
      ...Object.values(areas).flatMap((area) => Object.entries(area[code])),
      ...placesOf(read(`../base/legal/texts/${code}.json`), 'legal'),
      ...placesOf(read(`../../../server/src/modules/mail/texts/${code}.json`), 'mail'),
      ...placesOf(read(`../../../server/src/modules/notice/texts/${code}.json`), 'notice'),
      ...placesOf(read(`../../../server/src/modules/ticket/replies/${code}.json`), 'reply'),
      ...newsIn(code),
    ]),
  ]),
) as Corpus;

const faults = [...faultsOf(areas, words), ...wordFaultsOf(corpus, words)];
const count = Object.values(areas).reduce((sum, area) => sum + Object.keys(area.en).length, 0);
process.stdout.write(
  [...faults, `${count} texts in ${LANGUAGE_CODES.length} languages, ${faults.length} faults\n`].join('\n'),
);
process.exitCode = faults.length > 0 || count === 0 ? 1 : 0;
