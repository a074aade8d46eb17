import { DAY_MS } from '@minerx/rules/duration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { call, mailsOf, register, signIn } from '../../../test/people.ts';
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
              (SELECT count(*)::int FROM one_use_link) AS links, (SELECT count(*)::int FROM attempt) AS attempts`,
    )
  ).rows[0];

it('what nothing asks for any more goes: sessions later than their tokens, PIN failures later than passwords', async () => {
  const person = await register(app);
  await signIn(app, person);
  await signIn(app, { ...person, password: 'Wrong#Pass1' }).catch(() => undefined);
  await app.context.pins.require({ memberId: person.memberId, sessionId: 's' }, '000000').catch(() => undefined);
  await call(app, 'POST', 'member/forgotPassword', { member_email: person.email });
  await mailsOf(app);
  const all = { sessions: 1, open: 1, tokens: 1, codes: 1, links: 1, attempts: 4 };
  await sweepExpired(app.context);
  expect(await counts()).toEqual(all);
  app.clock.advance(3 * DAY_MS);
  await sweepExpired(app.context);
  expect(await counts()).toEqual({ ...all, codes: 0, links: 0, attempts: 1 });
  app.clock.advance(6 * DAY_MS);
  await sweepExpired(app.context);
  expect(await counts()).toEqual({ sessions: 1, open: 0, tokens: 0, codes: 0, links: 0, attempts: 1 });
  app.clock.advance(90 * DAY_MS);
  await sweepExpired(app.context);
  expect(await counts()).toEqual({ sessions: 0, open: 0, tokens: 0, codes: 0, links: 0, attempts: 0 });
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
