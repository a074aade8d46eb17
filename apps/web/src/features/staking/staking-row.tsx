import { Row } from '@minerx/ui/row';
import { History } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

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
