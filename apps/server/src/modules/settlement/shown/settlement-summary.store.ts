import type { Db, Tx } from '../../../db/transaction.ts';

/** A machine of a day, in hashes. */
interface ShownDevice {
  serial: string;
  measured: bigint;
  filled: bigint;
  cut: bigint;
  /** Null: the pool told nothing of it. */
  poolHashes: bigint | null;
}

/** What a day comes to, by every machine and every reward of it. */
export interface DaySums {
  /** By the formula: the whole fleet's credited work, and what the pool saw of free machines, in whole satoshi. */
  formulaSat: bigint;
  /** Credited to members, corrections included. */
  creditedSat: bigint;
  correctionSat: bigint;
  /** Devices that the pool filled or cut, those first that it did most. */
  devices: readonly ShownDevice[];
  /** Devices with live orders of which the pool has told nothing, or too late. */
  unseenDevices: number;
}

/** Machines of a day that are told one by one. */
const MACHINES = 200;

/** Of the machines that the pool filled or cut only the first, and how many there are. */
export interface DaySummary extends DaySums {
  readonly deviceCount: number;
}

export const summaryOf = (sums: DaySums): DaySummary => ({
  ...sums,
  devices: sums.devices.slice(0, MACHINES),
  deviceCount: sums.devices.length,
});

type Machine = [serial: string, measured: string, filled: string, cut: string, pool: string | null];

/** Keeps what a day came to, beside its state: whoever looks at it need not sum it again. */
export const keepSummary = async (tx: Tx, day: string, summary: DaySummary): Promise<void> => {
  const { formulaSat, creditedSat, correctionSat, unseenDevices, deviceCount, devices } = summary;
  const machines = devices.map(({ serial, measured, filled, cut, poolHashes }): Machine => {
    return [serial, `${measured}`, `${filled}`, `${cut}`, poolHashes === null ? null : `${poolHashes}`];
  });
  await tx.query(
    `INSERT INTO settlement_summary (day, formula_sat, credited_sat, correction_sat, unseen_devices, outlying, machines) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (day) DO UPDATE SET formula_sat = excluded.formula_sat, credited_sat = excluded.credited_sat, correction_sat = excluded.correction_sat,
       unseen_devices = excluded.unseen_devices, outlying = excluded.outlying, machines = excluded.machines`,
    [day, formulaSat, creditedSat, correctionSat, unseenDevices, deviceCount, JSON.stringify(machines)],
  );
};

const deviceOf = ([serial, measured, filled, cut, pool]: Machine): ShownDevice => ({
  serial,
  measured: BigInt(measured),
  filled: BigInt(filled),
  cut: BigInt(cut),
  poolHashes: pool === null ? null : BigInt(pool),
});

/** What is kept of a settled day; null while it is not settled, or was before any was kept. */
export const findSummary = async (db: Db, day: string): Promise<DaySummary | null> => {
  const { rows } = await db.query<Omit<DaySummary, 'devices'> & { machines: Machine[] }>(
    `SELECT s.formula_sat AS "formulaSat", s.credited_sat AS "creditedSat", s.correction_sat AS "correctionSat", s.unseen_devices AS "unseenDevices",
            s.outlying AS "deviceCount", s.machines
       FROM settlement_summary s JOIN settlement_day d ON d.day = s.day AND d.state = 'settled' WHERE s.day = $1`,
    [day],
  );
  if (rows[0] === undefined) return null;
  const { machines, ...summary } = rows[0];
  return { ...summary, devices: machines.map(deviceOf) };
};
