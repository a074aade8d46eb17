import { hashOf } from '@minerx/rules/chain-spelling';
import { tokenOfUnits } from '@minerx/rules/deposit';
import { inSnapshot } from '../../db/transaction.ts';
import type { Hex } from '../../outside/chain/port.ts';
import { findCursor } from '../deposit/deposit.store.ts';
import { listDepositHoldings, listExplained, listHoldingsInTurn, listHouseHoldings } from './books.query.ts';
import {
  listBookedAfter,
  listConfirmedByHandAfter,
  listSentByHand,
  listUnbooked,
  type ConfirmedByHand,
  type Movement,
  type UnbookedMovement,
} from './movements.query.ts';
import { placeOf, type Reconciling } from './reconciling.ts';
import { PLACE, spotKey, tokenSpot, type Expected } from './reconciliation.ts';
import { together } from './together.ts';

/** Where the deposit addresses that are looked at in turn go on. */
export interface Turn {
  after: bigint;
}

/** What the books say at a block, in one snapshot. Null: the scanner has gone back meanwhile. */
interface Books {
  readonly house: readonly Expected[];
  readonly deposits: readonly Expected[];
  readonly explained: readonly Expected[];
  readonly unbooked: readonly UnbookedMovement[];
  readonly bookedAfter: readonly Movement[];
  readonly byHand: readonly string[];
  readonly confirmedAfter: readonly ConfirmedByHand[];
}

export const readBooks = ({ pool, chain, tokens }: Reconciling, block: number, turn: Turn): Promise<Books | null> =>
  inSnapshot(pool, async (tx) => {
    const { network } = chain;
    const at = { network, tokens, block };
    const cursor = await findCursor(tx, network);
    if (cursor === null || cursor.number < block) return null;
    const inTurn = await listHoldingsInTurn(tx, at, turn.after);
    turn.after = inTurn.last;
    return {
      house: [...(await listHouseHoldings(tx, at, 'HOT')), ...(await listHouseHoldings(tx, at, 'COLD'))],
      deposits: [...inTurn.holdings, ...(await listDepositHoldings(tx, at, null))],
      explained: await listExplained(tx, network),
      unbooked: await listUnbooked(tx, network),
      bookedAfter: await listBookedAfter(tx, network, block),
      byHand: await listSentByHand(tx, network),
      confirmedAfter: await listConfirmedByHandAfter(tx, network, block),
    };
  });

/** What is told to the chain and not booked, and took place by the block. */
const listTaken = async ({ chain }: Reconciling, unbooked: readonly UnbookedMovement[], block: number) => {
  const used = new Map<string, Promise<number>>();
  const usedBy = (sender: string): Promise<number> => {
    const known = used.get(sender) ?? chain.nonce(sender as Hex, block);
    used.set(sender, known);
    return known;
  };
  const taken = await together(unbooked, async (movement) => {
    if (movement.nonce === null || movement.nonce >= (await usedBy(movement.sender))) return null;
    for (const hash of movement.hashes) {
      const receipt = await chain.receipt(hash as Hex);
      if (receipt !== null && receipt.blockNumber <= block) return receipt.succeeded ? movement : null;
    }
    return null;
  });
  return taken.filter((each) => each !== null);
};

/** How the tokens of a movement change what is expected: of the wallet, and for a sweep of the address. */
const apply = (
  books: Map<string, Expected>,
  { tokens }: Reconciling,
  { kind, contract, sender, amount }: Movement,
  direction: 1n | -1n,
): void => {
  const coin = tokens.find((each) => each.contract === contract);
  if (coin === undefined) return;
  const add = (place: Expected['place'], address: string, raw: bigint): void => {
    const spot = tokenSpot(coin.walletId, place, address);
    books.set(spotKey(spot), { ...spot, raw: (books.get(spotKey(spot))?.raw ?? 0n) + raw });
  };
  if (kind === 'withdrawal') return add(PLACE.HOT, '', -amount * direction);
  add(PLACE.HOT, '', amount * direction);
  add(PLACE.DEPOSIT, sender, -amount * direction);
};

const TRANSFER_WORDS = 3;

/** What operators have sent by hand from a wallet of ours, and not confirmed yet. */
const listByHand = async (reconciling: Reconciling, hashes: readonly string[], block: number): Promise<Movement[]> => {
  const { chain, wallets } = reconciling;
  const receipts = await together(hashes, (hash) => chain.receipt(hashOf(hash)));
  return receipts
    .filter((receipt) => receipt !== null)
    .filter(({ succeeded, blockNumber }) => succeeded && blockNumber <= block)
    .flatMap(({ logs }) => logs.filter(({ topics }) => topics.length === TRANSFER_WORDS))
    .filter(({ topics }) => placeOf(wallets, `0x${topics[1]!.slice(-40)}`) === PLACE.HOT)
    .map(({ address, topics, data }) => {
      const sender = `0x${topics[1]!.slice(-40)}`;
      return { kind: 'withdrawal', contract: address, sender, amount: BigInt(data) };
    });
};

/** What must lie where, by the books and what is known to be under way. */
export const expectedAt = async (
  reconciling: Reconciling,
  books: Books,
  block: number,
): Promise<Map<string, Expected>> => {
  const expected = new Map([...books.house, ...books.deposits].map((each) => [spotKey(each), each]));
  for (const movement of await listTaken(reconciling, books.unbooked, block))
    apply(expected, reconciling, movement, 1n);
  for (const movement of books.bookedAfter) apply(expected, reconciling, movement, -1n);
  for (const movement of await listByHand(reconciling, books.byHand, block)) apply(expected, reconciling, movement, 1n);
  for (const { walletId, units } of books.confirmedAfter) {
    const coin = reconciling.tokens.find((each) => each.walletId === walletId);
    const spot = tokenSpot(walletId, PLACE.HOT);
    const known = expected.get(spotKey(spot));
    if (coin !== undefined && known !== undefined)
      expected.set(spotKey(spot), { ...known, raw: known.raw + tokenOfUnits(units, coin.decimals) });
  }
  for (const { raw, ...spot } of books.explained) {
    const known = expected.get(spotKey(spot));
    if (known !== undefined) expected.set(spotKey(spot), { ...known, raw: known.raw + raw });
  }
  return expected;
};
