import { refusals, refusalStatus } from '@minerx/contract/refusal';
import type { Call } from '@minerx/contract/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../app.ts';
import { badValues } from './bad-values.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { addOperators, openConsole } from '../operator/operators.ts';
import { bearer, formOf, register, signIn, type Person } from '../people.ts';
import { RIGHT_BODIES } from './right-bodies.ts';

let app: TestApp;
let token: string;
let person: Person;
let operator: { cookie: string };
let bodies: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  app = await testApp();
  bodies = { ...RIGHT_BODIES, 'member/signup': await formOf(app, 'nobody@example.com', { language: 'en' }) };
  person = await register(app);
  await addOperators(app);
});
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

const staySignedIn = async (): Promise<void> => {
  if (app.clock.now() - signedInAt <= 5 * 60_000) return;
  token = (await signIn(app, person)).accessToken;
  operator = { cookie: (await openConsole(app, 'admin')).cookie };
  signedInAt = app.clock.now();
};

const AT_ONCE = 8;

/** Side by side, since half of each request's time is waiting: only for what changes nothing. */
const sendAll = async (call: Call, all: Record<string, unknown>[]) => {
  const answers: Answer[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await staySignedIn();
    const some = all.slice(at, at + AT_ONCE);
    const first = await Promise.all(some.map((values) => sendOnce(call, values)));
    for (const [place, answer] of first.entries())
      answers.push(answer.status === 429 ? await send(call, some[place]!) : answer);
  }
  return answers;
};

const sendOnce = async (call: Call, values: Record<string, unknown>) => {
  await staySignedIn();
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

type Answer = Awaited<ReturnType<typeof send>>;

/** Done, or refused by a code and with the status that is its own. */
const isKnown = ({ status, body }: Answer): boolean =>
  status < 400 ||
  (status < 500 &&
    Object.hasOwn(refusals, body.err_code ?? '') &&
    refusalStatus(body.err_code as never) === status &&
    (body.request_id ?? '') !== '');

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
        const cases = badValues.map((value) => {
          const values = { ...bodies[call.path], [field]: value };
          return { value, values, ...accepts(call, values) };
        });
        const told = (value: unknown, { status, body }: Answer): string =>
          `${call.path} ${field}=${JSON.stringify(value)?.slice(0, 40)} → ${status} ${body.err_code} ${JSON.stringify(body.err_fields)}`;
        const refused = cases.filter(({ ok }) => !ok);
        const answers = await sendAll(
          call,
          refused.map(({ values }) => values),
        );
        for (const [place, { value, fields }] of refused.entries()) {
          const answer = answers[place]!;
          const coded =
            answer.status === 400 &&
            answer.body.err_code === 'err_validation' &&
            fields.every((name) => Object.hasOwn(refusals, answer.body.err_fields?.[name] ?? ''));
          if (!coded) wrong.push(told(value, answer));
        }
        refusedFields += refused.length;
        for (const { value, values } of cases.filter(({ ok }) => ok)) {
          if (COSTLY.has(call.path)) continue;
          const answer = await send(call, values);
          if (!isKnown(answer)) wrong.push(told(value, answer));
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(refusedFields).toBeGreaterThan(5000);
    expect(await Promise.all(['transfer', 'posting', 'miner_order', 'member'].map(count))).toEqual(before);
    await expectCoherentLedger(app.context.pool);
  }, 1_800_000);

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
  'member/email/request/code',
]);
