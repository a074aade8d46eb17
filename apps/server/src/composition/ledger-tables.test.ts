import { describe, expect, it } from 'vitest';
import { LEDGER_TABLES } from './ledger-tables.ts';
import { lockKinds } from '../ledger/batch.ts';
import type { AnyTable, LedgerReader, LedgerRow } from '../ledger/table.ts';
import { createVault } from '../security/vault.ts';

const UUID = '01900000-0000-7000-8000-000000000000';

/** Something to load of each table, and the id that its lock is in order of. */
const SAMPLES: Record<string, { ids?: LedgerRow['id'][]; asks?: unknown[]; order: string | null }> = {
  proposals: { ids: [UUID], order: 'id' },
  stock: { ids: ['x1'], order: 'line' },
  orders: { ids: [UUID], asks: ['shared_queue', { line: 'x1', count: 1 }], order: 'o.id' },
  stakes: { ids: [UUID], order: 'id' },
  withdrawals: { ids: [UUID], order: 'w.id' },
  nfts: { ids: [UUID], order: 'id' },
  payouts: { ids: [UUID], order: 'id' },
  packs: { ids: [UUID], order: 'id' },
  prizes: { asks: ['pool'], order: 'id' },
  withdrawers: { ids: [1n], order: 'id' },
  deposits: { ids: [UUID], order: 'id' },
  houseReceipts: { ids: [UUID], order: 'id' },
  swapQuotes: { ids: [UUID], order: 'id' },
  liquidityChanges: { ids: [UUID], order: 'id' },
};

type Statement = { readonly name: string; readonly text: string };

/** The statements of a table, without a database. */
const statementsOf = async (table: AnyTable): Promise<{ locks: Statement[]; reads: Statement[] }> => {
  const locks: Statement[] = [];
  const reads: Statement[] = [];
  const noting = (into: Statement[]) => (name: string, text: string) => {
    into.push({ name, text });
    return Promise.resolve([]);
  };
  const vault = createVault('a secret for a test of tables');
  const reader: LedgerReader = { now: new Date(0), vault, lock: noting(locks), read: noting(reads) };
  const { ids = [1], asks = [] } = SAMPLES[table.name] ?? {};
  // Nothing is found; what a table makes of that is not asked here.
  await table.load?.(reader, { ids: new Set(ids), asks }).catch(() => undefined);
  return { locks, reads };
};

describe('the tables of the ledger', () => {
  const locked = lockKinds(LEDGER_TABLES).filter((name) => name !== 'accounts');

  it('have a sample here for each that is locked', () => {
    expect(Object.keys(SAMPLES)).toEqual(locked);
  });

  it.each(LEDGER_TABLES.map((table) => [table.name, table] as const))(
    '%s locks in order of id, or not at all',
    async (name, table) => {
      const { locks } = await statementsOf(table);
      expect(locks.length).toBe(locked.includes(name) ? 1 : 0);
      const { order } = SAMPLES[name] ?? { order: null };
      for (const { text } of locks) if (order !== null) expect(text).toMatch(new RegExp(`ORDER BY ${order}$`));
    },
  );

  it('have names of their own, and so have their statements: they are prepared by name for the whole connection', async () => {
    expect(new Set(LEDGER_TABLES.map(({ name }) => name)).size).toBe(LEDGER_TABLES.length);
    const texts = new Map<string, string>();
    for (const table of LEDGER_TABLES) {
      const { locks, reads } = await statementsOf(table);
      for (const { name, text } of [...locks, ...reads]) {
        expect(texts.get(name) ?? text).toBe(text);
        texts.set(name, text);
      }
    }
    expect(texts.size).toBeGreaterThan(locked.length);
  });
});
