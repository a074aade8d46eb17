import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals } from '../packages/contract/src/refusal.ts';
import { ROOT } from './step.ts';

/**
 * `node scripts/coverage.ts`: every row of docs/coverage.md names a test that exists. The tables have three columns:
 * item | test file | test name, or a distinctive part of it. A row without both, a file that is not there and a name
 * that no test of the file has are faults, and so is a call of the contract, a screen of the router or a refusal that no
 * item names; exit code 1 when there is one.
 */

const TABLES = 'docs/coverage.md';
const CONTRACT = 'packages/contract/src';
const ROUTES = ['router', 'asset-routes'].map((file) => `apps/web/src/app/${file}.tsx`);
/** Fewer rows than this mean that the tables were not read, not that all is well. */
const LEAST_ROWS = 150;
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/;

export interface Row {
  line: number;
  item: string;
  file: string;
  name: string;
}

/** The rows of all tables with the columns item, test file and test name. */
export function rowsOf(markdown: string): Row[] {
  const rows: Row[] = [];
  let inTable = false;
  for (const [index, text] of markdown.split('\n').entries()) {
    const cells = cellsOf(text);
    if (cells === null) inTable = false;
    else if (cells.join('|') === 'item|test file|test name') inTable = true;
    else if (inTable && !cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const [item = '', file = '', name = ''] = cells;
      rows.push({ line: index + 1, item, file: file.replaceAll('`', ''), name });
    }
  }
  return rows;
}

/** Cells of a line of a table; `\|` is a bar inside of one. Null for any other line. */
function cellsOf(text: string): string[] | null {
  if (!/^\s*\|.*\|\s*$/.test(text)) return null;
  return text
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Names of the tests and groups that a test file declares, as they are written there. */
export function testNames(source: string): string[] {
  const named = /(?:\b(?:it|test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  return [...source.matchAll(named)].map(([, , name = '']) => name.replace(/\\(['"`\\])/g, '$1'));
}

/** What is wrong with a row, or null. `read` gives a file's text, or null when there is none. */
export function faultOf({ item, file, name }: Row, read: (file: string) => string | null): string | null {
  if (item === '') return 'names no item';
  if (file === '' || name === '') return `${item}: has no test`;
  if (!TEST_FILE.test(file)) return `${item}: ${file} is no test file`;
  const source = read(file);
  if (source === null) return `${item}: ${file} does not exist`;
  return testNames(source).some((each) => each.includes(name)) ? null : `${item}: ${file} has no test “${name}”`;
}

/** Whether an item is about a thing: names it between bounds, so that `order` is not found in `order/queue`. */
const names = (item: string, thing: string): boolean =>
  new RegExp(`(?:^|[^\\w/])${thing.replace(/[{}]/g, '\\$&')}(?![\\w/{])`).test(item);

/** What the product has and no item names. */
export const unproved = (things: readonly string[], rows: readonly Row[]): string[] =>
  things.filter((thing) => !rows.some(({ item }) => names(item, thing)));

/** Calls of the contract, screens of the router in the specification's spelling, and refusals. */
function thingsOf(read: (file: string) => string | null): string[] {
  const contract = readdirSync(join(ROOT, CONTRACT)).map((file) => read(`${CONTRACT}/${file}`) ?? '');
  const calls = contract.flatMap((source) =>
    [...source.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path),
  );
  const routes = ROUTES.map((file) => read(file) ?? '').join('\n');
  const screens = [...routes.matchAll(/(?:\bs|S)creen\(\s*'([^']+)'/g)]
    .map(([, path = '']) => path.replace(/\$(\w+)/g, '{$1}'))
    .filter((path) => !path.startsWith('/__'));
  if (calls.length < 30 || screens.length < 20) throw new Error('the calls or the screens could not be read');
  return [...calls, ...screens, ...Object.keys(refusals)];
}

function main(): void {
  const read = (file: string): string | null => {
    const path = join(ROOT, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  const rows = rowsOf(read(TABLES) ?? '');
  const faults = rows.flatMap((row) => {
    const fault = faultOf(row, read);
    return fault === null ? [] : [`${TABLES}:${row.line} ${fault}`];
  });
  faults.push(...unproved(thingsOf(read), rows).map((thing) => `${TABLES} has no row for ${thing}`));
  if (rows.length < LEAST_ROWS) faults.push(`${TABLES} has ${rows.length} rows, at least ${LEAST_ROWS} are expected`);
  process.stdout.write([...faults, `${rows.length} rows, ${faults.length} faults\n`].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
