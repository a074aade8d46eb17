import { Writable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { bearer, call, PASSWORD, patiently, PIN, register, signIn } from '../../test/people.ts';
import { createLog } from '../base/log.ts';
import { freezeMember, unfreezeMember } from '../modules/member/member-account.command.ts';
import { SECURITY_EVENTS } from './security-event.ts';

interface Line {
  security?: string;
  level: string;
  msg: string;
  member_id?: string;
  address_hash?: string;
  count?: number;
}

let app: TestApp;
let written = '';
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk.toString();
      done();
    },
  });
  app = await testApp({ log: createLog('info', stream) });
});
afterAll(() => app.close());

const lines = (): Line[] =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
/** What was noted while the work ran, as event and member. */
const during = async (work: () => Promise<unknown>): Promise<Line[]> => {
  const before = lines().length;
  await work();
  return lines()
    .slice(before)
    .filter(({ security }) => security !== undefined);
};
const names = (noted: Line[]) => noted.map(({ security }) => security);
const counted = async (event: keyof typeof SECURITY_EVENTS, name = 'security_events_total'): Promise<number> => {
  const metric = await app.context.metrics.getSingleMetric(name)!.get();
  return metric.values.find(({ labels }) => labels['event'] === event)!.value;
};
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  call(app, 'POST', 'member/login', { member_email: email, member_password: password }, headers);

describe('security events', () => {
  it('name a failed sign-in and the lock, with the member where there is one, and the address as a hash', async () => {
    const person = await register(app);
    const noted = await during(async () => {
      await patiently(app, 11, () => login(person.email, 'Wrong#Pass1'));
      await login('stranger@example.com', 'Wrong#Pass1');
    });
    expect(names(noted)).toEqual([...Array(10).fill('sign_in_failed'), 'sign_in_locked', 'sign_in_failed']);
    expect(noted[0]).toMatchObject({ level: 'warn', msg: 'security event', member_id: String(person.memberId) });
    expect(noted.at(-1)).not.toHaveProperty('member_id');
    expect(noted.every(({ address_hash: hash }) => /^[0-9a-f]{16}$/.test(hash ?? ''))).toBe(true);
    expect(await counted('sign_in_locked')).toBe(1);
  });

  it('name wrong PINs, codes and vouchers with the lock that follows, wherever they are typed', async () => {
    const person = await register(app);
    const { accessToken } = await signIn(app, person);
    const post = (path: string, body: object) =>
      call(app, 'POST', path, body, { ...bearer(accessToken), 'idempotency-key': randomUUID() });
    const place = {
      member_bank_type: 1,
      member_bank_network: 'BEP20',
      member_bank_number: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    };
    const noted = await during(async () => {
      await post('member/modifyWithdraw/request/code', { ...place, member_security_pin: PIN });
      await post('member/withdrawal/modify', { ...place, verify_code: '000000', member_security_pin: PIN });
      for (let n = 0; n < 6; n += 1) await post('voucher/package/redeem', { voucher_code: `AAAA-BBBB-CCC${n}` });
      await post('member/password/modify', {
        old_password: 'Wrong#Pass1',
        member_password: 'Evening!2027',
        confirm_password: 'Evening!2027',
      });
      for (let n = 0; n < 5; n += 1)
        await post('member/security/modify', {
          old_security_pin: '000001',
          member_security_pin: '975310',
          confirm_security_pin: '975310',
        });
    });
    expect(names(noted)).toEqual([
      'code_wrong',
      ...Array(5).fill('voucher_wrong'),
      'voucher_locked',
      'old_password_wrong',
      ...Array(5).fill('pin_wrong'),
      'pin_locked',
    ]);
    expect(new Set(noted.map(({ member_id: id }) => id))).toEqual(new Set([String(person.memberId)]));
  });

  it('name pages of other sites, frozen accounts, a sign-in to one, and a refresh token that came back', async () => {
    const person = await register(app);
    const { refreshToken } = await signIn(app, person);
    const input = { memberId: person.memberId, actor: 'operator:ana' as const, reason: 'test' };
    const noted = await during(async () => {
      await login(person.email, person.password, { 'sec-fetch-site': 'cross-site' });
      await call(app, 'POST', 'member/refresh', { refreshToken });
      app.clock.advance(11_000);
      await call(app, 'POST', 'member/refresh', { refreshToken });
      await freezeMember(app.context, input);
      await login(person.email, person.password);
      await unfreezeMember(app.context, input);
    });
    expect(names(noted)).toEqual([
      'origin_refused',
      'refresh_reused',
      'account_frozen',
      'frozen_sign_in',
      'account_unfrozen',
    ]);
  });

  it('alarm once when one machine guesses at many accounts, each below its own limit', async () => {
    app.clock.advance(3_600_000);
    const noted = await during(async () => {
      for (let n = 0; n < 250; n += 1) app.context.security.note('pin_wrong', { memberId: BigInt(n) });
    });
    expect(noted.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ security: 'pin_wrong', count: 100 }),
    ]);
    // A flood is counted whole and written in part.
    expect(noted.filter(({ level }) => level === 'warn')).toHaveLength(60);
    expect(await counted('pin_wrong')).toBe(255);
    expect(await counted('pin_wrong', 'security_alarms_total')).toBe(1);
    app.clock.advance(10 * 60_000);
    const later = await during(async () => {
      for (let n = 0; n < 99; n += 1) app.context.security.note('pin_wrong', { memberId: BigInt(n) });
    });
    expect(later.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('are counted by name from the start, and no line holds a secret', async () => {
    for (const event of Object.keys(SECURITY_EVENTS) as (keyof typeof SECURITY_EVENTS)[])
      expect(await counted(event)).toBeGreaterThanOrEqual(0);
    expect(lines().length).toBeGreaterThan(50);
    for (const secret of [PASSWORD, PIN, 'Wrong#Pass1', '975310', '000001', 'AAAA', '127.0.0.1', '@example.com'])
      expect(written).not.toContain(secret);
  });
});
