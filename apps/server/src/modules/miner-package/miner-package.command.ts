import { formatUnits } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { lockPackage, updatePackage, type PackageSettings } from './miner-package.store.ts';
import type { Actor } from '../../base/actor.ts';

interface PackageInput extends Partial<{ [Name in keyof PackageSettings]: PackageSettings[Name] | undefined }> {
  id: number;
  actor: Actor;
  reason: string;
}

export const LONGEST_PACKAGE_NAME = 40;
/** 10 million USDT, and as many dollars of profit: more is a slip of the finger. */
const MOST_UNITS = 10_000_000n * 100_000_000n;

/**
 * Changes a package for orders made from now on: those that exist keep the terms they were made with. Gives it before and
 * after; what it was at any time stands in its history. Refuses an unknown package, a name or amounts that cannot be, a range upside down, and names the action’s field.
 */
export const setMinerPackage = async (
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  { id, actor, reason, ...input }: PackageInput,
): Promise<{ before: PackageSettings; after: PackageSettings }> => {
  const changed = await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const before = (await lockPackage(tx, id)) ?? refuse('err_package_unavailable');
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const after: PackageSettings = { ...before, ...given };
    requireSettings(after);
    await updatePackage(tx, id, after, at);
    const detail = { before: told(before), after: told(after) };
    await appendAudit(tx, at, [{ actor, action: 'package.set', subject: `package:${id}`, reason, detail }]);
    return { before, after };
  });
  bus.publish('settings_changed', { key: 'miner_package' });
  return changed;
};

const requireSettings = (settings: PackageSettings): void => {
  const { name, priceUnits, maxProfitUnits, activationFeeUnits, roiDisplayUnits, roiDisplayMaxUnits } = settings;
  const no = (field: string) => refuse('err_amount', { fields: { [field]: 'err_amount' } });
  if (name.trim() === '' || name.length > LONGEST_PACKAGE_NAME)
    refuse('err_format', { fields: { name: 'err_format' } });
  if (priceUnits <= 0n || priceUnits > MOST_UNITS) no('price');
  if (maxProfitUnits <= 0n || maxProfitUnits > MOST_UNITS) no('max-profit');
  if (activationFeeUnits < 0n || activationFeeUnits > priceUnits * 10n) no('fee');
  if (roiDisplayUnits < 0n || roiDisplayMaxUnits < roiDisplayUnits) no('roi-to');
};

const told = ({ name, active, ...amounts }: PackageSettings) => ({
  name,
  ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatUnits(amount)])),
  active,
});
