import { refusals, refusalStatus } from '@minerx/contract/refusal';
import type { Call } from '@minerx/contract/call';
import { TERMS_VERSION } from '@minerx/rules/terms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../app.ts';
import { badValues } from './bad-values.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { addOperators, openConsole } from '../operator/operators.ts';
import { bearer, formOf, PIN, register, signIn, type Person } from '../people.ts';

/** A body that is right in form for every call, so that one field at a time can be wrong. Nothing in it can succeed. */
const baseline = async (app: TestApp): Promise<Record<string, Record<string, unknown>>> => {
  const amounts = { amount1: '7', amount2: '0', amount3: '0' };
  const id = '01900000-0000-7000-8000-000000000000';
  return {
    'member/login': { member_email: 'nobody@example.com', member_password: 'Wrong#2026' },
    'member/refresh': { refreshToken: 'x'.repeat(43) },
    'member/redirect': { id: 'x'.repeat(22) },
    'member/logout': { refreshToken: 'x'.repeat(43) },
    'member/signup/request/code': {
      member_username: 'Nobody Here',
      member_email: 'nobody@example.com',
      language: 'en',
    },
    'member/signup': await formOf(app, 'nobody@example.com', { language: 'en' }),
    'member/forgotPassword': { member_email: 'nobody@example.com', language: 'en' },
    'member/resetPassword/check': { id: 'x'.repeat(22) },
    'member/resetPassword': {
      id: 'x'.repeat(22),
      member_password: 'Sunrise#2026',
      confirm_password: 'Sunrise#2026',
      member_security_pin: PIN,
      confirm_pin: PIN,
    },
    'member/freeze': { id: 'x'.repeat(22) },
    'member/factor/add': { factor_draft: 'x', factor_code: '000000', member_security_pin: PIN },
    'member/factor/remove': { member_security_pin: PIN },
    'member/factor/recovery': { member_security_pin: PIN },
    'member/passkey/begin': { member_security_pin: PIN },
    'member/passkey/add': { passkey_name: 'x', passkey_id: 'x', passkey_client_data: 'x', passkey_attestation: 'x' },
    'member/passkey/remove': { id: 'x'.repeat(36), member_security_pin: PIN },
    'member/login/passkey': { passkey: 'passkey x.x.x.x' },
    'member/factor/lost/request/code': { member_email: 'nobody@example.com', member_password: 'Wrong#2026' },
    'member/factor/lost': {
      member_email: 'nobody@example.com',
      member_password: 'Wrong#2026',
      verify_code: '000000',
      member_security_pin: PIN,
    },
    'member/password/modify': {
      old_password: 'Wrong#2026',
      member_password: 'Sunrise#2026',
      confirm_password: 'Sunrise#2026',
    },
    'member/security/modify': { old_security_pin: '000001', member_security_pin: PIN, confirm_security_pin: PIN },
    'member/modifyWithdraw/request/code': {
      member_bank_type: 1,
      member_bank_network: 'BEP20',
      member_bank_number: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      member_security_pin: PIN,
    },
    'member/withdrawal/modify': {
      member_bank_type: 1,
      member_bank_network: 'BEP20',
      member_bank_number: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      verify_code: '000000',
      member_security_pin: PIN,
    },
    'member/sessions/end': { id },
    'member/language': { language: 'gr' },
    'member/terms': { terms_version: TERMS_VERSION, language: 'gr' },
    'member/btapay/modify': { btapay_id: 'demo@pay', member_security_pin: PIN },
    'member/myteam/search': { member_username: 'nobody', search: '1', after: 'nobody' },
    'member/myteam/details': { member_username: 'nobody', after: 'nobody' },
    'package/purchase': { package: 1, payment_method: 1, quantity: 1, ...amounts, member_security_pin: PIN },
    'package/purchase2': {
      package: 5,
      wallet_type: 1,
      quantity: 1,
      amount1: '7',
      amount2: '0',
      member_security_pin: PIN,
    },
    'operator/sign-in': { email: 'nobody@example.com', password: 'Wrong#2026', factor: '000000' },
    'operator/step-up': { factor: '000000' },
    'operator/invitation': { id: 'x'.repeat(43) },
    'operator/invitation/accept': { id: 'x'.repeat(43), password: 'Wrong#2026', factor: '000000' },
    'operator/action': { name: 'nothing here', values: {} },
    'operator/withdrawal/all': { state: 'review', member: 'nobody@example.com', after: id },
    'operator/withdrawal': { id },
    'operator/nft/all': { state: 'pending', member: 'nobody@example.com', after: id },
    'operator/nft': { id },
    'operator/member/all': { search: 'nobody', after: '1000' },
    'operator/member': { id: '1000' },
    'operator/member/orders': { id: '1000', after: id },
    'operator/member/ledger': { id: '1000', after: id },
    'operator/ticket/all': { state: 'waiting', mine: 'yes', member: 'nobody@example.com', after: `1.${id}` },
    'operator/ticket': { id },
    'operator/ticket/change': { id },
    'operator/ticket/image': { id },
    'operator/deposit/all': {
      state: 'seen',
      member: 'nobody@example.com',
      hash: `0x${'a'.repeat(64)}`,
      after: id,
    },
    'operator/deposit': { id },
    'operator/settlement/all': { after: '2026-11-01' },
    'operator/settlement': { day: '2026-11-01' },
    'operator/fulfilment/all': { state: 'waits', after: `1.${id}` },
    'operator/fulfilment': { id },
    'operator/voucher/batches': { after: '1' },
    'operator/voucher/batch': { id: '1' },
    'operator/voucher/all': { batch: '1', after: id },
    'operator/outbox/all': { after: '1.1' },
    'operator/device/all': { state: 'silent', serial: 'A', after: 'A1' },
    'operator/device': { serial: 'A1' },
    'operator/device/check': { file: 'serial,host,port' },
    'operator/audit/all': {
      actor: 'operator:nobody@example.com',
      action: 'ticket.reply',
      subject: 'ticket:TK-1',
      from: '2026-11-01',
      to: '2026-11-30',
      after: '1',
    },
    'voucher/package/redeem': { voucher_code: 'AAAA-BBBB-CCCC' },
    'package/angpau/seed': { seed: 'lucky-13' },
    'package/angpau/packs/getById': { id },
    'package/angpau/packs/open': { id, index: 0 },
    'package/angpau/packs/history': { page: 1, pageSize: 8 },
    'package/order': { page: 1, pageSize: 8 },
    'package/order/activate': { id },
    'package/order/cancel': { id },
    'order/getById': { id },
    'wallet/transaction': {
      page: 1,
      pageSize: 8,
      kinds: ['purchase'],
      wallet_types: [1],
      from: '2026-11-01',
      to: '2026-11-30',
      before: '01a1f8d3-ea00-7000-8070-1670a51f95bf',
    },
    'wallet/transaction/getById': { id },
    'wallet/transaction/export': {
      kinds: 'purchase',
      wallet_types: '1',
      from: '2026-11-01',
      to: '2026-11-30',
      timezone: 'UTC',
    },
    'wallet/transaction/statement': { month: '2026-11' },
    'notification/all': { page: 1, pageSize: 8 },
    'notification/getById': { id },
    'member/ticket': { support_category: 1, support_question: 'Where is my deposit?' },
    'member/ticket/all': { page: 1, pageSize: 8 },
    'member/ticket/getById': { id },
    'member/ticket/image': { id },
    'wallet/deposit/address': { wallet_type: '1', network: 'BEP20' },
    'wallet/deposit/history': { page: 1, pageSize: 8 },
    'wallet/deposit/check': { network: 'BEP20', deposit_hash: 'ab'.repeat(32) },
    'wallet/deposit/faucet': { wallet_type: 1, network: 'BEP20' },
    'wallet/transfer/recipient': { recipient: 'nobodyofthisname' },
    'wallet/swap/quote': { swap_from_type: 1, swap_to_type: 4, amount: '7' },
    'wallet/swap': { id, member_security_pin: PIN },
    'wallet/transfer': {
      recipient: 'nobodyofthisname',
      recipient_name: 'A•••',
      wallet_type: 1,
      amount: '7',
      note: 'For lunch',
      member_security_pin: PIN,
    },
    'nft/owned': { page: 1, pageSize: 8 },
    'nft/getById': { id },
    'nft/withdraw': {
      id,
      network_type: 'BEP721',
      withdrawal_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      nft_withdraw_fee: '5',
      member_security_pin: PIN,
    },
    'nft/withdraw/history': { page: 1, pageSize: 8 },
    'nft/withdraw/cancel': { id },
    'wallet/withdraw/request/code': { ...withdrawing, member_security_pin: PIN },
    'wallet/withdraw': { ...withdrawing, fee: '1', verify_code: '123456', member_security_pin: PIN },
    'wallet/withdraw/cancel': { id },
    'wallet/withdraw/history': { page: 1, pageSize: 8 },
    'order/rewards': { id, page: 1, pageSize: 8 },
    'order/hashrate': { id },
    staking: { amount: '7', amount2: '1750', staking_type: 1, member_security_pin: PIN },
    'staking/history': { page: 1, pageSize: 8 },
  };
};

