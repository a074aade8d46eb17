import { HIDDEN } from '@minerx/ui/amount-text';
import { useUi } from '@minerx/ui/ui-context';
import { picoText } from './texts.ts';

/** Satoshi to their last 1e-12 part; hidden where amounts are. */
export function Sat({ pico }: { pico: bigint }) {
  const { locale, hideAmounts, texts } = useUi();
  if (!hideAmounts) return <>{picoText(locale, pico)} sat</>;
  return (
    <>
      <span aria-hidden="true">{HIDDEN}</span>
      <span className="unseen">{texts.hiddenAmount}</span>
    </>
  );
}
