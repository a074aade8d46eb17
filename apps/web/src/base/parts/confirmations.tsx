import { classes } from '@minerx/ui/classes';
import { useTexts } from '../../i18n/texts.ts';
import styles from './confirmations.module.css';

export interface Confirmed {
  /** Blocks on a transaction, at most as many as it needs; null where nobody counts them. */
  confirmed: number | null;
  confirmations: number;
}

/** Sent, and not final yet. */
export const isCounting = ({ confirmed, confirmations }: Confirmed): boolean =>
  confirmed !== null && confirmed < confirmations;

/** How deep a transaction lies, while it counts. */
export function Confirmations({ of: { confirmed, confirmations } }: { of: Confirmed }) {
  const { t } = useTexts();
  if (!isCounting({ confirmed, confirmations })) return null;
  return (
    <label className={classes('stack-0 soft', styles.confirmed)}>
      <progress max={confirmations} value={confirmed ?? 0} />
      {t('withdrawal.confirmations', { done: String(confirmed), needed: String(confirmations) })}
    </label>
  );
}
