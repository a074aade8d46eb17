import { DAY_MS } from '@minerx/rules/duration';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { PIN, register } from '../../../test/people.ts';
import { afterQuery } from '../../../test/whole/after-query.ts';
import { pinSubject } from './attempt-rule.ts';
import { takeAttempt } from './attempt.step.ts';

let app: TestApp;
let memberId: bigint;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ memberId } = await register(app));
});

const tryPin = (pin: string): Promise<string> =>
  app.context.pins.require({ memberId, sessionId: `${memberId}/${Math.random()}` }, pin).then(
    () => 'right',
    (error: { code: string }) => error.code,
  );
const lockPin = async (): Promise<void> => {
  for (let wrong = 0; wrong < 5; wrong += 1) expect(await tryPin('000000')).toBe('err_pin_wrong');
  expect(await tryPin(PIN)).toBe('err_pin_locked');
};
/** What somebody writes who has the app's connection, and nothing else of it. */
const write = (sql: string, ...values: unknown[]) => app.context.pool.query(sql, [pinSubject(memberId), ...values]);
const forged = async (): Promise<number> => {
  const text = await app.context.metrics.getSingleMetricAsString('security_events_total');
  return Number(/event="count_forged"[^}]*\} (\d+)/.exec(text)![1]);
};

describe('who writes into the database past the product', () => {
  it('deletes no count, and gives no row an earlier version or time', async () => {
    await lockPin();
    await expect(write('DELETE FROM attempt WHERE subject = $1')).rejects.toThrow('permission denied');
    await expect(write('UPDATE attempt SET failures = 0, locked_until = NULL WHERE subject = $1')).rejects.toThrow(
      'what was counted goes on',
    );
    await expect(
      write(
        `UPDATE attempt SET version = version + 1, updated_at = updated_at - interval '40 days' WHERE subject = $1`,
      ),
    ).rejects.toThrow('what was counted goes on');
    await expect(
      write(`UPDATE attempt SET version = version + 1, updated_at = 'infinity' WHERE subject = $1`),
    ).rejects.toThrow('attempt_check');
    await write(`SELECT forget_attempts(now() + interval '9 years'), $1`);
    expect(await tryPin(PIN)).toBe('err_pin_locked');
  });

  it.each([
    ['lowers it', 'failures = 0, lockouts = 0, locked_until = NULL'],
    ['takes its seal away', 'failures = 0, lockouts = 0, locked_until = NULL, seal = NULL'],
    [
      'dates it ahead, so that it is old later',
      "updated_at = updated_at + interval '1 hour 1 microsecond', locked_until = NULL",
    ],
  ])('has no guess more who %s: it is locked for a day, noted, and then counted on', async (_, change) => {
    await lockPin();
    const before = await forged();
    for (let round = 0; round < 3; round += 1) {
      await write(`UPDATE attempt SET version = version + 1, ${change} WHERE subject = $1`);
      expect(await tryPin('000000')).toBe('err_pin_locked');
    }
    expect((await forged()) - before).toBe(3);
    app.clock.advance(DAY_MS + 1);
    expect(await tryPin(PIN)).toBe('right');
    await lockPin();
  });

  it('cannot put back a row of before the tries, with the seal that it had', async () => {
    expect(await tryPin('000000')).toBe('err_pin_wrong');
    const { rows } = await write(
      'SELECT version, failures, lockouts, updated_at, seal FROM attempt WHERE subject = $1',
    );
    const { version, failures, lockouts, updated_at: at, seal } = rows[0] as Record<string, unknown>;
    for (let wrong = 0; wrong < 4; wrong += 1) await tryPin('000000');
    const putBack = (of: string) =>
      write(
        `UPDATE attempt SET version = ${of}, failures = $2, lockouts = $3, updated_at = $4, seal = $5, locked_until = NULL WHERE subject = $1`,
        failures,
        lockouts,
        at,
        seal,
      );
    await expect(putBack(String(version))).rejects.toThrow('what was counted goes on');
    await putBack('version + 1');
    expect(await tryPin(PIN)).toBe('err_pin_locked');
  });

  it('cannot give a member the count of another one', async () => {
    const other = await register(app);
    await lockPin();
    await app.context.pins.require({ memberId: other.memberId, sessionId: 'o' }, '000000').catch(() => 0);
    await write(
      `UPDATE attempt a SET version = a.version + 1, failures = o.failures, lockouts = o.lockouts, locked_until = o.locked_until, seal = o.seal
         FROM attempt o WHERE o.subject = $2 AND a.subject = $1`,
      pinSubject(other.memberId),
    );
    expect(await tryPin(PIN)).toBe('err_pin_locked');
  });
});

it('a try that another process overtakes is counted after that one’s', async () => {
  const { pool, env, security, clock } = app.context;
  let overtaken = 0;
  const slow = afterQuery(pool, /attempt_find/, async () => {
    overtaken += 1;
    if (overtaken <= 2) await tryPin('000000');
  });
  const take = () => takeAttempt({ pool: slow, env, security }, pinSubject(memberId), 'pin', clock.now());
  expect(await take()).toEqual({ locked: false, last: false });
  expect(overtaken).toBe(3);
  expect(await take()).toEqual({ locked: false, last: false });
  expect(await take()).toEqual({ locked: false, last: true });
  expect(await tryPin(PIN)).toBe('err_pin_locked');
});
