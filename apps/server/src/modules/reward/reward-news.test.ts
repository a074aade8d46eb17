import { ENDED } from '@minerx/rules/order-status';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  minutes,
  order,
  orderRow,
  rewards,
  rows,
  START,
  startWorld,
  world,
} from '../../../test/settlement-world.ts';
import type { Context } from '../../context.ts';
import { createVault } from '../../security/vault.ts';
import { outboxTopics } from '../../jobs/outbox-topics.ts';
import { drainOutbox } from '../../jobs/outbox.ts';
import { correctSettledDay, settleDay } from '../../jobs/settlement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordMeasurements } from '../telemetry/telemetry.command.ts';

beforeEach(startWorld);
afterEach(endWorld);

const PEPPER = 'a pepper of these tests';

const work = async (): Promise<void> => {
  const env = { publicUrl: 'https://minerx.test', pepper: PEPPER };
  const expiryClock = { now: () => world.now };
  const context = { ...contextOf(), env, expiryClock, vault: createVault(PEPPER) } as unknown as Context;
  const { order_news, reward_news } = outboxTopics(context);
  await drainOutbox(context, { order_news: order_news!, reward_news: reward_news! });
};

const noted = async () =>
  (
    await database.pool.query<{ kind: string; label: string; units: bigint | null }>(
      'SELECT kind, label, units FROM notice ORDER BY kind, event',
    )
  ).rows;

it('a day’s rewards are told in one notice of their sum, however often the day is settled, and what is paid later in another', async () => {
  const devices = await Promise.all([1, 2].map((n) => rows.device(`D${n}`)));
  for (const device of devices) {
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
  }
  // The pool has told nothing of the second: its order waits.
  world.workers = { D1: 76e12 };
  for (let run = 0; run < 2; run += 1) {
    await settleDay(contextOf(), DAY);
    await work();
  }
  const first = (await rewards()).reduce((sum, { sat }) => sum + sat, 0n);
  expect(await noted()).toEqual([{ kind: 'reward', label: DAY, units: first }]);

  world.workers = { D1: 76e12, D2: 76e12 };
  await settleDay(contextOf(), DAY);
  await work();
  const all = (await rewards()).reduce((sum, { sat }) => sum + sat, 0n);
  expect(all).toBeGreaterThan(first);
  expect((await noted()).map(({ units }) => units)).toEqual([first, all]);
});

it('what corrections of a day brought is told apart from it, once for each', async () => {
  const device = await rows.device('D1');
  await minutes(device, 0, 1200);
  await minutes(device, 1200, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
  await order([[device, 10]]);
  await settleDay(contextOf(), DAY);
  await work();
  const known = async () => (await rewards()).map(({ sat }) => sat);
  const [first] = await known();
  for (const minute of [1200, 1201]) {
    // The counter proves later that it had run on.
    const proved = { deviceId: device, minute: START / 60_000 + minute, hashes: FULL_MINUTE, coveredS: 60, downS: -60 };
    await inTransaction(database.pool, (tx) => recordMeasurements(tx, [{ ...proved, blindS: 0 }], []));
    for (let run = 0; run < 2; run += 1) {
      await correctSettledDay(contextOf(), DAY);
      await work();
    }
  }
  const [, second, third] = await known();
  expect(await noted()).toEqual([
    { kind: 'reward', label: DAY, units: first },
    { kind: 'reward_correction', label: DAY, units: second },
    { kind: 'reward_correction', label: DAY, units: second! + third! },
  ]);
});

it('an order that a reward ends is told beside it', async () => {
  const device = await rows.device('D1');
  await minutes(device, 0, 1440);
  const id = await order([[device, 10]], { profit_balance_units: 100_000_000n });
  await settleDay(contextOf(), DAY);
  await work();
  expect(await orderRow(id)).toMatchObject({ status: ENDED });
  expect((await noted()).map(({ kind }) => kind)).toEqual(['order_ended', 'reward']);
});
