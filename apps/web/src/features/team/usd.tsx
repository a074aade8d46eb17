import { unitsOf } from '@minerx/rules/money';
import { Money } from '@minerx/ui/money';

const DOLLAR_DECIMALS = 2;

/** A sum of dollars from the wire, with two decimals. */
export function Usd({ amount }: { amount: string }) {
  return <Money units={unitsOf(amount)} precision={DOLLAR_DECIMALS} prefix="$" />;
}
