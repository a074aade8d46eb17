import { strip } from '@minerx/ui/strip';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';

/** Exact: the address of the one begins with that of the other. What is looked for does not matter. */
const match = { exact: true, includeSearch: false };

/** The two views of the team. Links, not tabs: each has its own address. */
export function TeamNav() {
  const { t } = useTexts();
  return (
    <nav className={strip.bar} aria-label={t('team.nav')}>
      <Link to="/profile/myteam" className={strip.choice} activeOptions={match}>
        {t('team.title')}
      </Link>
      <Link to="/profile/myteam/details" className={strip.choice} activeOptions={match}>
        {t('team.details.title')}
      </Link>
    </nav>
  );
}
