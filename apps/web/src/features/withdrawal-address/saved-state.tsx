import { walletById } from '@minerx/rules/wallet';
import { CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './address.module.css';
import type { Place, SavedAddress } from './address-wish.ts';

export interface SavedStateProps {
  place: Place;
  saved: SavedAddress | undefined;
}

/** Whether the coin's network has an address, and from when on it can be used. */
export function SavedState({ place, saved }: SavedStateProps) {
  const { t, format } = useTexts();
  if (saved === undefined) {
    const values = { coin: walletById(place.coin).name, network: place.network };
    return (
      <p className={styles.state} role="status">
        <CircleDashed size={18} aria-hidden="true" />
        {t('address.none', values)}
      </p>
    );
  }
  const from = new Date(saved.member_bank_usable_date);
  if (from.getTime() <= Date.now()) {
    return (
      <p className={styles.state} data-tone="ready" role="status">
        <CircleCheck size={18} aria-hidden="true" />
        {t('address.ready', { date: format.date(from) })}
      </p>
    );
  }
  return (
    <p className={styles.state} data-tone="wait" role="status">
      <Clock size={18} aria-hidden="true" />
      {t('address.held', { date: format.dateTime(from), relative: format.relative(from) })}
    </p>
  );
}
