import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Where programs are. What browsers run, and packages that are imported by name, are none. */
const FOLDERS =
  '{*.config.ts,{apps,packages}/*/*.config.ts,apps/server/{src,test}/**/*.ts,apps/{web,console}/build/**/*.ts,apps/web/src/i18n/check.ts,{bench,chain,e2e,faults,scripts,simulators}/**/*.ts,packages/*/test/**/*.ts}';
const NO_PROGRAMS = /\.(test|spec|d)\.ts$|^apps\/web\/build\/early/;
/** Runners load these by their name. */
const CONFIG = /\.config\.ts$|(^|\/)global-setup\.ts$/;
/** A statement that stands by itself at the left edge, or waits there: the file does something when it is loaded. */
const ACTS =
  /^(?!import\b|export\b|const\b|let\b|type\b|interface\b|declare\b|class\b|function\b|async function\b|[\s)}\]/*<>`'"|#-]|$)|^(?:const|let) .*= await /m;
/** A file that is imported and can be called all the same. */
const CALLED = /import\.meta\.main\b|process\.argv\[1\] === import\.meta\.filename/;
/** What stays of an import when types are gone. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)'/gm;

/**
 * Every file that Node is called with, by hand, by npm or by another program of ours: it acts when it is loaded and nobody imports it, or it
 * says that it can be called; and what runners load.
 * @returns paths from the root, sorted
 */
export const listEntryPoints = (root: string): string[] => {
  const files = globSync(FOLDERS, { cwd: root, exclude: ['**/node_modules'] }).filter(
    (file) => !NO_PROGRAMS.test(file),
  );
  const text = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const imported = new Set(
    [...text].flatMap(([file, words]) =>
      [...words.matchAll(IMPORT)].map(([, path]) => normalize(join(dirname(file), path!))),
    ),
  );
  const isProgram = (file: string, words: string): boolean =>
    CONFIG.test(file) || CALLED.test(words) || (ACTS.test(words) && !imported.has(file));
  return [...text]
    .filter(([file, words]) => isProgram(file, words))
    .map(([file]) => file)
    .sort();
};
