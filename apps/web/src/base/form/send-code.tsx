import { CODE_RESEND_SECONDS } from '@minerx/rules/member';
import { CountdownButton } from '@minerx/ui/countdown-button';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { codeWaitLabel, keptCodeWait, type CodePurpose } from './code-wait.ts';
import styles from './send-code.module.css';

interface SendCodeProps {
  purpose: CodePurpose;
  /** Where the code goes, asked when it has gone. */
  emailOf: () => string;
  /** Asks for the code; gives whether the usual wait begins, or the seconds to wait. */
  onSend: () => Promise<boolean | number>;
  onWaiting?: (waiting: boolean) => void;
}

/** Sends a code by mail, says where it went, then counts down to the next, over a reload too. */
export function SendCode({ purpose, emailOf, onSend, onWaiting }: SendCodeProps) {
  const { t } = useTexts();
  const wait = keptCodeWait(purpose);
  const [sentTo, setSentTo] = useState('');
  const send = async () => {
    const outcome = await onSend();
    if (outcome === true) setSentTo(emailOf());
    return outcome;
  };
  return (
    <div className={styles.send}>
      <CountdownButton
        label={t('session.code.send')}
        againLabel={t('session.code.resend')}
        waitLabel={(seconds) => codeWaitLabel(t, seconds)}
        seconds={CODE_RESEND_SECONDS}
        until={wait.read()}
        onUntil={wait.write}
        onPress={send}
        onWaiting={onWaiting}
      />
      <p className={styles.note} role="status">
        {sentTo && t('session.code.sent', { email: sentTo })}
      </p>
    </div>
  );
}
