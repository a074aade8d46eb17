import { answerWithPasskey, type PasskeyChallenge } from '@minerx/contract/webauthn';
import { Button, type ButtonVariant } from '@minerx/ui/button';
import styles from './entry.module.css';
import { useSubmit } from './use-submit.ts';

interface PasskeyButtonProps {
  label: string;
  variant?: ButtonVariant;
  ask: () => Promise<PasskeyChallenge>;
  onAnswer: (answer: string) => Promise<void> | void;
}

/** Has a passkey answer a challenge; closing the browser's question answers nothing. */
export function PasskeyButton({ label, variant, ask, onAnswer }: PasskeyButtonProps) {
  const { busy, failed, onSubmit } = useSubmit(async () => {
    const answer = await answerWithPasskey(await ask());
    if (answer !== null) await onAnswer(answer);
  });
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Button type="submit" full variant={variant} busy={busy}>
        {label}
      </Button>
      <div aria-live="polite">{failed !== null && <p className={styles.failed}>{failed}</p>}</div>
    </form>
  );
}
