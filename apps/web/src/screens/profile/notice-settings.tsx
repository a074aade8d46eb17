import { Page } from '../../base/page.tsx';
import { NoticeSettings } from '../../features/member/notice/notice-settings.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function NoticeSettingsScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.noticeSettings')} backTo="/profile/notification">
      <NoticeSettings />
    </Page>
  );
}
