import { buttonClass } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { Proofs } from '../../features/welcome/proofs.tsx';
import welcomeArt from '../../base/art/welcome.svg';
import styles from '../../features/welcome/welcome.module.css';
import { useTexts } from '../../i18n/texts.ts';

export function WelcomeScreen() {
  const { t } = useTexts();
  return (
    <div className={styles.welcome}>
      <img className={styles.art} src={welcomeArt} width={320} height={220} alt="" />
      <div className={styles.words}>
        <h1 tabIndex={-1}>{t('session.welcome.title')}</h1>
        <p>{t('session.welcome.lead')}</p>
      </div>
      <Proofs />
      <div className={styles.more}>
        <Link to="/check">{t('common.title.check')}</Link>
        <Link to="/legal/terms">{t('common.legal')}</Link>
      </div>
      <div className={styles.actions}>
        <Link to="/signup" className={buttonClass({ full: true })}>
          {t('session.signUp')}
        </Link>
        <Link to="/login" className={buttonClass({ variant: 'secondary', full: true })}>
          {t('session.signIn')}
        </Link>
      </div>
    </div>
  );
}
