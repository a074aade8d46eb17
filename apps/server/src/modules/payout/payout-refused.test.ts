import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLECTION, DOLLAR, openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { findNftWithdrawal } from '../nft/nft.query.ts';
import { findPayout } from './payout.query.ts';

let stage: PayoutStage;
let world: PayoutStage['world'];

beforeAll(async () => {
  stage = await openPayoutStage(3);
  ({ world } = stage);
});
afterAll(async () => {
  await expectCoherentLedger(world.house.pool);
  await stage.close();
});

const payout = async (id: string) => (await findPayout(world.house.pool, id))!;
const causeOf = async (id: string) => (await rowOf(world.house.pool, id)).cause;
const rounds = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await world.round();
    world.house.clock.at += 16_000;
  }
};

describe('a contract that moves nothing for anybody', () => {
  it.each([
    ['a coin', DOLLAR, () => world.approvedWithdrawal()],
    ['an item', COLLECTION, () => world.approvedNft()],
  ])('gives nothing back: %s waits until it moves again', async (_, contract, approved) => {
    world.stub.state.paused.add(contract);
    const { id } = await approved();
    await rounds(6);
    expect(await payout(id)).toMatchObject({
      status: PAYOUT_STATUS.WAITING,
      waitsFor: 'the contract moves nothing now, to ourselves neither',
    });
    world.stub.state.paused.delete(contract);
    await world.settle();
    expect((await payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });

  it('does not blame the address where it stopped after the transaction was signed', async () => {
    const { id } = await world.approvedWithdrawal();
    const item = await world.approvedNft();
    const { paused } = world.stub.state;
    await world.round({ checkpoint: (name) => void (name === 'told' && paused.add(DOLLAR).add(COLLECTION)) });
    await world.settle();
    paused.clear();
    expect(await causeOf(id)).toBe('network');
    expect(await findNftWithdrawal(world.house.pool, item.id)).toMatchObject({ status: 9, cause: 'collection' });
  });
});

describe('a node that answers with an error of its own', () => {
  it('gives nothing back: what it says nothing of waits, and keeps nothing else', async () => {
    const silent = Array.from({ length: 6 }, (_, n) => `0x${'5'.repeat(38)}0${n}`);
    const waiting = await Promise.all(silent.map((address) => world.approvedWithdrawal(address)));
    const refusal = () => Promise.reject(new OutsideFailure('chain-test', 'refused', '-32601 not available'));
    const isSilent = (data: string): boolean => silent.some((address) => data.includes(address.slice(2)));
    const letGo = world.answering((chain) => ({
      estimateGas: (call) => (isSilent(call.data) ? refusal() : chain.estimateGas(call)),
      refuses: (call) => (isSilent(call.data) ? refusal() : chain.refuses(call)),
    }));
    const other = await world.approvedWithdrawal();
    await rounds(6);
    expect((await payout(other.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    for (const { id } of waiting)
      expect(await payout(id)).toMatchObject({
        status: PAYOUT_STATUS.WAITING,
        waitsFor: 'a network that says what it takes',
      });
    letGo();
    await world.settle();
    for (const { id } of waiting) expect((await payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });
});
