import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { finalBlock } from '@minerx/rules/finality';
import { PAYOUT_STATUS, replacementFees, feesFor } from '@minerx/rules/payout';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { lookFor, proveNumber, type Sight, type Standing } from './payout-chain.ts';
import { eachPayout, estimate, signAndTell, tell, type SenderDependencies } from './payout-sign.command.ts';
import type { Attempt, Payout } from './payout.ts';
import { hasNumber, listAttempts, listErrored, listUnderWay } from './payout.query.ts';
import { noteProved } from './payout-reconcile.command.ts';
import { insertFill, noteBlock, noteBroadcast, noteTrouble } from './payout.store.ts';

/** Told to the chain again after this time in no block. */
const TELL_AGAIN_MS = 15_000;
/** Replaced by one that pays more after this time in no block: many blocks long on every chain that we send on. */
const REPLACE_MS = MINUTE_MS;
/** So many that follow so soon; each of them pays an eighth more than the one before. What no block takes even then is tried once an hour: gas may be what it lacks. */
const QUICK_ATTEMPTS = 40;
/** More are under way than may be sent at once: what is mined waits to be final. */
const LOOKED_AT = 2000;
/** Asked about at once. */
const TOGETHER = 8;

/** What has left is followed, told again and ended without anybody who signs (`sender` null). */
export type FollowDependencies = Omit<SenderDependencies, 'sender'> & { readonly sender: string | null };
type Reconciling = Pick<SenderDependencies, 'pool' | 'clock' | 'log' | 'endings' | 'confirmations' | 'checkpoint'>;
type Numbered = Payout & { readonly nonce: number };

interface Seen extends Standing {
  /** Coins of the chain that an address has. */
  coins(sender: string): Promise<bigint>;
}

const standingOf = async (chain: Chain): Promise<Seen> => {
  const [{ number: head }, finalized] = await Promise.all([chain.head(), chain.finalized()]);
  const asked = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const known = (asked.get(key) as Promise<T> | undefined) ?? ask();
    asked.set(key, known);
    return known;
  };
  const final = (confirmations: number): number => finalBlock(head, confirmations, finalized);
  return {
    head,
    final,
    used: (sender) => once(sender, () => chain.nonce(sender as Hex)),
    usedFinally: (sender, confirmations) => {
      const block = final(confirmations);
      return block < 0 ? Promise.resolve(0) : once(`${sender} ${block}`, () => chain.nonce(sender as Hex, block));
    },
    coins: (sender) => once(`${sender} coins`, () => chain.coinBalance(sender as Hex)),
  };
};

/** Moves on what has a number on a chain: signs what is not, tells it again, pays more, and ends what is final. */
export const followPayouts = async (dependencies: FollowDependencies, chain: Chain): Promise<void> => {
  const { pool, sender: hot } = dependencies;
  const underWay = (await listUnderWay(pool, chain.chainId, LOOKED_AT)) as Numbered[];
  if (underWay.length === 0) return;
  const attempts = Map.groupBy(
    await listAttempts(
      pool,
      underWay.map(({ id }) => id),
    ),
    ({ payoutId }) => payoutId,
  );
  const standing = await standingOf(chain);
  // A deposit address sends one at a time, so that none of its numbers is ever missing.
  const numbered = underWay.filter(({ kind }) => kind !== 'sweep');
  for (const sender of new Set(numbered.map((each) => each.sender))) {
    const first = numbered.find((each) => each.sender === sender)!;
    await fillGap(dependencies, first, await standing.used(sender));
  }
  const isSigned = ({ id }: Payout): boolean => attempts.has(id);
  const follow = (payout: Numbered): Promise<void> =>
    followSent(dependencies, chain, { payout, attempts: attempts.get(payout.id)!, standing });
  await eachPayout(dependencies, underWay.filter(isSigned), follow, TOGETHER);
  if (hot === null) return;
  const sign = (payout: Numbered): Promise<unknown> =>
    signAndTell({ ...dependencies, sender: hot }, chain, payout, null);
  await eachPayout(
    dependencies,
    underWay.filter((payout) => !isSigned(payout)),
    async (payout) => void (await sign(payout)),
  );
};

interface Followed {
  readonly payout: Numbered;
  /** The newest first. */
  readonly attempts: readonly Attempt[];
  readonly standing: Seen;
}

const followSent = async (dependencies: FollowDependencies, chain: Chain, followed: Followed): Promise<void> => {
  const { payout, attempts, standing } = followed;
  const confirmations = await dependencies.confirmations(payout.networkId);
  const hashes = attempts.map(({ hash }) => hash);
  const sight = await lookFor(chain, payout, hashes, { standing, confirmations });
  if (sight.kind === 'mined') return endWhenFinal(dependencies, payout, sight);
  if (sight.kind === 'unexplained') {
    dependencies.log.error(
      { job: 'payout', reason: 'number used by nothing of ours' },
      `payout ${payout.id} is errored`,
    );
    return dependencies.endings.errored(payout);
  }
  // A block that it stood in may have been taken back.
  if (payout.blockNumber !== null)
    await noteBlock(dependencies.pool, payout.id, { hash: attempts[0]!.hash, block: null });
  await pressOn(dependencies, chain, followed);
};

