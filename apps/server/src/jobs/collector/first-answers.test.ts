import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalBus, type BusTopics } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { whenFreeDevicesAnswer } from '../../modules/device/device-stock.command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(`
    INSERT INTO stock (line, total) VALUES ('x1', 0);
    INSERT INTO device (id, serial, line, host, port, simulated) OVERRIDING SYSTEM VALUE
      VALUES (1, 'counted', 'x1', 'a', 1, true), (2, 'taken', 'x1', 'b', 1, true), (3, 'new', 'x1', 'c', 1, true);
    UPDATE device_stock SET free = device_id <> 2, in_stock = device_id = 1`);
});
afterAll(() => database.drop());

it('a machine that begins to answer is looked at for the stock where it is free and not counted yet', async () => {
  const bus = createLocalBus();
  /** Looks at the stock that were asked for, and those that were done. */
  const looks = { begun: 0, done: 0, news: 0 };
  const pool = {
    query: async (text: string, values: unknown[]) => {
      looks.begun += 1;
      return database.pool.query(text, values).finally(() => (looks.done += 1));
    },
  };
  const context = { pool, bus, log: pino({ level: 'silent' }) } as unknown as Context;
  const end = whenFreeDevicesAnswer(context, () => (looks.news += 1));
  const tell = async (...links: BusTopics['device_links']['links']): Promise<void> => {
    bus.publish('device_links', { links });
    await expect.poll(() => looks.done).toBe(looks.begun);
  };

  await tell([1, true, 0], [2, true, 0], [3, false, 0]);
  expect(looks).toMatchObject({ begun: 1, news: 0 });
  await tell([3, false, 0]);
  expect(looks).toMatchObject({ begun: 1, news: 0 });
  await tell([1, true, 0], [3, true, 0]);
  await expect.poll(() => looks.news).toBe(1);
  end();
  await tell([3, true, 0]);
  expect(looks.begun).toBe(2);
});
