import type { SwapTerms } from '@minerx/contract/swap';
import { UNIT, unitsFrom } from '@minerx/rules/money';
import type { Wallet } from '@minerx/rules/wallet';
import { exactPrecision, formatUnits, NBSP } from '@minerx/ui/amount-text';
import { Fact } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';

interface SwapFactsProps {
  terms: SwapTerms;
  from: Wallet;
  to: Wallet;
  rateNote?: ReactNode;
  /** Done already: the rate with all its decimals, and a fee that is the member's own and hides. */
  recorded?: boolean;
}

/** The decimals by which a rate is read: its wallet's, and of a small one six figures. */
const readPrecision = (rate: bigint, { precision }: Wallet): number =>
  Math.min(exactPrecision(rate, precision), Math.max(precision, 6 - String(rate / UNIT).length));

/** At what a swap is offered or was agreed: the rate with the spread taken off, so that it leads to what arrives; the spread; the fee. */
export function SwapFacts({ terms, from, to, rateNote, recorded = false }: SwapFactsProps) {
  const { t, tag, format } = useTexts();
  const rates = [unitsFrom(terms.swap_rate), unitsFrom(terms.swap_rate_back)] as const;
  // The way round in which the figure is easier to read.
  const [one, rate, other] = rates[0] >= rates[1] ? [from, rates[0], to] : [to, rates[1], from];
  const precision = recorded ? exactPrecision(rate, other.precision) : readPrecision(rate, other);
  const feeUnits = unitsFrom(terms.swap_fee_amount);
  const share = (percent: string) => {
    const units = unitsFrom(percent);
    return format.percent(Number(units) / 10_000_000_000, exactPrecision(units, 0));
  };
  return (
    <>
      <Fact label={t('swap.rate')} note={rateNote}>
        <span className="figure">
          {`1${NBSP}${one.name} = ${formatUnits(rate, precision, tag)}${NBSP}${other.name}`}
        </span>
      </Fact>
      <Fact label={t('swap.spread')}>{share(terms.swap_spread_percent)}</Fact>
      <Fact
        label={
          unitsFrom(terms.swap_fee_percent) === 0n
            ? t('swap.fee')
            : t('swap.fee.share', { share: share(terms.swap_fee_percent) })
        }
      >
        {feeUnits === 0n ? (
          t('transfer.fee.none')
        ) : (
          <Money units={feeUnits} precision={to.precision} exact asset={to.name} hideable={recorded} />
        )}
      </Fact>
    </>
  );
}
