import type { Pool } from 'pg';
import { findPayoutFreeze } from './payout-freeze.store.ts';

/** Why nothing is paid out now, for jobs that wait meanwhile; null while payouts are open. */
export const findFreezeReason = async (pool: Pool): Promise<string | null> =>
  (await findPayoutFreeze(pool)) === null ? null : 'payouts are frozen: an equation of the integrity check is broken';
