import { feesFor, type Fees } from '@minerx/rules/payout';
import { ownerOfData } from '../../outside/chain/abi.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import {
  eachPayout,
  estimate,
  findHold,
  isOurs,
  LOOK_AGAIN_MS,
  signAndTell,
  type Gas,
  type SenderDependencies,
} from './payout-sign.command.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Payout } from './payout.ts';
import { listUnderWay, listWaiting } from './payout.query.ts';
import { noteWaiting, takeNumber } from './payout.store.ts';

/** Nodes keep at most sixteen waiting transactions of one account for sure. */
const AT_ONCE = 16;
/** Asked about at once; nodes are asked by others too. */
const TOGETHER = 8;
/** A contract that refuses is asked again before it is believed. */
const REFUSALS_BELIEVED = 2;
/** What waits for this is told to operators by its age (`payout_oldest_seconds`). */
const STANDS_STILL = 'the contract moves nothing now, to ourselves neither';

/** Sends what waits on a chain, members' first and the longest waiting first, as far as wallets, gates and the chain allow. Gives how many were told. */
export const sendPayouts = async (dependencies: SenderDependencies, chain: Chain): Promise<number> => {
  const { pool, clock } = dependencies;
  const unmined = (await listUnderWay(pool, chain.chainId, 1000)).filter(({ blockNumber }) => blockNumber === null);
  // Nodes count by account: deposit addresses whose sweeps stand still keep no place of the hot wallet's.
  const taken = new Map<string, number>();
  const takePlace = (sender: string): void => void taken.set(sender, (taken.get(sender) ?? 0) + 1);
  for (const { sender } of unmined) takePlace(sender);
  const isFull = (sender: string): boolean => (taken.get(sender) ?? 0) >= AT_ONCE;
  const full = [...taken.keys()].filter(isFull);
  const waiting = await listWaiting(pool, chain.chainId, { now: new Date(clock.now()), full, limit: AT_ONCE * 2 });
  if (waiting.length === 0) return 0;
  const fees = feesFor(await chain.fees());
  const purses = new Map<string, Promise<Purse>>();
  const purseOf = (sender: string): Promise<Purse> => {
    const own = unmined.filter((each) => each.sender === sender).map(({ intent }) => intent);
    const known = purses.get(sender) ?? openPurse(chain, sender as Hex, own);
    purses.set(sender, known);
    return known;
  };
  // Looked at together, numbered and told one after another.
  const looked: { payout: Payout; look: Look; purse: Purse }[] = [];
  await eachPayout(
    dependencies,
    waiting,
    async (payout) => {
      const [look, purse] = await Promise.all([lookAt(chain, payout, dependencies.sender), purseOf(payout.sender)]);
      looked.push({ payout, look, purse });
    },
    TOGETHER,
  );
  let told = 0;
  await eachPayout(dependencies, inOrder(waiting, looked), async ({ payout, look, purse }) => {
    if (isFull(payout.sender) || !(await sendOne(dependencies, chain, { payout, look }, { ...purse, fees }))) return;
    purse.promised.push(payout.intent);
    takePlace(payout.sender);
    told += 1;
  });
  return told;
};

/** What a wallet has, asked once a round: a number that is old by then is one that `takeNumber` passes over by its own books. */
const openPurse = async (chain: Chain, sender: Hex, promised: Payout['intent'][]): Promise<Purse> => {
  const [coinsWei, used] = await Promise.all([chain.coinBalance(sender), chain.nonce(sender)]);
  return { promised, coinsWei, used };
};

type Promised = readonly Payout['intent'][];

interface Purse {
  /** What is told and in no block yet. */
  readonly promised: Payout['intent'][];
  readonly coinsWei: bigint;
  /** Numbers of the wallet in blocks. */
  readonly used: number;
}

type Terms = Purse & { readonly fees: Fees };

const inOrder = <T extends { payout: Payout }>(waiting: readonly Payout[], looked: readonly T[]): T[] =>
  looked.toSorted((a, b) => waiting.indexOf(a.payout) - waiting.indexOf(b.payout));

