import { IconLink } from '@minerx/ui/icon-link';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { memberQuery } from '../../../base/member.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './bell.module.css';

/** The way to the notices, in the corner of the home screen, with how many are new. */
export function NoticeBell() {
  const { t } = useTexts();
  const unread = useQuery(memberQuery).data?.member_unread_notices ?? 0;
  // Counted up to a hundred.
  const shown = unread < 100 ? String(unread) : '99+';
  return (
    <IconLink
      to="/profile/notification"
      label={unread === 0 ? t('common.title.notices') : `${t('common.title.notices')} · ${t('common.unread')} ${shown}`}
      icon={
        <>
          <Bell size={22} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {shown}
            </span>
          )}
        </>
      }
      className={styles.bell}
    />
  );
}
