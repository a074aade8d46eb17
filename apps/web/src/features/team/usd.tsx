import { unitsOf } from '@minerx/rules/money';
import { Money } from '@minerx/ui/money';

const DOLLAR_DECIMALS = 2;

interface UsdProps {
  amount: string;
  size?: 'inherit' | 'large';
}

/** A sum of dollars from the wire, with two decimals. */
export function Usd({ amount, size }: UsdProps) {
  return <Money units={unitsOf(amount)} precision={DOLLAR_DECIMALS} prefix="$" size={size} />;
}
