import { IconLink } from '@minerx/ui/icon-link';
import { Bell } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './bell.module.css';

/** The way to the announcements, in the corner of the home screen. */
export function AnnouncementBell() {
  const { t } = useTexts();
  return (
    <IconLink
      to="/profile/announcement"
      label={t('announcement.title')}
      icon={<Bell size={22} aria-hidden="true" />}
      className={styles.bell}
    />
  );
}
