import type { Hex } from '../../outside/chain/port.ts';
import { placeOf, type Reconciling } from './reconciling.ts';
import { PLACE, spotKey, tokenSpot } from './reconciliation.ts';

/**
 * Spots at which something moved between the block that is compared at and the newest one that balances may have been told of: what was told
 * of them says nothing about that block. None where balances are those of the block itself.
 */
export const listMovedSince = async (
  { chain, tokens, wallets, isDeposit }: Reconciling,
  block: number,
): Promise<ReadonlySet<string>> => {
  const newest = chain.newestTold === null ? block : await chain.newestTold();
  if (newest <= block) return new Set();
  const contracts = tokens.map(({ contract }) => contract as Hex);
  const transfers = await chain.transfers({ tokens: contracts, fromBlock: block + 1, toBlock: newest });
  return new Set(
    transfers.flatMap(({ token, from, to }) => {
      const { walletId } = tokens.find(({ contract }) => contract === token)!;
      return [from, to].flatMap((address) => {
        const own = placeOf(wallets, address);
        return [
          ...(own === null ? [] : [spotKey(tokenSpot(walletId, own))]),
          ...(isDeposit(address) ? [spotKey(tokenSpot(walletId, PLACE.DEPOSIT, address))] : []),
        ];
      });
    }),
  );
};
