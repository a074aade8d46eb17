import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const at = (path: string): URL => new URL(path, import.meta.url);
const locales = at('./locales/');
const english = Object.assign(
  {},
  ...readdirSync(locales).map(
    (area) => JSON.parse(readFileSync(new URL(`${area}/en.json`, locales), 'utf8')) as object,
  ),
) as Record<string, string>;

/** Rows of the page: the key of a text, what the specification has, what is shown. */
const rows = readFileSync(at('../../../../docs/specified-texts.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, key = '', specified, shown]) => [key.slice(1, -1), specified, shown]);

test('the page of corrected sentences has rows', () => {
  expect(rows.length).toBeGreaterThan(20);
});

test.each(rows)('%s is specified as “%s” and shown as “%s”', (key, specified, shown) => {
  expect(english[key ?? '']).toBe(shown);
  expect(shown).not.toBe(specified);
});
