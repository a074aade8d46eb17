import { useUi } from '@minerx/ui/ui-context';
import { Bell } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './bell.module.css';

/** The way to the announcements, in the corner of the home screen. */
export function AnnouncementBell() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Link to="/profile/announcement" className={styles.bell} aria-label={t('announcement.title')}>
      <Bell size={22} aria-hidden="true" />
    </Link>
  );
}
