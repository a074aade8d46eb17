import { randomBytes } from 'node:crypto';
import { LANGUAGE_CODES, localeOf } from '@minerx/rules/wire-language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { enrol } from '../../../test/factor/second-factors.ts';
import { afterQuery } from '../../../test/whole/after-query.ts';
import { bearer, call, mailsOf, patiently, register, signIn } from '../../../test/people.ts';
import { inTransaction } from '../../db/transaction.ts';
import { writeCount } from '../attempt/attempt.store.ts';
import { signIn as signInCommand } from './sign-in.command.ts';
import { insertLink } from './sign-in.store.ts';

const NO_FACTOR = { code: undefined, call: 'member/login', key: undefined, body: '' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const attempt = (email: string, password: string) =>
  call(app, 'POST', 'member/login', { member_email: email, member_password: password });
const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/, '');

describe('signing in', () => {
  // proves 7: POST member/login
  // proves 8: err_login
  it('takes the email in any case and never says which of both was wrong', async () => {
    const person = await register(app);
    expect((await attempt(person.email.toUpperCase(), person.password)).status).toBe(200);
    expect((await attempt(`  ${person.email} `, person.password)).status).toBe(200);
    const wrongPassword = await attempt(person.email, 'Wrong#Pass1');
    const unknownEmail = await attempt('nobody@example.com', 'Wrong#Pass1');
    expect([wrongPassword.status, wrongPassword.body.err_code]).toEqual([401, 'err_login']);
    expect(withoutId(unknownEmail.text)).toBe(withoutId(wrongPassword.text));
  });

  // proves 8: err_login_locked
  it('locks after ten wrong passwords for fifteen minutes, known account or not, then for thirty', async () => {
    const person = await register(app);
    for (const email of [person.email, 'ghost@example.com']) {
      for (const { body } of await patiently(app, 10, () => attempt(email, 'Wrong#Pass1')))
        expect(body.err_code).toBe('err_login');
      const locked = await attempt(email, person.password);
      expect([locked.status, locked.body.err_code, locked.headers['retry-after']]).toEqual([
        429,
        'err_login_locked',
        '900',
      ]);
    }
    app.clock.advance(15 * 60_000);
    await patiently(app, 10, () => attempt(person.email, 'Wrong#Pass1'));
    expect((await attempt(person.email, person.password)).headers['retry-after']).toBe('1800');
    app.clock.advance(30 * 60_000);
    expect((await attempt(person.email, person.password)).status).toBe(200);
  });

  it('slows down from the fifth wrong password on, known account or not, without counting what comes too soon', async () => {
    app.clock.advance(2 * 3_600_000); // What the tests before have counted against this address is forgotten.
    const person = await register(app);
    for (const email of [person.email, 'spectre@example.com']) {
      const wrong = async () => {
        const { status, body, headers } = await attempt(email, 'Wrong#Pass1');
        return [status, body.err_code, headers['retry-after']];
      };
      for (let tries = 0; tries < 5; tries += 1) expect(await wrong()).toEqual([401, 'err_login', undefined]);
      for (const pauseS of [2, 4, 8, 16, 32]) {
        for (const password of ['Wrong#Pass1', person.password]) {
          const { status, body, headers } = await attempt(email, password);
          expect([status, body.err_code, headers['retry-after']]).toEqual([429, 'err_too_many', String(pauseS)]);
        }
        app.clock.advance(pauseS * 1000 - 1);
        expect(await wrong()).toEqual([429, 'err_too_many', '1']);
        app.clock.advance(1);
        expect(await wrong()).toEqual([401, 'err_login', undefined]);
      }
      // The tenth has set the lock.
      expect(await wrong()).toEqual([429, 'err_login_locked', '900']);
    }
  });

  it('is open at once to who waits the pause and then types the right one, and begins anew', async () => {
    app.clock.advance(2 * 3_600_000);
    const person = await register(app);
    for (let round = 0; round < 2; round += 1) {
      for (let wrong = 0; wrong < 5; wrong += 1)
        expect((await attempt(person.email, 'Wrong#Pass1')).body.err_code).toBe('err_login');
      app.clock.advance(2000);
      expect((await attempt(person.email, person.password)).status).toBe(200);
    }
  });

  it('starts counting anew after the right password: typos of a month lock nobody out', async () => {
    const person = await register(app);
    for (let round = 0; round < 3; round += 1) {
      for (const { body } of await patiently(app, 9, () => attempt(person.email, 'Wrong#Pass1')))
        expect(body.err_code).toBe('err_login');
      app.clock.advance(60_000);
      expect((await attempt(person.email, person.password)).status).toBe(200);
    }
  });

  it('opens no session with a password that was changed while it was being compared', async () => {
    const person = await register(app);
    let writes = 0;
    // The count is written when the try is taken, and when it was right.
    const pool = afterQuery(app.context.pool, /^attempt_write /, async () => {
      writes += 1;
      if (writes === 2)
        await app.context.pool.query(
          `UPDATE member SET password_hash = (SELECT password_hash FROM member WHERE username = 'root') WHERE id = $1`,
          [person.memberId],
        );
    });
    const input = { emailKey: person.email, password: person.password, factor: NO_FACTOR, deviceId: null };
    const from = { transport: 'body', device: 'test', address: '127.0.0.1' } as const;
    await expect(signInCommand({ ...app.context, pool }, input, from)).rejects.toMatchObject({ code: 'err_login' });
    expect(writes).toBe(2);
    const { rows } = await app.context.pool.query('SELECT FROM session WHERE member_id = $1', [person.memberId]);
    expect(rows).toHaveLength(0);
  });

  it('tells the owner by mail when wrong passwords have locked the account, and nobody else anything', async () => {
    app.clock.advance(2 * 3_600_000); // What the tests before have counted against this address is forgotten.
    const person = await register(app);
    const guessed = [person.email, 'phantom@example.com'];
    for (const email of guessed) await patiently(app, 12, () => attempt(email, 'Wrong#Pass1'));
    const told = (await mailsOf(app)).filter(({ subject }) => subject === 'Sign-in to your MinerX account is paused');
    const receivers = told.map(({ to }) => to?.[0]?.address ?? '');
    expect(receivers.filter((address) => guessed.includes(address))).toEqual([person.email]);
  });

  it('compares five of fifty guesses sent at once: the sixth has to wait', async () => {
    app.clock.advance(2 * 3_600_000);
    const person = await register(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(person.email, 'Wrong#Pass1')));
    expect(answers.filter(({ body }) => body.err_code === 'err_login')).toHaveLength(5);
    expect(answers.filter(({ body }) => body.err_code === 'err_too_many')).toHaveLength(45);
  });

  it('refuses an address that has guessed too often, whatever the account and whatever it claims to be forwarded for', async () => {
    const lonely = await testApp();
    const person = await register(lonely);
    let forwarded = 0;
    const guess = (email: string, password: string) =>
      call(
        lonely,
        'POST',
        'member/login',
        { member_email: email, member_password: password },
        { 'x-forwarded-for': `10.0.0.${(forwarded += 1)}` },
      );
    const wrong = (place: number) => guess(`guess${place}@example.com`, 'Wrong#Pass1');
    for (let place = 0; place < 50; place += 1) expect((await wrong(place)).body.err_code).toBe('err_login');
    // First it is slowed down, for a second.
    const slowed = await guess(person.email, person.password);
    expect([slowed.body.err_code, slowed.headers['retry-after']]).toEqual(['err_too_many', '1']);
    lonely.clock.advance(1000);
    expect((await guess(person.email, person.password)).status).toBe(200);
    const lockedAddresses = async () => {
      const { values } = await lonely.context.metrics.getSingleMetric('security_events_total')!.get();
      return values.find(({ labels }) => labels['event'] === 'address_locked')!.value;
    };
    await patiently(lonely, 49, wrong);
    expect(await lockedAddresses()).toBe(0);
    await patiently(lonely, 1, wrong);
    expect((await guess(person.email, person.password)).body.err_code).toBe('err_login_locked');
    expect(await lockedAddresses()).toBe(1);
    await lonely.close();
  });

  it('counts wrong passwords for the site too that an IPv6 line belongs to', async () => {
    const guessFrom = (address: string) =>
      signInCommand(
        app.context,
        { emailKey: `nobody@${address.length}.example`, password: 'Wrong#Pass1', factor: NO_FACTOR, deviceId: null },
        { transport: 'body', device: 'test', address },
      );
    const updatedAt = new Date(app.clock.now());
    const counted = { failures: 999, lockouts: 0, lockedUntil: null, updatedAt };
    await writeCount(app.context.pool, app.context.env.pepper, 'address:2001:db8:1::/48', counted, 0n);
    await expect(guessFrom('2001:db8:1:1::1')).rejects.toMatchObject({ code: 'err_login' });
    // Another address of the line, another mailbox: they count together.
    await expect(guessFrom('2001:db8:1:1::22')).rejects.toMatchObject({ code: 'err_login_locked' });
    await expect(guessFrom('2001:db8:1:2::1')).rejects.toMatchObject({ code: 'err_login_locked' });
    await expect(guessFrom('2001:db8:2:1::1')).rejects.toMatchObject({ code: 'err_login' });
  });

  it('refuses a frozen member only to who knows the password, and ends the session at its next refresh', async () => {
    const person = await register(app);
    const session = await signIn(app, person);
    await app.context.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [person.memberId]);
    expect((await attempt(person.email, 'Wrong#Pass1')).body.err_code).toBe('err_login');
    const frozen = await attempt(person.email, person.password);
    expect([frozen.status, frozen.body.err_code]).toEqual([403, 'err_account_frozen']);
    // In each language it says where to write.
    for (const code of LANGUAGE_CODES) {
      const body = { member_email: person.email, member_password: person.password };
      const { text } = await call(app, 'POST', 'member/login', body, { 'accept-language': localeOf(code) });
      expect(text).toContain(app.context.env.brand.supportEmail);
    }
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: session.refreshToken })).body.err_code).toBe(
      'err_session_ended',
    );
  });

  it('tells the member by mail, with a way to freeze the account, about a device that has no mark, whatever it calls itself', async () => {
    const person = await register(app);
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
    const about = async () =>
      (await mailsOf(app)).filter(
        ({ to, subject }) => to?.[0]?.address === person.email && subject?.includes('New sign-in'),
      );
    const inBrowser = (cookie: string) =>
      call(
        app,
        'POST',
        'member/login',
        { member_email: person.email, member_password: person.password },
        { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin', 'user-agent': chrome, cookie },
      );
    const own = (await inBrowser('')).cookies.find(({ name }) => name === 'device')!.value;
    expect(await about(), 'nor about the first one').toHaveLength(0);
    expect((await inBrowser(`device=${own}`)).status).toBe(200);
    expect(await about()).toHaveLength(0);
    expect((await inBrowser('')).status).toBe(200);
    const [mail, ...more] = await about();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Device: Chrome, Windows');
    expect(mail?.text).toMatch(/\/freezeAccount\/[\w-]{20,}/);
  });
});

