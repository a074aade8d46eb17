import { MINUTE_MS } from '@minerx/rules/duration';
import { NETWORK, networkById, type NetworkId } from '@minerx/rules/network';
import type { Context } from '../../context.ts';
import { getConfirmations, listDepositTerms } from '../../modules/deposit/deposit-terms.query.ts';
import { WatchedAddresses } from '../../modules/deposit/scan/watched-addresses.ts';
import { checkEquations } from '../../modules/integrity/integrity.query.ts';
import type { EquationOutcome } from '../../modules/integrity/outcome.ts';
import { keepColdMovements } from '../../modules/hot-wallet/cold-movement.command.ts';
import { freezeWhenBroken, openWhenReconciled } from '../../modules/integrity/payout-freeze.command.ts';
import { arePayoutsFrozen } from '../../modules/integrity/payout-freeze.query.ts';
import { RECONCILIATION_EQUATIONS } from '../../modules/reconciliation/reconciliation.equations.ts';
import { bookReceipt } from '../../modules/reconciliation/book-receipt.command.ts';
import { tellDifference, tellOperators } from '../../modules/reconciliation/difference.command.ts';
import type { Turn } from '../../modules/reconciliation/expected.query.ts';
import { listColdWallets, listHandWallets, listHotWallets } from '../../modules/reconciliation/movements.query.ts';
import { reconcileItems, type ItemTurn } from '../../modules/reconciliation/items.command.ts';
import { reconcile } from '../../modules/reconciliation/reconcile.command.ts';
import type { ComparedChain } from '../../modules/reconciliation/reconciling.ts';
import {
  listDifferences,
  listReconciliations,
  listUnbookedReceipts,
} from '../../modules/reconciliation/reconciliation.query.ts';
import { noteSigner } from '../../modules/reconciliation/name-wallet.command.ts';
import type { Chain, Hex, TokenPlace, TronChain } from '../../outside/chain/port.ts';
import { tellOneByOne } from '../../outside/chain/tell-each.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import type { Signer } from '../../outside/signer/port.ts';
import { Refusal } from '../../refusal.ts';
import type { Job } from '../clock.ts';
import { checkEverything } from '../integrity.ts';

/** What the comparison works with. */
export interface ReconciliationWorld extends Pick<
  Context,
  'pool' | 'clock' | 'random' | 'log' | 'funnel' | 'bus' | 'env' | 'vault' | 'equations'
> {
  readonly signer: Signer | null;
  readonly chains: ReadonlyMap<NetworkId, Chain>;
  readonly tron: TronChain | null;
}

/** Nothing where no chain is read. */
export const reconciliationJobs = (context: Context): Job[] => {
  const { signer, chains, tron } = context.outside;
  if (chains.size === 0 && tron === null) return [];
  const run = reconciliationRound({ ...context, signer, chains, tron });
  return [{ name: 'reconciliation', everyMs: MINUTE_MS, firstAfterMs: 20_000, lease: true, run }];
};

/** What is kept in memory of a network between rounds; lost, it is read again. */
interface Memory {
  readonly turn: Turn;
  readonly watched: WatchedAddresses;
}

type Check = (world: ReconciliationWorld) => Promise<EquationOutcome[]>;

/**
 * Holds every network against the books, one after the other: one chain that does not answer keeps the others from nothing.
 * @param check of everything that has to hold before payouts open by themselves
 */
export const reconciliationRound = (
  world: ReconciliationWorld,
  check: Check = checkEverything,
): (() => Promise<void>) => {
  const memories = new Map<NetworkId, Memory>();
  const items: ItemTurn = { token: 0 };
  return async () => {
    await borne(world, () => noteWhoSigns(world));
    for (const chain of comparedChains(world)) {
      const { network } = chain;
      const memory = memories.get(network) ?? { turn: { after: 0n }, watched: new WatchedAddresses() };
      memories.set(network, memory);
      await borne(world, () => compare(world, chain, memory));
    }
    await borne(world, () => compareItems(world, items));
    await bookReceipts(world);
    await keepColdMovements(world);
    await freezeOrOpen(world, check);
  };
};

const noteWhoSigns = async (world: ReconciliationWorld): Promise<void> => {
  if (world.signer === null) return;
  const { address } = await world.signer.describe();
  for (const chainId of new Set([...world.chains.values()].map((chain) => chain.chainId)))
    await noteSigner(world, { chainId, address });
};

const borne = async ({ log }: ReconciliationWorld, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isOutsideFailure(error)) throw error;
    log.warn({ job: 'reconciliation', source: error.sourceId, err: error }, 'a chain is not compared: no answer');
  }
};

