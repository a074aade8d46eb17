import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD_TRIES, passwordPauseS } from '@minerx/rules/member';
import PostalMime, { type Email } from 'postal-mime';
import { seedReference } from '../src/seed/reference.ts';
import { outboxTopics } from '../src/jobs/outbox-topics.ts';
import { drainOutbox } from '../src/jobs/outbox.ts';
import { RESET_DELAY_MS } from '../src/modules/member/security/password-reset.command.ts';
import type { TestApp } from './app.ts';
import { createPool } from '../src/db/pool.ts';
import type { TestDatabase } from '../src/db/test-database.ts';

/** What a call answered. */
export interface Answer {
  status: number;
  body: { result?: Record<string, never>; err_code?: string; err_fields?: Record<string, string> };
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
}

/** What came of a call: `200`, or its status and why. */
export const told = ({ status, body }: Pick<Answer, 'status' | 'body'>): string =>
  status === 200 ? '200' : `${status} ${body.err_code}`;

export const call = async (
  app: TestApp,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await app.http.inject({ method, url: `/api/${path}`, ...(body ? { payload: body } : {}), headers });
  return {
    status: answer.statusCode,
    body: answer.json(),
    headers: answer.headers,
    text: answer.body,
    cookies: answer.cookies,
  };
};

/** What was read of each app's mails: a mail that is there is whole, and stays as it is. */
const readMails = new WeakMap<TestApp, Map<string, Email>>();

/** Works the outbox off and gives every mail that was ever written, oldest first. */
export const mailsOf = async (app: TestApp): Promise<Email[]> => {
  // What waits a random moment is due as well.
  const expiryClock = { ...app.context.expiryClock, now: () => app.context.expiryClock.now() + RESET_DELAY_MS };
  await drainOutbox({ ...app.context, expiryClock }, outboxTopics(app.context));
  const files = (await readdir(app.mailDir).catch(() => [])).filter((file) => file.endsWith('.eml'));
  // In the order in which they were queued: of two that leave together the shorter one is written first.
  const rowOf = (file: string): number => Number(/\.(\d+)\.eml$/.exec(file)?.[1] ?? Infinity);
  const known = readMails.get(app) ?? new Map<string, Email>();
  readMails.set(app, known);
  return Promise.all(
    files
      .sort((a, b) => rowOf(a) - rowOf(b))
      .map(async (file) => {
        const mail = known.get(file) ?? (await new PostalMime().parse(await readFile(join(app.mailDir, file))));
        known.set(file, mail);
        return mail;
      }),
  );
};

/** The six digits of the last verification mail to an address; waits while another drain still writes the mail. */
export const codeFor = async (app: TestApp, email: string): Promise<string> => {
  for (let tries = 0; tries < 1000; tries += 1) {
    const mails = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === email));
    const code = mails.flatMap(({ text }) => /^(\d{6})$/m.exec(text ?? '')?.[1] ?? []).at(-1);
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return '';
};

/** Wrong passwords one after the other, each when the pause before it is over. */
export const patiently = async <T>(
  app: TestApp,
  tries: number,
  attempt: (place: number) => Promise<T>,
): Promise<T[]> => {
  const answers: T[] = [];
  for (let place = 0; place < tries; place += 1) {
    app.clock.advance(passwordPauseS(PASSWORD_TRIES - 1) * 1000);
    answers.push(await attempt(place));
  }
  return answers;
};

export const PASSWORD = 'Sunrise#2026';
export const PIN = '246810';

export interface Person {
  email: string;
  password: string;
  pin: string;
}

let people = 0;

/** The sign-up form of a new person from Malaysia. */
export const formOf = async (app: TestApp, email: string, more: Record<string, unknown> = {}) => {
  const { rootReferralCode } = await seedReference(app.context.pool);
  const { rows } = await app.context.pool.query<{ id: number }>(`SELECT id FROM country WHERE iso2 = 'MY'`);
  return {
    country: rows[0]!.id,
    member_detail_mobile: '123456789',
    member_detail_fullname: 'Aisyah Tan',
    member_email: email,
    referral_code: rootReferralCode,
    member_password: PASSWORD,
    member_security_pin: PIN,
    verify_code: '000000',
    tnc: true,
    ...more,
  };
};

/** Registers somebody the way everybody registers: by the code of the mail. */
export const register = async (
  app: TestApp,
  input: Partial<Person> & { fullName?: string } = {},
): Promise<Person & { memberId: bigint }> => {
  const email = input.email ?? `person${(people += 1)}@example.com`;
  const person = { email, password: input.password ?? PASSWORD, pin: input.pin ?? PIN };
  const form = await formOf(app, email, {
    member_password: person.password,
    member_security_pin: person.pin,
    ...(input.fullName ? { member_detail_fullname: input.fullName } : {}),
  });
  await call(app, 'POST', 'member/signup/request/code', {
    member_username: form.member_detail_fullname,
    member_email: email,
  });
  const verify_code = await codeFor(app, email);
  const answer = await call(
    app,
    'POST',
    'member/signup',
    { ...form, verify_code },
    { 'idempotency-key': randomUUID() },
  );
  if (answer.status !== 200) throw new Error(answer.text);
  const { rows } = await app.context.pool.query<{ id: bigint }>('SELECT id FROM member WHERE email = $1', [email]);
  return { ...person, memberId: rows[0]!.id };
};

export interface SignedIn {
  accessToken: string;
  refreshToken: string;
}

export const signIn = async (
  app: TestApp,
  { email, password }: Omit<Person, 'pin'>,
  userAgent = 'test',
): Promise<SignedIn> => {
  const answer = await call(
    app,
    'POST',
    'member/login',
    { member_email: email, member_password: password },
    { 'user-agent': userAgent },
  );
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.result as unknown as SignedIn;
};

export const bearer = (accessToken: string): { authorization: string } => ({ authorization: `Bearer ${accessToken}` });

/** Somebody who has just registered, with the token of a session. */
export type Somebody = Person & { memberId: bigint; token: string };
export const somebody = async (app: TestApp): Promise<Somebody> => {
  const made = await register(app);
  return { ...made, token: (await signIn(app, made)).accessToken };
};

/** Nobody has tried anything: what only the owner of the database can say. */
export const clearCounts = async ({ ownerUrl }: TestDatabase): Promise<void> => {
  const owner = createPool(ownerUrl, { max: 1 });
  await owner.query('DELETE FROM attempt');
  await owner.end();
};
