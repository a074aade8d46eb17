import { DAY_MS, HOUR_MS } from '@minerx/rules/duration';
import { stretchOfMonth } from '@minerx/rules/statement';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { firstIdOf } from '../../base/ids.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { accountId } from '../../ledger/account.ts';
import { creditMember, debitMember } from '../member/adjustment.command.ts';
import { keepBalanceMarks } from './balance-mark.command.ts';
import { readStatement } from './statement.query.ts';
import { listTransactions } from './transaction.query.ts';

const DAYS = 40;
/** As seldom as in a house of a hundred thousand movements, for one of some hundred. */
const ONE_OF = 8;
const WALLETS = [WALLET.CW, WALLET.BTC] as const;
const EVERYTHING = { kinds: [], wallets: [], stretch: { fromMs: 0, untilMs: Date.parse('2100-01-01') } };

let database: TestDatabase;
let owner: Pool;
let house: MoneyHouse;
const members: bigint[] = [];
/** Xorshift: the same world each time. */
let seed = 20_261_127;
const random = (below: number): number => {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
};

const move = async (): Promise<void> => {
  const memberId = members[random(members.length)]!;
  const wallet = WALLETS[random(2)]!;
  const amountUnits = BigInt(1 + random(1_000_000));
  const held = await house.balance(memberId, wallet === WALLET.CW ? 'CW' : 'BTC');
  const adjustment = { memberId, walletId: wallet as WalletId, reason: 'test', actor: 'operator:test' as const };
  await house.funnel.run(
    held > amountUnits && random(3) === 0
      ? debitMember({ ...adjustment, amountUnits })
      : creditMember({ ...adjustment, amountUnits }),
  );
};

/** Added up from the whole ledger, from its first posting on. */
const fromTheLedger = async (memberId: bigint): Promise<Map<string, bigint>> => {
  const { rows } = await database.pool.query<{ id: string; account: bigint; balance: bigint }>(
    `SELECT DISTINCT transfer_id AS id, account, (sum(amount) OVER (PARTITION BY account ORDER BY transfer_id))::bigint AS balance
       FROM (SELECT transfer_id, destination AS account, amount FROM posting UNION ALL SELECT transfer_id, source, -amount FROM posting) p
      WHERE account = ANY ($1)`,
    [WALLETS.map((wallet) => accountId(memberId, wallet))],
  );
  return new Map(rows.map(({ id, account, balance }) => [`${id} ${account}`, balance]));
};
const pageAt = async (memberId: bigint, before: string | null, size = 5) =>
  (await listTransactions(database.pool, memberId, { filter: EVERYTHING, before, size })).rows;
const expectTrue = async (memberId: bigint, rows: Awaited<ReturnType<typeof pageAt>>): Promise<void> => {
  const ledger = await fromTheLedger(memberId);
  expect(rows).not.toEqual([]);
  for (const { id, changes } of rows)
    for (const { walletId, balance } of changes)
      expect([id, balance]).toEqual([id, ledger.get(`${id} ${accountId(memberId, walletId)}`)]);
};
const marks = async () =>
  (await database.pool.query<{ id: string; account: bigint }>('SELECT transfer_id AS id, account FROM balance_mark'))
    .rows;

beforeAll(async () => {
  database = await testDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
  house = await moneyHouse(database);
  house.clock.at -= DAYS * DAY_MS;
  for (let n = 0; n < 3; n += 1) members.push(await house.member());
  for (let day = 0; day < DAYS; day += 1) {
    for (let n = random(12); n > 0; n -= 1) {
      house.clock.at += random(HOUR_MS);
      await move();
    }
    house.clock.at += DAY_MS / 2;
    // It comes as it runs by the clock: to days that are over, while more is written.
    if (day % 7 === 3) await keepBalanceMarks(house, ONE_OF);
  }
});
afterAll(async () => {
  await house.close();
  await owner.end();
  await database.drop();
});

describe('a history with marks', () => {
  it('has some of what is two days over, and none of what is younger', async () => {
    await keepBalanceMarks(house, ONE_OF);
    const kept = await marks();
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.every(({ id }) => id < firstIdOf(house.clock.at - 2 * DAY_MS))).toBe(true);
    await keepBalanceMarks(house, ONE_OF);
    expect(await marks()).toHaveLength(kept.length);
  });

  it('shows on every page, from wherever it begins, the balances of the whole ledger, while more arrives', async () => {
    for (const memberId of members) {
      const { rows: all } = await database.pool.query<{ id: string }>(
        'SELECT id FROM transfer WHERE member_id = $1 ORDER BY id DESC',
        [memberId],
      );
      for (const { id } of all.slice(0, -1)) {
        const [rows] = await Promise.all([pageAt(memberId, id), random(4) === 0 ? move() : null]);
        await expectTrue(memberId, rows);
      }
      await expectTrue(memberId, await pageAt(memberId, null, 100));
    }
    await keepBalanceMarks(house, ONE_OF);
    await expectCoherentLedger(database.pool);
  });

  it('opens and closes each month with what the whole ledger had then', async () => {
    const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
    for (const memberId of members)
      for (const month of new Set([DAYS, DAYS / 2, 0].map((ago) => monthOf(house.clock.at - ago * DAY_MS)))) {
        const stretch = stretchOfMonth(month);
        const { balances } = await readStatement(database.pool, memberId, stretch);
        const ledger = [...(await fromTheLedger(memberId))].toSorted(([a], [b]) => (a < b ? -1 : 1));
        const before = (wallet: WalletId, ms: number) =>
          ledger.findLast(([key]) => key < firstIdOf(ms) && key.endsWith(` ${accountId(memberId, wallet)}`))?.[1] ?? 0n;
        for (const wallet of WALLETS)
          expect(balances.find(({ walletId, held }) => walletId === wallet && !held)).toMatchObject({
            opening: before(wallet, stretch.fromMs),
            closing: before(wallet, stretch.untilMs),
          });
      }
  });

  it('is reckoned from the next mark, and one that says something else breaks its equation', async () => {
    const [memberId] = members as [bigint];
    const account = accountId(memberId, WALLET.CW);
    const own = (await marks()).filter((mark) => mark.account === account).map((mark) => mark.id);
    const filter = { ...EVERYTHING, wallets: [WALLET.CW] };
    const belowTheLast = async () =>
      (await listTransactions(database.pool, memberId, { filter, before: own.toSorted().at(-1)!, size: 1 })).rows[0]!;
    const { id } = await belowTheLast();
    // It may have a mark of its own: that is the next one then.
    await owner.query(
      `UPDATE balance_mark SET balance = balance + 7 WHERE account = $1 AND transfer_id = (
         SELECT transfer_id FROM balance_mark WHERE account = $1 AND transfer_id >= $2 ORDER BY transfer_id LIMIT 1)`,
      [account, id],
    );
    const ledger = await fromTheLedger(memberId);
    expect((await belowTheLast()).changes[0]!.balance).toBe(ledger.get(`${id} ${account}`)! + 7n);
    await expectTrue(memberId, await pageAt(memberId, null, 100));
    await expect(expectCoherentLedger(database.pool)).rejects.toThrow();
    await expectCoherentLedger(database.pool, ['balance-marks']);
  });
});
