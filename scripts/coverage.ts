import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './step.ts';

/**
 * `node scripts/coverage.ts`: every row of docs/coverage.md names a test that exists. The tables have three columns:
 * item | test file | test name, or a distinctive part of it. A row without both, a file that is not there and a name
 * that no test of the file has are faults; exit code 1 when there is one.
 */

const TABLES = 'docs/coverage.md';
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
  if (rows.length < LEAST_ROWS) faults.push(`${TABLES} has ${rows.length} rows, at least ${LEAST_ROWS} are expected`);
  process.stdout.write([...faults, `${rows.length} rows, ${faults.length} faults\n`].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
