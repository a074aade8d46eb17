import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { PinInput } from '@minerx/ui/pin-input';
import { useTexts } from '../../i18n/texts.ts';
import { codeText } from '../refusal.ts';
import type { PinEntry } from './use-pin.ts';
import styles from './pin-card.module.css';

/** The security PIN of a form, the last thing above its button. */
export function PinCard({ entry, hint }: { entry: PinEntry; hint?: string | undefined }) {
  const { t } = useTexts();
  return (
    <Card className={styles.card}>
      <Field
        label={t('miner.pin')}
        hint={hint ?? t('miner.pin.hint')}
        error={entry.pinError && codeText(t, entry.pinError)}
      >
        {(wire) => (
          <PinInput {...wire} ref={entry.pinInput} value={entry.pin} onChange={entry.setPin} enterKeyHint="done" />
        )}
      </Field>
    </Card>
  );
}
