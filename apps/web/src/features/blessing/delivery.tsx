import { WALLETS } from '@minerx/rules/wallet';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import type { Pick } from './blessing.api.ts';

const precisionOf = (wallet: string): number => WALLETS.find(({ name }) => name === wallet)?.precision ?? 8;

/** Where the prize is now, in a sentence. */
export function Delivery({ pick }: { pick: Pick }) {
  const { t, format } = useTexts();
  const { credited, voucher, handedOver } = pick;
  if (credited)
    return (
      <>
        {t('blessing.credited', { wallet: credited.wallet })}{' '}
        <Money units={credited.units} precision={precisionOf(credited.wallet)} asset={credited.wallet} />
      </>
    );
  if (voucher && 'held' in voucher) return t('blessing.voucherHeld', { date: format.dateTime(voucher.held) });
  if (voucher) return t(voucher.redeemed ? 'blessing.voucher.used' : 'blessing.voucherReady');
  return t(handedOver === true ? 'blessing.handedOver' : 'blessing.prepared');
}
