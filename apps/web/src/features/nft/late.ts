import { HOUR_MS } from '@minerx/rules/duration';
import { isTakenBack, isUndecided } from '@minerx/rules/nft-status';
import { NFT_USUAL_HOURS } from '@minerx/rules/nft-withdrawal';
import type { Withdrawal } from './nft.api.ts';

type Waiting = Pick<Withdrawal, 'status' | 'cause' | 'hash' | 'askedAt' | 'decidedAt'>;

/** Whether its review or its sending has taken longer than it usually does. */
export function isLate({ status, cause, hash, askedAt, decidedAt }: Waiting, nowMs: number): boolean {
  const isOver = cause !== null || hash !== null || isTakenBack({ status });
  const since = isUndecided({ status }) ? askedAt : decidedAt;
  return !isOver && since !== null && Date.parse(since) + NFT_USUAL_HOURS * HOUR_MS < nowMs;
}
