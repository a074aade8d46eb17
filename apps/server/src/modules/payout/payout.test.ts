import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { confirmSent, failWithoutSending, markSent } from '../withdrawal/withdrawal-payout.command.ts';
import {
  BY,
  COLLECTION,
  DOLLAR,
  killedAt,
  KILLED,
  openPayoutStage,
  type PayoutStage,
} from '../../../test/chain/payout-world.ts';
import { findNft, findNftWithdrawal } from '../nft/nft.query.ts';
import type { Checkpoint } from './payout-sign.command.ts';
import { listAttempts, listPromisedTokens } from './payout.query.ts';

let stage: PayoutStage;
let world: PayoutStage['world'];
let owner: PayoutStage['owner'];

beforeAll(async () => {
  stage = await openPayoutStage(3);
  ({ world, owner } = stage);
});
afterAll(() => stage.close());

const ownerOf = (token: number) => world.stub.state.ownerOf(COLLECTION, BigInt(token));
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Transactions of the hot wallet that moved a token. */
const movesOf = (token: number) =>
  world.stub.state.blocks.flatMap(({ receipts }) =>
    receipts.filter(({ logs }) => logs.some(({ topics }) => BigInt(topics[3] ?? -1) === BigInt(token))),
  ).length;

describe('an approved withdrawal', () => {
  it('is sent once, and final when it is deep enough', async () => {
    const { id, token } = await world.approvedNft(TO);
    await world.round();
    expect(await world.payout(id)).toMatchObject({
      status: PAYOUT_STATUS.SENT,
      nonce: 0,
      txHash: expect.stringMatching(/^0x/),
    });
    await world.round();
    await world.round();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.SENT);
    await world.settle();
    const { status, txHash, blockNumber } = await world.payout(id);
    expect(status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(world.stub.state.receipts.get(txHash!)?.blockNumber).toBe(blockNumber);
    expect(ownerOf(token)).toBe(TO.toLowerCase());
    expect((await findNftWithdrawal(world.house.pool, id))?.txHash).toBe(txHash);
    expect(movesOf(token)).toBe(1);
    expect(await listAttempts(world.house.pool, [id])).toHaveLength(1);
    await expectCoherentLedger(world.house.pool);
  });

  it('waits while payouts are frozen, its network is off, its account is frozen or the wallet has not got it, and says so', async () => {
    const { id, token, member } = await world.approvedNft();
    const { pool, clock } = world.house;
    const waitsFor = async () => {
      await world.round();
      clock.at += 60_000;
      return (await world.payout(id)).waitsFor;
    };
    world.stub.state.mintItem(COLLECTION, BigInt(token), TO.toLowerCase());
    expect(await waitsFor()).toBe('the item in the hot wallet');
    world.stub.state.mintItem(COLLECTION, BigInt(token), world.hot);
    await pool.query(`INSERT INTO payout_freeze (frozen_at, violations) VALUES (now(), '{"x": 1}')`);
    expect(await waitsFor()).toBe('payouts are frozen');
    await owner.query('DELETE FROM payout_freeze');
    await pool.query('UPDATE network SET enabled_withdraw = false WHERE id = 5');
    expect(await waitsFor()).toBe('the network is switched off');
    await pool.query('UPDATE network SET enabled_withdraw = true WHERE id = 5');
    await pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [member]);
    expect(await waitsFor()).toBe('the account is frozen');
    await pool.query('UPDATE member SET frozen_at = NULL WHERE id = $1', [member]);
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(movesOf(token)).toBe(1);
  });

  it('that has its number when payouts freeze is not signed before they open', async () => {
    const { id, token } = await world.approvedNft(TO);
    const asked = world.signer.requests.length;
    await world.round(killedAt('numbered'));
    await world.house.pool.query(`INSERT INTO payout_freeze (frozen_at, violations) VALUES (now(), '{"x": 1}')`);
    await world.round();
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.NUMBERED, waitsFor: 'payouts are frozen' });
    expect(world.signer.requests).toHaveLength(asked);
    await owner.query('DELETE FROM payout_freeze');
    await world.round();
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.SENT, waitsFor: null });
    await world.settle();
    expect(movesOf(token)).toBe(1);
    await expectCoherentLedger(world.house.pool);
  });

  it('to a contract that does not take it is given back without being sent, with its fee', async () => {
    const refusing = '0x00000000000000000000000000000000000000aa';
    world.stub.state.refusing.add(refusing);
    const { id, member, nftId } = await world.approvedNft(refusing);
    const asked = world.signer.requests.length;
    await world.settle();
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, cause: 'refused', nonce: null });
    expect(world.signer.requests).toHaveLength(asked);
    expect((await findNft(world.house.pool, member, nftId))?.status).toBe(1);
    expect(await findNftWithdrawal(world.house.pool, id)).toMatchObject({ status: 9, cause: 'address' });
    expect(await world.house.balance(member, 'USDT')).toBe(unitsOf('5'));
    await expectCoherentLedger(world.house.pool);
  });

  it('that the contract refuses after it was sent is given back when that is final', async () => {
    const turning = '0x00000000000000000000000000000000000000bb';
    const { id, member, nftId } = await world.approvedNft(turning);
    await world.round({ checkpoint: (name) => void (name === 'told' && world.stub.state.refusing.add(turning)) });
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.SENT);
    await world.settle();
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, cause: 'reverted' });
    expect((await findNft(world.house.pool, member, nftId))?.status).toBe(1);
    expect(await world.house.balance(member, 'USDT')).toBe(unitsOf('5'));
    await expectCoherentLedger(world.house.pool);
  });
});

