import { describe, expect, it } from 'vitest';
import { faultOf, rowsOf, testNames, unproved } from './coverage.ts';

const TABLE = `
Words before.

| item | test file | test name |
| --- | --- | --- |
| the first | \`a.test.ts\` | says "yes" |
| a \\| bar | b.spec.ts | it's there |
| without a test | | |

| other | table |
| --- | --- |
| not | read |
`;

const files: Record<string, string> = {
  'a.test.ts': `describe('a group', () => { it('says "yes"', () => {}); test.each([[1, 'x']])('of %s', () => {}); });`,
  'b.spec.ts': `test('it\\'s there, and more', async () => {});\n// test('only in a comment' )`,
};
const read = (file: string): string | null => files[file] ?? null;

describe('the tables of what is tested', () => {
  it('are read with the line of each row, and no other table is', () => {
    expect(rowsOf(TABLE)).toEqual([
      { line: 6, item: 'the first', file: 'a.test.ts', name: 'says "yes"' },
      { line: 7, item: 'a | bar', file: 'b.spec.ts', name: "it's there" },
      { line: 8, item: 'without a test', file: '', name: '' },
    ]);
  });

  it('find the names of tests, groups and tables of tests', () => {
    expect(testNames(files['a.test.ts']!)).toEqual(['a group', 'says "yes"', 'of %s']);
    expect(testNames(files['b.spec.ts']!)).toEqual(["it's there, and more"]);
  });

  it('are refused for a row without a test, a file that is not there or no test, and a name that no test has', () => {
    const [first, second, third] = rowsOf(TABLE);
    expect([faultOf(first!, read), faultOf(second!, read)]).toEqual([null, null]);
    expect(faultOf(third!, read)).toBe('without a test: has no test');
    expect(faultOf({ ...first!, name: 'says "no"' }, read)).toContain('has no test “says "no"”');
    expect(faultOf({ ...first!, file: 'gone.test.ts' }, read)).toContain('does not exist');
    expect(faultOf({ ...first!, file: 'a.ts' }, read)).toContain('is no test file');
    expect(faultOf({ ...second!, name: 'only in a comment' }, read)).toContain('has no test');
    expect(faultOf({ ...first!, item: '' }, read)).toBe('names no item');
  });

  it('are asked for what the product has and no row names, each name by itself', () => {
    const rows = [{ line: 1, item: 'POST order/queue, /profile/nft/history', file: 'a.test.ts', name: 'x' }];
    expect(unproved(['order/queue', '/profile/nft/history'], rows)).toEqual([]);
    expect(unproved(['order', 'queue', '/profile/nft', 'err_order'], rows)).toEqual([
      'order',
      'queue',
      '/profile/nft',
      'err_order',
    ]);
  });
});