/** TRON tells balances of its newest final block alone, and no payout of ours is sent there. */
export const comparedChains = ({ chains, tron }: Pick<ReconciliationWorld, 'chains' | 'tron'>): ComparedChain[] => [
  ...[...chains.values()]
    .filter(({ network }) => networkById(network).family === 'evm')
    .map((chain) => ({ ...chain, newestTold: null })),
  ...(tron === null
    ? []
    : [
        {
          ...tron,
          nonce: () => Promise.resolve(0),
          tokenBalance: (token: Hex, address: Hex) => tron.finalBalance(token, address),
          tokenBalances: (asked: readonly TokenPlace[]) =>
            tellOneByOne(asked, ({ token, address }) => tron.finalBalance(token, address)),
          newestTold: () => tron.newestFinal(),
        },
      ]),
];

/** Own wallets of a network, those too that are named since. */
export const listOwn = async (
  { pool, signer }: Pick<ReconciliationWorld, 'pool' | 'signer'>,
  { network, chainId }: ComparedChain,
) => {
  const byHand = networkById(network).family !== 'evm';
  const signs = byHand || signer === null ? [] : [(await signer.describe()).address];
  const hot = byHand ? await listHandWallets(pool, network) : [...(await listHotWallets(pool, chainId)), ...signs];
  return { byHand, wallets: { hot: [...new Set(hot)], cold: await listColdWallets(pool, network) } };
};

/** Several networks may stand on one chain: its coins are compared with the first of them that is compared at all. */
const gasOf = ({ chains }: ReconciliationWorld, { network, chainId }: ComparedChain): Chain | null => {
  const onIt = [...chains.values()].filter((each) => each.chainId === chainId && each.network !== NETWORK.BEP721);
  const first = Math.min(...onIt.map((each) => each.network));
  return first === network ? chains.get(network)! : null;
};

/** Members' items, on the network that they live on. */
const compareItems = async (world: ReconciliationWorld, turn: ItemTurn): Promise<void> => {
  const { pool, log, chains } = world;
  const chain = chains.get(NETWORK.BEP721);
  if (chain === undefined) return;
  const { wallets } = await listOwn(world, { ...chain, newestTold: null });
  const outcome = await reconcileItems({ ...world, wallets }, chain, await getConfirmations(pool, chain.network), turn);
  if (outcome === null) return;
  tellUntold(world, chain, outcome);
  if (outcome.added.length > 0) await tellOperators(world, outcome.added);
  log.debug({ job: 'reconciliation', network: chain.network, items: outcome.looked }, 'compared');
};

const tellUntold = (
  { log }: ReconciliationWorld,
  { network }: Pick<Chain, 'network'>,
  { looked, untold }: { readonly looked: number; readonly untold: number },
): void => {
  if (untold > 0)
    log.warn({ job: 'reconciliation', network, looked, untold }, 'a comparison has gaps: it counts for none');
};

const compare = async (world: ReconciliationWorld, chain: ComparedChain, { turn, watched }: Memory): Promise<void> => {
  const { pool, log } = world;
  const tokens = await listDepositTerms(pool, chain.network);
  if (tokens.length === 0) return;
  await watched.refresh(pool, chain.network);
  const isDeposit = (address: Hex): boolean => watched.find(address) !== undefined;
  const outcome = await reconcile(
    { ...world, chain, tokens, isDeposit, gas: gasOf(world, chain), ...(await listOwn(world, chain)) },
    await getConfirmations(pool, chain.network),
    turn,
  );
  if (outcome === null) return;
  tellUntold(world, chain, outcome);
  if (outcome.added.length > 0) await tellOperators(world, outcome.added);
  log.debug({ job: 'reconciliation', network: chain.network, ...outcome, added: outcome.added.length }, 'compared');
};

/** What came to our own wallets from elsewhere. Whoever is second finds nothing left to do. */
const bookReceipts = async ({ pool, funnel }: ReconciliationWorld): Promise<void> => {
  for (const id of await listUnbookedReceipts(pool)) {
    try {
      await funnel.run(bookReceipt(id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
};

const DIFFERENCES = RECONCILIATION_EQUATIONS.filter(({ name }) => name === 'reconciliation');

/** A difference stops what leaves; the next comparison without one lets it go on. */
const freezeOrOpen = async (world: ReconciliationWorld, check: Check): Promise<void> => {
  const { pool, log } = world;
  const [outcome] = await checkEquations(pool, DIFFERENCES);
  if (outcome!.violations > 0n) {
    const open = await listDifferences(pool);
    const examples = open.length > 0 ? open.map(tellDifference) : outcome!.examples;
    await freezeWhenBroken(world, [{ ...outcome!, examples }]);
    return;
  }
  const compared = await listReconciliations(pool);
  if (!(await arePayoutsFrozen(pool)) || compared.some(({ differences }) => differences > 0)) return;
  if (await openWhenReconciled(world, await check(world)))
    log.warn({ event: 'reconciliation' }, 'payouts are open: the chains hold what the books say');
};
