import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChainReader, Hex, WatchedChain } from '../../outside/chain/port.ts';
import type { Clock, Random } from '../../ports.ts';
import { PLACE, type HouseReceipt, type Token } from './reconciliation.ts';

/** Own wallets of a network, in small letters. */
interface HouseWallets {
  readonly hot: readonly string[];
  readonly cold: readonly string[];
}

/** A chain whose balances are held against the books. */
export type ComparedChain = WatchedChain &
  Pick<ChainReader, 'tokenBalance' | 'tokenBalances' | 'nonce'> & {
    /**
     * The newest block whose state an endpoint may have told; where balances are told of that alone, whatever block they are asked of.
     * null: they are those of the block that was asked about.
     */
    readonly newestTold: (() => Promise<number>) | null;
  };

/** What one comparison of a network works with. */
export interface Reconciling {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly chain: ComparedChain;
  readonly tokens: readonly Token[];
  readonly wallets: HouseWallets;
  /** The chain itself, where its coins for gas are compared here; null: they are not, or with another network of the same chain. */
  readonly gas: ChainReader | null;
  /** Whether operators move what lies here: nothing of ours signs. */
  readonly byHand: boolean;
  /** Whether an address is a deposit address of ours. */
  isDeposit(address: Hex): boolean;
}

/** Where an address of ours lies; null: it is none of our own wallets. */
export const placeOf = ({ hot, cold }: HouseWallets, address: string): HouseReceipt['place'] | null => {
  if (hot.includes(address)) return PLACE.HOT;
  return cold.includes(address) ? PLACE.COLD : null;
};
