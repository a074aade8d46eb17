import { buttonClass } from '@minerx/ui/button';
import { useUi } from '@minerx/ui/ui-context';
import { useTexts } from '../../i18n/texts.ts';

/** What somebody without a team can do about it. */
export function ReferLink() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Link to="/profile/referral" className={buttonClass({ size: 'medium' })}>
      {t('team.referral.title')}
    </Link>
  );
}
