import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengeOf, TestPasskey, withPasskey } from '../../../test/factor/passkeys.ts';
import {
  asOwner,
  emailOf,
  factorOf,
  openConsole,
  openDesk,
  resultOf,
  type Console,
} from '../../../test/operator/operators.ts';
import { bearer, call, register, told, type Answer } from '../../../test/people.ts';
import type { TestApp } from '../../../test/app.ts';
import { switchOperator } from './operator.command.ts';
import { listBreaksInAudit } from '../integrity/audit-chain.query.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
beforeAll(async () => {
  ({ app, admin, finance } = await openDesk('admin', 'finance'));
});
afterAll(() => app.close());

const WRONG = '422 err_passkey_wrong';
const valueIn = ({ body }: Answer, name: string): string => (body.result as unknown as Record<string, string>)[name]!;
/** A code that no call has seen yet. */
const nextFactor = (role: 'admin' | 'finance'): string => {
  app.clock.advance(30_000);
  return factorOf(app, role);
};
const begin = (who: Console, factor?: string): Promise<Answer> =>
  who.ask('POST', 'operator/passkey/begin', undefined, factor === undefined ? {} : { 'x-second-factor': factor });
const keep = (who: Console, made: object): Promise<Answer> => who.ask('POST', 'operator/passkey/add', made);
const remove = (who: Console, id: string, factor?: string): Promise<Answer> =>
  who.ask('POST', 'operator/passkey/remove', { id }, factor === undefined ? {} : { 'x-second-factor': factor });
const listOf = async (who: Console) =>
  (await who.ask('GET', 'operator/passkey')).body.result as unknown as {
    passkeys: { id: string; passkey_name: string; passkey_used_date: string | null }[];
  };
const addPasskey = async (who: Console, role: 'admin' | 'finance', name: string): Promise<TestPasskey> => {
  const passkey = new TestPasskey(app);
  const challenge = valueIn(await begin(who, nextFactor(role)), 'passkey_challenge');
  expect(told(await keep(who, passkey.made(challenge, name)))).toBe('200');
  return passkey;
};
const beginSignIn = async (): Promise<string> =>
  valueIn(await call(app, 'POST', 'operator/sign-in/passkey/begin'), 'passkey_challenge');
const signInBy = (passkey: string): Promise<Answer> => call(app, 'POST', 'operator/sign-in/passkey', { passkey });
const sessionOf = ({ cookies }: Answer): string => {
  const { name, value } = cookies.find((cookie) => cookie.name.endsWith('operator'))!;
  return `${name}=${value}`;
};
const audits = async (action: string) =>
  (
    await app.context.pool.query<{ actor: string; detail: Record<string, string> }>(
      'SELECT actor, detail FROM audit WHERE action = $1 ORDER BY id',
      [action],
    )
  ).rows;
const isHere = async (cookie: string): Promise<boolean> =>
  (await call(app, 'GET', 'operator/session', undefined, { cookie })).status === 200;