const sendOne = async (
  dependencies: SenderDependencies,
  chain: Chain,
  { payout, look }: { payout: Payout; look: Look },
  { promised, fees, coinsWei, used }: Terms,
): Promise<boolean> => {
  const { pool, clock, log, endings, checkpoint } = dependencies;
  const notBefore = new Date(clock.now() + LOOK_AGAIN_MS);
  const wait = async (waitsFor: string, refusals = 0): Promise<false> => {
    await noteWaiting(pool, payout.id, { waitsFor, notBefore, refusals });
    return false;
  };
  if (!isOurs(payout, dependencies.sender)) return wait('the hot wallet has another key now');
  const short = findShortage(payout, look, promised);
  if (short !== null) return wait(short);
  const { gas } = look;
  if (gas === 'unsaid') return wait('a network that says what it takes', payout.refusals);
  if (gas === 'reverted') {
    if (payout.refusals + 1 < REFUSALS_BELIEVED) return wait('the contract refuses it', payout.refusals + 1);
    if (!(await isForReceiver(chain, payout, dependencies.sender))) {
      if (payout.waitsFor !== STANDS_STILL)
        log.error({ job: 'payout', reason: STANDS_STILL }, `payout ${payout.id} waits`);
      return wait(STANDS_STILL, payout.refusals);
    }
    await endings.failed(payout, 'refused');
    return false;
  }
  if (coinsWei < coinsFor(payout.intent, promised) + gas * fees.maxFeePerGas * BigInt(promised.length + 1))
    return wait('coins of the chain for its gas');
  const held = await findHold(dependencies, payout);
  if (held !== null) return wait(held);
  const numbered = await inTransaction(pool, (tx) => takeNumber(tx, payout.id, payout, used));
  if (numbered === null) return false;
  if ('waitsFor' in numbered) return wait(numbered.waitsFor);
  checkpoint?.('numbered');
  return signAndTell(dependencies, chain, { ...payout, nonce: numbered.nonce }, { fees, gas });
};

/** What the chain says about a payout before it is sent. */
interface Look {
  /** Of the token, in the wallet that it leaves from. */
  readonly held: bigint;
  /** Of the item. */
  readonly owner: string | null;
  readonly gas: Gas;
}

const lookAt = async (chain: Chain, payout: Payout, hot: string): Promise<Look> => {
  const { intent, sender } = payout;
  const [held, owner, gas] = await Promise.all([
    intent.kind === 'transfer' || intent.kind === 'sweep'
      ? chain.tokenBalance(intent.contract as Hex, sender as Hex)
      : 0n,
    intent.kind === 'safeTransferFrom' ? ownerOf(chain, intent.contract, intent.tokenId) : null,
    estimate(chain, payout, hot),
  ]);
  return { held, owner, gas };
};

/**
 * Whether a contract that refuses a payout refuses its receiver: to the wallet that it leaves from it would move. A contract that moves
 * nothing at all is paused, or does not let us; that is no matter of the address. What is swept has our own wallet as its receiver.
 */
const isForReceiver = async (chain: Chain, { intent, sender }: Payout, hot: string): Promise<boolean> => {
  if (intent.kind !== 'transfer' && intent.kind !== 'safeTransferFrom') return true;
  return typeof (await estimate(chain, { intent: { ...intent, to: sender }, sender }, hot)) === 'bigint';
};

/** Coins that leave themselves, beside those for gas. */
const coinsFor = (intent: Payout['intent'], promised: Promised): bigint =>
  [...promised, intent].reduce((sum, each) => sum + (each.kind === 'topUp' ? each.value : 0n), 0n);

/** What the hot wallet lacks for a payout beside what it has promised; null: nothing. */
const findShortage = ({ intent, sender }: Payout, { held, owner }: Look, promised: Promised): string | null => {
  if (intent.kind === 'safeTransferFrom') return owner === sender ? null : 'the item in the hot wallet';
  if (intent.kind === 'sweep') return held < intent.amount ? 'tokens on the deposit address' : null;
  if (intent.kind !== 'transfer') return null;
  const before = promised.filter((each) => each.kind === 'transfer' && each.contract === intent.contract);
  const taken = before.reduce((sum, each) => sum + (each as { amount: bigint }).amount, 0n);
  return held - taken < intent.amount ? 'tokens in the hot wallet' : null;
};

/** `ownerOf(uint256)` of an item; null when the contract knows none. */
export const ownerOf = async (chain: Chain, contract: string, tokenId: bigint): Promise<string | null> => {
  try {
    return `0x${(await chain.call({ to: contract as Hex, data: ownerOfData(tokenId) })).slice(-40).toLowerCase()}`;
  } catch (error) {
    if (isOutsideFailure(error) && error.reason === 'reverted') return null;
    throw error;
  }
};
