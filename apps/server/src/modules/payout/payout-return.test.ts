import { unitsOf } from '@minerx/rules/money';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutTestWorld, type PayoutTestWorld } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { OPERATOR_COMMANDS } from '../../operator/catalogue.ts';
import { findNft } from '../nft/nft.query.ts';
import { readTransactions } from '../transaction/transaction.query.ts';
import { findPayout } from './payout.query.ts';

let database: TestDatabase;
let world: PayoutTestWorld;

beforeAll(async () => {
  database = await testDatabase();
  world = await payoutTestWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

/** What a member's one movement of a kind came from, as the history tells it. */
const originOf = async (member: bigint, kind: string) => {
  const { pool } = world.house;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM transfer WHERE member_id = $1 AND kind = $2', [
    member,
    kind,
  ]);
  return (
    await readTransactions(
      pool,
      member,
      rows.map(({ id }) => id),
    )
  ).map(({ origin }) => origin)[0];
};

const payout = async (id: string) => (await findPayout(world.house.pool, id))!;

describe('what waits and can never be sent', () => {
  const giveBack = async (id: string): Promise<string> => {
    const command = OPERATOR_COMMANDS.find(({ name }) => name === 'payout return')!;
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const context = { pool: world.house.pool, funnel: world.house.funnel } as never;
    try {
      await command.run({ context, print, printOnce: print, actor: 'operator:ana' }, { id, reason: 'new key' });
    } catch (error) {
      lines.push(`NO: ${(error as Error).message}`);
    }
    return lines.join(' ');
  };

  it('comes back to its member when operators say so: a coin with its fee, an item with what it cost', async () => {
    const { pool } = world.house;
    const coin = await world.approvedWithdrawal();
    const item = await world.approvedNft();
    await pool.query('UPDATE network SET enabled_withdraw = false');
    await world.round();
    await pool.query('UPDATE network SET enabled_withdraw = true');
    const describe = world.signer.describe;
    world.signer.describe = async () => ({ ...(await describe()), address: `0x${'12'.repeat(20)}` });
    world.house.clock.at += 60_000;
    await world.round();
    expect((await payout(coin.id)).waitsFor).toBe('the hot wallet has another key now');
    expect([await giveBack(coin.id), await giveBack(item.id)]).toEqual(
      Array(2).fill('Given back; the member is told.'),
    );
    expect(await rowOf(pool, coin.id)).toMatchObject({ status: 9, cause: 'network', state: 'returned', held: 0n });
    expect(await world.house.balance(coin.member, 'USDT')).toBe(unitsOf('21'));
    expect((await findNft(pool, item.member, item.nftId))?.status).toBe(1);
    expect(await world.house.balance(item.member, 'USDT')).toBe(unitsOf('5'));
    expect(await originOf(item.member, 'nft_refund')).toEqual({
      type: 'nft',
      id: item.nftId,
      label: String(item.token),
      day: null,
    });
    expect(await payout(coin.id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, cause: 'returned' });
    const { rows } = await pool.query(
      `SELECT actor, reason, detail FROM audit WHERE action = 'payout.return' ORDER BY id`,
    );
    const line = {
      actor: 'operator:ana',
      reason: 'new key',
      detail: { waitsFor: 'the hot wallet has another key now' },
    };
    expect(rows).toMatchObject([line, line]);
    world.signer.describe = describe;
    await world.settle();
    expect(await giveBack(coin.id)).toMatch(/NO: It has a number, or has ended/);
    await expectCoherentLedger(pool);
  });

  it('does not come back once it has a number: it may be on its way', async () => {
    const { id } = await world.approvedWithdrawal();
    await world.round();
    expect(await giveBack(id)).toMatch(/NO: It has a number/);
    await world.settle();
    expect((await payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });
});
