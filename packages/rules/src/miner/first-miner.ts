import type { Units } from '../wallet/money.ts';
import { units } from '../wallet/money.ts';
import { topUpAmount, topUpPair } from '../wallet/swap.ts';
import type { SwapPair } from '../wallet/swap.ts';
import { WALLET, WALLET_OF } from '../wallet/wallet.ts';
import type { ByWallet, WalletId } from '../wallet/wallet.ts';
import { packageTotalUnits } from './miner-package.ts';
import { sharesOf, splitPrice } from './payment-method.ts';
import { activationFee } from './purchase.ts';
import type { PackageTerms } from './purchase.ts';

interface FirstMinerState {
  readonly offer: Pick<PackageTerms, 'priceUnits' | 'quantity' | 'activationFeeUnits'>;
  readonly balances: ByWallet;
  readonly prices: ByWallet;
  /** Those that are offered. */
  readonly pairs: readonly SwapPair[];
}

export interface FirstMiner {
  /** CW that one unit takes. */
  readonly costCw: Units;
  /** AOGTD that its activation takes. */
  readonly feeAogtd: Units;
  /** USDT for whoever has nothing else: what brings the cost and the activation fee by swaps, at their spread and fee. */
  readonly fromZero: Units;
  /** What `fromZero` is made of, USDT; the swaps' part is their spread and fee. */
  readonly parts: { readonly miner: Units; readonly activation: Units; readonly swaps: Units };
  /** The same for what this member still lacks of both. */
  readonly missing: Units;
}

/**
 * What one unit of a package asks of somebody who comes with USDT: bought with CW alone (method 1), and activated. By the rules of the
 * purchase, the activation and the swaps themselves. Null while a price is not known, or where no swap leads there.
 */
export const firstMiner = ({ offer, balances, prices, pairs }: FirstMinerState): FirstMiner | null => {
  if ((prices[WALLET.CW] ?? 0n) <= 0n || (prices[WALLET_OF.activationFee] ?? 0n) <= 0n) return null;
  const totalUsdt = packageTotalUnits(offer.priceUnits, offer.quantity, 1);
  const costCw = splitPrice({ shares: sharesOf(1), totalUsdt, prices, balances })[WALLET.CW]!;
  const fee = activationFee(offer.activationFeeUnits, prices[WALLET_OF.activationFee]!);
  const costs = [
    [WALLET.CW, costCw],
    [WALLET_OF.activationFee, fee],
  ] as const;
  const swapped = (have: ByWallet): Units | null => {
    let sum = 0n;
    for (const [wallet, cost] of costs) {
      const takes = usdtFor(wallet, cost - (have[wallet] ?? 0n), pairs, prices);
      if (takes === null) return null;
      sum += takes;
    }
    return units(sum);
  };
  const [fromZero, missing] = [swapped({}), swapped(balances)];
  if (fromZero === null || missing === null) return null;
  const activation = units(offer.activationFeeUnits);
  const parts = { miner: totalUsdt, activation, swaps: units(fromZero - totalUsdt - activation) };
  return { costCw, feeAogtd: fee, fromZero, parts, missing };
};

/** USDT that the swap for so much of a wallet takes; nothing for what is there. Null: USDT is not changed into it. */
const usdtFor = (to: WalletId, lacking: bigint, pairs: readonly SwapPair[], prices: ByWallet): bigint | null => {
  if (lacking <= 0n) return 0n;
  const pair = topUpPair(pairs, to);
  return pair?.from === WALLET.USDT ? topUpAmount(pair, lacking, prices) : null;
};
