import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { AddressText } from '../../base/parts/address-text.tsx';
import type { WithdrawalAddress } from '../../base/parts/withdrawal-addresses.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './withdrawal-address.module.css';
import type { Place } from './withdrawal-address-input.ts';

interface SavedStateProps {
  place: Place;
  saved: WithdrawalAddress | undefined;
  /** Another one is being typed: the saved one is written out. */
  changing: boolean;
}

/** Whether the coin's network has an address, and from when on it can be used. */
export function SavedState({ place, saved, changing }: SavedStateProps) {
  const { t, format } = useTexts();
  if (saved === undefined) {
    const values = { coin: walletById(place.coin).name, network: networkLabel(place.network) };
    return (
      <p className={styles.state} role="status">
        <CircleDashed size={18} aria-hidden="true" />
        {t('withdrawal-address.none', values)}
      </p>
    );
  }
  const from = new Date(saved.usableAt);
  const isReady = from.getTime() <= Date.now();
  return (
    <div className={styles.state} data-tone={isReady ? 'ready' : 'wait'} role="status">
      {isReady ? <CircleCheck size={18} aria-hidden="true" /> : <Clock size={18} aria-hidden="true" />}
      <div>
        <p>
          {isReady
            ? t('withdrawal-address.ready', { date: format.date(from) })
            : t('withdrawal-address.held', { date: format.dateTime(from), relative: format.relative(from) })}
        </p>
        {changing && (
          <p className="soft">
            <AddressText address={saved.address} />
          </p>
        )}
      </div>
    </div>
  );
}
