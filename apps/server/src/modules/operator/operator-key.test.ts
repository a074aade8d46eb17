import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/operator/authenticator.ts';
import { emailOf, factorOf, openDesk, OPERATOR_PASSWORD, type Console } from '../../../test/operator/operators.ts';
import { call, mailsOf, told, type Answer } from '../../../test/people.ts';

let app: TestApp;
let finance: Console;
let admin: Console;
beforeAll(async () => {
  ({ app, finance, admin } = await openDesk('finance', 'admin'));
});
afterAll(() => app.close());

const PASSWORD = 'Another#2026';
/** What finance signs in with, as it changes. */
let password: string = OPERATOR_PASSWORD;
let secret: string | null = null;

/** A code that no call has seen yet. */
const nextFactor = (): string => {
  app.clock.advance(30_000);
  return secret === null ? factorOf(app, 'finance') : codeOf(secret, app.clock.now());
};
const signIn = (factor = nextFactor(), by = password): Promise<Answer> =>
  call(app, 'POST', 'operator/sign-in', { email: emailOf('finance'), password: by, factor });
const openAnother = async (): Promise<string> => {
  const { name, value } = (await signIn()).cookies.find((cookie) => cookie.name.endsWith('operator'))!;
  return `${name}=${value}`;
};
const isHere = async (cookie: string): Promise<boolean> =>
  (await call(app, 'GET', 'operator/session', undefined, { cookie })).status === 200;
const change = (path: string, body?: object, factor?: string, who = finance): Promise<Answer> =>
  who.ask('POST', path, body, factor === undefined ? {} : { 'x-second-factor': factor });
const resultOf = ({ body }: Answer) => body.result as unknown as Record<string, string>;

/** The line of the log and the mail of the newest change. */
const expectTold = async (kind: string, mail: RegExp): Promise<void> => {
  const { rows } = await app.context.pool.query<{ actor: string; action: string }>(
    "SELECT actor, action FROM audit WHERE action <> 'operator.sign_in' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ actor: 'operator:finance@minerx.test', action: `operator.${kind}` }]);
  const mails = async () =>
    (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === emailOf('finance')));
  await expect.poll(async () => (await mails()).at(-1)?.text).toMatch(mail);
};

describe('an operator’s own keys', () => {
  // proves 7: POST operator/key/password
  it('are a password that another takes the place of, with a code of the moment; other sessions end, and a mail tells', async () => {
    const elsewhere = await openAnother();
    // Shown lately is not enough: a key outlives every session.
    expect(told(await change('operator/key/password', { password: PASSWORD }))).toBe('403 err_second_factor');
    expect(told(await change('operator/key/password', { password: PASSWORD }, '000000'))).toBe('422 err_factor_wrong');
    expect(told(await change('operator/key/password', { password: 'weak' }, nextFactor()))).toBe(
      '400 err_password_rule',
    );
    expect(await isHere(elsewhere)).toBe(true);
    expect(told(await change('operator/key/password', { password: PASSWORD }, nextFactor()))).toBe('200');
    await expectTold('password', /password for the .* console was changed/);
    expect([await isHere(elsewhere), await isHere(finance.cookie)]).toEqual([false, true]);
    expect(told(await signIn())).toBe('401 err_login');
    password = PASSWORD;
    expect(told(await signIn())).toBe('200');
  });

  // proves 7: POST operator/key/authenticator/begin, POST operator/key/authenticator
  it('are an authenticator whose place another takes, once a code of it came from the session that asked', async () => {
    const elsewhere = await openAnother();
    expect(told(await change('operator/key/authenticator/begin'))).toBe('403 err_second_factor');
    const { totp_secret: next, totp_draft: draft } = resultOf(
      await change('operator/key/authenticator/begin', undefined, nextFactor()),
    );
    const ofNext = (): string => codeOf(next!, app.clock.now());
    const send = (factor: string, who = finance): Promise<Answer> =>
      change('operator/key/authenticator', { totp_draft: draft, factor }, undefined, who);
    expect(told(await send(factorOf(app, 'finance')))).toBe('422 err_code_wrong');
    expect(told(await send(ofNext(), admin))).toBe('422 err_link_invalid');
    expect(told(await signIn(ofNext()))).toBe('401 err_login');
    expect(told(await send(ofNext()))).toBe('200');
    await expectTold('authenticator', /another authenticator took the place/);
    expect([await isHere(elsewhere), await isHere(finance.cookie)]).toEqual([false, true]);
    // The code that proved it is used up, and the old secret opens nothing.
    expect(told(await signIn(ofNext()))).toBe('401 err_login');
    expect(told(await signIn(nextFactor()))).toBe('401 err_login');
    secret = next!;
    expect(told(await signIn())).toBe('200');
    app.clock.advance(15 * 60_000);
    expect(told(await send(ofNext()))).toBe('422 err_link_invalid');
  });

  // proves 7: POST operator/key/recovery
  it('are ten recovery codes, told once, in the place of all before', async () => {
    const elsewhere = await openAnother();
    expect(told(await change('operator/key/recovery'))).toBe('403 err_second_factor');
    const renew = async (factor: string): Promise<string[]> =>
      (
        (await change('operator/key/recovery', undefined, factor)).body.result as unknown as {
          recovery_codes: string[];
        }
      ).recovery_codes;
    const before = await renew(nextFactor());
    expect(await isHere(elsewhere)).toBe(false);
    await expectTold('recovery', /new recovery codes were made/);
    // One of them stands for the authenticator, to renew them too.
    const after = await renew(before[0]!);
    expect(new Set([...before, ...after]).size).toBe(20);
    expect(told(await signIn(before[1]))).toBe('401 err_login');
    expect([told(await signIn(after[0])), told(await signIn(after[0]))]).toEqual(['200', '401 err_login']);
  });

  it('open nothing for whoever signed in with the former ones while they were changed', async () => {
    const factor = nextFactor();
    const { pool } = app.context;
    const changer = await pool.connect();
    await changer.query('BEGIN');
    await changer.query("SELECT FROM operator WHERE email = 'finance@minerx.test' FOR NO KEY UPDATE");
    const signingIn = signIn(factor);
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
          ).rowCount,
      )
      .toBe(1);
    await changer.query("UPDATE operator SET password_hash = 'x#y' WHERE email = 'finance@minerx.test'");
    await changer.query('COMMIT');
    changer.release();
    expect(told(await signingIn)).toBe('401 err_login');
  });
});
