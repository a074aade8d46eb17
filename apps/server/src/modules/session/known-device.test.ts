import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { withPasskey } from '../../../test/factor/passkeys.ts';
import { addOperators, emailOf, factorOf, OPERATOR_PASSWORD } from '../../../test/operator/operators.ts';
import { bearer, call, patiently, register, told, type Answer, type Person } from '../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const COOKIES = { 'x-session-transport': 'cookie' };
const signIn = (email: string, password: string, device?: string): Promise<Answer> =>
  call(
    app,
    'POST',
    'member/login',
    { member_email: email, member_password: password },
    { ...COOKIES, ...(device === undefined ? {} : { cookie: `device=${device}` }) },
  );
const deviceOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'device');
const typed = ({ email, password }: Person) => ({ member_email: email, member_password: password });
/** Signs in and gives what the browser keeps. */
const knownDevice = async ({ email, password }: Person, before?: string): Promise<string> =>
  deviceOf(await signIn(email, password, before))!.value;
const lockAddress = () => patiently(app, 110, (wrong) => signIn(`crowd${wrong}@example.com`, 'Wrong#Pass1'));
const lockOut = (email: string) => patiently(app, 10, () => signIn(email, 'Wrong#Pass1'));

describe('a known device', () => {
  it('keeps a cookie that outlives the session, that no script reads, and that opens nothing', async () => {
    const person = await register(app);
    const cookie = deviceOf(await signIn(person.email, person.password))!;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 31_536_000 });
    const refreshed = await call(app, 'POST', 'member/refresh', {}, { ...COOKIES, cookie: `device=${cookie.value}` });
    expect(refreshed.body.err_code).toBe('err_session_ended');
    expect(
      deviceOf(
        await call(app, 'POST', 'member/login', { member_email: person.email, member_password: person.password }),
      ),
    ).toBeUndefined();
    expect(deviceOf(await signIn(person.email, 'Wrong#Pass1'))).toBeUndefined();
  });

  it('signs in although others have locked the account, and its address', async () => {
    const person = await register(app);
    const device = await knownDevice(person);
    await lockOut(person.email);
    expect((await signIn(person.email, person.password)).body.err_code).toBe('err_login_locked');
    expect((await signIn(person.email, person.password, device)).status).toBe(200);

    await lockAddress();
    const neighbour = await register(app);
    expect((await signIn(neighbour.email, neighbour.password)).body.err_code).toBe('err_login_locked');
    expect((await signIn(person.email, person.password, device)).status).toBe(200);
    app.clock.advance(3_600_000);
  });

  it('has ten tries of its own, and its right password frees nobody else', async () => {
    const person = await register(app);
    const device = await knownDevice(person);
    await lockOut(person.email);
    // Strangers who are slowed down do not slow the device down, nor does it slow down before its own fifth.
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await signIn(person.email, 'Wrong#Pass1', device)).body.err_code).toBe('err_login');
    expect((await signIn(person.email, person.password, device)).body.err_code).toBe('err_too_many');
    for (const { body } of await patiently(app, 5, () => signIn(person.email, 'Wrong#Pass1', device)))
      expect(body.err_code).toBe('err_login');
    expect((await signIn(person.email, person.password, device)).body.err_code).toBe('err_login_locked');
    app.clock.advance(15 * 60_000);
    await lockOut(person.email);
    expect((await signIn(person.email, person.password, device)).status).toBe(200);
    expect((await signIn(person.email, person.password)).body.err_code).toBe('err_login_locked');
  });

  it('is known for the accounts that were signed in on it, and cannot be made up', async () => {
    const [one, other] = [await register(app), await register(app)];
    const device = await knownDevice(one);
    await lockOut(one.email);
    await lockOut(other.email);
    const [id, mark] = device.split('.') as [string, string];
    const forged = [`${id}.${'A'.repeat(22)}`, `${'A'.repeat(16)}.${mark}`, id, `${device}.${'B'.repeat(200)}`, ''];
    for (const made of forged)
      expect((await signIn(one.email, one.password, made)).body.err_code).toBe('err_login_locked');
    expect((await signIn(other.email, other.password, device)).body.err_code).toBe('err_login_locked');
    app.clock.advance(15 * 60_000);
    const both = await knownDevice(other, device);
    expect(both.split('.')).toHaveLength(3);
    await lockOut(one.email);
    expect((await signIn(one.email, one.password, both)).status).toBe(200);
  });
});

