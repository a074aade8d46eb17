import '../../../../scripts/pinned-node.ts';
import { readFileSync } from 'node:fs';
import { faultsOf } from './catalogue-check.ts';
import { readAreas, readCorpus } from './corpus.ts';
import { wordFaultsOf, type Words } from '@minerx/rules/words';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';

/** `node apps/web/src/i18n/check.ts`: prints every fault of the catalogues, and every word of what members read (`corpus.ts`) that its language has not settled on; exit code 1 when there is one. */
const areas = readAreas();

const words = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [
    code,
    JSON.parse(readFileSync(new URL(`./words/${code}.json`, import.meta.url), 'utf8')) as Words,
  ]),
) as Record<WireLanguage, Words>;

const faults = [...faultsOf(areas, words), ...wordFaultsOf(readCorpus(areas), words)];
const count = Object.values(areas).reduce((sum, area) => sum + Object.keys(area.en).length, 0);
process.stdout.write(
  [...faults, `${count} texts in ${LANGUAGE_CODES.length} languages, ${faults.length} faults\n`].join('\n'),
);
process.exitCode = faults.length > 0 || count === 0 ? 1 : 0;
