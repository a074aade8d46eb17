import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const LANGUAGES = ['en', 'zh', 'ch', 'kr', 'vi', 'th', 'pt', 'my', 'es', 'gr'] as const;

/** A compiled ICU message: plain pieces, and `[argument, kind?, options?]`. */
type Compiled = string | (string | [name: string, kind?: string, options?: unknown])[];
type Compile = (message: string) => Compiled;

/**
 * Compares the catalogues `<area>/<language>.json` with the English ones: same areas, same keys, no empty text,
 * readable as ICU, and the same arguments.
 * @returns one line for each thing wrong.
 */
export function checkTexts(folder: string, compile: Compile): string[] {
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return areas.flatMap(({ name: area }) => {
    const english = readCatalogue(join(folder, area, 'en.json'));
    if (english === null) return [`${area}/en.json is missing or no JSON`];
    return LANGUAGES.flatMap((language) => {
      const file = `${area}/${language}.json`;
      const catalogue = readCatalogue(join(folder, file));
      return catalogue === null ? [`${file} is missing or no JSON`] : compare(file, english, catalogue, compile);
    });
  });
}

type Catalogue = Record<string, string>;

function readCatalogue(path: string): Catalogue | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Catalogue;
  } catch {
    return null;
  }
}

function compare(file: string, english: Catalogue, catalogue: Catalogue, compile: Compile): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(catalogue, key));
  const problems = missing.map((key) => `${file}: ${key} is missing`);
  for (const [key, text] of Object.entries(catalogue)) {
    const original = english[key];
    if (original === undefined) problems.push(`${file}: ${key} is not in English`);
    else if (typeof text !== 'string' || text.trim() === '') problems.push(`${file}: ${key} is empty`);
    else {
      const [wanted, given] = [argumentsOf(original, compile), argumentsOf(text, compile)];
      if (given === null) problems.push(`${file}: ${key} is no readable message`);
      else if (given !== wanted) problems.push(`${file}: ${key} has the arguments "${given}" instead of "${wanted}"`);
    }
  }
  return problems;
}

function argumentsOf(text: string, compile: Compile): string | null {
  try {
    const names = new Set<string>();
    collect(compile(text), names);
    return [...names].sort().join(' ');
  } catch {
    return null;
  }
}

function collect(message: unknown, names: Set<string>): void {
  if (!Array.isArray(message)) return;
  for (const piece of message as unknown[]) {
    if (!Array.isArray(piece)) continue;
    const [name, , options] = piece as [string, string?, unknown?];
    if (name !== '#') names.add(name);
    if (typeof options === 'object' && options !== null)
      for (const branch of Object.values(options)) collect(branch, names);
  }
}

if (process.argv[1] === import.meta.filename) {
  const web = join(import.meta.dirname, '../apps/web');
  const folder = join(web, 'src/i18n/locales');
  if (existsSync(folder)) {
    const compiler = createRequire(join(web, 'package.json')).resolve('@lingui/message-utils/compileMessage');
    const { compileMessageOrThrow } = (await import(pathToFileURL(compiler).href)) as {
      compileMessageOrThrow: Compile;
    };
    const problems = checkTexts(folder, compileMessageOrThrow);
    for (const problem of problems) process.stdout.write(`${problem}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
}
