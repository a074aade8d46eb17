import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { tellOldChecks } from '../modules/integrity/check-age.command.ts';
import { readVitalSigns } from '../modules/system/vital-signs.query.ts';
import { integrityGuard, integrityRound } from './integrity.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

const guard = () => integrityGuard(app.context)();
const hourly = () => integrityRound(app.context).quick();
const ready = async () => (await app.http.inject('/readyz')).json();
const mails = async (): Promise<string[]> =>
  (
    await app.context.pool.query<{ subject: string }>(
      `SELECT payload->>'subject' AS subject FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    )
  ).rows.map(({ subject }) => subject);

describe('a check that does not run', () => {
  it('is told by its age: in metrics, at /readyz and by a mail, again after six hours, until it runs', async () => {
    const { clock, context } = app;
    await hourly();
    await guard();
    const checked = new Date(clock.now()).toISOString();
    expect(await ready()).toMatchObject({ integrity: 'holds', checked_at: { whole: checked, guard: checked } });
    const ageOf = async (name: string) =>
      (await readVitalSigns(context.pool, clock.now())).find((sign) => sign.name === name)!.value;
    const told = async () => {
      await tellOldChecks(context);
      return (await mails()).filter((subject) => subject === 'The books are not checked any more').length;
    };
    clock.advance(9 * 60_000);
    expect([await ageOf('integrity_age_seconds'), await ageOf('integrity_guard_age_seconds'), await told()]).toEqual([
      540, 540, 0,
    ]);
    clock.advance(2 * 60_000);
    expect([(await ready()).integrity, await told(), await told()]).toEqual(['unchecked', 1, 1]);
    await guard();
    expect((await ready()).integrity).toBe('holds');
    clock.advance(3 * 60 * 60_000);
    await guard();
    expect([(await ready()).integrity, await told()]).toEqual(['unchecked', 1]);
    clock.advance(3 * 60 * 60_000);
    expect(await told()).toBe(2);
    await hourly();
    await guard();
    expect([(await ready()).integrity, await told()]).toEqual(['holds', 2]);
  });

  it('that ends with an error does not count as one', async () => {
    const { clock, context } = app;
    await hourly();
    const before = await ready();
    clock.advance(60 * 60_000);
    const away = () => Promise.reject(new Error('away'));
    const pool = { connect: away, query: away };
    await expect(integrityRound({ ...context, pool: pool as never }).quick()).rejects.toThrow('away');
    await expect(integrityGuard({ ...context, pool: pool as never })()).rejects.toThrow('away');
    expect((await ready()).checked_at).toEqual(before.checked_at);
  });
});
