import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { PinInput } from '@minerx/ui/pin-input';
import { Skeleton } from '@minerx/ui/skeleton';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { codeText } from '../refusal.ts';
import type { PinEntry } from '../use-pin.ts';
import styles from './move-form.module.css';

/** What the forms that move money between wallets have in common. */

export function Balance({ wallet: { balanceUnits, precision, name } }: { wallet: OwnWallet }) {
  const { t } = useTexts();
  return (
    <span className={styles.balance}>
      {t('miner.balance')} <Money units={balanceUnits} precision={precision} asset={name} />
    </span>
  );
}

/** The security PIN of the form. */
export function PinCard({ entry }: { entry: PinEntry }) {
  const { t } = useTexts();
  return (
    <Card className={styles.pin}>
      <Field label={t('miner.pin')} hint={t('miner.pin.hint')} error={entry.pinError && codeText(t, entry.pinError)}>
        {(wire) => (
          <PinInput {...wire} ref={entry.pinInput} value={entry.pin} onChange={entry.setPin} enterKeyHint="done" />
        )}
      </Field>
    </Card>
  );
}

/** Lines of a review: what, and its value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{children}</span>
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}

/** What must be read before the button is pressed. */
export function Warning({ children }: { children: ReactNode }) {
  return <p className={styles.warning}>{children}</p>;
}

export interface UnansweredProps {
  text: string;
  /** What was sent. */
  what: ReactNode;
  busy: boolean;
  onLetGo: () => void;
}

/** In place of the fields while nobody knows what became of it: it is asked again under its key, so it counts once. */
export function Unanswered({ text, what, busy, onLetGo }: UnansweredProps) {
  const { t } = useTexts();
  return (
    <Card className={styles.lost} role="alert">
      <span className={styles.lostIcon}>
        <CloudOff size={24} aria-hidden="true" />
      </span>
      <h2>{t('miner.lost')}</h2>
      <p>{text}</p>
      <p className={styles.value}>{what}</p>
      <Button variant="quiet" size="medium" aria-disabled={busy || undefined} onClick={() => !busy && onLetGo()}>
        {t('miner.lost.letGo')}
      </Button>
    </Card>
  );
}

/** In the shape of the form. */
export function MoveFormWaiting() {
  return (
    <div className={styles.form}>
      <Card>
        <Skeleton height="5.5rem" />
      </Card>
      <Card>
        <Skeleton height="12rem" />
      </Card>
      <Card>
        <Skeleton height="7.375rem" />
      </Card>
    </div>
  );
}

/** The form itself, and its cards. */
export const moveForm = { form: styles.form, card: styles.card, row: styles.row };
