import { readdirSync, readFileSync } from 'node:fs';
import { faultsOf, type Area } from './catalogue-check.ts';
import { languageCodes } from './languages.ts';

/** `node apps/web/src/i18n/check.ts`: prints every fault of the catalogues; exit code 1 when there is one. */
const folder = new URL('./locales/', import.meta.url);
const areas: Record<string, Area> = {};
for (const name of readdirSync(folder).sort()) {
  areas[name] = Object.fromEntries(
    languageCodes.map((code) => [
      code,
      JSON.parse(readFileSync(new URL(`${name}/${code}.json`, folder), 'utf8')) as Record<string, string>,
    ]),
  ) as Area;
}

const faults = faultsOf(areas);
const count = Object.values(areas).reduce((sum, area) => sum + Object.keys(area.en).length, 0);
process.stdout.write(
  [...faults, `${count} texts in ${languageCodes.length} languages, ${faults.length} faults\n`].join('\n'),
);
process.exitCode = faults.length > 0 || count === 0 ? 1 : 0;
