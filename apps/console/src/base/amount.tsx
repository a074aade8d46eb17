import { parseUnits } from '@minerx/rules/money';
import { WALLETS } from '@minerx/rules/wallet';
import { Money } from '@minerx/ui/money';

interface AmountProps {
  /** Decimal, as the server writes it. */
  value: string;
  wallet: string;
  /** Without its code: the column says it. */
  bare?: boolean;
}

const decimalsOf = (value: string): number => value.split('.')[1]?.length ?? 0;

/** An amount in full: at least the decimals of its wallet, and every digit that there is. */
export function Amount({ value, wallet, bare = false }: AmountProps) {
  const known = WALLETS.find(({ name }) => name === wallet);
  const size: bigint = parseUnits(value.replace('-', '')) ?? 0n;
  return (
    <Money
      units={value.startsWith('-') ? -size : size}
      precision={Math.max(known?.precision ?? 2, decimalsOf(value))}
      asset={bare ? undefined : wallet}
    />
  );
}
