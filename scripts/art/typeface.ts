import '../pinned-node.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from '../step.ts';

/**
 * `node scripts/art/typeface.ts`: cuts our typeface down to what the ten languages need outside of Han and Hangul, which every
 * device has. Inter, and Noto Sans Thai beside it (both OFL 1.1); one file for each script, so that nobody fetches another's.
 */
const from = createRequire(import.meta.url);

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('');

/** Vowels of Vietnamese that are not in Latin-1, and the marks that some keyboards send beside them. */
const VIETNAMESE =
  range(0x102, 0x103) +
  range(0x110, 0x111) +
  range(0x128, 0x129) +
  range(0x168, 0x169) +
  range(0x1a0, 0x1a1) +
  range(0x1af, 0x1b0) +
  range(0x1ea0, 0x1ef9) +
  '\u0300\u0301\u0303\u0309\u0323₫';

/** As its makers hand it out: cuts for the web leave out the zero with a stroke, which money and addresses are set in. */
const INTER = 'inter-ui/variable/InterVariable.woff2';

/** The weights that the tokens name lie within. */
const WEIGHTS = { min: 400, max: 700, default: 400 };
/** Of one shape, whatever their size. */
const LATIN = { wght: WEIGHTS, opsz: 14 };

const FILES = [
  {
    name: 'latin',
    source: INTER,
    axes: LATIN,
    signs: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„›…•·≈−×÷≤≥→←↑↓€Œœ™`,
  },
  {
    name: 'vietnamese',
    source: INTER,
    axes: LATIN,
    signs: VIETNAMESE,
  },
  {
    name: 'thai',
    source: '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
    axes: { wght: WEIGHTS },
    signs: range(0xe01, 0xe3a) + range(0xe3f, 0xe5b),
  },
] as const;

/** Figures as the tokens ask for them, and how letters and marks meet. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum', 'zero'];

const folder = join(ROOT, 'packages/ui/src/theme/typeface');
mkdirSync(folder, { recursive: true });
for (const { name, source, axes, signs } of FILES) {
  const font = await subsetFont(readFileSync(from.resolve(source)), signs, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: FEATURES,
  });
  writeFileSync(join(folder, `${name}.woff2`), font);
  process.stdout.write(`${name}.woff2 ${font.length}\n`);
}