const withdrawing = {
  wallet_type: 1,
  network: 'BEP20',
  amount: '10',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

let app: TestApp;
let token: string;
let person: Person;
let operator: { cookie: string };
let bodies: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  app = await testApp();
  bodies = await baseline(app);
  person = await register(app);
  await addOperators(app);
}, 60_000);
afterAll(() => app.close());

/** Forms with files carry nothing but texts; theirs are tested with their module (ticket.test.ts). */
const fieldsOf = (call: Call): string[] => {
  const schema = call.upload ? undefined : (call.body ?? call.query);
  return schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];
};

/** Query values are texts on the wire; what cannot be one is left out. */
const asQuery = (values: Record<string, unknown>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined)
      query.append(name, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
  }
  return query.toString();
};

let keys = 0;
let signedInAt = -Infinity;

/** Waits, on the test's clock, where the limits say so: what is tested here lies behind them. */
const send = async (call: Call, values: Record<string, unknown>) => {
  const answer = await sendOnce(call, values);
  if (answer.status !== 429) return answer;
  app.clock.advance(61_000);
  return sendOnce(call, values);
};

const sendOnce = async (call: Call, values: Record<string, unknown>) => {
  if (app.clock.now() - signedInAt > 5 * 60_000) {
    token = (await signIn(app, person)).accessToken;
    operator = { cookie: (await openConsole(app, 'admin')).cookie };
    signedInAt = app.clock.now();
  }
  const post = call.method === 'POST';
  const answer = await app.http.inject({
    method: call.method,
    url: `/api/${call.path}${post ? '' : `?${asQuery(values)}`}`,
    headers: headersOf(call),
    ...(post ? { payload: JSON.stringify(values) } : {}),
  });
  return {
    status: answer.statusCode,
    // A download that was not refused is no JSON.
    body: (call.download && answer.statusCode === 200 ? {} : answer.json()) as {
      err_code?: string;
      err_fields?: Record<string, string>;
      request_id?: string;
    },
  };
};

