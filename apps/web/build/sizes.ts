import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chunkGroups } from './chunk-groups.ts';

/** Sizes are gzip, in kB of 1000 bytes: the stricter reading of the goals. */
const KB = 1000;

/** Scripts that the browser fetches before the first touch of these screens (goal B1: 105 and 118; this is what was reached). */
const startLimits: Record<string, number> = { '/login': 97, '/': 114, '/asset': 116 };
/** The same with everything that home fetches later (goal B1: 140). */
const HOME_LIMIT = 137;
/** Where operators have words of their own; what visitors and the profile open; what asks for a second factor, which nothing at home needs; what a device needs on which messages were switched on. */
const NOT_OF_HOME = new Set(['icu', 'language-modal', 'factor-sheet', 'push']);
/** What only one screen needs, and any other file beside the core (goal B2). */
const FILE_LIMIT = 35;
/** Texts of one language (goal B8). */
const TEXTS_LIMIT = 20;

export interface SizeLine {
  kind: 'start' | 'all of' | 'own files' | 'script' | 'texts';
  /** Path of the route table, name of the file without its hash, or language. */
  of: string;
  kb: number;
  /** kB; null: for information. */
  limit: number | null;
}

export const isOver = ({ kb, limit }: SizeLine): boolean => limit !== null && kb > limit;

/** `/assets/texts-zh-Ab3dE_g-.json` → `texts-zh`. */
const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/-[\w-]{8}\.\w+$/, '');

/**
 * What the browser has to fetch of a build of the member app: per screen until it can be touched, per screen of its own, per
 * script and per language. Follows the imports in the files themselves, so it does not depend on the lists of the build being right.
 */
export const measureSizes = (dist: string): SizeLine[] => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const entry = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file!,
  );
  const table = /screens ?= ?(\{[^;]*\});/.exec(html)?.[1];
  if (entry.length === 0 || table === undefined) throw new Error(`${dist} is not a build of the member app`);
  const screens = JSON.parse(table) as Record<string, string[]>;
  const missing = Object.keys(startLimits).filter((path) => !screens[path]?.length);
  if (missing.length > 0) throw new Error(`The build does not say what ${missing.join(' and ')} need`);

  const kbOf = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / KB;
  const sum = (files: Iterable<string>) => [...files].reduce((kb, file) => kb + kbOf(file), 0);
  const withImports = (file: string, into: Set<string>) => {
    if (into.has(file)) return;
    into.add(file);
    const code = readFileSync(join(dist, file), 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      withImports(`/assets/${name}`, into);
  };
  const ofScreens = new Set(
    Object.keys(screens).map((name) => (name.startsWith('/') ? screens[name]!.at(-1) : undefined)),
  );
  /** With what the files there fetch when they run: late parts, overlays, what is kept; other screens are not among them. */
  const withLater = (files: Set<string>) => {
    // Files that are added meanwhile are visited too.
    for (const file of files)
      for (const [, name] of readFileSync(join(dist, file), 'utf8').matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g))
        if (!ofScreens.has(`/assets/${name}`) && !NOT_OF_HOME.has(nameOf(name!))) withImports(`/assets/${name}`, files);
    return files;
  };
  const startOf = (path: string) => {
    const files = new Set<string>();
    for (const file of [...entry, ...screens[path]!]) withImports(file, files);
    return files;
  };

  const shared = new Set(chunkGroups.map(({ name }) => name));
  const paths = Object.keys(screens).filter((path) => path.startsWith('/') && screens[path]!.length > 0);
  const assets = readdirSync(join(dist, 'assets')).map((file) => `/assets/${file}`);
  const scripts = assets.filter((file) => file.endsWith('.js') && nameOf(file) !== 'core');
  const texts = assets.filter((file) => /\/(?:texts|spot|rare)-.*\.json$/.test(file));
  return [
    ...paths.map((of): SizeLine => ({ kind: 'start', of, kb: sum(startOf(of)), limit: startLimits[of] ?? null })),
    { kind: 'all of', of: '/', kb: sum(withLater(startOf('/'))), limit: HOME_LIMIT },
    ...paths.map((of): SizeLine => {
      const own = screens[of]!.filter((file) => !shared.has(nameOf(file)));
      return { kind: 'own files', of, kb: sum(own), limit: FILE_LIMIT };
    }),
    ...scripts.map((file): SizeLine => ({ kind: 'script', of: nameOf(file), kb: kbOf(file), limit: FILE_LIMIT })),
    ...texts.map((file): SizeLine => ({
      kind: 'texts',
      of: nameOf(file).replace('texts-', ''),
      kb: kbOf(file),
      limit: TEXTS_LIMIT,
    })),
  ];
};
