import { Link } from '@tanstack/react-router';
import { Checks } from '../../features/welcome/checks.tsx';
import { Verifiers } from '../../features/welcome/verifiers.tsx';
import { Intro } from '../../features/session/intro.tsx';
import styles from '../../features/session/session.module.css';
import { useTexts } from '../../i18n/texts.ts';

/** For visitors and members alike: where every figure comes from and how to test it. */
export function CheckScreen() {
  const { t } = useTexts();
  return (
    <>
      <Intro title={t('common.title.check')} lead={t('check.lead')} />
      <Checks />
      <Verifiers />
      <p className={styles.switch}>
        <Link to="/" className={styles.link}>
          {t('common.back')}
        </Link>
      </p>
    </>
  );
}
