import { finalBlock } from '@minerx/rules/finality';
import { inTransaction } from '../../db/transaction.ts';
import type { BlockRef, Hex, TokenPlace } from '../../outside/chain/port.ts';
import { findCursor } from '../deposit/deposit.store.ts';
import { keepCoinBase } from './coin.store.ts';
import { compareCoins } from './coins.query.ts';
import { expectedAt, readBooks, type Turn } from './expected.query.ts';
import { openWallets, readReceipts, type Opening } from './receipts.command.ts';
import { listMovedSince } from './moved.query.ts';
import { placeOf, type Reconciling } from './reconciling.ts';
import { PLACE, spotKey, tokenSpot, type ChainDifference, type Expected, type Spot } from './reconciliation.ts';
import { keepFound } from './difference.command.ts';
import { findHouseCursor, listOpenedWallets } from './reconciliation.store.ts';

interface Outcome {
  readonly block: number;
  readonly looked: number;
  /** Balances that nobody told: the others were compared, and the comparison does not count as one. */
  readonly untold: number;
  readonly differing: number;
  /** Differences that nobody knew of. */
  readonly added: readonly ChainDifference[];
}

/**
 * The block that is compared at: final, and read by the scanner, so that nothing in it is unknown here. A simulated chain rests for
 * hours and forgets its old states over a restart: of it the newest is taken. Where balances are told of the newest final block alone,
 * it is that one.
 */
const chooseBlock = async ({ pool, chain }: Reconciling, confirmations: number): Promise<BlockRef | null> => {
  const cursor = await findCursor(pool, chain.network);
  if (cursor === null) return null;
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()]);
  const ofAnyBlock = chain.simulated ? head.number : finalBlock(head.number, confirmations, finalized);
  const final = chain.newestTold === null ? ofAnyBlock : finalized;
  const number = Math.min(final, cursor.number);
  return number < 0 ? null : chain.block(number);
};

/** Whose balances make up a spot. */
const placesOf = ({ tokens, wallets }: Reconciling, spot: Spot): TokenPlace[] => {
  const { contract } = tokens.find(({ walletId }) => walletId === spot.walletId)!;
  const own = spot.place === PLACE.HOT ? wallets.hot : wallets.cold;
  const addresses = spot.place === PLACE.DEPOSIT ? [spot.address] : own;
  return addresses.map((address) => ({ token: contract as Hex, address: address as Hex }));
};

/** What the chain says lies at spots, in their order; null where not all of it is told. */
const balancesOf = async (
  reconciling: Reconciling,
  spots: readonly Spot[],
  block: number,
): Promise<(bigint | null)[]> => {
  const places = spots.map((spot) => placesOf(reconciling, spot));
  const told = (await reconciling.chain.tokenBalances(places.flat(), block)).values();
  return places.map((own) =>
    own.reduce<bigint | null>((sum) => {
      const each = told.next().value ?? null;
      return sum === null || each === null ? null : sum + each;
    }, 0n),
  );
};

interface ComparedTokens {
  readonly told: readonly (Expected & { readonly held: bigint })[];
  /** Spots whose balance nobody told. */
  readonly untold: number;
}

/** What must lie at every spot by the books, and what does. Null: the scanner has gone back meanwhile. */
export const compareTokens = async (
  reconciling: Reconciling,
  block: number,
  turn: Turn,
): Promise<ComparedTokens | null> => {
  const books = await readBooks(reconciling, block, turn);
  if (books === null) return null;
  const expected = await expectedAt(reconciling, books, block);
  const spots = [...expected.values()].filter(({ place }) => place !== PLACE.HOT || reconciling.wallets.hot.length > 0);
  const balances = await balancesOf(reconciling, spots, block);
  const told = spots.flatMap((spot, place) => (balances[place] === null ? [] : [{ ...spot, held: balances[place]! }]));
  return { told, untold: spots.length - told.length };
};

