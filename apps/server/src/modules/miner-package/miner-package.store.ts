import type { Tx } from '../../db/transaction.ts';

/** What operators set of a package. USDT units; the contract figures BTC units a day. */
export interface PackageSettings {
  /** As members read it; a word of its own, the same in every language. */
  name: string;
  /** Of one package; times its quantity it is the price of one unit. */
  priceUnits: bigint;
  /** What one unit may earn. */
  maxProfitUnits: bigint;
  /** Of one unit. */
  activationFeeUnits: bigint;
  roiDisplayUnits: bigint;
  roiDisplayMaxUnits: bigint;
  /** Whether it is sold, or its vouchers redeemed. */
  active: boolean;
}

/** How many picks each new order of a package grants, from now on. Gives how many it were; null where there is no such package. */
export const swapFreeBlessings = async (tx: Tx, packageId: number, count: number): Promise<number | null> => {
  const { rows } = await tx.query<{ before: number }>(
    'SELECT free_blessings AS before FROM miner_package WHERE id = $1 FOR UPDATE',
    [packageId],
  );
  if (rows[0] === undefined) return null;
  await tx.query('UPDATE miner_package SET free_blessings = $2 WHERE id = $1', [packageId, count]);
  return rows[0].before;
};

export const lockPackage = async (tx: Tx, id: number): Promise<PackageSettings | null> => {
  const { rows } = await tx.query<PackageSettings>(
    `SELECT name, price_units AS "priceUnits", max_profit_units AS "maxProfitUnits", activation_fee_units AS "activationFeeUnits",
            roi_display_units AS "roiDisplayUnits", roi_display_max_units AS "roiDisplayMaxUnits", active
       FROM miner_package WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
};

/** Changes a package, and adds to its history on which terms it is sold from now on. */
export const updatePackage = async (tx: Tx, id: number, after: PackageSettings, at: Date): Promise<void> => {
  const values = [
    id,
    after.priceUnits,
    after.maxProfitUnits,
    after.activationFeeUnits,
    after.roiDisplayUnits,
    after.roiDisplayMaxUnits,
    after.active,
  ];
  await tx.query(
    `UPDATE miner_package SET price_units = $2, max_profit_units = $3, activation_fee_units = $4, roi_display_units = $5,
       roi_display_max_units = $6, active = $7, name = $8 WHERE id = $1`,
    [...values, after.name],
  );
  await tx.query(
    `INSERT INTO miner_package_history (package_id, price_units, max_profit_units, activation_fee_units, roi_display_units,
       roi_display_max_units, active, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...values, at],
  );
};
