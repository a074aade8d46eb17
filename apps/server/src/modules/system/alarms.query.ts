import type { Pool } from 'pg';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { listDifferences } from '../reconciliation/reconciliation.query.ts';
import { getSetting } from '../setting/setting.query.ts';

/** What is doubtful while everything can work. */
export const readAlarms = async (pool: Pool) => ({
  freeze: await findPayoutFreeze(pool),
  refusedTip: await getSetting(pool, 'network_tip_refused'),
  chainDifferences: (await listDifferences(pool)).length,
});
