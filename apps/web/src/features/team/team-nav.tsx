import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import styles from './team-nav.module.css';

/** Exact: the address of the one begins with that of the other. What is looked for does not matter. */
const match = { exact: true, includeSearch: false };

/** The two views of the team. Links, not tabs: each has its own address. */
export function TeamNav() {
  const { t } = useTexts();
  return (
    <nav className={styles.bar} aria-label={t('team.nav')}>
      <Link to="/profile/myteam" className={styles.link} activeOptions={match}>
        {t('team.title')}
      </Link>
      <Link to="/profile/myteam/details" className={styles.link} activeOptions={match}>
        {t('team.details.title')}
      </Link>
    </nav>
  );
}
