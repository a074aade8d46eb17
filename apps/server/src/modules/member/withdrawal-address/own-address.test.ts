import { spellAddress } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { giveAddress } from '../../../../test/chain/made-up-address.ts';
import { bearer, call, PIN, somebody, type Somebody } from '../../../../test/people.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OURS = `0x${'c0'.repeat(20)}` as const;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const USDT = { member_bank_type: 1, member_bank_network: 'BEP20', member_bank_number: EVM };
const refusalOf = async ({ token }: Somebody, more: object = {}): Promise<string | undefined> => {
  const body = { ...USDT, ...more, member_security_pin: PIN };
  const answer = await call(app, 'POST', 'member/modifyWithdraw/request/code', body, bearer(token));
  return answer.body.err_fields?.['member_bank_number'];
};

// proves 8: err_withdrawal_own
it('a member’s own deposit address is no withdrawal address, and nobody else learns whose it is: err_withdrawal_own', async () => {
  const [who, other] = [await somebody(app), await somebody(app)];
  await giveAddress(app.context.pool, who.memberId, EVM);
  expect(await refusalOf(who)).toBe('err_withdrawal_own');
  expect(await refusalOf(who, { member_bank_type: 2, member_bank_network: 'Arbitrum One' })).toBe('err_withdrawal_own');
  expect(await refusalOf(other)).toBeUndefined();
});

it('wallets of ours are none, whoever has their keys', async () => {
  const who = await somebody(app);
  const { pool } = app.context;
  const onTron = { member_bank_network: 'TRC20', member_bank_number: spellAddress(NETWORK.TRC20, OURS) };
  await pool.query('INSERT INTO cold_wallet (network_id, address) VALUES (2, $1)', [OURS]);
  expect(await refusalOf(who, { member_bank_number: OURS })).toBe('err_withdrawal_address');
  await pool.query('INSERT INTO hand_wallet (network_id, address) VALUES (1, $1)', [OURS]);
  expect(await refusalOf(who, onTron)).toBe('err_withdrawal_address');
});
