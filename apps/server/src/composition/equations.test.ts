import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPool } from '../db/pool.ts';
import { testDatabase } from '../db/test-database.ts';
import { EQUATIONS } from './equations.ts';
import type { Equation } from '../ledger/equation.ts';

const SOURCE = join(import.meta.dirname, '..');
const files = globSync('**/*.equations.ts', { cwd: SOURCE });

describe('the equations', () => {
  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(15);
  });

  it.each(files)('of %s are all in the list', async (file) => {
    const brought = Object.entries((await import(join(SOURCE, file))) as Record<string, unknown>)
      .filter(([name]) => name.endsWith('_EQUATIONS'))
      .flatMap(([, equations]) => equations as Equation[]);
    expect(brought.length).toBeGreaterThan(0);
    expect(brought.filter((equation) => !EQUATIONS.includes(equation)).map(({ name }) => name)).toEqual([]);
  });

  it('have a name each', () => {
    const names = EQUATIONS.map(({ name }) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it.each(EQUATIONS.filter(({ rows }) => /FROM posting p WHERE p\.(source|destination) = /.test(rows)))(
    'of $name look the postings of an account up, and read them not all for each row',
    async ({ rows }) => {
      const database = await testDatabase();
      const owner = createPool(database.ownerUrl, { max: 1 });
      await owner.query('SET enable_seqscan = off');
      const { rows: lines } = await owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${rows}`);
      await owner.end();
      await database.drop();
      const plan = lines.map((line) => line['QUERY PLAN']);
      expect(plan.filter((line) => /posting_\w+_destination/.test(line))).not.toEqual([]);
      expect(plan.filter((line) => line.includes('Seq Scan on posting'))).toEqual([]);
    },
  );
});
