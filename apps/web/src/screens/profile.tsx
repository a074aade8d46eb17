import { Button } from '@minerx/ui/button';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { logout } from '../base/api.ts';
import { Page } from '../base/page.tsx';
import { MemberCard } from '../features/member/member-card.tsx';
import { ProfileLinks } from '../features/member/profile-links.tsx';
import { Settings } from '../features/member/settings.tsx';
import { StakingRow } from '../features/staking/staking-row.tsx';
import { StakingBanner } from '../features/member/staking-banner.tsx';
import { HelpRow } from '../features/support/help-row.tsx';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { useTexts } from '../i18n/texts.ts';

export function ProfileScreen() {
  const { t } = useTexts();
  const [leaving, setLeaving] = useState(false);
  return (
    <Page title={t('common.title.profile')}>
      <MemberCard />
      <TotalAsset />
      <Card flush>
        <Row
          to="/asset"
          icon={<Wallet size={20} aria-hidden="true" />}
          title={t('common.title.asset')}
          detail={t('profile.asset.detail')}
        />
        <Row
          to="/order"
          icon={<ListChecks size={20} aria-hidden="true" />}
          title={t('common.title.order')}
          detail={t('profile.order.detail')}
        />
        <StakingRow />
        <Row
          to="/profile/security"
          icon={<ShieldCheck size={20} aria-hidden="true" />}
          title={t('security.title')}
          detail={t('security.profile.detail')}
        />
        <Row
          to="/profile/referral"
          icon={<UserRoundPlus size={20} aria-hidden="true" />}
          title={t('team.referral.title')}
          detail={t('team.referral.detail')}
        />
        <Row
          to="/profile/myteam"
          icon={<Users size={20} aria-hidden="true" />}
          title={t('team.title')}
          detail={t('team.profile.detail')}
        />
        <Row
          to="/profile/announcement"
          icon={<Megaphone size={20} aria-hidden="true" />}
          title={t('announcement.title')}
          detail={t('announcement.profile.detail')}
        />
        <HelpRow />
      </Card>
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
