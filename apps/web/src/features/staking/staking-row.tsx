import { Row } from '@minerx/ui/row';
import { Coins, History } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

/** Staking in the profile's list of places. */
export function StakingRow() {
  const { t } = useTexts();
  return (
    <Row
      to="/profile/staking"
      icon={<Coins size={20} aria-hidden="true" />}
      title={t('staking.banner')}
      detail={t('staking.banner.detail')}
    />
  );
}

/** The way to what was staked. */
export function StakingHistoryRow() {
  const { t } = useTexts();
  return (
    <Row
      to="/profile/staking/history"
      icon={<History size={20} aria-hidden="true" />}
      title={t('staking.history')}
      detail={t('staking.history.detail')}
    />
  );
}