describe('a sign-in link', () => {
  const issue = async (memberId: bigint): Promise<string> => {
    const link = randomBytes(16).toString('base64url');
    const now = app.clock.now();
    await inTransaction(app.context.pool, (tx) =>
      insertLink(tx, app.context.env.pepper, {
        token: link,
        purpose: 'redirect',
        memberId,
        at: new Date(now),
        expiresAt: new Date(now + 120_000),
      }),
    );
    return link;
  };
  const use = (link: string) => call(app, 'GET', `member/redirect?id=${link}`);

  // proves 7: GET member/redirect
  it('signs in once, within two minutes', async () => {
    const person = await register(app);
    const link = await issue(person.memberId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(link)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    const { accessToken } = good[0]!.body.result as unknown as { accessToken: string };
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(accessToken))).status).toBe(200);
    const late = await issue(person.memberId);
    app.clock.advance(120_000);
    expect((await use(late)).body.err_code).toBe('err_link_invalid');
    expect((await use('unknown-link')).body.err_code).toBe('err_link_invalid');
    // A browser keeps the mark of a known device, as after any sign-in.
    const headers = { 'x-session-transport': 'cookie' };
    const inBrowser = async () =>
      call(app, 'GET', `member/redirect?id=${await issue(person.memberId)}`, undefined, headers);
    const device = (await inBrowser()).cookies.find(({ name }) => name === 'device')!.value;
    const wrong = { member_email: person.email, member_password: 'Wrong#Pass1' };
    await patiently(app, 10, () => call(app, 'POST', 'member/login', wrong));
    const again = (more: object) =>
      call(app, 'POST', 'member/login', { member_email: person.email, member_password: person.password }, { ...more });
    expect((await again({})).body.err_code).toBe('err_login_locked');
    expect((await again({ cookie: `device=${device}` })).status).toBe(200);
  });

  it('stands for the password alone: who has a second factor shows it, and a wrong one uses nothing up', async () => {
    const person = await register(app);
    const { accessToken } = await signIn(app, person);
    const phone = await enrol(app, person, accessToken);
    const link = await issue(person.memberId);
    const show = async (factor?: string) => {
      const headers: Record<string, string> = factor === undefined ? {} : { 'x-second-factor': factor };
      const { status, body } = await call(app, 'GET', `member/redirect?id=${link}`, undefined, headers);
      return body.err_code ?? status;
    };
    expect(await show()).toBe('err_second_factor');
    expect(await show('000000')).toBe('err_factor_wrong');
    const code = phone.next();
    expect(await show(code)).toBe(200);
    expect(await show(phone.next())).toBe('err_link_invalid');
    // It opened one session and no more, and nothing was asked of whoever has no link.
    expect((await use('unknown-link')).body.err_code).toBe('err_link_invalid');
  });
});
