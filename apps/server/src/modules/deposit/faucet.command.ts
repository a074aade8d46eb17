import { addressBytes } from '@minerx/rules/chain-spelling';
import { FAUCET_UNITS, tokenOfUnits } from '@minerx/rules/deposit';
import { formatUnits } from '@minerx/rules/money';
import type { NetworkId } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { once } from '../../ledger/answers.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { simulatedChainOf, watchedChains } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import { orUnavailable } from './check-deposit.command.ts';
import { requireDepositAddress } from './deposit-address.command.ts';
import { listDepositTerms } from './deposit-terms.query.ts';

/**
 * Test coins for a member's own address, by a real transfer on the simulated chain, once under a key: what becomes of it is the
 * scanner's business. A transfer whose answer was lost may be sent again: test coins are worth nothing.
 * @throws err_faucet_unavailable where the chain is real, err_deposit_unavailable where the coin does not come in, err_unavailable where
 *   its nodes do not tell.
 */
export const giveTestCoins = async (
  context: Pick<Context, 'pool' | 'env' | 'clock' | 'outside'>,
  memberId: bigint,
  coin: { walletId: WalletId; network: NetworkId },
  key: string,
): Promise<{ amount: string }> => {
  const { pool, outside, clock } = context;
  const faucet = outside.faucets.get(coin.network);
  if (faucet === undefined || simulatedChainOf(outside)(coin.network) === null) return refuse('err_faucet_unavailable');
  const address = await requireDepositAddress(context, memberId, coin);
  const terms = (await listDepositTerms(pool, coin.network)).find(({ walletId }) => walletId === coin.walletId);
  const to = addressBytes(coin.network, address);
  if (terms === undefined || to === null) return refuse('err_deposit_unavailable');
  const asked = { actor: `member:${memberId}`, name: 'deposit_faucet', key, fingerprint: fingerprintOf(coin) } as const;
  const answer = { amount: formatUnits(FAUCET_UNITS) };
  const units = tokenOfUnits(FAUCET_UNITS, terms.decimals);
  // Nobody's connection is held while a chain that stands still is asked.
  const chain = watchedChains(outside).get(coin.network) ?? refuse('err_deposit_unavailable');
  await orUnavailable(() => chain.head());
  const give = () => orUnavailable(() => faucet.give(terms.contract, to, units));
  return inTransaction(pool, (tx) => once(tx, asked, { answer, at: new Date(clock.now()) }, give));
};
