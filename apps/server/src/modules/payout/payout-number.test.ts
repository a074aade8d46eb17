import { HOUR_MS } from '@minerx/rules/duration';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLECTION, killedAt, openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { SigningRefused, type SigningRefusalCode, type SigningRequest } from '../../outside/signer/port.ts';

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

const TO = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const WITHIN = 'password and PIN, the second factor or the email address were reset less than 48 hours ago';
const FROZEN = 'the account is frozen';
const ownerOf = (token: number) => world.stub.state.ownerOf(COLLECTION, BigInt(token));
const freeze = (member: bigint, at: Date | null = new Date()) =>
  world.house.pool.query('UPDATE member SET frozen_at = $2 WHERE id = $1', [member, at]);
const reset = (member: bigint) =>
  world.house.pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [
    member,
    new Date(world.house.clock.at),
  ]);
/** What was signed for under a number, as the chain has it. */
const fillOf = async (nonce: number) => {
  const { rows } = await world.house.pool.query<{ status: number }>(
    `SELECT status FROM payout WHERE kind = 'fill' AND nonce = $1`,
    [nonce],
  );
  return rows.map(({ status }) => status);
};
const nonceOf = async (id: string): Promise<number> => (await world.payout(id)).nonce!;
/** The wallet goes on: somebody else's payout is final while the one that is held waits, or has gone on. */
const expectOthersPaid = async (): Promise<number> => {
  const other = await world.approvedNft(TO);
  for (let n = 0; n < 8; n += 1) {
    await world.round();
    world.house.clock.at += 1000;
  }
  expect((await world.payout(other.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  return nonceOf(other.id);
};
/** It goes out after all, once, when nothing stands against it any more. */
const expectSent = async ({ id, token, member }: { id: string; token: number; member: bigint }): Promise<void> => {
  await freeze(member, null);
  world.house.clock.at += 48 * HOUR_MS;
  await world.settle();
  expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  expect(ownerOf(token)).toBe(TO);
};
/** The signer says no to some requests, as by another policy, until it is let go. */
const refusing = (isRefused: (request: SigningRequest) => boolean, code: SigningRefusalCode): (() => void) => {
  const { sign } = world.signer;
  world.signer.sign = (request) =>
    isRefused(request) ? Promise.reject(new SigningRefused(code, 'test')) : sign(request);
  return () => (world.signer.sign = sign);
};

describe('the number of a payout that is held before it was signed', () => {
  it.each([
    ['a freeze', FROZEN, freeze],
    ['a reset', WITHIN, reset],
  ])(
    'is filled: after %s it waits, cannot be signed under it any more, and others go on',
    async (_, waitsFor, hold) => {
      const item = await world.approvedNft(TO);
      await world.round(killedAt('numbered'));
      const nonce = await nonceOf(item.id);
      await hold(item.member);
      await world.round();
      expect(await world.payout(item.id)).toMatchObject({ status: PAYOUT_STATUS.WAITING, nonce: null, waitsFor });
      expect(await expectOthersPaid()).toBe(nonce + 1);
      expect(await fillOf(nonce)).toEqual([PAYOUT_STATUS.CONFIRMED]);
      expect(world.signer.requests.map(({ requestId }) => requestId)).not.toContain(item.id);
      await expectSent(item);
    },
  );

  it.each([
    ['as long as it is held', false],
    ['when it is held no more', true],
  ])('is filled where the worker ended behind the signature of the fill, %s', async (_, isLifted) => {
    const item = await world.approvedNft(TO);
    await world.round(killedAt('numbered'));
    const nonce = await nonceOf(item.id);
    await freeze(item.member);
    await world.round(killedAt('filled'));
    expect(await world.payout(item.id)).toMatchObject({ status: PAYOUT_STATUS.NUMBERED, nonce });
    if (isLifted) await freeze(item.member, null);
    await expectOthersPaid();
    expect(await fillOf(nonce)).toEqual([PAYOUT_STATUS.CONFIRMED]);
    await expectSent(item);
  });

  it('stays with it while the signer fills nothing either: it is not signed', async () => {
    const item = await world.approvedNft(TO);
    await world.round(killedAt('numbered'));
    const nonce = await nonceOf(item.id);
    await freeze(item.member);
    const asked = world.signer.requests.length;
    const letGo = refusing(({ intent }) => intent.kind === 'fill', 'daily_gas');
    await world.round();
    letGo();
    expect(await world.payout(item.id)).toMatchObject({
      status: PAYOUT_STATUS.NUMBERED,
      nonce,
      waitsFor: 'the signer: daily_gas',
    });
    expect(world.signer.requests.slice(asked).map(({ requestId }) => requestId)).not.toContain(item.id);
    await expectOthersPaid();
    await expectSent(item);
  });
});

describe('a payout whose signature was lost on its way to us', () => {
  it.each([
    ['frozen', freeze],
    ['reset', reset],
  ])(
    'goes on under its number when the account is %s then: it was signed before, and no other waits for it',
    async (_, hold) => {
      const item = await world.approvedNft(TO);
      await world.round(killedAt('signed'));
      const nonce = await nonceOf(item.id);
      await hold(item.member);
      expect(await expectOthersPaid()).toBe(nonce + 1);
      expect(await world.payout(item.id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED, nonce });
      expect(await fillOf(nonce)).toEqual([]);
      await expectSent(item);
    },
  );

  it('keeps its number when the signer then refuses it', async () => {
    const item = await world.approvedNft(TO);
    await world.round(killedAt('signed'));
    const nonce = await nonceOf(item.id);
    const letGo = refusing(({ requestId }) => requestId === item.id, 'amount');
    await world.round();
    letGo();
    expect(await world.payout(item.id)).toMatchObject({
      status: PAYOUT_STATUS.NUMBERED,
      nonce,
      waitsFor: 'the signer: amount',
    });
    expect(await expectOthersPaid()).toBe(nonce + 1);
    await expectSent(item);
  });

  it('goes on with the first payout that meets its number in books restored from a copy, held or not', async () => {
    const item = await world.approvedNft(TO);
    await world.round(killedAt('signed'));
    const nonce = await nonceOf(item.id);
    await owner.query('DELETE FROM payout WHERE id = $1', [item.id]);
    await owner.query('UPDATE payout_wallet SET next_nonce = $1', [nonce]);
    await freeze(item.member);
    await world.round();
    expect(await world.payout(item.id)).toMatchObject({ status: PAYOUT_STATUS.WAITING, waitsFor: FROZEN });
    await world.approvedNft(TO);
    await expectOthersPaid();
    expect(await world.payout(item.id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED, nonce });
    await expectSent(item);
  });
});

it('a fill that the signer refuses keeps its number: it has no other to go to', async () => {
  await world.house.pool.query('UPDATE payout_wallet SET next_nonce = next_nonce + 1');
  const item = await world.approvedNft(TO);
  let asked = 0;
  const letGo = refusing(({ intent }) => intent.kind === 'fill' && (asked += 1) === 1, 'fee');
  for (let n = 0; n < 5 && asked === 0; n += 1) await world.round();
  letGo();
  expect(await fillOf((await nonceOf(item.id)) - 1)).toEqual([PAYOUT_STATUS.NUMBERED]);
  await expectSent(item);
});

it('a payout that was never signed gives its number to the next where the signer refuses it', async () => {
  const item = await world.approvedNft(TO);
  const letGo = refusing(({ requestId }) => requestId === item.id, 'daily_amount');
  await world.round();
  expect(await world.payout(item.id)).toMatchObject({
    status: PAYOUT_STATUS.WAITING,
    nonce: null,
    waitsFor: 'the signer: daily_amount',
  });
  const nonce = await expectOthersPaid();
  expect(await fillOf(nonce)).toEqual([]);
  letGo();
  await expectSent(item);
});
