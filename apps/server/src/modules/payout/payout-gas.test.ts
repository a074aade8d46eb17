import { randomUUID } from 'node:crypto';
import { NETWORK } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { insertDepositAddresses, takeChild } from '../deposit/deposit-address.store.ts';
import { depositNetworksOf } from '../deposit/deposit-key.ts';
import { inTransaction } from '../../db/transaction.ts';
import { listAttempts } from './payout.query.ts';
import { insertPayout } from './payout.store.ts';

/** A chain as Arbitrum One is: gas pays for the chain below too, so nodes refuse what has only 21 000. */
let stage: PayoutStage;
let world: PayoutStage['world'];

beforeAll(async () => {
  stage = await openPayoutStage(3);
  ({ world } = stage);
  world.stub.state.leastGas = 30_000n;
});
afterAll(async () => {
  await expectCoherentLedger(world.house.pool);
  await stage.close();
});

const gasOf = async (id: string) => (await listAttempts(world.house.pool, [id])).map(({ gas }) => gas);

/** Gas for a deposit address, waiting as its planner leaves it. */
const topUp = async (): Promise<string> => {
  const { house, hot, stub } = world;
  const [memberId, address] = [await house.member(), `0x${'d0'.repeat(20)}`];
  const at = new Date(house.clock.now());
  const index = await inTransaction(house.pool, async (tx) => {
    const child = await takeChild(tx, memberId, 'evm');
    await insertDepositAddresses(tx, { memberId, networks: depositNetworksOf('evm'), address, child, at });
    return child;
  });
  const id = randomUUID();
  const to = { networkId: NETWORK.BEP20, chainId: stub.state.chainId, sender: hot, at };
  await insertPayout(house.pool, {
    id,
    kind: 'top_up',
    memberId: null,
    intent: { kind: 'topUp', index, value: 5n },
    ...to,
  });
  return id;
};

describe('where a transaction takes more than 21 000 gas', () => {
  it('a top-up goes out, and the withdrawal behind it', async () => {
    const coins = await topUp();
    await world.round();
    const { id } = await world.approvedWithdrawal();
    await world.settle();
    expect((await world.payout(coins)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(await gasOf(coins)).toEqual([37_500n]);
  });

  it('a missing number is filled, and the withdrawal behind it goes out', async () => {
    await world.house.pool.query('UPDATE payout_wallet SET next_nonce = next_nonce + 1');
    const { id } = await world.approvedWithdrawal();
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });

  it('one that has too little by now is replaced by one that has enough, and never by one that has less', async () => {
    const { state } = world.stub;
    const { id } = await world.approvedWithdrawal();
    const unmined = async (): Promise<void> => {
      await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
      world.house.clock.at += 61_000;
    };
    await unmined();
    state.leastGas = 60_000n;
    await unmined();
    state.leastGas = 25_000n;
    await unmined();
    expect(await gasOf(id)).toEqual([123_750n, 123_750n, 86_250n]);
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });
});

describe('a withdrawal whose transaction was replaced', () => {
  it('is shown to its member by the hash of the one that stands in a block, long before that is final', async () => {
    const { id } = await world.approvedWithdrawal();
    const { clock, pool } = world.house;
    const { state } = world.stub;
    await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
    await world.round();
    const [first] = await listAttempts(pool, [id]);
    expect(await rowOf(pool, id)).toMatchObject({ status: WITHDRAWAL_STATUS.SENT, hash: first!.hash });
    clock.at += 61_000;
    state.forget(() => true);
    for (let i = 0; i < 3; i += 1) await world.round();
    const [second] = await listAttempts(pool, [id]);
    expect(second!.hash).not.toBe(first!.hash);
    expect(await rowOf(pool, id)).toMatchObject({ status: WITHDRAWAL_STATUS.SENT, hash: second!.hash });
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });

  it('one that was replaced forty times is replaced once an hour, and has enough when the chain goes on', async () => {
    const { state } = world.stub;
    const { id } = await world.approvedWithdrawal();
    const unminedFor = async (ms: number): Promise<void> => {
      await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
      world.house.clock.at += ms;
    };
    for (let n = 0; n < 40; n += 1) await unminedFor(61_000);
    expect(await gasOf(id)).toHaveLength(40);
    state.leastGas = 90_000n;
    world.house.clock.at += 57 * 60_000;
    await unminedFor(61_000);
    expect(await gasOf(id)).toHaveLength(40);
    world.house.clock.at += 61_000;
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect((await gasOf(id))[0]).toBeGreaterThanOrEqual(90_000n);
  });
});
