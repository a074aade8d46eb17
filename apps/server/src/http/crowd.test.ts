import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { inHashingTurn } from '../security/secret-hash.ts';
import { bearer, call, register, signIn, told, type Answer, type Person } from '../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const LINES = 1000;
/** Thirty calls a minute and line: three of each are first calls, of which all have three thousand together. */
const LINK = '/api/member/redirect';
const ask = async (remoteAddress: string, cookie?: string): Promise<number> => {
  const { statusCode } = await app.http.inject({
    url: LINK,
    remoteAddress,
    headers: cookie === undefined ? {} : { cookie: `device=${cookie}` },
  });
  return statusCode;
};
const lineOf = (n: number): string => `203.0.${Math.floor(n / 250)}.${n % 250}`;
const COOKIES = { 'x-session-transport': 'cookie' };
const typed = ({ email, password }: Person) => ({ member_email: email, member_password: password });
const signInAt = (person: Person, device?: string): Promise<Answer> =>
  call(app, 'POST', 'member/login', typed(person), {
    ...COOKIES,
    ...(device === undefined ? {} : { cookie: `device=${device}` }),
  });
/** Signs in, and gives what the browser keeps for a year. */
const knownDevice = async (person: Person): Promise<string> =>
  (await signInAt(person)).cookies.find(({ name }) => name === 'device')!.value;

describe('a crowd of a thousand lines', () => {
  it('closes a call for strangers, and for no device that an account was signed in on', async () => {
    const [one, other] = [await knownDevice(await register(app)), await knownDevice(await register(app))];
    for (let n = 0; n < LINES * 3; n += 1) expect(await ask(lineOf(n % LINES))).not.toBe(429);
    expect(await ask('198.51.100.1')).toBe(429);
    // Wherever it stands, also on one of the crowd's own lines; and what nobody of ours has made is a stranger's.
    expect(await ask('198.51.100.1', one)).not.toBe(429);
    expect(await ask(lineOf(1), one)).not.toBe(429);
    expect(await ask('198.51.100.1', `${one.slice(0, -1)}${one.endsWith('A') ? 'B' : 'A'}`)).toBe(429);
    expect(await ask('198.51.100.1', `${'x'.repeat(16)}${one.slice(16)}`)).toBe(429);

    // One account has an end, on however many devices and lines, and uses up nobody else's.
    for (let n = 0; n < 28; n += 1) expect(await ask(lineOf(n), one)).not.toBe(429);
    expect(await ask('198.51.100.1', one)).toBe(429);
    expect(await ask('198.51.100.1', other)).not.toBe(429);
    app.clock.advance(60_000);
    expect(await ask('198.51.100.1')).not.toBe(429);
  });

  it('that types passwords keeps no known device from its sign-in, and no session from its PIN', async () => {
    const person = await register(app);
    const device = await knownDevice(person);
    const { accessToken } = await signIn(app, person);
    // Two at a time, two hundred wait, and who is turned away comes again.
    let isOver = false;
    const stranger = async (): Promise<void> => {
      while (!isOver) {
        await inHashingTurn(soon).catch(() => undefined);
        await soon();
      }
    };
    const crowd = Array.from({ length: 400 }, stranger);
    expect(told(await signInAt(person))).toBe('429 err_too_many');
    const pin = call(
      app,
      'POST',
      'member/security/modify',
      { old_security_pin: '999999', member_security_pin: '918273', confirm_security_pin: '918273' },
      bearer(accessToken),
    );
    const [known, session] = await Promise.all([signInAt(person, device), pin]);
    isOver = true;
    expect([told(known), told(session)]).toEqual(['200', '422 err_old_pin']);
    await Promise.all(crowd);
  });
});
