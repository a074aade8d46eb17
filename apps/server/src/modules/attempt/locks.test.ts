import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { enrol } from '../../../test/factor/second-factors.ts';
import { addOperators, emailOf } from '../../../test/operator/operators.ts';
import { bearer, formOf, PASSWORD, register, signIn, type Person } from '../../../test/people.ts';
import { createLog } from '../../base/log.ts';
import { visitorOf } from '../../security/visitor.ts';
import {
  addressCounts,
  ATTEMPT_RULES,
  codeSubject,
  exportSubject,
  factorSubject,
  linksSubject,
  loginSubject,
  operatorSubject,
  pinSubject,
  recipientSubject,
  type AttemptRuleName,
} from './attempt-rule.ts';
import { writeCount } from './attempt.store.ts';

let app: TestApp;
/** A second process: the same database, and nothing that the two tell each other. */
let other: TestApp;
let written = '';
let who: Person & { memberId: bigint };
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk.toString();
      done();
    },
  });
  const log = createLog('info', stream);
  app = await testApp({ log });
  other = await testApp({ log, database: app.database, env: app.context.env });
  await addOperators(app);
  who = await register(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const pass = (ms: number): void => {
  for (const { clock } of [app, other]) clock.advance(ms);
};

/** One try that is wrong, and whose count it is. */
interface Wrong {
  subject: string;
  once: () => Promise<unknown>;
}

let calls = 0;
/** To each of the two in turn. */
const post = (path: string, payload: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  [app, other][(calls += 1) % 2]!.http.inject({ method: 'POST', url: `/api/${path}`, payload, headers, remoteAddress });
const headersOf = async (): Promise<Record<string, string>> => ({
  ...bearer((await signIn(app, who)).accessToken),
  'idempotency-key': randomUUID(),
});
let strangers = 0;
const stranger = (): string => `stranger${(strangers += 1)}@example.com`;
const login = (member_email: string, address?: string) =>
  post('member/login', { member_email, member_password: 'Wrong#Pass1' }, {}, address);
const askCode = (address: string) =>
  post('member/signup/request/code', { member_username: 'Ana', member_email: stranger() }, {}, address);

const askLink = (member_email: string, headers: Record<string, string>, address?: string) =>
  post('member/forgotPassword', { member_email }, headers, address);

/** Every rule that locks has its row: whoever adds one adds the way to it. */
const WRONG: Record<AttemptRuleName, () => Promise<Wrong> | Wrong> = {
  password: async () => {
    const { email } = await register(app);
    return { subject: loginSubject(email), once: () => login(email) };
  },
  operator: () => ({
    subject: operatorSubject(emailOf('support'), null),
    once: () => post('operator/sign-in', { email: emailOf('support'), password: 'Wrong#Pass1', factor: '000000' }),
  }),
  pin: async () => {
    const headers = await headersOf();
    const form = { old_security_pin: '000001', member_security_pin: '975310', confirm_security_pin: '975310' };
    return { subject: pinSubject(who.memberId), once: () => post('member/security/modify', form, headers) };
  },
  factor: async () => {
    const member = await register(app);
    await enrol(app, member, (await signIn(app, member)).accessToken);
    const form = { member_email: member.email, member_password: PASSWORD };
    return {
      subject: factorSubject(member.memberId),
      once: () => post('member/login', form, { 'x-second-factor': 'not a code' }),
    };
  },
  code: async () => {
    const email = stranger();
    await post('member/signup/request/code', { member_username: 'Ana', member_email: email });
    return {
      subject: codeSubject({ purpose: 'signup', emailKey: email }),
      once: async () => post('member/signup', await formOf(app, email), { 'idempotency-key': randomUUID() }),
    };
  },
  address: () => {
    const address = '203.0.113.7';
    return { subject: addressCounts(address)[0]!.subject, once: () => login(stranger(), address) };
  },
  site: () => {
    const address = '2001:db8:7::1';
    return { subject: addressCounts(address)[1]!.subject, once: () => login(stranger(), address) };
  },
  codes_of_line: () => {
    const address = '203.0.113.8';
    return { subject: `codes:${visitorOf(address).network}`, once: () => askCode(address) };
  },
  codes_of_site: () => {
    const address = '2001:db8:8::1';
    return { subject: `codes:${visitorOf(address).site}`, once: () => askCode(address) };
  },
  links_of_visitor: () => {
    const [email, address] = [stranger(), '2001:db8:9::1'];
    return { subject: linksSubject(email, address, null), once: () => askLink(email, {}, address) };
  },
  links_of_device: async () => {
    const form = { member_email: who.email, member_password: PASSWORD };
    const { cookies } = await post('member/login', form, { 'x-session-transport': 'cookie' });
    const device = cookies.find(({ name }) => name === 'device')!.value;
    return {
      subject: linksSubject(who.email, '', device.split('.')[0]!),
      once: () => askLink(who.email, { cookie: `device=${device}` }),
    };
  },
  export: async () => {
    const headers = await headersOf();
    return {
      subject: exportSubject(who.memberId),
      once: () => post('member/data/export', { member_security_pin: who.pin }, headers),
    };
  },
  recipient: async () => {
    const headers = await headersOf();
    return {
      subject: recipientSubject(who.memberId),
      once: () => post('wallet/transfer/recipient', { recipient: 'nobody-of-this-name' }, headers),
    };
  },
  voucher: async () => {
    const headers = await headersOf();
    return {
      subject: `voucher:${who.memberId}`,
      once: () =>
        post(
          'voucher/package/redeem',
          { voucher_code: 'AAAA-BBBB-CCCC' },
          { ...headers, 'idempotency-key': randomUUID() },
        ),
    };
  },
};

/** How often each event was counted by both, as Prometheus reads it. */
const counted = async (): Promise<Record<string, number>> => {
  const total: Record<string, number> = {};
  for (const { http } of [app, other]) {
    const { body } = await http.inject({ url: '/metrics' });
    for (const [, event, count] of body.matchAll(/^security_events_total\{event="(\w+)"\} (\d+)$/gm))
      total[event!] = (total[event!] ?? 0) + Number(count);
  }
  return total;
};
const LOCKS = new Set<string>(Object.values(ATTEMPT_RULES).map(({ locked }) => locked));
const locksTold = (from: number): { security: string }[] =>
  written
    .slice(from)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { security: string; level: string })
    .filter(({ security, level }) => LOCKS.has(security) && level === 'warn');

describe('a lock', () => {
  it.each(Object.keys(ATTEMPT_RULES) as AttemptRuleName[])(
    'of %s holds over processes and is told once, in the log and on /metrics',
    async (rule) => {
      const { tries, locked } = ATTEMPT_RULES[rule];
      const { subject, once } = await WRONG[rule]();
      const now = app.clock.now();
      const almost = { failures: tries - 2, lockouts: 0, lockedUntil: null, updatedAt: new Date(now) };
      const { rows } = await app.context.pool.query<{ version: bigint }>(
        'SELECT version FROM attempt WHERE subject = $1',
        [subject],
      );
      expect(await writeCount(app.context.pool, app.context.env.pepper, subject, almost, rows[0]?.version ?? 0n)).toBe(
        true,
      );
      const [from, before] = [written.length, await counted()];
      await once();
      expect(locksTold(from)).toEqual([]);
      pass(60_000);
      await once();
      await once();
      expect(locksTold(from).map(({ security }) => security)).toEqual([locked]);
      expect((await counted())[locked]).toBe(before[locked]! + 1);
      expect(written.slice(from)).not.toMatch(
        /Wrong#Pass1|000001|AAAA-BBBB|nobody-of-this-name|stranger\d|203\.0\.113|2001:db8/,
      );
      pass(60_000);
    },
  );
});
