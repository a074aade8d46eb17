import { formatUnits } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import type { PackageSettings } from './miner-package.query.ts';
import type { Actor } from '../../base/actor.ts';

interface PackageInput extends Partial<{ [Name in keyof PackageSettings]: PackageSettings[Name] | undefined }> {
  id: number;
  actor: Actor;
  reason: string;
}

/** 10 million USDT, and as many dollars of profit: more is a slip of the finger. */
const MOST_UNITS = 10_000_000n * 100_000_000n;

/**
 * Changes a package for orders made from now on: those that exist keep the terms they were made with. Gives it before and
 * after; what it was at any time stands in its history. Refuses an unknown package, amounts that cannot be, a range upside down.
 */
export const setMinerPackage = async (
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  { id, actor, reason, ...input }: PackageInput,
): Promise<{ before: PackageSettings; after: PackageSettings }> => {
  const changed = await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const before = await lockPackage(tx, id);
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const after: PackageSettings = { ...before, ...given };
    requireSettings(after);
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
         roi_display_max_units = $6, active = $7 WHERE id = $1`,
      values,
    );
    await tx.query(
      `INSERT INTO miner_package_history (package_id, price_units, max_profit_units, activation_fee_units, roi_display_units,
         roi_display_max_units, active, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [...values, at],
    );
    const detail = { before: told(before), after: told(after) };
    await appendAudit(tx, at, [{ actor, action: 'package.set', subject: `package:${id}`, reason, detail }]);
    return { before, after };
  });
  bus.publish('settings_changed', { key: 'miner_package' });
  return changed;
};

const lockPackage = async (tx: Tx, id: number): Promise<PackageSettings> => {
  const { rows } = await tx.query<PackageSettings>(
    `SELECT price_units AS "priceUnits", max_profit_units AS "maxProfitUnits", activation_fee_units AS "activationFeeUnits",
            roi_display_units AS "roiDisplayUnits", roi_display_max_units AS "roiDisplayMaxUnits", active
       FROM miner_package WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? refuse('err_package_unavailable');
};

const requireSettings = (settings: PackageSettings): void => {
  const { priceUnits, maxProfitUnits, activationFeeUnits, roiDisplayUnits, roiDisplayMaxUnits } = settings;
  for (const amount of [priceUnits, maxProfitUnits]) if (amount <= 0n || amount > MOST_UNITS) refuse('err_amount');
  if (activationFeeUnits < 0n || activationFeeUnits > priceUnits * 10n) refuse('err_amount');
  if (roiDisplayUnits < 0n || roiDisplayMaxUnits < roiDisplayUnits) refuse('err_amount');
};

const told = ({ active, ...amounts }: PackageSettings) => ({
  ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatUnits(amount)])),
  active,
});
