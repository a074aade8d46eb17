import { LIVE_STATUSES } from '@minerx/rules/order-status';
import type { Context } from '../context.ts';
import { createFleet } from '../jobs/collector/collector-fleet.ts';
import { recordAnswers, recordPoolSight, recountStock } from '../modules/device/device-stock.command.ts';
import { listDevices } from '../modules/device/device.query.ts';
import { followDeviceLinks } from '../modules/telemetry/order-link.command.ts';
import { recordLinks, recordMeasurements } from '../modules/telemetry/telemetry.command.ts';
import { pollDevice } from '../outside/hashrate/cgminer.ts';
import { inTransaction } from '../db/transaction.ts';

interface DemoCollector {
  /** Asks every miner of a live order once, at the time of the context's clock. */
  poll(): Promise<void>;
  /** Begins to write the minutes that the polls proved; polling may go on meanwhile. */
  flush(): void;
  /** When everything flushed is written. */
  written(): Promise<void>;
}

const TIMEOUT_MS = 3000;

/** Asks every miner whether it is there, and the pool whether it sees it: only what both know is stock. */
export const callRoll = async (context: Context): Promise<void> => {
  const { pool, clock } = context;
  const fleet = createFleet(TIMEOUT_MS);
  const devices = await listDevices(pool);
  fleet.adopt(devices);
  const results = await Promise.all(
    fleet.endpoints().map((device) => pollDevice({ ...device, timeoutMs: TIMEOUT_MS, clock })),
  );
  const answered = new Set(results.flatMap((result) => (result.ok ? [result.sample.serial] : [])));
  const ids = devices.filter(({ serial }) => answered.has(serial)).map(({ id }) => id);
  await recordAnswers(context, ids, new Date(clock.now()));
  await recordPoolSight(context);
  await recountStock(context);
};

/**
 * The collector's own estimator over polls that are far apart: inside one run of a miner the difference of its counter is exact, so an
 * hour between two polls loses nothing but what a restart hides.
 */
export const createDemoCollector = async (context: Context, stepMs: number): Promise<DemoCollector> => {
  const { pool, clock } = context;
  const fleet = createFleet(stepMs);
  fleet.adopt(await listDevices(pool));
  let writing = Promise.resolve();

  return {
    poll: async () => {
      const live = await listLiveSerials(context);
      const asked = fleet.endpoints().filter(({ serial }) => live.has(serial));
      const results = await Promise.all(
        asked.map((device) =>
          pollDevice({ ...device, timeoutMs: TIMEOUT_MS, clock, before: fleet.remembered(device.serial) }),
        ),
      );
      for (const result of results) fleet.take(result);
      const links = fleet.news().links.map(([id, connected]): [number, boolean] => [id, connected]);
      if (links.length === 0) return;
      await inTransaction(pool, async (tx) => {
        await recordLinks(tx, links);
        await followDeviceLinks(
          tx,
          links.map(([id]) => id),
          new Date(clock.now()),
        );
      });
    },
    flush: () => {
      const { minutes, states } = fleet.batch();
      writing = writing.then(async () => {
        const rejected = await inTransaction(pool, (tx) => recordMeasurements(tx, minutes, states));
        if (rejected.length > 0) throw new Error(`miner ${rejected[0]!.deviceId}: ${rejected[0]!.reason}`);
      });
      writing.catch(() => undefined); // Thrown by `written`.
    },
    written: () => writing,
  };
};

const listLiveSerials = async ({ pool }: Context): Promise<Set<string>> => {
  const { rows } = await pool.query<{ serial: string }>({
    name: 'demo_live_serials',
    text: `SELECT DISTINCT d.serial FROM miner_order o JOIN allocation a ON a.order_id = o.id AND a.released_at IS NULL
             JOIN device d ON d.id = a.device_id WHERE o.status IN (${LIVE_STATUSES.join(', ')})`,
  });
  return new Set(rows.map(({ serial }) => serial));
};
