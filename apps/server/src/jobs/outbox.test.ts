import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { mailsOf } from '../../test/people.ts';
import { rowsOf } from '../../test/read-api.ts';
import { runMigration } from '../../test/run-migration.ts';
import { dropGivenUp, retryGivenUp } from '../modules/outbox/given-up.command.ts';
import { listGivenUp } from '../modules/outbox/given-up.query.ts';
import { OutsideFailure } from '../outside/failure.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { outboxQueues, outboxTopics } from './outbox-topics.ts';
import { drainOutbox, dueTicker, retryDelayMs, startOutboxWorker } from './outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.context.pool.query('DELETE FROM outbox'));

const put = (topic: string, payload: object = {}) =>
  app.context.pool.query('INSERT INTO outbox (topic, payload, not_before) VALUES ($1, $2, $3)', [
    topic,
    JSON.stringify(payload),
    new Date(app.clock.now()),
  ]);
const left = async () =>
  (await app.context.pool.query('SELECT topic, attempts, last_error FROM outbox ORDER BY id')).rows;

describe('the outbox', () => {
  it('does each row once, however many workers there are, and leaves other topics alone', async () => {
    for (let n = 0; n < 100; n += 1) await put('mail', { n });
    await put('foreign');
    const done: number[] = [];
    const mail = async ({ payload }: OutboxRow) => void done.push((payload as { n: number }).n);
    await Promise.all(Array.from({ length: 6 }, () => drainOutbox(app.context, { mail })));
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect((await left()).map(({ topic }) => topic)).toEqual(['foreign']);
  });

  it('lets a code that somebody waits for past any number of mails that only tell', async () => {
    for (let n = 0; n < 40; n += 1) await put('mail', { template: 'transfer_sent', n });
    await put('mail', { template: 'signup_code', n: 40 });
    const done: number[] = [];
    await drainOutbox(app.context, { mail: async ({ payload }) => void done.push((payload as { n: number }).n) });
    expect(done).toHaveLength(41);
    expect(done.indexOf(40)).toBeLessThan(10);
  });

  it('tries again after 5, 10, 20 seconds, at most 15 minutes apart', async () => {
    let calls = 0;
    const failing = {
      mail: async () => {
        calls += 1;
        throw new OutsideFailure('mail', 'timeout', 'no answer');
      },
    };
    await put('mail');
    await drainOutbox(app.context, failing);
    await drainOutbox(app.context, failing);
    expect([calls, await left()]).toEqual([1, [{ topic: 'mail', attempts: 1, last_error: 'timeout' }]]);
    app.clock.advance(5000);
    await drainOutbox(app.context, failing);
    app.clock.advance(9999);
    await drainOutbox(app.context, failing);
    expect(calls).toBe(2);
    app.clock.advance(1);
    await drainOutbox(app.context, { mail: async () => void (calls += 1) });
    expect([calls, await left()]).toEqual([3, []]);
    expect([1, 2, 3, 4, 8, 9, 100].map(retryDelayMs)).toEqual([
      5000, 10_000, 20_000, 40_000, 640_000, 900_000, 900_000,
    ]);
  });

  it('puts aside what was refused for good, until an operator sends it again or drops it', async () => {
    const refused = async (): Promise<void> => {
      throw new OutsideFailure('mail', 'refused', 'no such mailbox');
    };
    for (const n of [1, 2]) await put('mail', { n });
    await drainOutbox(app.context, { mail: refused });
    app.clock.advance(30 * 86_400_000);
    await drainOutbox(app.context, { mail: () => Promise.reject(new Error('tried again')) });
    const [second, first] = await listGivenUp(app.context.pool);
    expect([first, second]).toMatchObject([
      { topic: 'mail', attempts: 1, lastError: 'refused' },
      { topic: 'mail', attempts: 1, lastError: 'refused' },
    ]);
    const by = { actor: 'operator:shell' as const, reason: 'the mailbox is there again' };
    await retryGivenUp(app.context, { id: first!.id, ...by });
    await dropGivenUp(app.context, { id: second!.id, ...by });
    await expect(dropGivenUp(app.context, { id: first!.id, ...by })).rejects.toMatchObject({ code: 'err_not_found' });
    await expect(retryGivenUp(app.context, { id: second!.id, ...by })).rejects.toMatchObject({ code: 'err_not_found' });
    const done: unknown[] = [];
    await drainOutbox(app.context, { mail: async ({ payload }) => void done.push(payload) });
    expect([done, await left()]).toEqual([[{ n: 1 }], []]);
    const { rows } = await app.context.pool.query('SELECT action, subject FROM audit ORDER BY id');
    expect(rows).toEqual([
      { action: 'outbox.retry', subject: `outbox:${first!.id}` },
      { action: 'outbox.drop', subject: `outbox:${second!.id}` },
    ]);
  });

  it('has mails and codes wait for no push service and for no news', () => {
    const queues = outboxQueues(app.context).map((handlers) => Object.keys(handlers));
    expect(queues.flat().sort()).toEqual(Object.keys(outboxTopics(app.context)).sort());
    const beside = (topic: string) => queues.find((topics) => topics.includes(topic));
    expect(beside('push')).toEqual(['push']);
    expect(beside('reward_news')!.every((topic) => topic.endsWith('_news'))).toBe(true);
    expect(beside('mail')).toEqual(expect.arrayContaining(['withdrawal_mail', 'password_reset']));
  });

  it('puts aside what never succeeds, and says so', async () => {
    await put('mail');
    await app.context.pool.query('UPDATE outbox SET attempts = 199');
    await drainOutbox(app.context, { mail: () => Promise.reject(new Error('broken')) });
    expect(await listGivenUp(app.context.pool)).toMatchObject([{ attempts: 200, lastError: 'fault' }]);
  });

  it('gives a row of a worker that died to another after two minutes', async () => {
    await put('mail');
    void drainOutbox(app.context, { mail: () => new Promise(() => undefined) });
    await expect.poll(async () => (await left())[0]?.attempts).toBe(1);
    const done: bigint[] = [];
    const mail = async ({ id }: OutboxRow) => void done.push(id);
    await drainOutbox(app.context, { mail });
    expect(done).toEqual([]);
    app.clock.advance(120_000);
    await drainOutbox(app.context, { mail });
    expect(done).toHaveLength(1);
  });

  it('wakes up when told, every two seconds in case nobody did, and not once it was stopped', async () => {
    const done: string[] = [];
    const ticks: { everyMs: number; tick: () => unknown }[] = [];
    const stopped: string[] = [];
    const mail = async ({ topic }: OutboxRow) => void done.push(topic);
    let foundNothing = 0;
    const query = async (text: string, values: unknown[]) => {
      const answer = await app.context.pool.query(text, values);
      if (text.includes('FOR UPDATE SKIP LOCKED') && answer.rowCount === 0) foundNothing += 1;
      return answer;
    };
    const dependencies = { ...app.context, pool: { query } as unknown as Pool };
    const worker = startOutboxWorker(dependencies, { mail }, (everyMs, tick) => {
      ticks.push({ everyMs, tick });
      return () => void stopped.push('ticks');
    });
    await expect.poll(() => foundNothing).toBe(1);
    // It rests, and nothing ticks by itself here: what is done from now on was told.
    await put('mail');
    app.context.bus.publish('outbox', { topic: 'mail' });
    await expect.poll(() => foundNothing).toBe(2);
    expect(done).toHaveLength(1);
    await put('mail');
    ticks[0]!.tick();
    await expect.poll(() => foundNothing).toBe(3);
    expect(done).toHaveLength(2);
    expect(ticks.map(({ everyMs }) => everyMs)).toEqual([2000]);
    await worker.stop();
    expect(stopped).toEqual(['ticks']);
    await put('mail');
    app.context.bus.publish('outbox', { topic: 'mail' });
    ticks[0]!.tick();
    expect((await left()).length).toBe(1);
  });

  it('is looked at once for all workers of a process, which look themselves where something is due', async () => {
    const ticks: (() => unknown)[] = [];
    const ticker = dueTicker(app.context, (_everyMs, tick) => {
      ticks.push(tick);
      return () => undefined;
    });
    const woken: string[] = [];
    const stops = ['mail', 'news'].map((name) => ticker(5, () => void woken.push(name)));
    expect(ticks).toHaveLength(1);
    await ticks[0]!();
    expect(woken).toEqual([]);
    await put('mail');
    await ticks[0]!();
    expect(woken).toEqual(['mail', 'news']);
    for (const stop of stops) stop();
  });

  it('sends what was queued under the name that the topic had before', async () => {
    const rows = rowsOf(app.database);
    await rows.reference();
    await rows.member(1001n);
    await put('lock_letter', { kind: 'pin', memberId: '1001', at: app.clock.now() });
    await runMigration(app.database, 'lock-mail');
    expect((await mailsOf(app)).map(({ subject }) => subject)).toEqual([expect.stringContaining('PIN')]);
    expect(await left()).toEqual([]);
  });
});
