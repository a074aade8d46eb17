import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { COLLECTION, killedAt, openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { findNftWithdrawal } from '../nft/nft.query.ts';
import { presentNftWithdrawal } from '../nft/nft.presenter.ts';
import { movePayout } from './payout-end.command.ts';
import { listAttempts } from './payout.query.ts';

let stage: PayoutStage;
let world: PayoutStage['world'];
let owner: PayoutStage['owner'];

beforeAll(async () => {
  stage = await openPayoutStage(3);
  ({ world, owner } = stage);
});
afterAll(async () => {
  await expectCoherentLedger(world.house.pool);
  await stage.close();
});

const ownerOf = (token: number) => world.stub.state.ownerOf(COLLECTION, BigInt(token));
const shown = async (id: string) => presentNftWithdrawal((await findNftWithdrawal(world.house.pool, id))!, () => null);
const mailsOf = async (id: string): Promise<string[]> => {
  const { rows } = await owner.query<{ event: string }>(
    `SELECT payload->>'event' AS event FROM outbox WHERE topic = 'nft_mail' AND payload->>'id' = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ event }) => event);
};
const TO = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
/** It goes out after all, once, when nothing stands against it any more. */
const expectSent = async ({ id, token }: { id: string; token: number }): Promise<void> => {
  await world.settle();
  expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  expect(ownerOf(token)).toBe(TO);
};

describe('a payout is not sent', () => {
  it('of which an operator has told what became of it, while it waited', async () => {
    const item = await world.approvedNft(TO);
    await owner.query(`INSERT INTO payout_freeze (frozen_at, violations) VALUES (now(), '{"x": 1}')`);
    await world.round();
    const asked = world.signer.requests.length;
    await owner.query(`UPDATE nft_withdrawal SET tx_hash = $2 WHERE id = $1`, [item.id, `0x${'ab'.repeat(32)}`]);
    await owner.query('DELETE FROM payout_freeze');
    world.house.clock.at += 60_000;
    await world.round();
    expect(await world.payout(item.id)).toMatchObject({
      nonce: null,
      waitsFor: 'an operator has told what became of it',
    });
    expect(world.signer.requests).toHaveLength(asked);
    await owner.query(`UPDATE nft_withdrawal SET tx_hash = NULL WHERE id = $1`, [item.id]);
    world.house.clock.at += 60_000;
    await expectSent(item);
  });

  it('under a number of a hot wallet whose key is gone', async () => {
    const item = await world.approvedNft(TO);
    await world.round(killedAt('numbered'));
    const { describe: describeSigner } = world.signer;
    const [asked, told] = [world.signer.requests.length, await describeSigner()];
    world.signer.describe = () => Promise.resolve({ ...told, address: '0x52908400098527886e0f7030069857d2e4169ee7' });
    await world.round();
    world.signer.describe = describeSigner;
    expect(await world.payout(item.id)).toMatchObject({
      status: PAYOUT_STATUS.NUMBERED,
      waitsFor: 'the hot wallet has another key now',
    });
    expect(world.signer.requests).toHaveLength(asked);
    await expectSent(item);
  });

  it('when what was signed could not be kept, because it has that number no longer', async () => {
    const item = await world.approvedNft(TO);
    await world.round(killedAt('numbered'));
    const { nonce } = await world.payout(item.id);
    const { sign } = world.signer;
    world.signer.sign = async (request) => {
      const signed = await sign(request);
      await owner.query('UPDATE payout SET nonce = nonce + 100 WHERE id = $1', [item.id]);
      return signed;
    };
    await world.round();
    world.signer.sign = sign;
    expect(await listAttempts(world.house.pool, [item.id])).toEqual([]);
    expect(ownerOf(item.token)).toBe(world.hot.toLowerCase());
    await owner.query('UPDATE payout SET nonce = $2 WHERE id = $1', [item.id, nonce]);
    await expectSent(item);
  });
});

describe('a payout of an account that nothing may leave', () => {
  const WITHIN = 'password and PIN, the second factor or the email address were reset less than 48 hours ago';
  const freeze = (member: bigint, at: Date | null) =>
    world.house.pool.query('UPDATE member SET frozen_at = $2 WHERE id = $1', [member, at]);
  const reset = (member: bigint) =>
    world.house.pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [
      member,
      new Date(world.house.clock.at),
    ]);

  it('waits for the end of 48 hours after a reset, and then leaves by itself', async () => {
    const [item, coins] = [await world.approvedNft(TO), await world.approvedWithdrawal()];
    const asked = world.signer.requests.length;
    await reset(item.member);
    await reset(coins.member);
    await world.round();
    for (const { id } of [item, coins])
      expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.WAITING, nonce: null, waitsFor: WITHIN });
    world.house.clock.at += 48 * HOUR_MS - 1;
    await world.round();
    expect((await world.payout(coins.id)).waitsFor).toBe(WITHIN);
    expect(world.signer.requests).toHaveLength(asked);
    world.house.clock.at += MINUTE_MS;
    await expectSent(item);
    expect((await world.payout(coins.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });

  it('that is out already goes on, and pays more when no block takes it', async () => {
    const item = await world.approvedNft(TO);
    const { state } = world.stub;
    await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
    await freeze(item.member, new Date());
    world.house.clock.at += 61_000;
    await expectSent(item);
    expect(await listAttempts(world.house.pool, [item.id])).toHaveLength(2);
  });
});

describe('a payout is not ended', () => {
  it('by one refusal of the contract: it is asked again', async () => {
    let refusals = 0;
    const letGo = world.answering(() => ({
      estimateGas: () => Promise.reject(new OutsideFailure('chain-test', 'reverted', 'execution reverted')),
      refuses: () => Promise.resolve((refusals += 1) > 0),
    }));
    const item = await world.approvedNft(TO);
    await world.round();
    letGo();
    expect(refusals).toBe(1);
    expect(await world.payout(item.id)).toMatchObject({
      status: PAYOUT_STATUS.WAITING,
      waitsFor: 'the contract refuses it',
      refusals: 1,
    });
    world.house.clock.at += 60_000;
    await expectSent(item);
  });

  it('as done where the contract took it and says nothing: somebody looks', async () => {
    const letGo = world.answering((chain) => ({
      receipt: async (hash) => {
        const receipt = await chain.receipt(hash);
        return receipt && { ...receipt, logs: [] };
      },
    }));
    const item = await world.approvedNft(TO);
    for (let round = 0; round < 8; round += 1) {
      await world.round();
      world.house.clock.at += 5000;
    }
    letGo();
    expect(await world.payout(item.id)).toMatchObject({
      status: PAYOUT_STATUS.ERRORED,
      waitsFor: 'the contract took it and says nothing of a transfer',
    });
    // Its member reads that nobody knows, not that it arrived, and is told once.
    expect(await shown(item.id)).toMatchObject({ nft_withdraw_sending: 'errored', nft_withdraw_confirmed: null });
    expect(await mailsOf(item.id)).toEqual(['asked', 'approved', 'errored']);
    await expectSent(item);
    expect(await shown(item.id)).toMatchObject({ nft_withdraw_sending: 'final', nft_withdraw_confirmed: 3 });
    expect(await mailsOf(item.id)).toEqual(['asked', 'approved', 'errored', 'sent']);
  });

  it('by blocks alone: its member does not read that it is final before the chain calls it so', async () => {
    const { state } = world.stub;
    state.finalAfter = 12;
    const item = await world.approvedNft(TO);
    for (let round = 0; round < 7; round += 1) await world.round();
    expect(await shown(item.id)).toMatchObject({ nft_withdraw_sending: 'sent', nft_withdraw_confirmed: 3 });
    state.finalAfter = 4;
    await expectSent(item);
    expect(await shown(item.id)).toMatchObject({ nft_withdraw_sending: 'final', nft_withdraw_confirmed: 3 });
  });

  it('twice', async () => {
    const item = await world.approvedNft(TO);
    await expectSent(item);
    const again = movePayout(item.id, PAYOUT_STATUS.CONFIRMED);
    await expect(world.house.funnel.run(again)).rejects.toMatchObject({ code: 'err_conflict' });
  });
});