const headersOf = (call: Call): Record<string, string> => ({
  ...(call.session === 'member' ? bearer(token) : call.session === 'operator' ? operator : {}),
  ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
  ...(call.idempotent ? { 'idempotency-key': `bad-input-${(keys += 1)}` } : {}),
});

const accepts = (call: Call, values: Record<string, unknown>): { ok: boolean; fields: string[] } => {
  const sent =
    call.method === 'POST'
      ? JSON.parse(JSON.stringify(values))
      : Object.fromEntries(new URLSearchParams(asQuery(values)));
  const outcome = z.safeParse((call.body ?? call.query)!, sent);
  return { ok: outcome.success, fields: outcome.success ? [] : outcome.error.issues.map(({ path }) => path.join('.')) };
};

const count = async (table: string): Promise<bigint> =>
  (await app.context.pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]!.n;

describe('bad input', () => {
  it('is a table of two hundred values and more', () => {
    expect(badValues.length).toBeGreaterThan(200);
  });

  it('has a right body for every call that takes one', () => {
    const taking = app.routes.filter(({ call }) => fieldsOf(call).length > 0).map(({ call }) => call.path);
    expect(Object.keys(bodies).sort()).toEqual(taking.sort());
  });

  // proves 5: login, forgot password: fields required
  // proves 5: purchase: fields required
  // proves 5: voucher code required
  // proves 8: err_validation
  it('every value in every field of every call: a refusal with the field, no fault, nothing posted', async () => {
    const before = await Promise.all(['transfer', 'posting', 'miner_order', 'member'].map(count));
    const wrong: string[] = [];
    let refusedFields = 0;
    for (const { call } of app.routes) {
      for (const field of fieldsOf(call)) {
        for (const value of badValues) {
          const values = { ...bodies[call.path], [field]: value };
          const { ok, fields } = accepts(call, values);
          if (ok && COSTLY.has(call.path)) continue;
          const { status, body } = await send(call, values);
          const at = `${call.path} ${field}=${JSON.stringify(value)?.slice(0, 40)} → ${status} ${body.err_code} ${JSON.stringify(body.err_fields)}`;
          if (!ok) {
            const coded =
              status === 400 &&
              body.err_code === 'err_validation' &&
              fields.every((name) => Object.hasOwn(refusals, body.err_fields?.[name] ?? ''));
            if (!coded) wrong.push(at);
            refusedFields += 1;
          } else if (status >= 500) wrong.push(at);
          else if (
            status >= 400 &&
            (!Object.hasOwn(refusals, body.err_code ?? '') ||
              refusalStatus(body.err_code as never) !== status ||
              !body.request_id)
          )
            wrong.push(at);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(refusedFields).toBeGreaterThan(5000);
    expect(await Promise.all(['transfer', 'posting', 'miner_order', 'member'].map(count))).toEqual(before);
    await expectCoherentLedger(app.context.pool);
  }, 240_000);

  it('an amount beyond what the ledger can hold is a wrong amount', async () => {
    const call = app.routes.find(({ call: { path } }) => path === 'package/purchase')!.call;
    const { status, body } = await send(call, { ...bodies['package/purchase'], amount1: '999999999999' });
    expect([status, body.err_code, body.err_fields]).toEqual([400, 'err_validation', { amount1: 'err_amount' }]);
  });

  // proves 5: PIN: none that is easy to guess (implied)
  // proves 8: err_type, err_format, err_too_long, err_email, err_full_name, err_password_rule, err_pin_rule, err_pin_weak
  // proves 8: err_code_format, err_quantity, err_amount, err_page
  it.each([
    ['member/signup', 'member_email', 'nobody', 'err_email'],
    ['member/signup', 'member_detail_fullname', 'N', 'err_full_name'],
    ['member/signup', 'member_password', 'sunrise', 'err_password_rule'],
    ['member/signup', 'member_security_pin', '12345', 'err_pin_rule'],
    ['member/signup', 'member_security_pin', '123456', 'err_pin_weak'],
    ['member/security/modify', 'old_security_pin', '12345', 'err_pin_rule'],
    ['member/signup', 'verify_code', '12', 'err_code_format'],
    ['package/order', 'page', 0, 'err_page'],
    ['package/purchase', 'quantity', 101, 'err_quantity'],
    ['package/purchase', 'accept_waiting', 'yes', 'err_type'],
    ['package/purchase', 'amount1', '0.123456789', 'err_amount'],
    ['voucher/package/redeem', 'voucher_code', 'a+b', 'err_format'],
    ['voucher/package/redeem', 'voucher_code', 'A'.repeat(65), 'err_too_long'],
  ])('a wrong value of %s, field %s: %o is %s', async (path, field, value, code) => {
    const call = app.routes.find((route) => route.call.path === path)!.call;
    const { status, body } = await send(call, { ...bodies[path], [field]: value });
    expect([status, body.err_code, body.err_fields]).toEqual([400, 'err_validation', { [field]: code }]);
  });

  it('a body that is no object is refused', async () => {
    const call = app.routes.find(({ call: { path } }) => path === 'package/purchase')!.call;
    for (const payload of [1, 'x', [], true, null])
      expect((await send(call, payload as never)).body.err_code).toBe('err_validation');
  });
});

/** Each costs a password hash or sends a mail; their valid inputs are tested with their modules. */
const COSTLY = new Set([
  'operator/sign-in',
  'member/login',
  'member/signup',
  'member/resetPassword',
  'member/password/modify',
  'member/security/modify',
  'member/signup/request/code',
  'member/forgotPassword',
  'member/modifyWithdraw/request/code',
]);
