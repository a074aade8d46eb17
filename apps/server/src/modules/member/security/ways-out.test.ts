import { HOUR_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { packsOf, positionOf } from '../../../../test/blessing-pool.ts';
import { tellBtcPrice } from '../../../../test/btc-price.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { bearer, call, codeFor, PIN, register, signIn, told, type Person } from '../../../../test/people.ts';
import { runShell } from '../../../../test/operator/shell.ts';
import { saveAddress } from '../../../../test/withdrawals.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { keepDaySeeds } from '../../blessing/draw/day-seed.command.ts';
import { insertPayoutFreeze } from '../../integrity/payout-freeze.store.ts';
import { openPayouts } from '../../integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../../integrity/payout-freeze.store.ts';
import { issueNft } from '../../nft/nft-holding.command.ts';
import { subscribeMiner } from '../../purchase/purchase.command.ts';
import { createVouchers } from '../../voucher/voucher-batch.command.ts';
import { creditMember } from '../adjustment.command.ts';
import { insertFactorChange } from './factor-change.store.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PACKAGE = 'Miner X Package';
const BY = { actor: 'operator:ana' as const, reason: 'test' };

let app: TestApp;
let owner: Person & { memberId: bigint };
let other: Person & { memberId: bigint };
let username: string;
let token: string;
/** Packs of which one holds a package and one a journey; a waiting order that a voucher paid for; an NFT. */
let packs: { prize: string; journey: string };
let waiting: string;
let nft: string;

const post = async (path: string, body: object, by = token) =>
  call(app, 'POST', path, body, { ...bearer(by), 'idempotency-key': randomUUID() });
const resultOf = async <T>(path: string, body: object): Promise<T> => (await post(path, body)).body.result as T;
type Pick = { voucher_code: string | null; voucher_held_until: string | null; angpau_name: string };
const again = async () => void (token = (await signIn(app, owner)).accessToken);

const credit = (amount: string) =>
  app.context.funnel.run(
    creditMember({ memberId: owner.memberId, walletId: WALLET.USDT, amountUnits: unitsOf(amount), ...BY }),
  );
/** Five packs, of decks that surely hold a package and journeys. */
const dealPacks = async (): Promise<void> => {
  const { pool, clock, funnel, env } = app.context;
  await pool.query(
    `INSERT INTO device (serial, line, host, port, simulated) SELECT 'X2-' || n, 'x2', '127.0.0.1', 4028, true FROM generate_series(1, 10) n`,
  );
  await pool.query(`UPDATE stock SET total = 1 WHERE line = 'x2'`);
  await tellBtcPrice(pool, clock.now(), unitsOf('64000'));
  await pool.query(
    `UPDATE blessing_prize SET weight = CASE WHEN name IN ('${PACKAGE}', 'Dubai') THEN 1000000 ELSE 1 END`,
  );
  await keepDaySeeds(app.context);
  await pool.query('UPDATE miner_package SET free_blessings = 5 WHERE id = 5');
  const amounts = { [WALLET.USDT]: unitsOf('10000') };
  const input = { page: 'x2' as const, packageId: 5, walletType: 1, quantity: 1, acceptWaiting: false, amounts };
  await funnel.run(subscribeMiner(owner.memberId, input, null));
  const dealt = await packsOf(pool, owner.memberId, env.pepper);
  const prize = dealt.find((pack) => positionOf(pack, PACKAGE) >= 0)!;
  const journey = dealt.find((pack) => pack !== prize && positionOf(pack, 'Dubai') >= 0)!;
  packs = { prize: prize.id, journey: journey.id };
};
const open = async (id: string, name: string) => {
  const pack = (await packsOf(app.context.pool, owner.memberId, app.context.env.pepper)).find(
    (each) => each.id === id,
  )!;
  return resultOf<{ pick: Pick }>('package/angpau/packs/open', { id, index: positionOf(pack, name) });
};

beforeAll(async () => {
  app = await testApp();
  const { pool } = app.context;
  await pool.query(`INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"')
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
  [owner, other] = [await register(app), await register(app)];
  const { rows } = await pool.query<{ username: string }>('SELECT username FROM member WHERE id = $1', [
    other.memberId,
  ]);
  username = rows[0]!.username;
  await credit('10500');
  await dealPacks();
  await saveAddress({ pool, clock: app.clock }, owner.memberId);
  nft = (await issueNft(app.context, owner.memberId, { category: 'rare' }, BY)).id;
  await again();
  const batch = { packageId: 3, amountUnits: unitsOf('100'), count: 1, expiresAt: null, ...BY };
  const [voucher] = await createVouchers(app.context, batch);
  await post('voucher/package/redeem', { voucher_code: voucher });
  const queue = (await call(app, 'GET', 'package/order/queue', undefined, bearer(token))).body.result as never;
  waiting = (queue as { outOfStock: { id: string }[] }).outOfStock[0]!.id;
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const withdrawing = { wallet_type: 1, network: 'BEP20', address: ADDRESS, amount: '20' };
const saving = { member_bank_type: 1, member_bank_network: 'BEP20', member_bank_number: ADDRESS };

/** Every call of a member's by which value leaves, or that says where it goes or who may let it out, with what it is asked. */
const WAYS_OUT: Record<string, () => object> = {
  'nft/withdraw': () => ({ id: nft, network_type: 'BEP721', withdrawal_address: ADDRESS }),
  'wallet/withdraw/request/code': () => withdrawing,
  'wallet/withdraw': () => ({ ...withdrawing, verify_code: '000000', fee: '1' }),
  'wallet/transfer': () => ({ recipient: username, recipient_name: 'A••• T•••', wallet_type: 1, amount: '10' }),
  'member/modifyWithdraw/request/code': () => saving,
  'member/withdrawal/modify': () => ({ ...saving, verify_code: '000000' }),
  'member/btapay/modify': () => ({ btapay_id: 'thief@pay' }),
  // Codes and reset links go there from then on.
  'member/email/request/code': () => ({ member_email: 'thief@example.com' }),
  'member/email/modify': () => ({
    member_email: 'thief@example.com',
    verify_code: '000000',
    new_verify_code: '000000',
  }),
  // Nothing of value is in it then; but whoever has just taken an account over shall not end it.
  'member/deletion/request/code': () => ({}),
  'member/deletion': () => ({ verify_code: '000000' }),
  // No value, but everything that is known of the member.
  'member/data/export': () => ({}),
  'member/factor/begin': () => ({}),
  'member/passkey/begin': () => ({}),
  // What was paid comes back into the own wallets, but a voucher is then good for whoever has its code.
  'package/order/cancel': () => ({ id: waiting }),
};
/** These ask as well; their own tests show it, since they need what comes before them. */
const SHOWN_ELSEWHERE = ['member/factor/add', 'member/passkey/add'];
/** What gives out the code of a package prize: asked in presenting it. */
const WITH_CODES = ['package/angpau/packs/open', 'package/angpau/packs/getById', 'package/angpau/packs/history'];
/** All others, and why they go on: nothing of value leaves the account by them. */
const STAYS: Record<string, readonly string[]> = {
  'ends or lessens what leaves': [
    'nft/withdraw/cancel',
    'wallet/withdraw/cancel',
    'member/sessions/end',
    'member/freeze/own',
  ],
  'into an order, a stake or another wallet of the same account': [
    'package/purchase',
    'package/purchase2',
    'package/order/activate',
    'staking',
    'wallet/swap',
    'voucher/package/redeem',
  ],
  'comes in': ['wallet/deposit/check', 'wallet/deposit/faucet'],
  'asks for the secrets that were there before': [
    'member/password/modify',
    'member/security/modify',
    'member/factor/recovery',
    'member/factor/remove',
    'member/passkey/remove',
  ],
  'talks or sets how things look': [
    'member/language',
    'member/notice/push',
    'member/notice/push/remove',
    'member/notice/read',
    'member/notice/read/all',
    'member/notice/settings/modify',
    'member/terms',
    'member/ticket',
    'member/ticket/send',
    'package/angpau/seed',
  ],
  looks: [
    'member/notice/all',
    'member/ticket/all',
    'nft/owned',
    'nft/withdraw/history',
    'notification/all',
    'order/rewards',
    'package/order',
    'staking/history',
    'wallet/deposit/history',
    'wallet/swap/quote',
    'wallet/transaction',
    'wallet/transfer/recipient',
    'wallet/withdraw/history',
  ],
};

const reset = () =>
  inTransaction(app.context.pool, (tx) => insertFactorChange(tx, owner.memberId, 'reset', new Date(app.clock.now())));
const ask = (path: string) => post(path, { ...WAYS_OUT[path]!(), member_security_pin: PIN });

describe('the ways out of an account', () => {
  it('are named here, every one: a new call of members has to say whether anything leaves by it', () => {
    const calls = app.routes.flatMap(({ call: { method, path, session } }) =>
      method === 'POST' && session === 'member' ? [path] : [],
    );
    const named = [...Object.keys(WAYS_OUT), ...SHOWN_ELSEWHERE, ...WITH_CODES, ...Object.values(STAYS).flat()];
    expect(named.toSorted()).toEqual(calls.toSorted());
  });

  it('are closed for 48 hours after a reset, each of them, and say until when', async () => {
    await reset();
    const until = new Date(app.clock.now() + 48 * HOUR_MS).toISOString();
    for (const at of [0, 47 * HOUR_MS]) {
      app.clock.advance(at);
      await again();
      for (const path of Object.keys(WAYS_OUT)) {
        const { status, body } = await ask(path);
        const expected = { status: 422, body: { err_code: 'err_recent_reset', err_details: { until } } };
        expect({ path, status, body }).toMatchObject({ path, ...expected });
      }
    }
  });

  it('of a package prize: it is won and safe, its code is shown to nobody before, and then', async () => {
    const until = new Date(app.clock.now() + HOUR_MS).toISOString();
    await tellBtcPrice(app.context.pool, app.clock.now(), unitsOf('64000'));
    const held = { angpau_name: PACKAGE, voucher_code: null, voucher_held_until: until };
    expect((await open(packs.prize, PACKAGE)).pick).toMatchObject(held);
    const shown = async () => [
      (await resultOf<{ pick: Pick }>('package/angpau/packs/getById', { id: packs.prize })).pick,
      (await resultOf<{ data: Pick[] }>('package/angpau/packs/history', {})).data[0],
    ];
    expect(await shown()).toMatchObject([held, held]);
    app.clock.advance(2 * HOUR_MS);
    await again();
    const free = { voucher_code: expect.stringMatching(/^\S{4}(-\S{4}){3}$/), voucher_held_until: null };
    expect(await shown()).toMatchObject([free, free]);
  });

  it('are open then', async () => {
    for (const path of ['package/order/cancel', 'wallet/transfer', 'nft/withdraw', 'member/btapay/modify'])
      expect([path, told(await ask(path))]).toEqual([path, '200']);
    expect(told(await ask('wallet/withdraw/request/code'))).toBe('200');
    const verify_code = await codeFor(app, owner.email);
    expect(
      told(await post('wallet/withdraw', { ...WAYS_OUT['wallet/withdraw']!(), verify_code, member_security_pin: PIN })),
    ).toBe('200');
  });

  it('of a journey are operators, who see it and cannot note it before, nor while the books do not hold', async () => {
    await tellBtcPrice(app.context.pool, app.clock.now(), unitsOf('64000'));
    await open(packs.journey, 'Dubai');
    const done = () =>
      runShell(app.context, ['fulfilment', 'done', '--id', packs.journey, '--note', 'sent', '--reason', 'x']);
    await reset();
    for (const words of [['list'], ['show', '--id', packs.journey]])
      expect(await runShell(app.context, ['fulfilment', ...words])).toContain('HAND NOTHING OVER before');
    await expect(done()).rejects.toThrow('less than 48 hours ago');
    app.clock.advance(48 * HOUR_MS);
    expect(await runShell(app.context, ['fulfilment', 'list'])).not.toContain('HAND NOTHING OVER');
    await inTransaction(app.context.pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, new Date(app.clock.now())));
    await expect(done()).rejects.toMatchObject({ code: 'err_payouts_frozen' });
    await openPayouts(app.context, { freeze: (await findPayoutFreeze(app.context.pool))!, outcomes: [], ...BY });
    expect(await done()).toContain('was handed over');
  });
});