/** Looks at wallets for the first time, if there are such. False: something moved meanwhile, and it has to be done anew. */
const openNew = async (reconciling: Reconciling, block: BlockRef, cursor: number | null): Promise<boolean> => {
  const { pool, chain, tokens, wallets } = reconciling;
  const opened = await listOpenedWallets(pool, chain.network);
  const known = new Set(opened.map(({ address }) => address));
  const fresh = [...wallets.hot, ...wallets.cold]
    .filter((address) => !known.has(address))
    .map((address) => ({ address, place: placeOf(wallets, address)! }));
  if (fresh.length === 0 && cursor !== null) return true;
  const books = await readBooks(reconciling, block.number, { after: 0n });
  if (books === null) return false;
  const expected = await expectedAt(reconciling, books, block.number);
  const openings: Opening[] = [];
  for (const { walletId, contract } of tokens)
    for (const { address, place } of fresh) {
      const isFirst =
        opened.every((each) => each.place !== place) && fresh.find((each) => each.place === place)!.address === address;
      const spot = tokenSpot(walletId, place);
      const raw = isFirst
        ? // What left before the books began is booked already.
          (await sumOf(reconciling, placesOf(reconciling, spot), block.number)) -
          (expected.get(spotKey(spot))?.raw ?? 0n)
        : await chain.tokenBalance(contract as Hex, address as Hex, block.number);
      const others = fresh
        .filter((each) => each.place === place && each.address !== address)
        .map((each) => ({ token: contract as Hex, address: each.address as Hex }));
      const later = isFirst ? await sumOf(reconciling, others, block.number) : 0n;
      if (raw - later > 0n) openings.push({ walletId, place, sender: address, raw: raw - later });
    }
  if ((await listMovedSince(reconciling, block.number)).size > 0) return false;
  return openWallets(reconciling, fresh, openings, { ...block, isFirst: cursor === null });
};

const sumOf = async ({ chain }: Reconciling, places: readonly TokenPlace[], block: number): Promise<bigint> => {
  const held = await Promise.all(places.map(({ token, address }) => chain.tokenBalance(token, address, block)));
  return held.reduce((sum, each) => sum + each, 0n);
};

/**
 * Holds what the books say of the hot wallet, the cold ones and the deposit addresses of a network against its chain, at one block.
 * Everything between the two is known by then: deposits that are seen and not credited, payouts and sweeps that are told and not booked.
 * Null: there is nothing to compare yet.
 */
export const reconcile = async (
  reconciling: Reconciling,
  confirmations: number,
  turn: Turn,
): Promise<Outcome | null> => {
  const { pool, clock, chain } = reconciling;
  const { network } = chain;
  const block = await chooseBlock(reconciling, confirmations);
  if (block === null) return null;
  const cursor = await findHouseCursor(pool, network);
  const opened = (await listOpenedWallets(pool, network)).map(({ address }) => address);
  if (cursor !== null && cursor < block.number && !(await readReceipts(reconciling, opened, cursor, block.number)))
    return null;
  if (!(await openNew(reconciling, block, cursor))) return null;
  if ((await findHouseCursor(pool, network)) !== block.number) return null;
  const tokens = await compareTokens(reconciling, block.number, turn);
  if (tokens === null) return null;
  const moved = await listMovedSince(reconciling, block.number);
  const { gas, wallets } = reconciling;
  const asked = gas === null ? [] : await compareCoins(pool, wallets.hot, gas, block.number);
  const coins = asked.filter((each) => each !== null);
  const untold = tokens.untold + asked.length - coins.length;
  const looked = [...tokens.told.filter((spot) => !moved.has(spotKey(spot))), ...coins];
  const differing = looked
    .map(({ held, ...spot }) => ({ ...spot, raw: held - spot.raw }))
    .filter(({ raw }) => raw !== 0n);
  const asKnown = coins.filter((spot) => differing.every((each) => spotKey(each) !== spotKey(spot)));
  const held = looked
    .map(({ held: raw, ...spot }) => ({ ...spot, raw }))
    .filter(({ place, walletId }) => place !== PLACE.DEPOSIT && walletId !== null);
  const at = new Date(clock.now());
  const added = await inTransaction(pool, async (tx) => {
    for (const { address, base } of asKnown) await keepCoinBase(tx, chain.chainId, address, base, at);
    return keepFound(tx, { network, block, at, looked, held, differing, isWhole: untold === 0 });
  });
  return { block: block.number, looked: looked.length, untold, differing: differing.length, added };
};
