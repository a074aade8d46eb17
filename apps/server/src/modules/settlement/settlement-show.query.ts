import type { Db } from '../../db/transaction.ts';
import { sum } from './day-work.ts';
import { findFormulaAlarm, type FormulaAlarm } from './formula-alarm.store.ts';
import { countWaitingDevices, sumOtherHashes } from './pool/pool-figures.store.ts';
import { formulaSat } from './share-out.ts';
import {
  findFigures,
  findSettlementDay,
  listDeviceDays,
  type SettlementDay,
  type SettlementFigures,
} from './settlement.store.ts';

interface ShownPayout {
  rewardSat: bigint;
  source: string;
  reason: string | null;
  recordedAt: Date;
}

interface ShownDevice {
  serial: string;
  measured: bigint;
  filled: bigint;
  cut: bigint;
  poolHashes: bigint | null;
}

/** A day as operators look at it: income and rewards, and where devices and pool differ. */
interface ShownDay {
  day: SettlementDay | null;
  figures: SettlementFigures | null;
  payouts: readonly ShownPayout[];
  /** By the formula: the whole fleet's credited work, and what the pool saw of free machines, in whole satoshi. */
  formulaSat: bigint;
  /** That it was told to be far from what the pool paid. */
  alarm: FormulaAlarm | null;
  /** Credited to members, corrections included. */
  creditedSat: bigint;
  correctionSat: bigint;
  /** Devices that the pool filled or cut. */
  devices: readonly ShownDevice[];
  /** Devices with live orders of which the pool has told nothing, or too late. */
  unseenDevices: number;
}

export const showDay = async (db: Db, day: string): Promise<ShownDay> => {
  const [row, figures, devices, payouts, rewards, unseenDevices, alarm, others] = await Promise.all([
    findSettlementDay(db, day),
    findFigures(db, day),
    listDeviceDays(db, day),
    db.query<ShownPayout>(
      'SELECT reward_sat AS "rewardSat", source, reason, recorded_at AS "recordedAt" FROM pool_payout WHERE day = $1 ORDER BY part',
      [day],
    ),
    db.query<{ credited: bigint; corrected: bigint }>(
      `SELECT coalesce(sum(sat), 0)::bigint AS credited, coalesce(sum(sat) FILTER (WHERE part > 0), 0)::bigint AS corrected FROM reward WHERE day = $1`,
      [day],
    ),
    countWaitingDevices(db, day),
    findFormulaAlarm(db, day),
    sumOtherHashes(db, day),
  ]);
  const all = [...devices.values()];
  const other = all.filter((device) => sum(device.filled) > 0n || sum(device.cut) > 0n);
  const serials = await db.query<{ id: number; serial: string }>('SELECT id, serial FROM device WHERE id = ANY ($1)', [
    other.map(({ deviceId }) => deviceId),
  ]);
  const serialOf = new Map(serials.rows.map(({ id, serial }) => [id, serial]));
  return {
    day: row,
    figures,
    payouts: payouts.rows,
    formulaSat: row === null ? 0n : formulaSat(row, all, others),
    alarm,
    creditedSat: rewards.rows[0]!.credited,
    correctionSat: rewards.rows[0]!.corrected,
    devices: other.map((device) => ({
      serial: serialOf.get(device.deviceId) ?? String(device.deviceId),
      measured: sum(device.measured),
      filled: sum(device.filled),
      cut: sum(device.cut),
      poolHashes: device.pool?.hashes ?? null,
    })),
    unseenDevices,
  };
};
