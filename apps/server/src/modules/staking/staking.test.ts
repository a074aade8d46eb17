import { DAY_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { stakingAll, stakingHistory } from '@minerx/contract/staking';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { stakingAmount2 } from '@minerx/rules/staking';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, PIN, register, signIn, type Person } from '../../../test/people.ts';
import { endDueStakes } from '../../jobs/due.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { freezeMember, unfreezeMember } from '../member/member-account.command.ts';
import { endStake, stakeTokens } from './staking.command.ts';
import { setStakingAvailable, setStakingType } from './staking-offer.command.ts';

const BY = { actor: 'operator:test' as const, reason: 'test' };

let app: TestApp;
let me: bigint;
let headers: Record<string, string>;
let person: Person;

beforeAll(async () => {
  app = await testApp();
}, 60_000);
afterAll(() => app.close());

beforeEach(async () => {
  const registered = await register(app);
  person = registered;
  me = registered.memberId;
  headers = bearer((await signIn(app, person)).accessToken);
  for (const [walletId, amount] of [
    [WALLET.AOGP, '100'],
    [WALLET.GBPT, '10000'],
    [WALLET.RSP, '300'],
  ] as const)
    await app.context.funnel.run(
      creditMember({ memberId: me, walletId, amountUnits: unitsOf(amount), reason: 'test', actor: 'operator:test' }),
    );
  await setStakingAvailable(app.context, { available: true, ...BY });
}, 60_000);
afterEach(() => expectCoherentLedger(app.context.pool));

const form = (amount: string, more: object = {}) => ({
  amount,
  amount2: formatUnits(stakingAmount2(unitsOf(amount))),
  staking_type: 1,
  member_security_pin: PIN,
  ...more,
});
const stake = (body: object, key: string = randomUUID()) =>
  call(app, 'POST', 'staking', body, { ...headers, 'idempotency-key': key });
const history = async (page = 1) =>
  z.parse(
    stakingHistory.result,
    (await call(app, 'POST', 'staking/history', { page, pageSize: 8 }, headers)).body.result,
  );
const balances = async (): Promise<string[]> => {
  const { rows } = await app.context.pool.query<{ balance: bigint }>(
    'SELECT balance FROM account WHERE id = ANY($1::bigint[]) ORDER BY id',
    [[6n, 7n, 8n].map((wallet) => me * 16n + wallet)],
  );
  return rows.map(({ balance }) => String(balance / 1_000_000n));
};
const code = async (body: object): Promise<unknown> => {
  const { status, body: answer } = await stake(body);
  return [status, answer.err_code];
};

describe('while it is switched off', () => {
  // proves 7: GET staking/all
  // proves 8: err_staking_unavailable
  it('is refused, and the types are shown all the same', async () => {
    await setStakingAvailable(app.context, { available: false, ...BY });
    expect(await code(form('2'))).toEqual([422, 'err_staking_unavailable']);
    const all = z.parse(stakingAll.result, (await call(app, 'GET', 'staking/all', undefined, headers)).body.result);
    expect(all.available).toBe(false);
    expect(all.staking.map(({ staking_name }) => staking_name)).toEqual(['AOGP + GBPT', 'AOGP + RSP']);
    expect(await balances()).toEqual(['10000', '1000000', '30000']);
  });

  it('is off as long as nobody has said anything', async () => {
    await app.context.pool.query(`UPDATE setting SET value = 'null' WHERE key = 'staking_available'`);
    expect(await code(form('2'))).toEqual([422, 'err_staking_unavailable']);
  });

  it('gives back what was staked before, when its term is over', async () => {
    await stake(form('2'));
    await setStakingAvailable(app.context, { available: false, ...BY });
    app.clock.advance(28 * DAY_MS);
    expect(await endDueStakes(app.context)).toBe(1);
    expect(await balances()).toEqual(['10000', '1000000', '30000']);
    app.clock.advance(-28 * DAY_MS);
  });
});