describe('an approved withdrawal of a coin', () => {
  const tokens = (owner: string) => world.stub.state.tokens(DOLLAR, owner.toLowerCase());
  const ONE = 10n ** 18n;

  it('is told as sent with its hash, and confirmed when it is final: the member has it, and the fee is the house’s', async () => {
    const before = tokens(TO);
    const { id, member } = await world.approvedWithdrawal(TO);
    await world.round();
    await world.round();
    expect(await rowOf(world.house.pool, id)).toMatchObject({ status: 2, hash: (await world.payout(id)).txHash });
    await world.settle();
    expect(await rowOf(world.house.pool, id)).toMatchObject({ status: 3, state: 'taken', held: 0n });
    expect(tokens(TO) - before).toBe(20n * ONE);
    expect(await world.house.balance(member, 'USDT')).toBe(0n);
    await expectCoherentLedger(world.house.pool);
  });

  it('that the contract refuses comes back with its fee, and nothing was signed', async () => {
    const refusing = '0x00000000000000000000000000000000000000cc';
    world.stub.state.refusing.add(refusing);
    const { id, member } = await world.approvedWithdrawal(refusing);
    await world.settle();
    expect(await rowOf(world.house.pool, id)).toMatchObject({ status: 9, cause: 'address', state: 'returned' });
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, nonce: null });
    expect(await world.house.balance(member, 'USDT')).toBe(unitsOf('21'));
    await expectCoherentLedger(world.house.pool);
  });

  it('to its own contract or to our wallet comes back with its fee: the signer signs it never', async () => {
    for (const own of [DOLLAR, world.hot]) {
      const { id, member } = await world.approvedWithdrawal(own);
      await world.settle();
      expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, cause: 'refused', nonce: null });
      expect(await rowOf(world.house.pool, id)).toMatchObject({ status: 9, cause: 'address', state: 'returned' });
      expect(await world.house.balance(member, 'USDT')).toBe(unitsOf('21'));
    }
    const { id } = await world.approvedWithdrawal();
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    await expectCoherentLedger(world.house.pool);
  });

  it('does not come back for a transaction of somebody else’s that failed, whatever stands in the books', async () => {
    const { id, member } = await world.approvedWithdrawal(TO);
    await world.round();
    const { state } = world.stub;
    const sent = state.receipts.get((await world.payout(id)).txHash!)!;
    const failed = `0x${'fa'.repeat(32)}`;
    const transaction = { ...sent.transaction, hash: failed, from: TO.toLowerCase() };
    state.receipts.set(failed, { ...sent, hash: failed, succeeded: false, logs: [], transaction });
    await world.house.pool.query(
      `INSERT INTO payout_attempt (hash, payout_id, raw, max_fee_wei, tip_wei, gas, created_at, broadcast_at)
       VALUES ($1, $2, '0x00', 1, 0, 1, now() + interval '1 year', now() + interval '1 year')`,
      [failed, id],
    );
    await world.settle();
    expect(await rowOf(world.house.pool, id)).toMatchObject({ status: 3, hash: sent.hash });
    expect(await world.house.balance(member, 'USDT')).toBe(0n);
  });

  it('is told of by nobody else while the worker sends it', async () => {
    const { id } = await world.approvedWithdrawal();
    await world.round();
    const hash = `0x${'ab'.repeat(32)}`;
    for (const command of [markSent(id, hash, BY), confirmSent(id, BY, hash), failWithoutSending(id, 'other', BY)])
      await expect(world.house.funnel.run(command)).rejects.toMatchObject({ code: 'err_conflict' });
    await world.settle();
  });

  it('whose end its books refuse keeps no other from its own', async () => {
    const [broken, sound] = [await world.approvedWithdrawal(), await world.approvedWithdrawal()];
    await world.round();
    await world.round();
    await owner.query('UPDATE withdrawal SET status = 8, ended_at = now() WHERE id = $1', [broken.id]);
    for (let i = 0; i < 6; i += 1) await world.round();
    expect((await world.payout(broken.id)).status).toBe(PAYOUT_STATUS.SENT);
    expect((await world.payout(sound.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    await owner.query('UPDATE withdrawal SET status = 2, ended_at = NULL WHERE id = $1', [broken.id]);
    await world.settle();
    expect((await world.payout(broken.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    await expectCoherentLedger(world.house.pool);
  });

  it('waits while the hot wallet is short beside what it has promised', async () => {
    const { state } = world.stub;
    const held = tokens(world.hot);
    state.mint(DOLLAR, world.hot, 30n * ONE - held);
    const [first, second] = [await world.approvedWithdrawal(), await world.approvedWithdrawal()];
    await world.round();
    expect((await world.payout(first.id)).status).toBe(PAYOUT_STATUS.SENT);
    expect((await world.payout(second.id)).waitsFor).toBe('tokens in the hot wallet');
    const waiting = async (chainId: number) => (await listPromisedTokens(world.house.pool, chainId, [2]))[0]!.waiting;
    expect([await waiting(state.chainId), await waiting(state.chainId + 1)]).toEqual([`${20n * ONE}`, '0']);
    state.mint(DOLLAR, world.hot, held);
    await world.settle();
    expect((await world.payout(second.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    await expectCoherentLedger(world.house.pool);
  });
});

describe('a worker that ends', () => {
  const points: Checkpoint[] = ['numbered', 'signed', 'kept', 'told', 'final'];
  it.each(points)('at "%s" leaves a payout that is sent once', async (point) => {
    const { id, token } = await world.approvedNft();
    let ended = 0;
    for (let i = 0; i < 8 && ended === 0; i += 1) {
      await world.round({
        checkpoint: (name) => {
          if (name !== point) return;
          ended += 1;
          throw new Error(KILLED);
        },
      });
      world.house.clock.at += 5000;
    }
    expect(ended).toBe(1);
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(movesOf(token)).toBe(1);
    const numbers = new Set(
      world.signer.requests.filter(({ requestId }) => requestId === id).map(({ nonce }) => nonce),
    );
    expect(numbers.size).toBe(1);
  });

  it('while another works at the same payouts: each is sent once', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => world.approvedNft()));
    await Promise.all([world.round(), world.round(), world.round()]);
    await world.settle();
    for (const { id, token } of sent) {
      expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
      expect(movesOf(token)).toBe(1);
    }
    await expectCoherentLedger(world.house.pool);
  });
});

describe('a transaction that is not mined', () => {
  it('is told again, then replaced by one that pays at least 12.5 % more on both fees', async () => {
    const { id, token } = await world.approvedNft();
    const { clock, pool } = world.house;
    const { state } = world.stub;
    await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
    expect(movesOf(token)).toBe(0);
    clock.at += 16_000;
    await world.round({ checkpoint: () => undefined });
    expect(movesOf(token)).toBe(1);
    state.reorganise(1, () => false);
    clock.at += 61_000;
    state.forget(() => true);
    await world.round();
    const [second, first] = await listAttempts(pool, [id]);
    expect(second!.maxFeeWei * 1000n).toBeGreaterThanOrEqual(first!.maxFeeWei * 1125n);
    expect(second!.tipWei * 1000n).toBeGreaterThanOrEqual(first!.tipWei * 1125n);
    await world.settle();
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED, txHash: second!.hash });
    expect(movesOf(token)).toBe(1);
  });

  it('is told again while payouts are frozen, as it is: it is out, but nothing new is signed', async () => {
    const { id, token } = await world.approvedNft();
    const { clock, pool } = world.house;
    const { state } = world.stub;
    await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
    await pool.query(`INSERT INTO payout_freeze (frozen_at, violations) VALUES (now(), '{"x": 1}')`);
    const asked = world.signer.requests.length;
    // Long enough to be replaced, were it not for the freeze.
    clock.at += 61_000;
    await world.round();
    expect([movesOf(token), world.signer.requests.length]).toEqual([1, asked]);
    await world.settle();
    expect(await listAttempts(pool, [id])).toHaveLength(1);
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    await owner.query('DELETE FROM payout_freeze');
    await expectCoherentLedger(pool);
  });

  it('is mined again after a re-organisation, and is not final before', async () => {
    const { id, token } = await world.approvedNft();
    await world.round();
    await world.round();
    expect((await world.payout(id)).blockNumber).not.toBeNull();
    world.stub.state.reorganise(3, () => true);
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(movesOf(token)).toBe(1);
  });
});

describe('a number of the hot wallet', () => {
  /** Somebody else has the key. */
  const useElsewhere = async (nonce: number) => {
    const { signer, hot } = await elsewhere();
    const { raw } = await signer.sign({
      requestId: `elsewhere-${nonce}`,
      chainId: world.stub.state.chainId,
      nonce,
      intent: { kind: 'fill' },
      gas: 21_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 12n,
    });
    expect(hot).toBe(world.hot);
    world.stub.state.take(raw);
  };
  const elsewhere = async () =>
    (await import('../../../test/chain/payout-world.ts')).testSigner(world.stub.state.chainId);

  it('used by another transaction errs the payout; the proof gives it back', async () => {
    const { id, token, member } = await world.approvedNft();
    const { state } = world.stub;
    await world.round({ checkpoint: (name) => name === 'told' && state.forget(() => true) });
    await useElsewhere((await world.payout(id)).nonce!);
    const seen: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      await world.round();
      world.house.clock.at += 1000;
      seen.push((await world.payout(id)).status);
    }
    expect([...new Set(seen)]).toEqual([PAYOUT_STATUS.SENT, PAYOUT_STATUS.FAILED]);
    expect(await world.payout(id)).toMatchObject({ cause: 'replaced' });
    expect(movesOf(token)).toBe(0);
    expect(await world.house.balance(member, 'USDT')).toBe(unitsOf('5'));
    await expectCoherentLedger(world.house.pool);
  });

  it('used elsewhere while nothing of ours had it is passed over', async () => {
    await useElsewhere(world.stub.state.used(world.hot));
    world.stub.state.mine();
    const { id, token } = await world.approvedNft();
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(movesOf(token)).toBe(1);
  });

  it('that is missing before others is filled with a transaction that moves nothing', async () => {
    await world.house.pool.query('UPDATE payout_wallet SET next_nonce = next_nonce + 2');
    const { id, token } = await world.approvedNft();
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    expect(movesOf(token)).toBe(1);
    const { rows } = await world.house.pool.query(`SELECT status FROM payout WHERE kind = 'fill'`);
    expect(rows).toEqual([{ status: 3 }, { status: 3 }]);
    await expectCoherentLedger(world.house.pool);
  });

  it('that our books forgot, as after a restored backup, sends nothing a second time', async () => {
    const { id, token } = await world.approvedNft();
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    await owner.query('DELETE FROM payout_attempt WHERE payout_id = $1', [id]);
    await owner.query('DELETE FROM payout WHERE id = $1', [id]);
    await owner.query('UPDATE payout_wallet SET next_nonce = next_nonce - 1');
    // The node has forgotten where the item is: only the signer stands in the way.
    world.stub.state.mintItem(COLLECTION, BigInt(token), world.hot);
    await world.settle(30);
    expect(await world.payout(id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED });
    expect(movesOf(token)).toBe(1);
  });
});
