import { usdValue, WALLET } from '@minerx/rules/wallet';
import { Money } from '@minerx/ui/money';
import type { BtcPrice } from './reward.api.ts';

/** "≈ $27.89" of a BTC amount at the price of now; a dash while no price is known. */
export function ApproximateUsd({ units, price }: { units: bigint; price: BtcPrice | undefined }) {
  if (!price || price.units === 0n) return <>≈ $ —</>;
  return <Money units={usdValue(WALLET.BTC, units, price.units)} precision={2} prefix="≈ $" />;
}
