import { randomUUID } from 'node:crypto';
import { NETWORK } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOLLAR, openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { readVitalSigns } from '../../modules/system/vital-signs.query.ts';
import { listAttempts } from '../../modules/payout/payout.query.ts';
import { insertPayout } from '../../modules/payout/payout.store.ts';

let stage: PayoutStage;
let world: PayoutStage['world'];
beforeAll(async () => {
  stage = await openPayoutStage(3);
  ({ world } = stage);
});
afterAll(async () => {
  // The last test writes and takes away past the product.
  await expectCoherentLedger(world.house.pool, ['settled-once']);
  await stage.close();
});

const attempts = (id: string) => listAttempts(world.house.pool, [id]);
const sign = async (name: 'payouts_waiting' | 'payout_oldest_seconds'): Promise<number | null> => {
  const signs = await readVitalSigns(world.house.pool, world.house.clock.at);
  return signs.find((each) => each.name === name)!.value;
};

describe('while the signer does not answer', () => {
  it('what was told goes on to its end and is told to its member, and what waits tells its age', async () => {
    const { house, signer } = world;
    const sent = await world.approvedWithdrawal();
    await world.round();
    const { describe: answer } = signer;
    signer.describe = () => Promise.reject(new OutsideFailure('signer', 'unreachable', 'test'));
    const [coin, item] = [await world.approvedWithdrawal(), await world.approvedNft()];
    house.clock.at += 1_000_000;
    for (let n = 0; n < 8; n += 1) {
      await expect(world.round()).rejects.toThrow('signer');
      world.stub.state.mine();
    }
    expect((await world.payout(sent.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect((await rowOf(house.pool, sent.id)).status).toBe(WITHDRAWAL_STATUS.CONFIRMED);
    expect([await world.payout(coin.id), await world.payout(item.id)]).toEqual([null, null]);
    expect([await sign('payouts_waiting'), await sign('payout_oldest_seconds')]).toEqual([2, 1000]);
    signer.describe = answer;
    await world.settle();
    expect([(await world.payout(coin.id)).status, (await world.payout(item.id)).status]).toEqual([3, 3]);
    expect([await sign('payouts_waiting'), await sign('payout_oldest_seconds')]).toEqual([0, null]);
  });
});

describe('a chain that stands still', () => {
  const lost = async (): Promise<void> => {
    await world.round({ checkpoint: (name) => name === 'told' && world.stub.state.forget(() => true) });
    world.stub.state.forget(() => true);
    world.house.clock.at += 61_000;
  };

  it('is paid no more than the wallet has; what it can pay for is told again, and mined when the chain goes on', async () => {
    const { id } = await world.approvedWithdrawal();
    await lost();
    await lost();
    const first = (await attempts(id)).at(-1)!;
    const letGo = world.answering(() => ({ coinBalance: async () => first.gas * first.maxFeeWei }));
    await lost();
    expect(await world.payout(id)).toMatchObject({
      status: PAYOUT_STATUS.SENT,
      waitsFor: 'coins of the chain to pay more for its gas',
    });
    expect(await attempts(id)).toHaveLength(2);
    await world.settle();
    letGo();
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED, txHash: first.hash });
  });

  it('keeps no place of the hot wallet for what stands still on other addresses', async () => {
    const { house, stub } = world;
    for (let n = 0; n < 16; n += 1) {
      const [id, sender] = [randomUUID(), `0x${(0xd000 + n).toString(16).padStart(40, '0')}`];
      const intent = { kind: 'sweep', contract: DOLLAR, index: n, amount: 1n } as const;
      const from = { networkId: NETWORK.BEP20, chainId: stub.state.chainId, sender, at: new Date(house.clock.at) };
      await insertPayout(house.pool, { id, kind: 'sweep', memberId: null, intent, ...from });
      await stage.owner.query(`UPDATE payout SET status = ${PAYOUT_STATUS.NUMBERED}, nonce = 0 WHERE id = $1`, [id]);
    }
    const { id } = await world.approvedWithdrawal();
    await world.round();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.SENT);
    await stage.owner.query(`DELETE FROM payout WHERE kind = 'sweep'`);
    await world.settle();
  });
});
