import type { Db } from '../../../db/transaction.ts';
import { sum } from '../day-work.ts';
import { findFormulaAlarm, type FormulaAlarm } from '../formula-alarm.store.ts';
import { countWaitingDevices, sumOtherHashes } from '../pool/pool-figures.store.ts';
import { findSummary, summaryOf, type DaySummary, type DaySums } from './settlement-summary.store.ts';
import { formulaSat } from '../share-out.ts';
import {
  findFigures,
  findSettlementDay,
  listDeviceDays,
  type DeviceDayRow,
  type SettlementDay,
  type SettlementFigures,
} from '../settlement.store.ts';

interface ShownPayout {
  rewardSat: bigint;
  source: string;
  reason: string | null;
  recordedAt: Date;
}

/** What is fixed of a day. */
interface DayFacts {
  day: SettlementDay | null;
  figures: SettlementFigures | null;
  payouts: readonly ShownPayout[];
  /** That it was told to be far from what the pool paid. */
  alarm: FormulaAlarm | null;
}

export const findDayFacts = async (db: Db, day: string): Promise<DayFacts> => {
  const [row, figures, payouts, alarm] = await Promise.all([
    findSettlementDay(db, day),
    findFigures(db, day),
    db.query<ShownPayout>(
      'SELECT reward_sat AS "rewardSat", source, reason, recorded_at AS "recordedAt" FROM pool_payout WHERE day = $1 ORDER BY part',
      [day],
    ),
    findFormulaAlarm(db, day),
  ]);
  return { day: row, figures, payouts: payouts.rows, alarm };
};

/** Reads all there is of a day: the larger the fleet, the longer. */
export const sumDay = async (db: Db, day: string): Promise<DaySums> => {
  const row = await findSettlementDay(db, day);
  const devices = await listDeviceDays(db, day);
  const rewards = await db.query<{ credited: bigint; corrected: bigint }>(
    `SELECT coalesce(sum(sat), 0)::bigint AS credited, coalesce(sum(sat) FILTER (WHERE part > 0), 0)::bigint AS corrected FROM reward WHERE day = $1`,
    [day],
  );
  const unseenDevices = await countWaitingDevices(db, day);
  const others = await sumOtherHashes(db, day);
  const all = [...devices.values()];
  const changed = (device: DeviceDayRow): bigint => sum(device.filled) + sum(device.cut);
  const outlying = all
    .filter((device) => changed(device) > 0n)
    .toSorted((one, other) => (changed(one) < changed(other) ? 1 : -1));
  const serials = await db.query<{ id: number; serial: string }>('SELECT id, serial FROM device WHERE id = ANY ($1)', [
    outlying.map(({ deviceId }) => deviceId),
  ]);
  const serialOf = new Map(serials.rows.map(({ id, serial }) => [id, serial]));
  return {
    formulaSat: row === null ? 0n : formulaSat(row, all, others),
    creditedSat: rewards.rows[0]!.credited,
    correctionSat: rewards.rows[0]!.corrected,
    devices: outlying.map((device) => ({
      serial: serialOf.get(device.deviceId) ?? String(device.deviceId),
      measured: sum(device.measured),
      filled: sum(device.filled),
      cut: sum(device.cut),
      poolHashes: device.pool?.hashes ?? null,
    })),
    unseenDevices,
  };
};

/** As it was kept when the day was settled, or summed now. */
export const getSummary = async (db: Db, day: string): Promise<DaySummary> =>
  (await findSummary(db, day)) ?? summaryOf(await sumDay(db, day));
