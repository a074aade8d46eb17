import { buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { useUi } from '@minerx/ui/ui-context';
import { Pickaxe, Pointer, ShieldCheck } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './how-it-works.module.css';

const STEPS = [
  { key: 'blessing.how.earn', Icon: Pickaxe },
  { key: 'blessing.how.pick', Icon: Pointer },
  { key: 'blessing.how.prove', Icon: ShieldCheck },
] as const;

/**
 * From the contract to the proof, in three sentences.
 * @param withWay to a miner, where that does not stand elsewhere
 */
export function HowItWorks({ withWay }: { withWay: boolean }) {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Card aria-labelledby="raya-how">
      <h2 id="raya-how" className={styles.title}>
        {t('blessing.how')}
      </h2>
      <ol className={classes('stack-3', styles.steps)}>
        {STEPS.map(({ key, Icon }) => (
          <li key={key}>
            <span className={styles.icon}>
              <Icon size={18} aria-hidden="true" />
            </span>
            {t(key)}
          </li>
        ))}
      </ol>
      {withWay && (
        <Link
          to="/miner"
          className={`${styles.way} ${buttonClass({ variant: 'secondary', size: 'medium', full: true })}`}
        >
          {t('blessing.earn')}
        </Link>
      )}
      <Link to="/check" className={`${styles.way} ${buttonClass({ variant: 'quiet', size: 'medium', full: true })}`}>
        {t('common.title.check')}
      </Link>
    </Card>
  );
}
