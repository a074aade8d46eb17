import { PAYOUT_STATUS } from '@minerx/rules/payout';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { DOLLAR, payoutTestWorld, type PayoutTestWorld } from '../../../test/chain/payout-world.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { PAYOUT_EQUATIONS } from './payout.equations.ts';
import { checkEquations } from '../integrity/integrity.query.ts';
import { findPayout } from './payout.query.ts';

/** What somebody who can write the database would have the worker send: nothing is signed for it, before any check finds it. */

let database: TestDatabase;
let world: PayoutTestWorld;
let owner: pg.Pool;

beforeAll(async () => {
  database = await testDatabase();
  world = await payoutTestWorld(database);
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  await database.pool.query('UPDATE network SET confirmations = 2');
});
afterAll(async () => {
  await world.close();
  await owner.end();
  await database.drop();
});

const THIEF = `0x${'66'.repeat(20)}`;
const broken = async () =>
  (
    await checkEquations(
      world.house.pool,
      PAYOUT_EQUATIONS.filter(({ name }) => name === 'open-payouts'),
    )
  )[0]!.violations;
const signed = () => world.signer.requests.length;

const forged = async (status: number, nonce: number | null): Promise<string> => {
  const intent = { kind: 'transfer', contract: DOLLAR, to: THIEF, amount: '1000' };
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO payout (id, kind, member_id, network_id, chain_id, sender, intent, status, nonce, not_before, created_at)
     VALUES (gen_random_uuid(), 'withdrawal', $1, 2, $2, $3, $4, $5, $6, $7, $7) RETURNING id`,
    [
      await world.house.member(),
      world.stub.state.chainId,
      world.hot,
      intent,
      status,
      nonce,
      new Date(world.house.clock.now()),
    ],
  );
  return rows[0]!.id;
};

it.each([
  ['waits', PAYOUT_STATUS.WAITING, null],
  ['claims a number', PAYOUT_STATUS.NUMBERED, 0],
])('a payout without a request that %s is never signed, and found', async (_, status, nonce) => {
  const before = signed();
  const id = await forged(status, nonce);
  expect(await broken()).toBe(1n);
  await world.round();
  expect(signed()).toBe(before);
  expect(await findPayout(world.house.pool, id)).toMatchObject({
    status,
    waitsFor: 'no approved request asks for this',
  });
  await owner.query('DELETE FROM payout WHERE id = $1', [id]);
  await owner.query(`DELETE FROM row_version WHERE table_name = 'payout' AND key = $1`, [id]);
});

it('a payout sent elsewhere than its withdrawal says is never signed, and goes on when it is put right', async () => {
  const { id } = await world.approvedWithdrawal();
  await world.house.pool.query('UPDATE network SET enabled_withdraw = false WHERE id = 2');
  await world.round();
  const [before, { rows }] = [signed(), await owner.query('SELECT intent FROM payout WHERE id = $1', [id])];
  await owner.query(`UPDATE payout SET intent = jsonb_set(intent, '{to}', to_jsonb($2::text)) WHERE id = $1`, [
    id,
    THIEF,
  ]);
  await world.house.pool.query('UPDATE network SET enabled_withdraw = true WHERE id = 2');
  world.house.clock.at += 16_000;
  await world.round();
  expect(signed()).toBe(before);
  expect(await broken()).toBe(1n);
  await owner.query('UPDATE payout SET intent = $2 WHERE id = $1', [id, rows[0].intent]);
  world.house.clock.at += 16_000;
  await world.settle();
  expect(await findPayout(world.house.pool, id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED });
  expect(await broken()).toBe(0n);
  await expectCoherentLedger(world.house.pool);
});

it('a coin with fewer decimals than ours is paid in whole units of its own', async () => {
  await database.pool.query('UPDATE asset_network SET decimals = 6 WHERE (wallet_id, network_id) = (1, 2)');
  const { id } = await world.approvedWithdrawal();
  await world.settle();
  expect(await findPayout(world.house.pool, id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED });
  await expectCoherentLedger(world.house.pool);
});
