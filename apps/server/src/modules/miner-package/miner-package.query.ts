import { MINER_PACKAGES, type PackageLine } from '@minerx/rules/miner-package';
import type { PackageSettings } from './miner-package.store.ts';
import type { Db } from '../../db/transaction.ts';

/** A package as operators set it; prices and profits in USDT units, contract figures in BTC units a day. */
export interface MinerPackageRow {
  id: number;
  name: string;
  priceUnits: bigint;
  quantity: number;
  maxProfitUnits: bigint;
  activationFeeUnits: bigint;
  roiDisplayUnits: bigint;
  roiDisplayMaxUnits: bigint;
  freeBlessings: number;
}

/** $1 package ids. */
export const LIST_MINER_PACKAGES = `
  SELECT p.id, p.name, p.price_units AS "priceUnits", p.quantity, p.max_profit_units AS "maxProfitUnits",
         p.activation_fee_units AS "activationFeeUnits", p.roi_display_units AS "roiDisplayUnits",
         p.roi_display_max_units AS "roiDisplayMaxUnits", p.free_blessings AS "freeBlessings",
         (SELECT shared_queue FROM stock WHERE line = 'x1') AS "sharedQueue"
         FROM miner_package p WHERE p.active AND p.id = ANY ($1) ORDER BY p.id`;

/** Packages of a page in order of id, and how many shared units wait for their group of ten (0–9). */
export const listMinerPackages = async (
  db: Db,
  line: PackageLine,
): Promise<{ packages: MinerPackageRow[]; sharedQueue: number }> => {
  const { rows } = await db.query<MinerPackageRow & { sharedQueue: number | null }>({
    name: 'miner_packages',
    text: LIST_MINER_PACKAGES,
    values: [MINER_PACKAGES.filter((known) => known.line === line).map(({ id }) => id)],
  });
  return { packages: rows, sharedQueue: rows[0]?.sharedQueue ?? 0 };
};

/** Stock of one line, in units. */
export interface StockRow {
  line: PackageLine;
  total: number;
  used: number;
  waiting: number;
}

export const listStock = async (db: Db): Promise<StockRow[]> => {
  const { rows } = await db.query<StockRow>({ name: 'stock', text: 'SELECT line, total, used, waiting FROM stock' });
  return rows;
};

const SETTINGS = `price_units AS "priceUnits", max_profit_units AS "maxProfitUnits", activation_fee_units AS "activationFeeUnits",
  roi_display_units AS "roiDisplayUnits", roi_display_max_units AS "roiDisplayMaxUnits", active`;

/** All packages with what operators set, those that are not sold too. */
export const listAllMinerPackages = async (
  db: Db,
): Promise<(PackageSettings & { id: number; quantity: number; freeBlessings: number })[]> => {
  const { rows } = await db.query<PackageSettings & { id: number; quantity: number; freeBlessings: number }>(
    `SELECT id, name, quantity, free_blessings AS "freeBlessings", ${SETTINGS} FROM miner_package ORDER BY id`,
  );
  return rows;
};

/** On which terms a package was sold, the newest first. */
export const listPackageHistory = async (
  db: Db,
  id: number,
): Promise<(Omit<PackageSettings, 'name'> & { at: Date })[]> => {
  const { rows } = await db.query<Omit<PackageSettings, 'name'> & { at: Date }>(
    `SELECT at, ${SETTINGS} FROM miner_package_history WHERE package_id = $1 ORDER BY id DESC`,
    [id],
  );
  return rows;
};
