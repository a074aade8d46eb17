import type { Db } from '../../db/transaction.ts';
import { isCheckOld } from '../integrity/check-age.command.ts';
import { listChecks } from '../integrity/integrity-check.store.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { listDifferences } from '../reconciliation/reconciliation.query.ts';
import { getSetting } from '../setting/setting.query.ts';

/** What is doubtful while everything can work. */
export const readAlarms = async (db: Db, now: number) => ({
  freeze: await findPayoutFreeze(db),
  checks: (await listChecks(db)).map((check) => ({ ...check, isOld: isCheckOld(check, now) })),
  refusedTip: await getSetting(db, 'network_tip_refused'),
  chainDifferences: (await listDifferences(db)).filter(({ stops }) => stops).length,
});