it('a device is known by a mark that was made before marks told accounts, and gets a new one', async () => {
  // What was counted for the address of all is forgotten.
  app.clock.advance(2 * 3_600_000);
  const [person, other] = [await register(app), await register(app)];
  const key = createHmac('sha256', app.context.env.sessionSecret).update('minerx/known-device').digest();
  const id = 'd'.repeat(16);
  const marks = [other, person].map(({ email }) =>
    createHmac('sha256', key).update(`${id}/${email}`).digest().subarray(0, 16).toString('base64url'),
  );
  await lockOut(person.email);
  expect((await signIn(person.email, person.password, `${id}.${marks[0]}`)).body.err_code).toBe('err_login_locked');
  const before = [id, ...marks].join('.');
  const after = (await knownDevice(person, before)).split('.');
  expect(after).toEqual([id, expect.stringMatching(/^.{33}$/), marks[0]]);
  await lockOut(person.email);
  expect((await signIn(person.email, person.password, after.join('.'))).status).toBe(200);
});

describe('what strangers type', () => {
  // What was counted for the address of all is forgotten.
  beforeEach(() => app.clock.advance(2 * 3_600_000));
  const begin = async (): Promise<string> =>
    (await call(app, 'POST', 'member/login/passkey/begin')).body.result!['passkey_challenge']!;

  it('keeps nobody who is signed in from a new password', async () => {
    const person = await register(app);
    const { accessToken } = (await call(app, 'POST', 'member/login', typed(person))).body.result!;
    await lockOut(person.email);
    expect(told(await call(app, 'POST', 'member/login', typed(person)))).toBe('429 err_login_locked');
    const form = { old_password: person.password, member_password: 'Evening#2027', confirm_password: 'Evening#2027' };
    expect(told(await call(app, 'POST', 'member/password/modify', form, bearer(accessToken!)))).toBe('200');
  });

  it('at an address shuts no passkey of a known device', async () => {
    const { passkey } = await withPasskey(app);
    const answer = async (headers: Record<string, string> = {}) =>
      call(app, 'POST', 'member/login/passkey', { passkey: passkey.answer(await begin()) }, { ...COOKIES, ...headers });
    const device = deviceOf(await answer())!.value;
    const strangers = await knownDevice(await register(app));
    await lockAddress();
    expect(told(await answer({ cookie: `device=${device}` }))).toBe('200');
    expect(told(await answer())).toMatch(/^429/);
    expect(told(await answer({ cookie: `device=${strangers}` }))).toMatch(/^429/);
  });

  it('for an operator keeps out none who signed in there before, nor any open session from its second factor', async () => {
    await addOperators(app);
    const email = emailOf('finance');
    const signInAs = (password: string, cookie = '') =>
      call(app, 'POST', 'operator/sign-in', { email, password, factor: factorOf(app, 'finance') }, { cookie });
    const signedIn = await signInAs(OPERATOR_PASSWORD);
    const [session, device] = ['operator', 'device'].map(
      (kind) => `${kind}=${signedIn.cookies.find(({ name }) => name === kind)!.value}`,
    );
    const stranger = await knownDevice(await register(app));
    expect((await patiently(app, 10, () => signInAs('Wrong#Pass1'))).map(told)).toEqual(
      Array(10).fill('401 err_login'),
    );
    app.clock.advance(30_000);
    for (const cookie of ['', `device=${stranger}`])
      expect(told(await signInAs(OPERATOR_PASSWORD, cookie))).toBe('429 err_login_locked');
    expect(told(await signInAs(OPERATOR_PASSWORD, device))).toBe('200');
    app.clock.advance(30_000);
    const stepUp = (factor: string) => call(app, 'POST', 'operator/step-up', { factor }, { cookie: session! });
    expect(told(await stepUp(factorOf(app, 'finance')))).toBe('200');
    const wrong = await patiently(app, 10, () => stepUp('000000'));
    expect(wrong.map(told)).toEqual(Array(10).fill('422 err_factor_wrong'));
    expect(told(await stepUp(factorOf(app, 'finance')))).toBe('429 err_login_locked');
    app.clock.advance(30_000);
    expect((await patiently(app, 10, () => signInAs('Wrong#Pass1', device))).map(told)).toEqual(
      Array(10).fill('401 err_login'),
    );
    expect(told(await signInAs(OPERATOR_PASSWORD, device))).toBe('429 err_login_locked');
  });
});
