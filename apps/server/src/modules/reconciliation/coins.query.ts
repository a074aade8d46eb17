import type { Db } from '../../db/transaction.ts';
import type { ChainReader, Hex, Receipt } from '../../outside/chain/port.ts';
import { tellOneByOne } from '../../outside/chain/tell-each.ts';
import { listCoinAddresses, listSentUnder, listToppedUp, sumExplained } from './coin.store.ts';
import type { CoinAddress, CoinBase, CoinPayout } from './coin.store.ts';
import type { Expected } from './reconciliation.ts';

/** An address's coins at a block: what they must be, what they are, and what is known of them from then on if both agree. */
interface ComparedCoins extends Expected {
  readonly held: bigint;
  readonly base: CoinBase;
}

type Mined = { readonly receipt: Receipt; readonly value: bigint };

/** Those that stand in a block behind one and up to another. */
const minedOf = async (
  chain: ChainReader,
  payouts: readonly CoinPayout[],
  { after, upTo }: { after: number; upTo: number },
): Promise<Mined[]> => {
  const found: Mined[] = [];
  for (const { hashes, value } of payouts)
    for (const hash of hashes) {
      const receipt = await chain.receipt(hash as Hex);
      if (receipt === null) continue;
      if (receipt.blockNumber > after && receipt.blockNumber <= upTo)
        found.push({ receipt, value: receipt.succeeded ? BigInt(value ?? 0) : 0n });
      break;
    }
  return found;
};

/** What ours have cost and given away, and what was given to the address, between two blocks. */
const changeOf = async (
  db: Db,
  chain: ChainReader,
  { address, child }: CoinAddress,
  base: CoinBase,
  now: { nonce: number; blockNumber: number },
): Promise<bigint> => {
  const { chainId } = chain;
  const range = { after: base.blockNumber, upTo: now.blockNumber };
  const sent = await listSentUnder(db, { chainId, address, from: base.nonce, to: now.nonce });
  const given = child === null ? [] : await listToppedUp(db, { chainId, child, after: base.blockNumber });
  const out = await minedOf(chain, sent, range);
  const into = await minedOf(chain, given, range);
  return (
    into.reduce((sum, { value }) => sum + value, 0n) -
    out.reduce((sum, { receipt, value }) => sum + receipt.gasUsed * receipt.gasPriceWei + value, 0n)
  );
};

/**
 * The coins for gas of our own addresses at a block. More than the books say is no difference: whoever wants to may send some, and no log
 * of the chain tells of it. Less is one: something has left that nobody of ours has sent. Null where nobody told.
 */
export const compareCoins = async (
  db: Db,
  hot: readonly string[],
  chain: ChainReader,
  blockNumber: number,
): Promise<(ComparedCoins | null)[]> => {
  const addresses = await listCoinAddresses(db, chain.chainId, hot);
  return tellOneByOne(addresses, async (each) => {
    const { address, place, base } = each;
    const [held, nonce] = await Promise.all([
      chain.coinBalance(address as Hex, blockNumber),
      chain.nonce(address as Hex, blockNumber),
    ]);
    const explained = await sumExplained(db, chain.network, each);
    const now = { wei: held, explained, nonce, blockNumber };
    const spot = { walletId: null, place, address, item: '' } as const;
    if (base === null) return { ...spot, raw: held, held, base: now };
    const must = base.wei + (await changeOf(db, chain, each, base, now)) + explained - base.explained;
    return { ...spot, raw: must, held: held > must ? must : held, base: now };
  });
};
