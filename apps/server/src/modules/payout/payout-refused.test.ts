import { unitsOf } from '@minerx/rules/money';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLECTION, DOLLAR, openPayoutStage, type PayoutStage } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { rowOf } from '../../../test/withdrawals.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { OPERATOR_COMMANDS } from '../../operator/catalogue.ts';
import { findNft, findNftWithdrawal } from '../nft/nft.query.ts';
import { readTransactions } from '../transaction/transaction.query.ts';

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
    expect(await world.payout(id)).toMatchObject({
      status: PAYOUT_STATUS.WAITING,
      waitsFor: 'the contract moves nothing now, to ourselves neither',
    });
    world.stub.state.paused.delete(contract);
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
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
    expect((await world.payout(other.id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
    for (const { id } of waiting)
      expect(await world.payout(id)).toMatchObject({
        status: PAYOUT_STATUS.WAITING,
        waitsFor: 'a network that says what it takes',
      });
    letGo();
    await world.settle();
    for (const { id } of waiting) expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });
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
    expect((await world.payout(coin.id)).waitsFor).toBe('the hot wallet has another key now');
    expect([await giveBack(coin.id), await giveBack(item.id)]).toEqual(
      Array(2).fill('Given back; the member is told.'),
    );
    expect(await rowOf(pool, coin.id)).toMatchObject({ status: 9, cause: 'network', state: 'returned', held: 0n });
    expect(await world.house.balance(coin.member, 'USDT')).toBe(unitsOf('21'));
    expect((await findNft(pool, item.member, item.nftId))?.status).toBe(1);
    expect(await world.house.balance(item.member, 'USDT')).toBe(unitsOf('5'));
    expect(await originOf(item.member, 'nft_refund')).toEqual({
      type: 'nft',
      id: item.id,
      label: String(item.token),
      day: null,
    });
    expect(await world.payout(coin.id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, cause: 'returned' });
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

  it('comes back where nothing of ours sends, before it became a payout, and is never sent after that', async () => {
    const { pool } = world.house;
    const coin = await world.approvedWithdrawal();
    const item = await world.approvedNft();
    expect([await world.payout(coin.id), await world.payout(item.id)]).toEqual([null, null]);
    expect([await giveBack(coin.id), await giveBack(item.id)]).toEqual(
      Array(2).fill('Given back; the member is told.'),
    );
    expect(await rowOf(pool, coin.id)).toMatchObject({ status: 9, cause: 'network', state: 'returned', held: 0n });
    expect((await findNft(pool, item.member, item.nftId))?.status).toBe(1);
    expect(await giveBack(coin.id)).toMatch(/NO: There is no payout/);
    await world.round();
    expect([await world.payout(coin.id), await world.payout(item.id)]).toEqual([null, null]);
    await expectCoherentLedger(pool);
  });

  it('does not come back once it has a number: it may be on its way', async () => {
    const { id } = await world.approvedWithdrawal();
    await world.round();
    expect(await giveBack(id)).toMatch(/NO: It has a number/);
    await world.settle();
    expect((await world.payout(id)).status).toBe(PAYOUT_STATUS.CONFIRMED);
  });
});
