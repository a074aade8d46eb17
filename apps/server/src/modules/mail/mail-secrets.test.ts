import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { call, mailsOf, register } from '../../../test/people.ts';
import { outboxTopics } from '../../jobs/outbox-topics.ts';
import { drainOutbox } from '../../jobs/outbox.ts';
import { RESET_DELAY_MS } from '../member/security/password-reset.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Everything that the database holds, as whoever reads a dump of it sees it; moments aside. */
const dump = async (): Promise<string> => {
  const { rows } = await app.context.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const tables = await Promise.all(
    rows.map(({ name }) => app.context.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  const text = tables.flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
  return text.replaceAll(/\d{2}:\d{2}:\d{2}\.\d+/g, '');
};

const askCode = async (email: string): Promise<void> => {
  const form = { member_username: 'New Member', member_email: email };
  expect((await call(app, 'POST', 'member/signup/request/code', form)).status).toBe(200);
};

/** A code for a newcomer, a reset link and a freeze link: all of them wait in the outbox. */
const queueSecrets = async (): Promise<void> => {
  const person = await register(app, { email: 'known@example.com' });
  await mailsOf(app);
  await askCode('new@example.com');
  await call(app, 'POST', 'member/forgotPassword', { member_email: person.email });
  await app.context.pool.query(
    `INSERT INTO outbox (topic, payload) VALUES ('lock_mail', jsonb_build_object('kind', 'pin', 'memberId', $1::text, 'at', $2::float8))`,
    [person.memberId, app.clock.now()],
  );
  // What makes the mails runs; what sends them does not.
  const expiryClock = { ...app.context.expiryClock, now: () => app.context.expiryClock.now() + RESET_DELAY_MS };
  const { mail: _, ...making } = outboxTopics(app.context);
  await drainOutbox({ ...app.context, expiryClock }, making);
};

it('no code and no link of a mail that waits can be read in the database', async () => {
  await queueSecrets();
  const before = await dump();
  expect(before).toContain('new@example.com');
  const known = (await mailsOf(app)).map(({ text }) => text ?? '').slice(-3);
  const secrets = known.flatMap((text) => [
    ...[...text.matchAll(/^(\d{6})$/gm)].map(([, code]) => code!),
    ...[...text.matchAll(/\/(?:resetPassword|freezeAccount)\/([\w-]{22})/g)].map(([, token]) => token!),
  ]);
  expect(secrets).toHaveLength(3);
  for (const secret of secrets) expect(before).not.toMatch(new RegExp(`(?<![\\w])${secret}(?![\\w])`));
  // Sent, and gone.
  expect((await app.context.pool.query(`SELECT FROM outbox WHERE topic = 'mail'`)).rows).toEqual([]);
});

it('a mail goes to nobody when another address is written into its row', async () => {
  await askCode('victim@example.com');
  await app.context.pool.query(
    `UPDATE outbox SET payload = jsonb_set(payload, '{to,address}', '"thief@example.com"') WHERE topic = 'mail'`,
  );
  const addresses = (await mailsOf(app)).flatMap(({ to }) => to?.map(({ address }) => address));
  expect(addresses).not.toContain('thief@example.com');
  expect((await app.context.pool.query(`SELECT last_error FROM outbox WHERE topic = 'mail'`)).rows).toEqual([
    { last_error: 'fault' },
  ]);
});
