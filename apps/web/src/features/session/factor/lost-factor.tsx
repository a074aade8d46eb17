import { lostFactor, lostFactorCode } from '@minerx/contract/second-factor';
import { FACTOR_HOLD_HOURS } from '@minerx/rules/factor-hold';
import { Button } from '@minerx/ui/button';
import { useState, type FormEvent } from 'react';
import { showAlert } from '../../../base/alerts.ts';
import { request } from '../../../base/api.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import type { SignIn } from '../../../base/asking/second-factor.ts';
import { ConfirmCard } from '../../../base/form/confirm-card.tsx';
import { secretFaults, type Secrets } from '../../../base/form/faults.ts';
import { codeWait } from '../../../base/form/code-wait.ts';
import { useFilling } from '../../../base/form/use-filling.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';

const FIELD_OF = { verify_code: 'code', member_security_pin: 'pin' } as const;
/** Secrets are kept nowhere. */
const noDraft = { write: () => undefined };

interface LostFactorProps {
  /** What was typed at sign-in. */
  signIn: SignIn;
  onDone: () => void;
  onBack: () => void;
}

/** Takes a lost second factor away, with what was typed at sign-in, a mailed code and the PIN. */
export default function LostFactor({ signIn, onDone, onBack }: LostFactorProps) {
  const { t } = useTexts();
  const { form, input, errors, change, fail, refuse } = useFilling<Secrets>(noDraft, () => ({}), ['pin', 'code']);
  const [busy, setBusy] = useState(false);

  const refused = (title: 'session.code.failed' | 'factor.failed', error: unknown) =>
    refuse(error, FIELD_OF, () => alertRefusal(title, error));

  const sendCode = async () => {
    try {
      await request(lostFactorCode, { body: signIn });
      return true;
    } catch (error) {
      await refused('session.code.failed', error);
      return codeWait(error);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(secretFaults(input))) return;
    setBusy(true);
    try {
      await request(lostFactor, { body: { ...signIn, verify_code: input.code, member_security_pin: input.pin } });
    } catch (error) {
      await refused('factor.failed', error);
      return;
    } finally {
      setBusy(false);
    }
    onDone();
    await showAlert({ mode: 1, title: t('factor.lost.done'), message: t('factor.lost.doneMessage') });
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>
        {t('factor.lost.lead', { hours: FACTOR_HOLD_HOURS })} {t('factor.lost.follows')}
      </p>
      <ConfirmCard
        use={{ input, errors, busy, type: change, sendCode }}
        purpose="lost-factor"
        email={signIn.member_email}
        className="stack-5"
        hint={t('session.code.hint')}
      />
      <Button type="submit" full sends busy={busy}>
        {t('factor.lost.remove')}
      </Button>
      <Button variant="quiet" full onClick={onBack}>
        {t('common.back')}
      </Button>
    </form>
  );
}
