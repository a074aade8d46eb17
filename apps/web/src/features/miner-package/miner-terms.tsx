import { WAITING_DAYS } from '@minerx/rules/terms';
import { Card } from '@minerx/ui/card';
import { ChartLine, CircleDollarSign, Hourglass, KeyRound, Scale, Users } from 'lucide-react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './miner-terms.module.css';

const CLAUSES = [
  { key: 'figures', Icon: Scale },
  { key: 'rewards', Icon: ChartLine },
  { key: 'activation', Icon: KeyRound },
  { key: 'cap', Icon: CircleDollarSign },
  { key: 'shared', Icon: Users },
  { key: 'waiting', Icon: Hourglass },
] as const;

/** What a miner contract says, in six sentences that hold for both lines. */
export function MinerTerms() {
  const { t } = useTexts();
  return (
    <Card aria-labelledby="miner-terms">
      <h2 id="miner-terms" className={styles.title}>
        {t('miner.terms')}
      </h2>
      <ul className={styles.list}>
        {CLAUSES.map(({ key, Icon }) => (
          <li key={key}>
            <span className={styles.icon}>
              <Icon size={18} aria-hidden="true" />
            </span>
            <div>
              <h3>{t(`miner.terms.${key}` satisfies TextKey)}</h3>
              <p>{t(`miner.terms.${key}.text` satisfies TextKey, { days: WAITING_DAYS })}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
