import { DAY_MS } from '@minerx/rules/duration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { KEPT_DAYS } from '@minerx/rules/terms';
import { clearCounts, call, mailsOf, register, signIn } from '../../../test/people.ts';
import { sweepExpired } from './sweep.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const counts = async () =>
  (
    await app.context.pool.query(
      `SELECT (SELECT count(*)::int FROM session) AS sessions, (SELECT count(*)::int FROM session WHERE ended_at IS NULL) AS open,
              (SELECT count(*)::int FROM refresh_token) AS tokens, (SELECT count(*)::int FROM email_code) AS codes,
              (SELECT count(*)::int FROM one_use_link) AS links`,
    )
  ).rows[0];

it('what nothing asks for any more goes: sessions later than their tokens', async () => {
  const person = await register(app);
  await signIn(app, person);
  await call(app, 'POST', 'member/forgotPassword', { member_email: person.email });
  await mailsOf(app);
  const all = { sessions: 1, open: 1, tokens: 1, codes: 1, links: 1 };
  await sweepExpired(app.context);
  expect(await counts()).toEqual(all);
  app.clock.advance(3 * DAY_MS);
  await sweepExpired(app.context);
  expect(await counts()).toEqual({ ...all, codes: 0, links: 0 });
  app.clock.advance(6 * DAY_MS);
  await sweepExpired(app.context);
  expect(await counts()).toEqual({ sessions: 1, open: 0, tokens: 0, codes: 0, links: 0 });
  app.clock.advance(90 * DAY_MS);
  await sweepExpired(app.context);
  expect(await counts()).toEqual({ sessions: 0, open: 0, tokens: 0, codes: 0, links: 0 });
});

it('counts of tries go after two days, those of PINs and second factors after thirty; never before, whoever asks', async () => {
  const { pool } = app.context;
  await clearCounts(app.database);
  const put = (subject: string, ageDays: number, lockedDays?: number) =>
    pool.query('INSERT INTO attempt (subject, failures, updated_at, locked_until) VALUES ($1, 1, $2, $3)', [
      subject,
      new Date(Date.now() - ageDays * DAY_MS),
      lockedDays === undefined ? null : new Date(Date.now() - lockedDays * DAY_MS),
    ]);
  const { codes, pinFailures } = KEPT_DAYS;
  await put('login:old', codes + 0.1);
  await put('login:new', codes - 0.1);
  await put('login:locked', codes + 0.1, codes - 0.1);
  for (const kind of ['pin', 'factor']) {
    await put(`${kind}:old`, pinFailures + 0.1);
    await put(`${kind}:new`, pinFailures - 0.1);
  }
  const kept = async () =>
    (await pool.query<{ subject: string }>('SELECT subject FROM attempt ORDER BY subject')).rows.map(
      (row) => row.subject,
    );
  await pool.query('SELECT forget_attempts($1)', [new Date(Date.now() + 900 * DAY_MS)]);
  const left = ['factor:new', 'login:locked', 'login:new', 'pin:new'];
  expect(await kept()).toEqual(left);
  // And the hourly sweep is who asks for it, by its own clock.
  await put('login:older', codes + 3);
  app.clock.set(new Date().toISOString());
  await sweepExpired(app.context);
  expect(await kept()).toEqual(left);
});

it('refusals that nobody asks about any more go after a week; what was done stays for ever', async () => {
  const { pool, clock } = app.context;
  const put = (key: string, answer: object, ageDays: number) =>
    pool.query(
      `INSERT INTO command (actor, name, key, fingerprint, answer, at) VALUES ('member:1', 'x', $1, $2, $3, $4)`,
      [key, Buffer.alloc(32), JSON.stringify(answer), new Date(Date.now() - ageDays * DAY_MS)],
    );
  await put('refused-old', { ok: false, code: 'err_balance' }, 8);
  await put('refused-new', { ok: false, code: 'err_balance' }, 6);
  await put('done-old', { ok: true, result: {} }, 400);
  const kept = async () =>
    (await pool.query('SELECT key FROM command WHERE actor = $1 ORDER BY key', ['member:1'])).rows;
  // Not even a clock that runs ahead, or a program that asks for more, takes what is younger than a week.
  await pool.query('SELECT sweep_refusals($1)', [new Date(clock.now() + 900 * DAY_MS)]);
  expect(await kept()).toEqual([{ key: 'done-old' }, { key: 'refused-new' }]);
  // And the hourly sweep is who asks for it.
  await put('refused-older', { ok: false, code: 'err_balance' }, 30);
  await sweepExpired(app.context);
  expect(await kept()).toEqual([{ key: 'done-old' }, { key: 'refused-new' }]);
  await expect(pool.query(`DELETE FROM command WHERE actor = 'member:1'`)).rejects.toThrow('permission denied');
});

it('mails that reached nobody go ninety days after they were given up; other work waits for an operator', async () => {
  const { pool, expiryClock } = app.context;
  await pool.query('DELETE FROM outbox');
  const put = (topic: string, word: string, ageDays: number | null) =>
    pool.query('INSERT INTO outbox (topic, payload, given_up_at) VALUES ($1, $2, $3)', [
      topic,
      JSON.stringify(word),
      ageDays === null ? null : new Date(expiryClock.now() - ageDays * DAY_MS),
    ]);
  await put('mail', 'old', 91);
  await put('mail', 'new', 89);
  await put('mail', 'waits', null);
  await put('push', 'old', 91);
  await put('blessings', 'old', 400);
  await sweepExpired(app.context);
  const { rows } = await pool.query('SELECT topic, payload FROM outbox ORDER BY id');
  expect(rows).toEqual([
    { topic: 'mail', payload: 'new' },
    { topic: 'mail', payload: 'waits' },
    { topic: 'blessings', payload: 'old' },
  ]);
});
