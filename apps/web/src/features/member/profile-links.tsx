import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import type { LucideIcon } from 'lucide-react';
import {
  Banknote,
  Bell,
  Gem,
  ListChecks,
  Megaphone,
  ScrollText,
  SearchCheck,
  ShieldCheck,
  UserRoundPlus,
  Users,
  Wallet as WalletIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './profile-links.module.css';

type Way = readonly [to: string, Icon: LucideIcon, title: TextKey, detail: TextKey];

const WEALTH: readonly Way[] = [
  ['/asset', WalletIcon, 'common.title.asset', 'profile.asset.detail'],
  ['/order', ListChecks, 'common.title.order', 'profile.order.detail'],
  ['/profile/nft', Gem, 'profile.nft', 'profile.nft.detail'],
];
const TEAM: readonly Way[] = [
  ['/profile/referral', UserRoundPlus, 'team.referral.title', 'team.referral.detail'],
  ['/profile/myteam', Users, 'team.title', 'team.profile.detail'],
];
const ACCOUNT: readonly Way[] = [
  ['/profile/security', ShieldCheck, 'security.title', 'security.profile.detail'],
  ['/profile/withdrawalDetails', Banknote, 'profile.withdrawal', 'profile.withdrawal.detail'],
  ['/profile/notification', Bell, 'common.title.notices', 'profile.notices.detail'],
  ['/profile/announcement', Megaphone, 'announcement.title', 'announcement.profile.detail'],
];

/** Everything that the profile leads to, in three groups. */
export function ProfileLinks({ help }: { /** The row of the help center, with its badge. */ help: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <Group title="profile.group.wealth" ways={WEALTH} />
      <Group title="profile.group.team" ways={TEAM} />
      <Group title="profile.group.account" ways={ACCOUNT}>
        {help}
        <Row to="/check" icon={<SearchCheck size={20} aria-hidden="true" />} title={t('common.title.check')} />
        <Row to="/legal/terms" icon={<ScrollText size={20} aria-hidden="true" />} title={t('common.legal')} />
      </Group>
    </>
  );
}

function Group({ title, ways, children }: { title: TextKey; ways: readonly Way[]; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className="stack-2">
      <h2 className={styles.title}>{t(title)}</h2>
      <Card flush>
        {ways.map(([to, Icon, name, detail]) => (
          <Row key={to} to={to} icon={<Icon size={20} aria-hidden="true" />} title={t(name)} detail={t(detail)} />
        ))}
        {children}
      </Card>
    </section>
  );
}
