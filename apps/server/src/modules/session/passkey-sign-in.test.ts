import { ADDRESS_TRIES } from '@minerx/rules/member';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { addPasskey, challengeOf, withPasskey } from '../../../test/factor/passkeys.ts';
import { bearer, call, mailsOf, somebody, told, type Answer } from '../../../test/people.ts';
import { postWith, signInWith } from '../../../test/factor/second-factors.ts';
import { runShell } from '../../../test/operator/shell.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const begin = async (): Promise<string> =>
  ((await call(app, 'POST', 'member/login/passkey/begin')).body.result as unknown as { passkey_challenge: string })
    .passkey_challenge;
const signInBy = (passkey: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(app, 'POST', 'member/login/passkey', { passkey }, headers);
/** How often a passkey's counter was said not to have risen. */
const countSuspected = async (): Promise<string> =>
  /event="passkey_counter"\} (\d+)/.exec(
    await app.context.metrics.getSingleMetricAsString('security_events_total'),
  )?.[1] ?? '0';
const subjectsTo = async (email: string): Promise<(string | undefined)[]> =>
  (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === email)).map(({ subject }) => subject);

describe('signing in with a passkey', () => {
  // proves 7: POST member/login/passkey/begin, POST member/login/passkey
  it('needs nothing else, opens a session as the password does, and tells of a new device by mail', async () => {
    const { who, passkey } = await withPasskey(app);
    const other = await withPasskey(app);
    const signedIn = await signInBy(passkey.answer(await begin()), { 'user-agent': 'a new phone' });
    expect(told(signedIn)).toBe('200');
    const { accessToken } = signedIn.body.result as unknown as { accessToken: string };
    const profile = await call(app, 'GET', 'member/profile', undefined, bearer(accessToken));
    expect(JSON.stringify(profile.body.result)).toContain(who.email);
    expect((await subjectsTo(who.email)).at(-1)).toMatch(/new sign-in/i);
    const headers = { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' };
    const byCookie = await signInBy(other.passkey.answer(await begin()), headers);
    expect(byCookie.body.result).toMatchObject({ refreshToken: '' });
    expect(byCookie.cookies.map(({ name }) => name).sort()).toEqual([
      expect.stringContaining('device'),
      expect.stringContaining('session'),
    ]);
  });

  it('takes each challenge once, of fifty at once, for two minutes, and none that was for something else', async () => {
    const { who, passkey } = await withPasskey(app);
    const answer = passkey.answer(await begin());
    const many = await Promise.all(Array.from({ length: 50 }, () => signInBy(answer)));
    expect(many.map(told).filter((each) => each === '200')).toHaveLength(1);
    app.clock.advance(60 * 60_000 + 1);
    expect(told(await signInBy(answer))).toBe('422 err_passkey_wrong');
    const late = await begin();
    app.clock.advance(2 * 60_000 + 1);
    expect(told(await signInBy(passkey.answer(late)))).toBe('422 err_passkey_wrong');
    const ofPassword = challengeOf(await signInWith(app, who));
    expect(told(await signInBy(passkey.answer(ofPassword)))).toBe('422 err_passkey_wrong');
    expect(told(await signInWith(app, who, passkey.answer(await begin())))).toBe('422 err_passkey_wrong');
    for (const way of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }])
      expect(told(await signInBy(passkey.answer(await begin(), way)))).toBe('422 err_passkey_wrong');
  });

  it.each([
    ['is checked', 'SELECT FROM passkey WHERE member_id = $1 FOR NO KEY UPDATE'],
    ['opens a session', 'SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE'],
  ])('opens no session for a passkey that is taken away while it %s, and suspects no copy', async (_, hold) => {
    const { who, passkey } = await withPasskey(app);
    const { pool } = app.context;
    const answer = passkey.answer(await begin());
    const suspected = await countSuspected();
    const taker = await pool.connect();
    await taker.query('BEGIN');
    await taker.query(hold, [who.memberId]);
    const signedIn = signInBy(answer);
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await taker.query("UPDATE passkey SET ended_at = now(), end_seal = '0' WHERE member_id = $1", [who.memberId]);
    await taker.query('COMMIT');
    taker.release();
    expect(told(await signedIn)).toBe('422 err_passkey_wrong');
    expect(await countSuspected()).toBe(suspected);
  });

  it('counts wrong ones for the address alone, and notes them', async () => {
    const { who, passkey } = await withPasskey(app);
    app.clock.advance(60 * 60_000 + 1);
    const challenge = await begin();
    const answers: string[] = [];
    for (let tries = 0; tries <= ADDRESS_TRIES && !answers.at(-1)?.startsWith('429'); tries += 1)
      answers.push(told(await signInBy(passkey.answer(challenge, { verified: false }))));
    expect(answers.at(-1)).toMatch(/^429/);
    expect(told(await signInBy(passkey.answer(await begin())))).toMatch(/^429/);
    const { rows } = await app.context.pool.query('SELECT FROM attempt WHERE subject LIKE $1 AND failures > 0', [
      `%:${who.memberId}`,
    ]);
    expect(rows).toEqual([]);
    const events = await app.context.metrics.getSingleMetricAsString('security_events_total');
    expect(events).toMatch(/event="passkey_wrong"\} [1-9]/);
    app.clock.advance(60 * 60_000 + 1);
    expect(told(await signInBy(passkey.answer(await begin())))).toBe('200');
  });

  it('asks anew for one that lay open for too long, and counts it for nobody', async () => {
    const { passkey } = await withPasskey(app);
    app.clock.advance(60 * 60_000 + 1);
    let challenge = await begin();
    for (let tries = 0; tries <= ADDRESS_TRIES; tries += 1) {
      app.clock.advance(2 * 60_000 + 1);
      const late = await signInBy(passkey.answer(challenge));
      expect(told(late)).toBe('422 err_passkey_wrong');
      challenge = challengeOf(late);
    }
    expect(told(await signInBy(passkey.answer(challenge)))).toBe('200');
  });

  it('lets no frozen member in', async () => {
    const { who, passkey } = await withPasskey(app);
    await runShell(app.context, ['member', 'freeze', '--email', who.email, '--reason', 'test']);
    expect(told(await signInBy(passkey.answer(await begin())))).toBe('403 err_account_frozen');
  });

  it('is still asked of whoever has set password and PIN by mail, and makes nothing leave before its time', async () => {
    const who = await somebody(app);
    const { passkey } = await addPasskey(app, who, who.token);
    await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
    const mail = (await mailsOf(app)).findLast(({ to }) => to?.some(({ address }) => address === who.email));
    const [, id] = /resetPassword\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
    const next = { member_password: 'Evening#2027', confirm_password: 'Evening#2027' };
    const pins = { member_security_pin: '135790', confirm_pin: '135790' };
    expect(told(await call(app, 'POST', 'member/resetPassword', { id, ...next, ...pins }))).toBe('200');
    expect(told(await signInWith(app, { email: who.email, password: 'Evening#2027' }))).toBe('403 err_second_factor');
    const signedIn = await signInBy(passkey.answer(await begin()));
    const { accessToken } = signedIn.body.result as unknown as { accessToken: string };
    const body = { btapay_id: 'thief@pay', member_security_pin: '135790' };
    const save = (factor?: string) => postWith(app, accessToken, 'member/btapay/modify', body, factor);
    const refused = await save();
    expect(told(refused)).toBe('403 err_second_factor');
    expect(told(await save(passkey.answer(challengeOf(refused))))).toBe('422 err_recent_reset');
  });
});