describe('an operator’s passkeys', () => {
  // proves 7: GET operator/passkey, POST operator/passkey/begin, POST operator/passkey/add
  it('are made with a code of the moment, named, listed, on the audit log, and end other sessions', async () => {
    const elsewhere = await openConsole(app, 'admin');
    // Shown lately is not enough: a key outlives every session.
    const refused = await begin(admin);
    expect(told(refused)).toBe('403 err_second_factor');
    expect((refused.body as { err_details?: unknown }).err_details).toBeUndefined();
    expect(told(await begin(admin, '000000'))).toBe('422 err_factor_wrong');
    const passkey = await addPasskey(admin, 'admin', 'Laptop');
    expect((await listOf(admin)).passkeys).toMatchObject([{ passkey_name: 'Laptop', passkey_used_date: null }]);
    expect((await listOf(finance)).passkeys).toEqual([]);
    expect((await audits('operator.passkey_add')).at(-1)).toEqual({
      actor: 'operator:admin@minerx.test',
      detail: { passkey: 'Laptop' },
    });
    expect([await isHere(elsewhere.cookie), await isHere(admin.cookie)]).toEqual([false, true]);
    // The next takes the first, for this very request.
    const asked = challengeOf(await begin(admin));
    expect(told(await begin(finance, passkey.answer(asked)))).toBe(WRONG);
    const challenge = valueIn(await begin(admin, passkey.answer(asked)), 'passkey_challenge');
    expect(told(await keep(finance, new TestPasskey(app).made(challenge, 'x')))).toBe(WRONG);
    for (const ways of [{ origin: 'http://localhost.evil.example' }, { rpId: 'evil.example' }, { verified: false }])
      expect(told(await keep(admin, new TestPasskey(app).made(challenge, 'x', ways)))).toBe(WRONG);
    const both = await Promise.all([1, 2].map(() => keep(admin, new TestPasskey(app).made(challenge, 'Key ring'))));
    expect(both.map(told).sort()).toEqual(['200', WRONG]);
    expect((await listOf(admin)).passkeys.map((each) => each.passkey_name)).toEqual(['Laptop', 'Key ring']);
  });

  // proves 7: POST operator/passkey/remove
  it('are taken away by their owner alone, with the second factor', async () => {
    const passkey = await addPasskey(admin, 'admin', 'Old phone');
    const { id } = (await listOf(admin)).passkeys.find((each) => each.passkey_name === 'Old phone')!;
    expect(told(await remove(admin, id))).toBe('403 err_second_factor');
    const foreign = await remove(finance, id, nextFactor('finance'));
    const missing = await remove(finance, '01900000-0000-7000-8000-000000000000', nextFactor('finance'));
    expect([told(foreign), told(missing)]).toEqual(['404 err_not_found', '404 err_not_found']);
    expect(told(await remove(admin, id, passkey.answer(challengeOf(await remove(admin, id)))))).toBe('200');
    expect((await audits('operator.passkey_remove')).at(-1)?.detail).toEqual({ passkey: 'Old phone' });
    expect(told(await signInBy(passkey.answer(await beginSignIn())))).toBe(WRONG);
    expect(told(await remove(admin, id, nextFactor('admin')))).toBe('404 err_not_found');
  });
});

/** Whoever changes the operator holds the lock: the work begins to wait for it, then `change` is committed. */
const changedMeanwhile = async <T>(change: string, work: () => Promise<T>): Promise<T> => {
  const { pool } = app.context;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM operator WHERE email = $1', [emailOf('finance')]);
  const taker = await pool.connect();
  await taker.query('BEGIN');
  await taker.query('SELECT FROM operator WHERE id = $1 FOR NO KEY UPDATE', [rows[0]!.id]);
  const working = work();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await taker.query(change, [rows[0]!.id]);
  await taker.query('COMMIT');
  taker.release();
  return working;
};

describe('an operator’s passkeys and those who end them', () => {
  it.each([
    [
      'session has ended',
      `UPDATE operator_session s SET ended_at = now()
        WHERE operator_id = $1 AND created_at < (SELECT max(created_at) FROM operator_session WHERE operator_id = $1)`,
    ],
    ['account is disabled', 'UPDATE operator SET disabled_at = now() WHERE id = $1'],
  ])('are not made by one whose %s meanwhile, who ends no other session either', async (_, end) => {
    const late = await openConsole(app, 'finance');
    const challenge = valueIn(await begin(late, nextFactor('finance')), 'passkey_challenge');
    finance = await openConsole(app, 'finance');
    const made = new TestPasskey(app).made(challenge, 'Late');
    expect(told(await changedMeanwhile(end, () => keep(late, made)))).toBe('401 err_unauthorised');
    await asOwner(app, ({ pool }) => pool.query('UPDATE operator SET disabled_at = NULL'));
    expect((await listOf(finance)).passkeys).toEqual([]);
  });

  it('end with the account: who is let in again starts without any', async () => {
    const passkey = await addPasskey(finance, 'finance', 'Before');
    for (const isOn of [false, true])
      await asOwner(app, (context) =>
        switchOperator(context, emailOf('finance'), isOn, { actor: 'operator:admin@minerx.test', reason: 'x' }),
      );
    expect(told(await signInBy(passkey.answer(await beginSignIn())))).toBe(WRONG);
    finance = await openConsole(app, 'finance');
    expect((await listOf(finance)).passkeys).toEqual([]);
  });
});

