import { Button } from '@minerx/ui/button';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { logout } from '../../base/api.ts';
import { Page } from '../../base/page.tsx';
import { MemberCard } from '../../features/member/member-card.tsx';
import { ProfileLinks } from '../../features/member/profile-links.tsx';
import { Settings } from '../../features/member/settings.tsx';
import { StakingBanner } from '../../features/staking/staking-banner.tsx';
import { HelpRow } from '../../features/ticket/ticket-rows.tsx';
import { TotalAsset } from '../../features/wallet/total-asset.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function ProfileScreen() {
  const { t } = useTexts();
  const [leaving, setLeaving] = useState(false);
  return (
    <Page title={t('common.title.profile')}>
      <MemberCard />
      <TotalAsset to="/asset" />
      <StakingBanner />
      <ProfileLinks help={<HelpRow />} />
      <Settings />
      <Button
        full
        variant="secondary"
        busy={leaving}
        icon={<LogOut size={18} aria-hidden="true" />}
        onClick={() => {
          setLeaving(true);
          void logout();
        }}
      >
        {t('common.logout')}
      </Button>
    </Page>
  );
}
