import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The ledger's own: every other table is brought by its noun (ledger-tables.ts). */
const OWN = ['account', 'hold', 'transfer', 'posting', 'reversal', 'command', 'audit'];
const FUNCTIONS = ['unnest', 'generate_series'];

/** What stands in SQL where a table may; a part of a time is taken FROM it too. */
const tablesIn = (source: string): string[] =>
  [
    ...source
      .replaceAll(/extract\(\w+ FROM/g, '')
      .matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|ONLY|TRUNCATE|LOCK TABLE)\s+"?([a-z_]+)/g),
  ].map(([, name]) => name!);

const foreign = (source: string): string[] => tablesIn(source).filter((name) => ![...OWN, ...FUNCTIONS].includes(name));

const sources = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

describe('the ledger', () => {
  it.each(sources)('%s names no table but its own', (file) => {
    expect(foreign(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))).toEqual([]);
  });

  it('names all of its own', () => {
    const named = new Set(sources.flatMap((file) => tablesIn(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))));
    expect(OWN.filter((name) => !named.has(name))).toEqual([]);
  });

  it.each([
    ['SELECT id FROM miner_order WHERE id = 1', 'miner_order'],
    ['SELECT a.id FROM account a\n  JOIN nft_withdrawal w ON true', 'nft_withdrawal'],
    ['UPDATE stock SET used = 1', 'stock'],
    ['INSERT INTO "voucher" (id)', 'voucher'],
  ])('would be caught with %j', (sql, name) => {
    expect(foreign(sql)).toEqual([name]);
  });
});
