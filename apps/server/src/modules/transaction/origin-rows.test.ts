import type { Transaction } from '@minerx/contract/transaction';
import { unitsOf } from '@minerx/rules/money';
import { walletByName, type WalletName } from '@minerx/rules/wallet';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { fillPrizePool, MONEY_ONLY } from '../../../test/blessing-pool.ts';
import { tellBtcPrice } from '../../../test/btc-price.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { bearer, call, somebody, type Somebody } from '../../../test/people.ts';
import { COMMAND_CASES, RICH } from '../../../test/whole/command-cases.ts';
import { ADDRESS } from '../../../test/withdrawals.ts';
import { creditMember } from '../member/adjustment.command.ts';

let app: TestApp;
let house: MoneyHouse;
let other: Somebody;
beforeAll(async () => {
  app = await testApp();
  house = await moneyHouse(app.database);
  await house.devices('x1', 20);
  await house.devices('x2', 40);
  await fillPrizePool(house.pool, MONEY_ONLY);
  await house.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  other = await somebody(app);
}, 60_000);
afterAll(async () => {
  await house.close();
  await app.close();
});

const rich = async (): Promise<Somebody> => {
  const who = await somebody(app);
  for (const [name, amount] of Object.entries(RICH)) {
    const wallet = { walletId: walletByName(name as WalletName).id, amountUnits: unitsOf(amount) };
    await house.funnel.run(
      creditMember({ memberId: who.memberId, ...wallet, actor: 'operator:ann', reason: 'a test' }),
    );
  }
  return who;
};

const ask = async <Result>(who: Somebody, path: string, body: object): Promise<Result> => {
  const answer = await call(app, 'POST', path, body, bearer(who.token));
  expect(answer.status).toBe(200);
  return answer.body.result as unknown as Result;
};

/** The list of what a movement came from. */
const LISTS = {
  pick: 'package/angpau/packs/history',
  stake: 'staking/history',
  nft: 'nft/withdraw/history',
  deposit: 'wallet/deposit/history',
  withdrawal: 'wallet/withdraw/history',
} as const;

it.each([
  ['open_blessing', 'pick'],
  ['stake', 'stake'],
  ['cancel_nft_withdrawal', 'nft'],
  ['reject_nft_withdrawal', 'nft'],
  ['credit_deposits', 'deposit'],
  ['cancel_withdrawal', 'withdrawal'],
] as const)(
  'what %s moves names the very row of a list, %s, which opens for its member alone',
  async (command, type) => {
    await tellBtcPrice(house.pool, house.clock.at);
    const who = await rich();
    const [, make] = COMMAND_CASES.find(([name]) => name === command)!;
    await house.funnel.run(await make(house, who.memberId));
    const { data } = await ask<{ data: Transaction[] }>(who, 'wallet/transaction', { pageSize: 100 });
    const origins = data.flatMap(({ origin }) => (origin?.type === type ? [origin.id] : []));
    expect(new Set(origins).size).toBe(1);
    for (const id of origins) {
      const own = await ask<{ data: { id: string }[] }>(who, LISTS[type], { id });
      expect(own).toMatchObject({ data: [{ id }], paginator: { total: 1 } });
      expect(await ask(other, LISTS[type], { id })).toMatchObject({ data: [], paginator: { total: 0 } });
    }
    expect(await ask(who, LISTS[type], { id: 'nonsense' })).toMatchObject({ data: [] });
  },
);

it.each([
  ['credit_deposits', 'deposit', null],
  ['ask_withdrawal', 'withdrawal', '1'],
] as const)(
  'what %s moves says on which network and to which address, opened and in the file',
  async (command, kind, fee) => {
    const who = await rich();
    const [, make] = COMMAND_CASES.find(([name]) => name === command)!;
    await house.funnel.run(await make(house, who.memberId));
    const { data } = await ask<{ data: Transaction[] }>(who, 'wallet/transaction', { kinds: [kind] });
    const path = `wallet/transaction/getById?id=${data[0]!.transaction_id}`;
    const opened = await call(app, 'GET', path, undefined, bearer(who.token));
    const address = kind === 'withdrawal' ? ADDRESS : `0x${who.memberId.toString().padStart(40, '0')}`;
    expect(opened.body.result).toMatchObject({ chain: { network: 'BEP20', address, fee } });
    const url = `/api/wallet/transaction/export?kinds=${kind}`;
    const file = await app.http.inject({ method: 'GET', url, headers: bearer(who.token) });
    expect(file.body).toContain(`,BEP20,${address},${fee ?? ''},`);
  },
);

it.each([
  ['ask_withdrawal', WITHDRAWAL_STATUS.UNDER_REVIEW],
  ['cancel_withdrawal', WITHDRAWAL_STATUS.CANCELLED],
  ['reject_withdrawal', WITHDRAWAL_STATUS.REJECTED],
] as const)('a withdrawal that was asked for says in which state %s has left it', async (command, status) => {
  const who = await rich();
  const [, make] = COMMAND_CASES.find(([name]) => name === command)!;
  await house.funnel.run(await make(house, who.memberId));
  const { data } = await ask<{ data: Transaction[] }>(who, 'wallet/transaction', {
    kinds: ['withdrawal', 'withdrawal_refund'],
  });
  const asked = data.find(({ transaction_kind: kind }) => kind === 'withdrawal')!;
  expect(data.map((each) => each.withdrawal_status)).toEqual(data.map((each) => (each === asked ? status : null)));
  const path = `wallet/transaction/getById?id=${asked.transaction_id}`;
  const opened = await call(app, 'GET', path, undefined, bearer(who.token));
  expect(opened.body.result).toMatchObject({ transaction: { withdrawal_status: status } });
});

it('what came back of a withdrawal names no transaction that never took place, and no fee', async () => {
  const who = await rich();
  const [, make] = COMMAND_CASES.find(([name]) => name === 'cancel_withdrawal')!;
  await house.funnel.run(await make(house, who.memberId));
  // As where its number was used by something else.
  await house.pool.query(`UPDATE withdrawal SET tx_hash = $2 WHERE member_id = $1`, [
    who.memberId,
    `0x${'ab'.repeat(32)}`,
  ]);
  const { data } = await ask<{ data: Transaction[] }>(who, 'wallet/transaction', {
    kinds: ['withdrawal', 'withdrawal_refund'],
  });
  expect(data.map(({ origin }) => origin?.label)).toEqual([null, null]);
  const fees = [];
  for (const { transaction_id: id } of data) {
    const opened = await call(app, 'GET', `wallet/transaction/getById?id=${id}`, undefined, bearer(who.token));
    fees.push((opened.body.result as unknown as { chain: { fee: string | null } }).chain.fee);
  }
  expect(fees).toEqual([null, '1']);
});