describe('signing in at the console with a passkey', () => {
  // proves 7: POST operator/sign-in/passkey/begin, POST operator/sign-in/passkey
  it('opens a session as password and code do, with its line on the audit log', async () => {
    const passkey = await addPasskey(finance, 'finance', 'Finance laptop');
    const signedIn = await signInBy(passkey.answer(await beginSignIn()));
    expect(told(signedIn)).toBe('200');
    const cookie = sessionOf(signedIn);
    const session = await call(app, 'GET', 'operator/session', undefined, { cookie });
    expect(session.body.result).toMatchObject({ email: emailOf('finance'), stepped_up_until: expect.any(String) });
    expect((await audits('operator.sign_in')).at(-1)).toMatchObject({
      actor: 'operator:finance@minerx.test',
      detail: { passkey: 'Finance laptop' },
    });
    app.clock.advance(31 * 60_000);
    expect(await isHere(cookie)).toBe(false);
    [admin, finance] = [await openConsole(app, 'admin'), await openConsole(app, 'finance')];
  });

  it('takes each challenge once, of fifty at once, for two minutes, from our pages, of operators alone', async () => {
    const passkey = await addPasskey(finance, 'finance', 'One of many');
    const answer = passkey.answer(await beginSignIn());
    const many = await Promise.all(Array.from({ length: 50 }, () => signInBy(answer)));
    expect(many.map(told).filter((each) => each === '200')).toHaveLength(1);
    app.clock.advance(60_000);
    for (const way of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }])
      expect(told(await signInBy(passkey.answer(await beginSignIn(), way)))).toBe(WRONG);
    const ofMember = await withPasskey(app);
    expect(told(await signInBy(ofMember.passkey.answer(await beginSignIn())))).toBe(WRONG);
    const ofMembers = valueIn(await call(app, 'POST', 'member/login/passkey/begin'), 'passkey_challenge');
    expect(told(await signInBy(passkey.answer(ofMembers)))).toBe(WRONG);
    for (const challenge of [ofMembers, await beginSignIn()])
      expect(told(await call(app, 'POST', 'member/login/passkey', { passkey: passkey.answer(challenge) }))).toBe(WRONG);
    // Too late is no wrong one: the next challenge comes along.
    const late = await beginSignIn();
    app.clock.advance(2 * 60_000 + 1);
    const refused = await signInBy(passkey.answer(late));
    expect(told(refused)).toBe(WRONG);
    expect(told(await signInBy(passkey.answer(challengeOf(refused))))).toBe('200');
  });

  it('takes no copied key: a counter that does not rise is refused, however often, and alarms', async () => {
    const passkey = await addPasskey(finance, 'finance', 'Counting');
    passkey.counter = 7;
    expect(told(await signInBy(passkey.answer(await beginSignIn())))).toBe('200');
    const copy = passkey.answer(await beginSignIn(), { counter: 3 });
    expect(told(await signInBy(copy))).toBe(WRONG);
    expect(told(await signInBy(copy))).toBe(WRONG);
    const events = await app.context.metrics.getSingleMetricAsString('security_events_total');
    expect(events).toMatch(/event="passkey_counter"\} 2/);
  });

  it.each([
    ['is taken away', "UPDATE passkey SET ended_at = now(), end_seal = '0' WHERE owner = 'operator:' || $1::text"],
    ['belongs to somebody who is disabled', 'UPDATE operator SET disabled_at = now() WHERE id = $1::uuid'],
  ])('opens no session for a passkey that %s meanwhile', async (_, end) => {
    const passkey = await addPasskey(finance, 'finance', 'Held');
    const answer = passkey.answer(await beginSignIn());
    expect(told(await changedMeanwhile(end, () => signInBy(answer)))).toBe(WRONG);
    await asOwner(app, ({ pool }) => pool.query('UPDATE operator SET disabled_at = NULL'));
  });
});

