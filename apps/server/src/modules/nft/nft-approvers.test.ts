import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { runMigration } from '../../../test/run-migration.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { issueNft } from './nft-holding.command.ts';
import { approveNftWithdrawal } from './nft-review.command.ts';
import { withdrawNft } from './nft-withdrawal.command.ts';
import { findNftWithdrawal } from './nft.query.ts';

const ANA = { actor: 'operator:ana' as const, reason: 'test' };
const BEN = { actor: 'operator:ben' as const, reason: 'test' };

let database: TestDatabase;
let house: MoneyHouse;
let owner: Pool;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await Promise.all([house.close(), owner.end()]);
  await database.drop();
});

const withdraw = async (
  member: bigint,
  category: 'rare' | 'legendary' | 'mythic',
  ...by: (typeof ANA | typeof BEN)[]
) => {
  const { id: nftId } = await issueNft(house, member, { category }, ANA);
  const input = { nftId, address: `0x${'ab'.repeat(20)}`, seenFeeUnits: null };
  const { id } = await house.funnel.run(withdrawNft(member, input, null));
  for (const reviewer of by)
    await house.funnel.run(approveNftWithdrawal((await findNftWithdrawal(house.pool, id))!, reviewer));
  return id;
};

const approvers = async () => {
  const { rows } = await owner.query<{ row: unknown[] }>(
    'SELECT jsonb_build_array(two_operators, first_approver, second_approver) AS row FROM nft_withdrawal ORDER BY id',
  );
  return rows.map(({ row }) => row);
};

it('what was approved before approvers stood there has them from the audit log', async () => {
  const member = await house.member({ USDT: '50' });
  const ofOne = await withdraw(member, 'rare', BEN);
  await withdraw(member, 'legendary', ANA, BEN);
  await withdraw(member, 'mythic', ANA);
  await withdraw(member, 'rare');
  const now = [
    [false, BEN.actor, null],
    [true, ANA.actor, BEN.actor],
    [true, ANA.actor, null],
    [false, null, null],
  ];
  expect(await approvers()).toEqual(now);
  await owner.query(`
    SELECT watch_rows('nft_withdrawal', 'r.id::text', 'jsonb_build_array(r.nft_id, r.member_id, r.fee_units, r.hold_owner_id, r.network_id, r.address)');
    DROP TRIGGER approved_by_operators ON nft_withdrawal; DROP TRIGGER asked_without_yes ON nft_withdrawal;
    ALTER TABLE nft_withdrawal DROP COLUMN two_operators, DROP COLUMN second_approver, DROP CONSTRAINT nft_withdrawal_approved;
    UPDATE nft_withdrawal SET first_approver = NULL WHERE id = '${ofOne}';
    UPDATE row_version SET value = value - 6 WHERE table_name = 'nft_withdrawal'`);
  await runMigration(database, 'nft-approvers');
  expect(await approvers()).toEqual(now);
  await expectCoherentLedger(house.pool);
});
