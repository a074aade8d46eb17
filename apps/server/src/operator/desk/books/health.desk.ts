import { operatorHealth, type Trouble } from '@minerx/contract/operator/health';
import { runwayHours } from '@minerx/rules/hot-wallet';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { listCursors } from '../../../modules/deposit/chain-cursor.query.ts';
import { listHotWallets } from '../../../modules/hot-wallet/hot-wallet.query.ts';
import { findKnown } from '../../../modules/integrity/payout-freeze.query.ts';
import { listDifferences } from '../../../modules/reconciliation/reconciliation.query.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { readAlarms } from '../../../modules/system/alarms.query.ts';
import { troublesOf } from '../../../modules/system/troubles.ts';
import { listQueues } from '../../../modules/system/waiting.query.ts';
import { readVitalSigns } from '../../../modules/system/vital-signs.query.ts';
import { simulatedChainOf, watchedChains, type Outside } from '../../../outside/outside.ts';
import type { SourceHealth } from '../../../outside/source-health.ts';
import { iso, presentFreeze, requireLook } from '../desk.ts';

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

/** Since when what is no age is as it is. */
const listBegun = async (
  { pool, clock }: Api['context'],
  { freeze, refusedTip }: Awaited<ReturnType<typeof readAlarms>>,
): Promise<Partial<Record<Trouble, Date | null>>> => {
  const [queues, differences, doubt] = await Promise.all([
    listQueues(pool, clock.now()),
    listDifferences(pool),
    getSetting(pool, 'btc_price_doubt'),
  ]);
  const waits = (...names: readonly string[]): Date | null =>
    queues
      .flatMap(({ queue, oldestAt }) => (names.includes(queue) && oldestAt !== null ? [oldestAt] : []))
      .toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
  const at = (moment: string | undefined): Date | null => (moment === undefined ? null : new Date(moment));
  return {
    payouts_frozen: freeze?.frozenAt ?? null,
    chain_differences: differences.findLast(({ stops }) => stops)?.foundAt ?? null,
    settlement_days_waiting: waits('settlements'),
    payouts_errored: waits('unknown', 'nfts_unknown', 'payouts'),
    withdrawals_errored: waits('unknown'),
    btc_price_doubted: at(doubt?.since),
    network_tip_refused: at(refusedTip?.since),
    outbox_given_up: waits('outbox'),
  };
};

export const addHealthDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock, outside } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, operatorHealth, { limit: perMinute(60) }, async ({ operator }) => {
    await requireLook(context, operator, 'integrity check', {});
    const now = clock.now();
    const [alarms, signs, cursors, hotWallets, known] = await Promise.all([
      readAlarms(pool, now),
      readVitalSigns(pool, now),
      listCursors(pool),
      listHotWallets(pool, new Date(now)),
      findKnown(pool),
    ]);
    const { freeze, checks, refusedTip, chainDifferences } = alarms;
    const troubles = troublesOf(signs, await listBegun(context, alarms), now);
    return {
      troubles: troubles.map((each) => ({ ...each, since: iso(each.since) })),
      frozen: presentFreeze(freeze),
      known: Object.entries(known).map(([equation, rows]) => ({ equation, rows: rows.length })),
      checks: checks.map(({ kind, at, isOld }) => ({ kind, at: at.toISOString(), old: isOld })),
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
      hot_wallets: hotWallets.map((wallet) => ({
        network: networkLabel(wallet.networkId),
        wallet: walletById(wallet.walletId).name,
        held: formatUnits(wallet.heldUnits),
        runway_hours: runwayHours(wallet),
        compared_at: wallet.at.toISOString(),
        simulated: simulatedChain(wallet.networkId) !== null,
      })),
      signs: signs.map(({ name, help, value }) => ({ name, about: help, value })),
    };
  });
};