describe('an action that money hangs on', () => {
  const credit = (who: Console, values: object, key: string, factor?: string, name = 'member credit') =>
    who.ask(
      'POST',
      'operator/action',
      { name, values },
      { 'idempotency-key': key, ...(factor === undefined ? {} : { 'x-second-factor': factor }) },
    );

  it('is confirmed by a passkey that signed operator, action, body and key, and nothing else is', async () => {
    const member = await register(app);
    const values = { email: member.email, wallet: 'USDT', amount: '5', reason: 'goodwill' };
    const mine = await addPasskey(finance, 'finance', 'Mine');
    const others = await addPasskey(admin, 'admin', 'Of admin');
    app.clock.advance(6 * 60_000);
    const asked = await credit(finance, values, 'passkey-0001');
    expect(told(asked)).toBe('403 err_second_factor');
    expect(asked.body).toMatchObject({ err_details: { factor_app: 'true' } });
    const challenge = challengeOf(asked);
    const sent = [
      await credit(finance, values, 'passkey-0002', mine.answer(challenge)),
      await credit(finance, { ...values, amount: '6' }, 'passkey-0001', mine.answer(challenge)),
      await credit(finance, values, 'passkey-0001', mine.answer(challenge), 'member debit'),
      await credit(finance, values, 'passkey-0001', others.answer(challenge)),
      await credit(admin, values, 'passkey-0001', others.answer(challenge)),
      await credit(finance, values, 'passkey-0001', mine.answer(challenge, { verified: false })),
      await credit(finance, values, 'passkey-0001', mine.answer(challenge, { origin: 'https://evil.example' })),
      await begin(finance, mine.answer(challenge)),
    ];
    expect(sent.map(told)).toEqual(sent.map(() => WRONG));
    const answer = mine.answer(challenge);
    const done = await Promise.all(Array.from({ length: 5 }, () => credit(finance, values, 'passkey-0001', answer)));
    expect(done.map((each) => resultOf(each).lines)).toEqual(done.map(() => resultOf(done[0]!).lines));
    expect(resultOf(done[0]!).lines[0]).toMatch(/another operator has to agree/);
    // It stood for that alone, and made nobody an owner of two votes.
    expect(told(await credit(finance, values, 'passkey-0003'))).toBe('403 err_second_factor');
    const [, id] = /Noted as (\S+):/.exec(resultOf(done[0]!).lines[0]!)!;
    const agree = { id, reason: 'me' };
    const again = await credit(finance, agree, 'passkey-0004', undefined, 'proposal agree');
    const own = await credit(finance, agree, 'passkey-0004', mine.answer(challengeOf(again)), 'proposal agree');
    expect(resultOf(own)).toMatchObject({ outcome: 'refused', lines: [expect.stringContaining('somebody else')] });
    expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
  });

  it('lets no copied key pass at its second try, and asks anew for one that lay open too long', async () => {
    const values = { email: 'nobody@example.com', wallet: 'USDT', amount: '5', reason: 'x' };
    const passkey = await addPasskey(finance, 'finance', 'Copied');
    passkey.counter = 7;
    expect(told(await signInBy(passkey.answer(await beginSignIn())))).toBe('200');
    app.clock.advance(6 * 60_000);
    const fell = passkey.answer(challengeOf(await credit(finance, values, 'copied-0001')), { counter: 3 });
    const tries = await Promise.all(Array.from({ length: 3 }, () => credit(finance, values, 'copied-0001', fell)));
    tries.push(await credit(finance, values, 'copied-0001', fell));
    expect(tries.map(told)).toEqual(tries.map(() => WRONG));
    const late = challengeOf(await credit(finance, values, 'copied-0001'));
    app.clock.advance(2 * 60_000 + 1);
    const asked = await credit(finance, values, 'copied-0001', passkey.answer(late));
    expect(told(asked)).toBe('403 err_second_factor');
    const done = await credit(finance, values, 'copied-0001', passkey.answer(challengeOf(asked)));
    expect(resultOf(done).outcome).toBe('refused');
  });

  it('takes a code in the same place, for some minutes as before', async () => {
    app.clock.advance(6 * 60_000);
    const values = { email: 'nobody@example.com', wallet: 'USDT', amount: '5', reason: 'x' };
    expect(told(await credit(finance, values, 'with-code-1', nextFactor('finance')))).toBe('200');
    expect(told(await credit(finance, values, 'with-code-2'))).toBe('200');
  });
});

describe('a row written past the product', () => {
  it('is no operator’s passkey', async () => {
    const thief = await withPasskey(app);
    const { pool } = app.context;
    const foreign = new TestPasskey(app);
    await pool.query(
      `INSERT INTO passkey (id, operator_id, credential_id, public_key, name, counter, created_at, seal)
         SELECT gen_random_uuid(), o.id, $1, p.public_key, 'x', 0, now(), p.seal FROM passkey p, operator o
          WHERE p.member_id = $2 AND o.email = $3`,
      [foreign.id, thief.who.memberId, emailOf('admin')],
    );
    const stolen = Object.assign(thief.passkey, { id: foreign.id });
    expect(told(await signInBy(stolen.answer(await beginSignIn())))).toBe(WRONG);
    await expect(
      pool.query(`UPDATE passkey SET operator_id = NULL, member_id = 1 WHERE member_id IS NULL`),
    ).rejects.toThrow('permission denied');
    // A member's token opens nothing here.
    const answer = await call(app, 'GET', 'operator/passkey', undefined, bearer(thief.who.token));
    expect(told(answer)).toBe('401 err_unauthorised');
  });
});
