import { describe, expect, it } from 'vitest';
import { findWrongHands } from './hands.ts';

const strays = (file: string, text: string): string[] =>
  findWrongHands([{ file, text }]).map((line) => line.replace(`apps/server/src/${file}:`, ''));

const NOUN = 'modules/swap/swap';

describe('where words of SQL stand', () => {
  it.each([
    "tx.query('UPDATE swap_pair SET fee_ppm = 0 WHERE id = $1')",
    'tx.query(`SELECT 1`)',
    "tx.query('SELECT FROM swap_quote')",
    'tx.query(`\n  INSERT INTO swap_quote (id) VALUES ($1)`)',
    "const older = 'EXISTS (SELECT FROM swap_quote q WHERE q.at < $1)'",
    'const how = `CASE q.status WHEN ${OPEN} THEN 1 END`',
    "const newest = 'ORDER BY at DESC LIMIT 1'",
    "const line = 'p.ended_at IS NOT NULL'",
    "tx.query('SET LOCAL lock_timeout = 1')",
    "client.query('BEGIN')",
    "tx.query('SAVEPOINT one')",
  ])('%s stands in no command, step, plain file, job or desk', (text) => {
    for (const room of [
      `${NOUN}.command.ts`,
      `${NOUN}.step.ts`,
      `${NOUN}.route.ts`,
      'modules/swap/given.ts',
      'jobs/settlement.ts',
      'operator/money/swaps.ts',
      'http/health.ts',
      'start.ts',
    ])
      expect([room, ...strays(room, text)]).toEqual([room, '1: no SQL in this room']);
    for (const room of [
      `${NOUN}.store.ts`,
      `${NOUN}.query.ts`,
      `${NOUN}.ledger.ts`,
      `${NOUN}.sql.ts`,
      'ledger/audit.ts',
    ])
      expect([room, ...strays(room, text)]).toEqual([room]);
  });

  it.each(["'Select a wallet'", "'the case of when it begins'", "'err_update'", '`SELECTED ${name}`'])(
    'leaves %s alone',
    (text) => {
      expect(strays(`${NOUN}.command.ts`, `say(${text})`)).toEqual([]);
    },
  );
});

const PUT = "export const put = async (db: Db, id: string) => { await db.query('DELETE FROM swap_quote'); };";

describe('what a store and a query take', () => {
  it.each([
    ['store', "import type { Pool } from 'pg';\nexport const find = (pool: Pool) => pool.query('SELECT 1');"],
    ['store', "\nexport const find = ({ pool }: Pick<Context, 'pool' | 'bus'>) => pool.query('SELECT 1');"],
    ['query', "\nexport const list = (pool: Pick<pg.Pool, 'query'>) => pool.query('SELECT 1');"],
    ['ledger', '\nexport const load = (client: PoolClient) => client;'],
  ])('no %s takes a pool', (role, text) => {
    expect(strays(`${NOUN}.${role}.ts`, text)).toEqual(['2: takes a pool: Tx, or Db for one statement']);
  });

  it.each(['store', 'query', 'ledger', 'sql'])('no %s opens a transaction', (role) => {
    expect(strays(`${NOUN}.${role}.ts`, 'const end = (all) => inTransaction(all, put);')).toEqual([
      '1: opens a transaction: its caller does',
    ]);
  });

  it('a query looks at one moment through a snapshot, a store does not', () => {
    const text = 'export const read = (pool: Pool) => inSnapshot(pool, (tx) => tx.query("SELECT 1"));';
    expect(strays(`${NOUN}.query.ts`, text)).toEqual([]);
    expect(strays(`${NOUN}.store.ts`, text)).toEqual([
      '1: takes a pool: Tx, or Db for one statement',
      '1: opens a snapshot: queries do',
    ]);
    const named = `const patiently = (pool: Pool, work) => inSnapshot(pool, work);\nexport const read = (pool: Pool) => patiently(pool, look);`;
    expect(strays(`${NOUN}.query.ts`, named)).toEqual([]);
  });

  it.each([
    "export const swap = async (db: Db) => { await db.query('SELECT 1'); await db.query('SELECT 2'); };",
    "export const swap = async (db: Db) => { for (const id of ids) await db.query('DELETE FROM swap_quote'); };",
    "export const swap = (db: Db) => Promise.all(ids.map((id) => db.query('DELETE FROM swap_quote')));",
    "export const swap = async (db: Db) => { await lock(db); await db.query('DELETE FROM swap_quote'); };",
  ])('a store runs one statement on a Db: %s', (text) => {
    expect(strays(`${NOUN}.store.ts`, text)).toEqual([
      '1: several statements on a Db: they stand or fall together on a Tx',
    ]);
    expect(strays(`${NOUN}.store.ts`, text.replace('db: Db', 'db: Tx'))).toEqual([]);
    expect(strays(`${NOUN}.store.ts`, PUT)).toEqual([]);
  });
});

describe('an equation', () => {
  it.each([
    "import { WALLET } from '@minerx/rules/wallet';",
    'const USDT = 1;',
    "sentence: 'Every prize in BTC was paid.'",
    '`... p.wallet_id = 3`',
    '`... k.wallet_id IN (3, 4)`',
    '`... account_of(w.member_id, 1)`',
  ])('knows no wallet by name: %s', (text) => {
    expect(strays('modules/swap/swap.equations.ts', text)).toEqual([
      '1: knows a wallet by name: WALLET_OF says which, or the row',
    ]);
    expect(strays('modules/swap/swap.command.ts', text.replace('...', ''))).toEqual([]);
  });

  it.each([
    '`... account_of(w.member_id, ${FEE})`',
    '`... p.wallet_id = w.wallet_id`',
    'const { nftFee } = WALLET_OF;',
  ])('asks: %s', (text) => {
    expect(strays('modules/swap/swap.equations.ts', text)).toEqual([]);
  });
});
