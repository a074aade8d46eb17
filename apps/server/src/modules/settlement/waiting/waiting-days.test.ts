import { HOUR_MS } from '@minerx/rules/duration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runShell } from '../../../../test/operator/shell.ts';
import {
  contextOf,
  database,
  DAY,
  endWorld,
  MIDNIGHT,
  minutes,
  order,
  rewards,
  rows,
  START,
  startWorld,
  world,
} from '../../../../test/settlement-world.ts';
import { settleDay, settleOpenDays } from '../../../jobs/settlement.ts';
import { recordPoolWorkerDay } from '../pool/pool-figures.command.ts';
import { readVitalSigns } from '../../system/vital-signs.query.ts';
import { listQueues } from '../../system/waiting.query.ts';

beforeEach(startWorld);
afterEach(endWorld);

const mails = async () =>
  (
    await database.pool.query<{ payload: { subject: string; text: string } }>(
      `SELECT payload FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    )
  ).rows.map(({ payload }) => payload);
const sign = async () =>
  (await readVitalSigns(database.pool, world.now)).find(({ name }) => name === 'settlement_days_waiting')!.value;
const queue = async () => (await listQueues(database.pool, world.now)).find((each) => each.queue === 'settlements');
const status = () => runShell(contextOf(), ['settlement', 'status']);

it('a day that nothing will settle by itself is mailed once a day, counted, and stands on the first page until somebody decides', async () => {
  await order([[await rows.device('D1'), 10]], { activated_at: new Date(START) });
  const round = settleOpenDays(contextOf());
  // The pool may still tell of it for a day, and what it told last is tried for an hour more.
  world.now = MIDNIGHT + 25 * HOUR_MS - 1;
  await round();
  expect([await mails(), await sign(), (await queue())!.count]).toEqual([[], 0, 0]);

  world.now = MIDNIGHT + 25 * HOUR_MS;
  for (let minute = 0; minute < 3; minute += 1, world.now += 60_000) await round();
  const [mail, ...more] = await mails();
  expect([mail!.subject, more]).toEqual([`${DAY} waits to be settled`, []]);
  expect(mail!.text).toContain(
    '1 devices with orders that the pool has told nothing of, or too late: settlement decide --day',
  );
  expect(await sign()).toBe(1);
  expect(await queue()).toEqual({ queue: 'settlements', count: 1, oldestAt: new Date(MIDNIGHT) });
  expect(await status()).toContain(`${DAY} waits for 1 devices`);

  // A day later the next day waits too, and one mail names both, the oldest first.
  world.now = MIDNIGHT + 49 * HOUR_MS + 3 * 60_000;
  await round();
  expect((await mails()).map(({ subject }) => subject)).toEqual([mail!.subject, '2 days wait to be settled']);
  expect((await mails())[1]!.text).toContain('2026-11-20 waits for what the pool paid: settlement payout --day');

  // Whoever writes into the database when it was told last silences nothing.
  await database.pool.query(`UPDATE operator_alarm SET told_at = told_at + interval '100 years'`);
  await round();
  expect(await mails()).toHaveLength(3);

  await settleDay(contextOf(), DAY, { withoutPoolFigures: true });
  expect((await queue())!.oldestAt).toEqual(new Date(MIDNIGHT + 24 * HOUR_MS));
  expect(await status()).not.toContain(`${DAY} waits`);
});

it('a day that fails holds up neither the next one nor the word to operators, and is told as a fault at last', async () => {
  const device = await rows.device('D1');
  await minutes(device, 0, 1440);
  await order([[device, 10]]);
  world.now = MIDNIGHT + 60_000;
  await recordPoolWorkerDay(contextOf(), DAY);
  world.now = MIDNIGHT + 2 * HOUR_MS;
  const before = '2026-11-18';
  const context = contextOf();
  const { pool } = context.outside;
  context.outside.pool = {
    ...pool,
    dailyRewards: async (from, to) => {
      if (from === before) throw new Error('broken');
      return pool.dailyRewards(from, to);
    },
  };
  await expect(settleOpenDays(context)()).rejects.toThrow('broken');
  expect(await rewards()).toMatchObject([{ part: 0, sat: expect.any(BigInt) }]);
  expect((await mails()).map(({ subject }) => subject)).toContain(`${before} waits to be settled`);
});

it('a day that nobody’s order was live on waits for nobody', async () => {
  await rows.device('D1');
  world.now = MIDNIGHT + 60 * HOUR_MS;
  await settleOpenDays(contextOf())();
  expect([await mails(), await sign()]).toEqual([[], 0]);
});
