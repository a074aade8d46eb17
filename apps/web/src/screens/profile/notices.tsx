import { Card } from '@minerx/ui/card';
import { IconLink } from '@minerx/ui/icon-link';
import { Row } from '@minerx/ui/row';
import { Megaphone, Settings } from 'lucide-react';
import { Page } from '../../base/page.tsx';
import { NoticeList } from '../../features/member/notice/notice-list.tsx';
import { useTexts } from '../../i18n/texts.ts';

/** What the member was told, and the way to what everybody is told. */
export function NoticesScreen() {
  const { t } = useTexts();
  return (
    <Page
      title={t('common.title.notices')}
      backTo="/profile"
      action={
        <IconLink
          to="/profile/notification/settings"
          label={t('common.title.noticeSettings')}
          icon={<Settings size={22} aria-hidden="true" />}
        />
      }
    >
      <Card flush>
        <Row
          to="/profile/announcement"
          icon={<Megaphone size={20} aria-hidden="true" />}
          title={t('announcement.title')}
        />
      </Card>
      <NoticeList />
    </Page>
  );
}
