import { operatorHealth } from '@minerx/contract/operator/health';
import { operatorProposals, operatorWaiting, type Queue } from '@minerx/contract/operator/waiting';
import { networkLabel } from '@minerx/rules/network';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { listCursors } from '../../modules/deposit/chain-cursor.query.ts';
import { listProposals } from '../../modules/operator/proposal.store.ts';
import { readAlarms } from '../../modules/system/alarms.query.ts';
import { listQueues } from '../../modules/system/waiting.query.ts';
import { readVitalSigns } from '../../modules/system/vital-signs.query.ts';
import { simulatedChainOf, watchedChains, type Outside } from '../../outside/outside.ts';
import type { SourceHealth } from '../../outside/source-health.ts';
import { isGranted, iso, presentFreeze, presentProposal, requireLook } from './desk.ts';

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
  outbox: 'outbox list',
};

const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const presentSource = (name: string, health: SourceHealth) => ({
  name: `${name} (${health.sourceId})`,
  simulated: health.simulated,
  answered: health.answered,
  failed: Object.values(health.failed).reduce((sum, count) => sum + count, 0),
  last_answer_at: moment(health.lastAnswerAt),
  last_failure_at: moment(health.lastFailureAt),
  last_failure: health.lastFailure,
});

const listSources = (outside: Outside) => {
  const { pool, network, market, secondMarket } = outside;
  return [
    presentSource('Pool', pool.health()),
    presentSource('Network', network.health()),
    presentSource('Market', market.health()),
    ...(secondMarket === null ? [] : [presentSource('Second market', secondMarket.health())]),
    ...[...watchedChains(outside)].map(([id, chain]) => presentSource(networkLabel(id), chain.health())),
  ];
};

export const addWaitingDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock, outside } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, operatorWaiting, { limit: perMinute(240) }, async ({ operator: { role } }) => ({
    queues: (await listQueues(pool, clock.now()))
      .filter(({ queue }) => isGranted(role, SHOWN_BY[queue]))
      .map(({ queue, count, oldestAt }) => ({ queue, count, oldest_at: iso(oldestAt) })),
  }));

  addRoute(api, operatorProposals, { limit: perMinute(240) }, async ({ operator }) => {
    if (!isGranted(operator.role, 'proposal list')) return { proposals: [] };
    const proposals = await listProposals(pool);
    // What two decide names members and amounts.
    if (proposals.length > 0) await requireLook(context, operator, 'proposal list', {});
    return { proposals: proposals.map(presentProposal) };
  });

  addRoute(api, operatorHealth, { limit: perMinute(60) }, async ({ operator }) => {
    await requireLook(context, operator, 'integrity check', {});
    const [alarms, signs, cursors] = await Promise.all([
      readAlarms(pool, clock.now()),
      readVitalSigns(pool, clock.now()),
      listCursors(pool),
    ]);
    const { freeze, refusedTip, chainDifferences } = alarms;
    return {
      frozen: presentFreeze(freeze),
      differences: chainDifferences,
      refused_tip: refusedTip,
      sources: listSources(outside),
      chains: cursors.map(({ networkId, block, head, readAt }) => ({
        network: networkLabel(networkId),
        block,
        head,
        read_at: readAt.toISOString(),
        simulated: simulatedChain(networkId) !== null,
      })),
      signs: signs.map(({ name, help, value }) => ({ name, about: help, value })),
    };
  });
};