describe('staking', () => {
  // proves 7: POST staking
  // proves 7: POST staking/history
  it('moves both amounts into a hold of their own and shows the order in the history', async () => {
    const { status, body } = await stake(form('12.34'));
    expect(status).toBe(200);
    expect(await balances()).toEqual(['8766', '691500', '30000']);
    const { data, paginator } = await history();
    expect(paginator.total).toBe(1);
    expect(data[0]).toEqual((body.result as unknown as { staking: unknown }).staking);
    expect(data[0]).toMatchObject({
      staking_order_status: 1,
      staking_order_amount: '12.34',
      staking_order_amount2: '3085',
      staking_order_created_date: '2026-11-20T12:00:00.000Z',
      staking_order_end_date: '2026-12-18T12:00:00.000Z',
      staking_name: 'AOGP + GBPT',
      staking_wallet_type: 6,
      staking_wallet_type2: 7,
    });
    const { rows } = await app.context.pool.query(
      `SELECT a.id % 16 AS wallet, a.balance, h.reason FROM hold h JOIN account a ON a.id / 16 = h.owner_id WHERE h.member_id = $1 ORDER BY 1`,
      [me],
    );
    expect(rows).toEqual([
      { wallet: 6n, balance: unitsOf('12.34'), reason: 'staking' },
      { wallet: 7n, balance: unitsOf('3085'), reason: 'staking' },
    ]);
  });

  it('takes the second wallet that the type names', async () => {
    expect(await code(form('1', { staking_type: 2 }))).toEqual([200, undefined]);
    expect(await balances()).toEqual(['9900', '1000000', '5000']);
  });

  it('is one order for one key, however often it is asked', async () => {
    const key = randomUUID();
    const answers = [await stake(form('3'), key), await stake(form('3'), key)];
    expect(answers[1]!.body.result).toEqual(answers[0]!.body.result);
    expect((await history()).paginator.total).toBe(1);
    expect((await stake(form('4'), key)).body.err_code).toBe('err_idempotency_mismatch');
  });

  // proves 8: err_staking_type, err_staking_amount
  it('refuses a wrong PIN, amounts out of bounds, another second amount, an unknown type, and what is not there', async () => {
    expect(await code(form('2', { member_security_pin: '000000' }))).toEqual([422, 'err_pin_wrong']);
    expect(await code(form('2', { member_security_pin: '12345' }))).toEqual([400, 'err_validation']);
    for (const amount of ['0.99', '1.005', '10001'])
      expect(await code(form(amount))).toEqual([422, 'err_staking_amount']);
    const bounded = await stake(form('0.5'));
    expect(bounded.body).toMatchObject({
      err_fields: { amount: 'err_staking_amount' },
      err_details: { minimum: '1', maximum: '10000' },
    });
    const changed = await stake(form('2', { amount2: '499' }));
    expect(changed.body).toMatchObject({ err_code: 'err_amount_changed', err_details: { amount2: '500' } });
    expect(await code(form('2', { staking_type: 9 }))).toEqual([422, 'err_staking_type']);
    const short = await stake(form('41'));
    expect(short.body).toMatchObject({
      err_code: 'err_insufficient_balance',
      err_details: { wallet: 'GBPT', needed: '10250', balance: '10000' },
    });
    expect(await balances()).toEqual(['10000', '1000000', '30000']);
  });

  it('is refused to a frozen member', async () => {
    await freezeMember(app.context, { memberId: me, ...BY });
    const input = { typeId: 1, amountUnits: unitsOf('2'), amount2Units: unitsOf('500') };
    await expect(app.context.funnel.run(stakeTokens(me, input, null))).rejects.toMatchObject({
      code: 'err_account_frozen',
    });
    await unfreezeMember(app.context, { memberId: me, ...BY });
  });

  it('keeps wallets and term of the day it was made, whatever operators change later', async () => {
    await stake(form('1'));
    await setStakingType(app.context, { id: 1, wallet2Id: WALLET.RSP, termDays: 5, maxUnits: unitsOf('1'), ...BY });
    expect((await history()).data[0]).toMatchObject({
      staking_wallet_type2: 7,
      staking_order_end_date: '2026-12-18T12:00:00.000Z',
    });
    expect(await code(form('2'))).toEqual([422, 'err_staking_amount']);
    await setStakingType(app.context, {
      id: 1,
      wallet2Id: WALLET.GBPT,
      termDays: 28,
      maxUnits: unitsOf('10000'),
      ...BY,
    });
    await setStakingType(app.context, { id: 1, active: false, ...BY });
    expect(await code(form('1'))).toEqual([422, 'err_staking_type']);
    await setStakingType(app.context, { id: 1, active: true, ...BY });
  });
});

describe('the end of a stake', () => {
  /** Twenty-eight days later, as far as the job is concerned; sessions are over by then, and stay so. */
  const atTheEnd = async (work: () => Promise<void>): Promise<void> => {
    app.clock.advance(28 * DAY_MS);
    try {
      await work();
    } finally {
      app.clock.advance(-28 * DAY_MS);
      headers = bearer((await signIn(app, person)).accessToken);
    }
  };

  // proves 8: err_conflict
  it('comes with its last moment, gives exactly the stake back, and once', async () => {
    await endOthers();
    await stake(form('5'));
    const { id } = (await history()).data[0]!;
    await atTheEnd(async () => {
      app.clock.advance(-1);
      expect(await endDueStakes(app.context)).toBe(0);
      await expect(app.context.funnel.run(endStake(me, id))).rejects.toMatchObject({ code: 'err_conflict' });
      app.clock.advance(1);
      await expect(app.context.funnel.run(endStake(me + 1n, id))).rejects.toMatchObject({ code: 'err_not_found' });
      expect(await endDueStakes(app.context)).toBe(1);
      expect(await endDueStakes(app.context)).toBe(0);
    });
    expect((await history()).data[0]).toMatchObject({ staking_order_status: 9 });
    expect(await balances()).toEqual(['10000', '1000000', '30000']);
  });

  it('reaches everybody whose stake is over, also when there are many', async () => {
    await endOthers();
    const amountUnits = unitsOf('1');
    const input = { typeId: 1, amountUnits, amount2Units: stakingAmount2(amountUnits) };
    for (const walletId of [WALLET.AOGP, WALLET.GBPT])
      await app.context.funnel.run(
        creditMember({ memberId: me, walletId, amountUnits: unitsOf('90000'), reason: 'test', actor: 'operator:test' }),
      );
    await Promise.all(Array.from({ length: 120 }, () => app.context.funnel.run(stakeTokens(me, input, null))));
    await atTheEnd(async () => expect(await endDueStakes(app.context)).toBe(120));
    expect((await history(15)).data).toHaveLength(8);
    expect(await balances()).toEqual(['9010000', '10000000', '30000']);
  });

  /** What earlier tests have left behind. */
  const endOthers = () => atTheEnd(async () => void (await endDueStakes(app.context)));
});
