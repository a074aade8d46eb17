import { operatorProposals, operatorWaiting, type Queue } from '@minerx/contract/operator/waiting';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { listProposals } from '../../modules/operator/proposal.store.ts';
import { listQueues } from '../../modules/system/waiting.query.ts';
import { isGranted, iso, pageOf, presentProposal, requireAfter, requireLook } from './desk.ts';

/** The action that shows the same as the list behind a queue. */
const SHOWN_BY: Readonly<Record<Queue, string>> = {
  withdrawals: 'withdrawal list',
  unknown: 'withdrawal list',
  nfts: 'nft list',
  nfts_unknown: 'nft list',
  payouts: 'payout list',
  deposits: 'deposit list',
  tickets: 'ticket list',
  prizes: 'fulfilment list',
  settlements: 'settlement status',
  corrections: 'settlement status',
  liquidity: 'liquidity show',
  outbox: 'outbox list',
};

export const addWaitingDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock } = context;

  addRoute(api, operatorWaiting, { limit: perMinute(240) }, async ({ operator: { role } }) => ({
    queues: (await listQueues(pool, clock.now()))
      .filter(({ queue }) => isGranted(role, SHOWN_BY[queue]))
      .map(({ queue, count, oldestAt }) => ({ queue, count, oldest_at: iso(oldestAt) })),
  }));

  addRoute(api, operatorProposals, { limit: perMinute(240) }, async ({ operator, query: { after } }) => {
    if (!isGranted(operator.role, 'proposal list')) return { rows: [], next: null };
    const proposals = await listProposals(pool, requireAfter(after));
    // What two decide names members and amounts.
    if (proposals.length > 0) await requireLook(context, operator, 'proposal list', {});
    return pageOf(proposals, ({ id }) => id, presentProposal);
  });
};
