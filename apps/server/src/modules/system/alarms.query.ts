import type { Db } from '../../db/transaction.ts';
import { listLastChecks } from '../integrity/integrity-check.query.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { listDifferences } from '../reconciliation/reconciliation.query.ts';
import { getSetting } from '../setting/setting.query.ts';

/** What is doubtful while everything can work. */
export const readAlarms = async (db: Db, now: number) => ({
  freeze: await findPayoutFreeze(db),
  checks: await listLastChecks(db, now),
  refusedTip: await getSetting(db, 'network_tip_refused'),
  chainDifferences: (await listDifferences(db)).filter(({ stops }) => stops).length,
});
