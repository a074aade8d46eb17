import { Card } from '@minerx/ui/card';
import { PinInput } from '@minerx/ui/pin-input';
import { useTexts } from '../../i18n/texts.ts';
import type { PinEntry } from './use-pin.ts';
import styles from './pin-card.module.css';
import { CodedField } from './coded-field.tsx';

/** The security PIN of a form, the last thing above its button. */
export function PinCard({ entry, hint }: { entry: PinEntry; hint?: string | undefined }) {
  const { t } = useTexts();
  return (
    <Card className={styles.card}>
      <CodedField label={t('miner.pin')} hint={hint ?? t('miner.pin.hint')} code={entry.pinError}>
        {(wire) => (
          <PinInput {...wire} ref={entry.pinInput} value={entry.pin} onChange={entry.setPin} enterKeyHint="done" />
        )}
      </CodedField>
    </Card>
  );
}
