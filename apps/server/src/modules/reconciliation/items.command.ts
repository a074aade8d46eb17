import { finalBlock } from '@minerx/rules/finality';
import { keepMade, type MadeNft } from '../nft/nft.store.ts';
import { collectionOfCategory } from '@minerx/rules/nft-collection';
import { inTransaction } from '../../db/transaction.ts';
import type { ChainReader, Hex } from '../../outside/chain/port.ts';
import { tellOneByOne } from '../../outside/chain/tell-each.ts';
import { getSetting } from '../setting/setting.query.ts';
import { listExplained } from './books.query.ts';
import type { Reconciling } from './reconciling.ts';
import { PLACE, spotKey, type ChainDifference, type Expected } from './reconciliation.ts';
import { keepFound } from './difference.command.ts';
import { listKept } from './items.query.ts';

/** Items asked about in a round, one after the other in turn. */
const IN_TURN = 100;

/** Where the items that are looked at in turn go on. */
export interface ItemTurn {
  token: number;
}

interface ItemsOutcome {
  readonly looked: number;
  /** As of balances. */
  readonly untold: number;
  readonly added: readonly ChainDifference[];
}

/**
 * Holds what the books say of members' items against their contracts, item by item, at one block: what we keep for a member is in a hot
 * wallet of ours. One that the contract has never known is not made yet: nothing is lost by that, and its withdrawal waits for it. One
 * that it knew once is burnt.
 */
export const reconcileItems = async (
  { pool, clock, wallets }: Pick<Reconciling, 'pool' | 'clock' | 'wallets'>,
  chain: ChainReader,
  confirmations: number,
  turn: ItemTurn,
): Promise<ItemsOutcome | null> => {
  if (wallets.hot.length === 0) return null;
  const { network } = chain;
  const collections = await getSetting(pool, 'nft_collections');
  const kept = await listKept(pool, network, turn.token, IN_TURN);
  const last = kept.filter(({ token }) => token > turn.token).slice(0, IN_TURN);
  turn.token = last.length < IN_TURN ? 0 : last.at(-1)!.token;
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()]);
  const number = chain.simulated ? head.number : finalBlock(head.number, confirmations, finalized);
  const block = number < 0 ? null : await chain.block(number);
  if (block === null) return null;
  const explained = new Map((await listExplained(pool, network)).map((each) => [spotKey(each), each.raw]));
  const made: MadeNft[] = [];
  const told = await tellOneByOne(kept, async ({ token, categoryId, knownBy }) => {
    const contract = collections[collectionOfCategory(categoryId)]?.address.toLowerCase();
    if (contract === undefined) return [];
    const owner = await chain.ownerOf(contract as Hex, BigInt(token), number);
    if (owner === null && knownBy !== contract) return [];
    if (owner !== null && knownBy !== contract) made.push({ token, contract });
    const spot = { walletId: null, place: PLACE.HOT, address: '', item: `${contract}/${token}` } as const;
    const held = owner !== null && wallets.hot.includes(owner) ? 1n : 0n;
    return [{ ...spot, raw: 1n + (explained.get(spotKey(spot)) ?? 0n), held }];
  });
  const looked = told.flatMap((each) => each ?? []);
  const untold = told.filter((each) => each === null).length;
  const differing = looked
    .map(({ held, ...spot }): Expected => ({ ...spot, raw: held - spot.raw }))
    .filter(({ raw }) => raw !== 0n);
  const at = new Date(clock.now());
  const added = await inTransaction(pool, async (tx) => {
    await keepMade(tx, made);
    return keepFound(tx, { network, block, at, looked, held: [], differing, isWhole: untold === 0 });
  });
  return { looked: looked.length, untold, added };
};
