import { SENT_BY_WORKER } from '@minerx/rules/withdrawal';

/**
 * SQL, of a coin on a network `a`: whether anybody can say what moves there. The worker sends no token without its contract, and where
 * blocks confirm what operators send, they could not tell it from any other. Where nobody reads the chain, people tell.
 */
export const IS_PAYABLE = `(a.contract IS NOT NULL OR a.network_id NOT IN (${SENT_BY_WORKER.join(', ')})
  AND NOT EXISTS (SELECT FROM chain_cursor c WHERE c.network_id = a.network_id))`;

/** SQL, of a coin on a network `a` and its network `n`: whether it may be asked for and approved. */
export const IS_OPEN = `(a.enabled_withdraw AND n.enabled_withdraw AND ${IS_PAYABLE})`;
