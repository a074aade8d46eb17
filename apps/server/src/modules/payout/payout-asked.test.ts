import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { BY, COLLECTION, DOLLAR, openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { inTransaction } from '../../db/transaction.ts';
import { PAYOUT_EQUATIONS } from './payout.equations.ts';
import { accountId } from '../../ledger/account.ts';
import { checkEquations, checkGuards } from '../integrity/integrity.query.ts';
import { issueNft } from '../nft/nft-holding.command.ts';
import { approveNftWithdrawal } from '../nft/nft-review.command.ts';
import { withdrawNft } from '../nft/nft-withdrawal.command.ts';
import { findNftWithdrawal } from '../nft/nft.query.ts';
import { approveWithdrawal } from '../withdrawal/withdrawal-review.command.ts';
import { findPayout } from './payout.query.ts';
import { asking, saveAddress } from '../../../test/withdrawals.ts';

/** What somebody who can write the database would have the worker send: nothing is signed for it, before any check finds it. */

let stage: PayoutStage;
let world: PayoutStage['world'];
let owner: PayoutStage['owner'];

beforeAll(async () => {
  stage = await openPayoutStage(2);
  ({ world, owner } = stage);
});
afterAll(() => stage.close());

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
  await world.house.pool.query('UPDATE asset_network SET decimals = 6 WHERE (wallet_id, network_id) = (1, 2)');
  const { id } = await world.approvedWithdrawal();
  await world.settle();
  expect(await findPayout(world.house.pool, id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED });
  await expectCoherentLedger(world.house.pool);
});

/** By the app's own role, with all that the product writes but the line of the audit log. */
describe('a yes that no operator said', () => {
  const NOT_ASKED = 'no approved request asks for this';
  const neverSigned = async (id: string) => {
    const before = signed();
    await world.round();
    await world.round();
    expect(signed()).toBe(before);
    expect(await findPayout(world.house.pool, id)).toMatchObject({ status: 0, nonce: null, waitsFor: NOT_ASKED });
    return (await checkGuards(world.house, world.house.clock.now())).guards.filter(({ violations }) => violations > 0n);
  };

  it('sends no coin, and is found', async () => {
    const member = await world.house.member({ USDT: '21' });
    await saveAddress(world.house, member);
    const { id } = (await world.house.funnel.run(await asking(world.house, member))) as { id: string };
    await world.house.pool.query(
      `UPDATE withdrawal SET status = 1, first_approver = 'operator:finance', decided_at = now(), changed_at = now(), revision = revision + 1 WHERE id = $1`,
      [id],
    );
    const found = (await neverSigned(id)).map(({ name }) => name);
    expect(found).toEqual(expect.arrayContaining(['newest-leaving', 'open-payouts']));
  });

  it('sends no coin after the first yes of two', async () => {
    const member = await world.house.member({ USDT: '21' });
    await saveAddress(world.house, member);
    await world.house.pool.query('UPDATE asset_network SET two_operators_above_units = 0');
    const { id } = (await world.house.funnel.run(await asking(world.house, member))) as { id: string };
    await world.house.funnel.run(approveWithdrawal(id, 1, BY));
    await world.house.pool.query(
      `UPDATE withdrawal SET status = 1, second_approver = 'operator:finance', decided_at = now(), changed_at = now(), revision = revision + 1 WHERE id = $1`,
      [id],
    );
    expect((await neverSigned(id)).map(({ name }) => name)).toContain('newest-leaving');
  });

  it('sends no item that nobody asked for, and is found', async () => {
    const member = await world.house.member({ USDT: '5' });
    const { id: nft, token } = await issueNft(world.house, member, { category: 'rare' }, BY);
    world.stub.state.mintItem(COLLECTION, BigInt(token), world.hot);
    const [id, hold] = ['01a20500-0000-7000-8000-00000000abcd', 999_000n];
    const [wallet, held] = [accountId(member, 1), accountId(hold, 1)];
    const forgery: [string, unknown[]][] = [
      [
        `INSERT INTO hold (owner_id, member_id, reason, state, deadline_at, created_at) VALUES ($1, $2, 'nft_withdrawal', 'open', now() + interval '14 days', now())`,
        [hold, member],
      ],
      [
        `INSERT INTO nft_withdrawal (id, nft_id, member_id, status, fee_units, hold_owner_id, address, created_at, network_id, two_operators) VALUES ($1, $2, $3, 0, 500000000, $4, $5, now(), 5, false)`,
        [id, nft, member, hold, THIEF],
      ],
      [
        `UPDATE nft_withdrawal SET status = 1, first_approver = 'operator:finance', decided_at = now() WHERE id = $1`,
        [id],
      ],
      ['UPDATE nft SET status = 3 WHERE id = $1', [nft]],
      [`UPDATE hold SET state = 'taken', closed_at = now() WHERE owner_id = $1`, [hold]],
      ['INSERT INTO account (id, balance) VALUES ($1, 0)', [held]],
      [
        `INSERT INTO transfer (id, kind, member_id) VALUES (gen_random_uuid(), 'nft_withdrawal', $1), (gen_random_uuid(), 'nft_fee', $1)`,
        [member],
      ],
      [
        `INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
           SELECT id, 0, 1, CASE kind WHEN 'nft_fee' THEN $2::bigint ELSE $1::bigint END, CASE kind WHEN 'nft_fee' THEN 145 ELSE $2::bigint END, 500000000
             FROM transfer WHERE member_id = $3 AND kind LIKE 'nft%'`,
        [wallet, held, member],
      ],
      ['UPDATE account SET balance = balance - 500000000 WHERE id = $1', [wallet]],
    ];
    await inTransaction(world.house.pool, async (tx) => {
      for (const [sql, values] of forgery) await tx.query(sql, values);
    });
    const found = (await neverSigned(id)).map(({ name }) => name);
    expect(found).toEqual(expect.arrayContaining(['newest-leaving', 'open-payouts']));
    // All else that the product writes stands there.
    await expectCoherentLedger(world.house.pool, [
      'asked-payouts',
      'withdrawal-approvals',
      'nft-approvals',
      'newest-leaving',
      'open-payouts',
    ]);
  });

  it('sends no item that takes two after the yes of one', async () => {
    const member = await world.house.member({ USDT: '5' });
    const { id: nftId, token } = await issueNft(world.house, member, { category: 'mythic' }, BY);
    world.stub.state.mintItem(COLLECTION, BigInt(token), world.hot);
    // A setting that no operator made does not say that one is enough.
    await world.house.pool.query(`INSERT INTO setting (key, value) VALUES ('nft_two_operators', '[]')`);
    const { id } = await world.house.funnel.run(
      withdrawNft(member, { nftId, address: THIEF, seenFeeUnits: null }, null),
    );
    const asked = (await findNftWithdrawal(world.house.pool, id))!;
    expect(await world.house.funnel.run(approveNftWithdrawal(asked, BY))).toEqual({ approved: true });
    await world.house.pool.query(
      `UPDATE setting SET value = '["legendary", "mythic"]' WHERE key = 'nft_two_operators'`,
    );
    expect((await neverSigned(id)).map(({ name }) => name)).toContain('newest-leaving');
  });
});
