import { unitsOfToken } from '@minerx/rules/deposit';
import { spellHash } from '@minerx/rules/chain-spelling';
import { MAX_UNITS } from '@minerx/rules/money';
import type { NetworkId } from '@minerx/rules/network';
import type { Context } from '../../../context.ts';
import { uuidV7 } from '../../../base/ids.ts';
import type { Hex, TokenTransfer } from '../../../outside/chain/port.ts';
import type { SeenDeposit } from '../deposit.store.ts';
import type { DepositTerms } from '../deposit-terms.query.ts';

interface Seeing extends Pick<Context, 'clock' | 'random' | 'log'> {
  readonly network: NetworkId;
  readonly terms: readonly DepositTerms[];
  ownerOf(address: Hex): { readonly address: string; readonly memberId: bigint } | undefined;
}

/** A transfer on a chain as a deposit; null where it is nothing of ours. */
export const seenDeposit = (
  { clock, random, log, network, terms, ownerOf }: Seeing,
  { token, to, transactionHash, logIndex, blockNumber, blockHash, amount }: TokenTransfer,
): SeenDeposit | null => {
  const owner = ownerOf(to);
  const coin = terms.find(({ contract }) => contract === token);
  if (owner === undefined || coin === undefined || amount === 0n) return null;
  const units = unitsOfToken(amount, coin.decimals);
  if (units > MAX_UNITS) {
    log.error({ network, hash: transactionHash }, 'a deposit is larger than any amount of ours');
    return null;
  }
  const { walletId } = coin;
  const txHash = spellHash(network, transactionHash);
  return {
    id: uuidV7(clock, random),
    ...owner,
    walletId,
    txHash,
    logIndex,
    blockNumber,
    blockHash,
    raw: amount,
    units,
  };
};
