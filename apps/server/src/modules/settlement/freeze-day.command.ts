import type { Context } from '../../context.ts';
import { allowIdle, allowTime } from '../../db/shared-pool.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { deviceDay, deviceFacts, waitsForWord, type DeviceFacts } from './day-work.ts';
import { findDaySettings, type PoolPayout } from './day-figures.query.ts';
import type { Fleet } from './order-work.ts';
import {
  listDevicesOfDay,
  measureDay,
  measureDevices,
  UNUSED,
  type MeasuredDay,
  type ServiceDevice,
} from './settlement.query.ts';
import {
  findFigures,
  findSettlementDay,
  insertDeviceDays,
  insertFigures,
  insertSettlementDay,
  listDeviceDays,
  lockDay,
  type DeviceDayRow,
  type SettlementDay,
  type SettlementFigures,
} from './settlement.store.ts';
import { shareOut } from './share-out.ts';

/** A day of many devices is read in one pass over its minutes; that takes longer than a request may. */
const PATIENCE_MS = 600_000;

export const patiently = <T>({ pool }: Pick<Context, 'pool'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await allowTime(tx, PATIENCE_MS);
    await allowIdle(tx, PATIENCE_MS);
    return work(tx);
  });

/**
 * Records what every device is credited of the day, as far as it is known, and the figures by which everybody is paid; from then
 * on neither changes, and the database refuses minutes of these devices. A device that has orders waits for the pool's figure, and
 * one that nobody saw for a time for one that was not read late, unless an operator decides. Null when no device with orders can be decided yet: then nothing is fixed.
 */
export const freezeDay = (
  context: Context,
  fixed: Omit<SettlementDay, 'state' | 'poolFeePpm'>,
  payout: PoolPayout,
  withoutPoolFigures: boolean,
): Promise<Fleet | null> =>
  patiently(context, async (tx) => {
    const now = new Date(context.clock.now());
    await lockDay(tx, fixed.day);
    const known = await findSettlementDay(tx, fixed.day);
    const day = known ?? (await newDay(tx, fixed));
    const services = await listDevicesOfDay(tx, day.day);
    const done: Map<number, DeviceDayRow> = known === null ? new Map() : await listDeviceDays(tx, day.day);
    const undecided = services.filter(({ id }) => !done.has(id));
    const measured =
      known === null
        ? await measureDay(tx, day.day, day.stretches)
        : await measureDevices(
            tx,
            day.day,
            day.stretches,
            undecided.map(({ id }) => id),
          );
    const { seen, waiting } = sortOut(undecided, measured, day, withoutPoolFigures);
    if (known === null && waiting.size > 0 && ![...seen.keys()].some((id) => hasOrders(services, id))) return null;
    const figures = (await findFigures(tx, day.day)) ?? (await newFigures(tx, day, payout, seen, waiting, now));
    if (known === null) await insertSettlementDay(tx, day);
    const rows = [...seen].map(([deviceId, facts]) => ({
      deviceId,
      part: 0,
      ratedThs: facts.ratedThs,
      ...deviceDay(day.stretches, facts, figures.bandPpm),
    }));
    await insertDeviceDays(tx, day.day, rows, now);
    for (const row of rows) done.set(row.deviceId, row);
    return { day, figures, devices: done, open: new Set(waiting.keys()), simulated: simulatedOf(services) };
  });

/** The same of a day that somebody has frozen, as it stands; null where nobody has. */
export const readFleet = (context: Context, dayName: string): Promise<Fleet | null> =>
  patiently(context, async (tx) => {
    const [day, figures] = [await findSettlementDay(tx, dayName), await findFigures(tx, dayName)];
    if (day === null || figures === null) return null;
    const services = await listDevicesOfDay(tx, dayName);
    const devices = await listDeviceDays(tx, dayName);
    // What has orders was recorded, or waits for the pool.
    const open = services.filter(({ id, live }) => live !== null && !devices.has(id));
    return { day, figures, devices, open: new Set(open.map(({ id }) => id)), simulated: simulatedOf(services) };
  });

const simulatedOf = (services: readonly ServiceDevice[]): Set<number> =>
  new Set(services.filter(({ simulated }) => simulated).map(({ id }) => id));

const hasOrders = (services: readonly ServiceDevice[], id: number): boolean =>
  services.some((device) => device.id === id && device.live !== null);

const newDay = async (tx: Tx, fixed: Omit<SettlementDay, 'state' | 'poolFeePpm'>): Promise<SettlementDay> => ({
  ...fixed,
  state: 'provisional',
  poolFeePpm: (await findDaySettings(tx, fixed.day)).poolFeePpm,
});

const newFigures = async (
  tx: Tx,
  { day, stretches, poolFeePpm }: SettlementDay,
  { part: payoutPart, rewardSat: payoutSat }: PoolPayout,
  seen: ReadonlyMap<number, DeviceFacts>,
  waiting: ReadonlyMap<number, DeviceFacts>,
  at: Date,
): Promise<SettlementFigures> => {
  const { luckBandPpm: bandPpm } = await findDaySettings(tx, day);
  const devices = { seen: [...seen.values()], open: [...waiting.values()] };
  const shares = shareOut({ stretches, ...devices, payoutSat, bandPpm, poolFeePpm });
  const figures = { part: 0, payoutPart, payoutSat, openDevices: waiting.size, ...shares };
  await insertFigures(tx, day, figures, at);
  return figures;
};

/**
 * Devices that can be decided, and those that wait for the pool. One that nobody has orders on and the pool did not see is neither: it
 * takes part in nothing.
 */
const sortOut = (
  services: readonly ServiceDevice[],
  measured: MeasuredDay,
  { stretches }: SettlementDay,
  withoutPoolFigures: boolean,
) => {
  const seen = new Map<number, DeviceFacts>();
  const waiting = new Map<number, DeviceFacts>();
  for (const service of services) {
    const { id, live, pool, ratedThs } = service;
    const parts = measured.get(id);
    if (live === null && (pool === null || parts === undefined)) continue;
    const facts = deviceFacts({ stretches, measured: parts ?? [], ...(live ?? UNUSED), pool, ratedThs });
    (waitsForWord(facts) && !withoutPoolFigures ? waiting : seen).set(id, facts);
  }
  return { seen, waiting };
};