const endWhenFinal = async (
  { pool, endings, log, checkpoint }: Reconciling,
  payout: Payout,
  { hash, blockNumber, confirmed, final, outcome }: Extract<Sight, { kind: 'mined' }>,
): Promise<void> => {
  await noteBlock(pool, payout.id, { hash, block: { number: blockNumber, confirmed } });
  if (!final) return;
  checkpoint?.('final');
  if (outcome === 'moved') return endings.confirmed(payout, hash);
  if (outcome === 'reverted') return endings.failed(payout, 'reverted');
  // The contract took the call and says nothing of what it did: somebody has to look.
  if (payout.status === PAYOUT_STATUS.ERRORED) return;
  log.error({ job: 'payout', reason: 'no transfer in the receipt' }, `payout ${payout.id} is errored`);
  await endings.errored(payout);
  await noteTrouble(pool, payout.id, 'the contract took it and says nothing of a transfer');
};

/** In no block yet: when the first in line has waited for long, one that pays more; else it is told again. */
const pressOn = async (dependencies: FollowDependencies, chain: Chain, followed: Followed): Promise<void> => {
  const { pool, clock } = dependencies;
  const { payout, attempts, standing } = followed;
  if (await payMore(dependencies, chain, followed)) return;
  const now = clock.now();
  if (attempts.some(({ broadcastAt }) => now - broadcastAt.getTime() < TELL_AGAIN_MS)) return;
  const coins = await standing.coins(payout.sender);
  // Nodes take none that costs more than there is: then an older one may still be what they take.
  const again = attempts.find((each) => costOf(payout, each) <= coins) ?? attempts[0]!;
  await noteBroadcast(pool, again.hash, new Date(now));
  await tell(chain, again.raw);
};

/** Coins that a transaction takes at most. */
const costOf = ({ intent }: Payout, { gas, maxFeeWei }: Pick<Attempt, 'gas' | 'maxFeeWei'>): bigint =>
  gas * maxFeeWei + (intent.kind === 'topUp' ? intent.value : 0n);

/** Never one that its wallet could not pay for: no node takes it, and each dearer one after it would be as void. */
const payMore = async (
  dependencies: FollowDependencies,
  chain: Chain,
  { payout, attempts, standing }: Followed,
): Promise<boolean> => {
  const { pool, clock, sender } = dependencies;
  const newest = attempts[0]!;
  const patienceMs = attempts.length < QUICK_ATTEMPTS ? REPLACE_MS : HOUR_MS;
  if (sender === null || clock.now() - newest.createdAt.getTime() < patienceMs) return false;
  if (payout.nonce !== (await standing.used(payout.sender))) return false;
  const last = { maxFeePerGas: newest.maxFeeWei, maxPriorityFeePerGas: newest.tipWei };
  const fees = replacementFees(last, feesFor(await chain.fees()));
  // What it took when it was signed may be too little by now, and be why it is in no block.
  const asked = await estimate(chain, payout, sender);
  const gas = typeof asked === 'bigint' && asked > newest.gas ? asked : newest.gas;
  if (costOf(payout, { gas, maxFeeWei: fees.maxFeePerGas }) > (await standing.coins(payout.sender))) {
    await noteTrouble(pool, payout.id, 'coins of the chain to pay more for its gas');
    return false;
  }
  // What must not be signed anew, as in a freeze, goes on with what is out already.
  return signAndTell({ ...dependencies, sender }, chain, payout, { fees, gas });
};

/** Numbers below the first of ours that nobody has: what stands behind them is never mined, so nothing is sent under them. */
const fillGap = async ({ pool, clock, log }: Reconciling, first: Numbered, used: number): Promise<void> => {
  for (let nonce = used; nonce < first.nonce; nonce += 1) {
    if (await hasNumber(pool, first.chainId, first.sender, nonce)) continue;
    log.warn({ job: 'payout', count: nonce }, 'a number of the hot wallet is missing and is filled');
    await insertFill(pool, first, nonce, new Date(clock.now()));
  }
};

/** Asks the chain about what nobody could say: ends what is proved, and leaves the rest. Gives how many ended. */
export const reconcilePayouts = async (
  dependencies: Reconciling,
  chain: Chain,
  only: string | null = null,
): Promise<number> => {
  const { pool, log, endings } = dependencies;
  const errored = (await listErrored(pool, chain.chainId, 100)).filter(({ id }) => only === null || id === only);
  if (errored.length === 0) return 0;
  const standing = await standingOf(chain);
  let ended = 0;
  await eachPayout(dependencies, errored, async (payout) => {
    if (payout.nonce === null) return;
    const known = payout as Numbered;
    const confirmations = await dependencies.confirmations(payout.networkId);
    const attempts = await listAttempts(pool, [payout.id]);
    const proof = await proveNumber(chain, known, attempts, standing.final(confirmations));
    if (proof.kind === 'unknown') return;
    if (proof.kind === 'never') {
      log.error(
        { job: 'payout', reason: 'number used by another transaction' },
        `payout ${payout.id} will never be mined`,
      );
      await endings.failed(payout, 'replaced');
      ended += 1;
      return;
    }
    const sight = await lookFor(chain, known, [proof.hash], { standing, confirmations });
    if (sight.kind !== 'mined') return;
    if (sight.final && !attempts.some(({ hash }) => hash === sight.hash))
      await noteProved(dependencies, payout.id, sight.hash);
    await endWhenFinal(dependencies, payout, sight);
    if (sight.final && sight.outcome !== 'unclear') ended += 1;
  });
  return ended;
};
