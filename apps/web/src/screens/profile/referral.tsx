import { Page } from '../../base/page.tsx';
import { ReferralCard } from '../../features/team/referral/referral-card.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function ReferralScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('team.referral.title')} backTo="/profile">
      <ReferralCard />
    </Page>
  );
}
