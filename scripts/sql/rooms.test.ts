import { describe, expect, it } from 'vitest';
import { findStrays, tablesWritten } from './rooms.ts';

const SOURCE = 'apps/server/src/';
/** The law over statements by the file in which they stand. */
const strays = (...statements: [file: string, sql: string][]): string[] =>
  findStrays(statements.map(([file, sql], index) => ({ at: `${SOURCE}${file}:${index + 1}`, sql })));

const POST = 'INSERT INTO posting (transfer_id) VALUES ($1)';

describe('what a statement writes', () => {
  it.each([
    ['SELECT id FROM account FOR UPDATE', []],
    ['SELECT id FROM account a FOR NO KEY UPDATE OF a SKIP LOCKED', []],
    ['UPDATE account SET balance = 0', ['account']],
    ['update /* whole account: once */ only "account" set balance = 0', ['account']],
    ['DELETE /* whole hold */ FROM public.hold', ['hold']],
    ['INSERT INTO nft (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = excluded.id', ['nft']],
    [
      'WITH a AS (UPDATE stock SET used = 1 RETURNING line) INSERT INTO device (line) SELECT line FROM a',
      ['stock', 'device'],
    ],
    ["SELECT 'UPDATE account' AS text -- DELETE FROM account", []],
    ['MERGE INTO posting p USING x ON true WHEN MATCHED THEN DELETE', ['posting']],
    ['TRUNCATE transfer', ['transfer']],
  ])('of %j is %j', (sql, tables) => {
    expect(tablesWritten(sql)).toEqual(tables);
  });
});

describe('the law of statements', () => {
  it.each([
    'modules/swap/swap-given.ts',
    'modules/swap/swap.command.ts',
    'modules/swap/swap.step.ts',
    'jobs/leadership.ts',
    'start.ts',
    'modules/swap/swap.route.ts',
    'modules/pin/pin.gate.ts',
    'base/expiry-clock.ts',
    'jobs/payouts.ts',
    'operator/teams.ts',
    'modules/ledger/plain.ts',
  ])('refuses one in %s', (file) => {
    expect(strays([file, 'SELECT 1'])).toEqual([`${SOURCE}${file}:1: no SQL in this room`]);
  });

  it('refuses a write where one only looks', () => {
    expect(strays(['modules/swap/swap.query.ts', 'DELETE FROM swap_quote'])).toEqual([
      `${SOURCE}modules/swap/swap.query.ts:1: only looks, and writes swap_quote`,
    ]);
  });

  it('refuses rows of another noun, wherever in it they are written', () => {
    expect(
      strays(
        ['modules/member/security/factor.store.ts', 'UPDATE member SET pin_hash = $1'],
        ['modules/member/member.store.ts', 'UPDATE member SET language = $1'],
        ['modules/team/rank.store.ts', 'UPDATE member SET rank_id = $1'],
      ),
    ).toEqual([
      `${SOURCE}modules/member/member.store.ts:2: member writes member, and so does team`,
      `${SOURCE}modules/team/rank.store.ts:3: team writes member, and so does member`,
    ]);
  });

  it('lets the seed and the demo write rows of all nouns', () => {
    expect(
      strays(
        ['seed/reference.ts', 'INSERT INTO country (id) VALUES (1)'],
        ['demo/demo.ts', 'UPDATE country SET name = $1'],
        ['modules/country/country.store.ts', 'UPDATE country SET name = $1'],
      ),
    ).toEqual([]);
  });

  it.each(['seed/reference.ts', 'demo/demo.ts', 'modules/reward/reward.ledger.ts', 'outbox/outbox.ts'])(
    'lets money move in the ledger alone: not in %s',
    (file) => {
      expect(strays(['ledger/write-transfers.ts', POST], [file, POST])).toEqual([
        `${SOURCE}${file}:2: ${file.split('/').at(file.startsWith('modules') ? 1 : 0)} writes posting, and so does ledger`,
      ]);
    },
  );
});
