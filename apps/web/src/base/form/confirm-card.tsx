import { Card } from '@minerx/ui/card';
import { CodeInput, PinInput } from '@minerx/ui/pin-input';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { CodePurpose } from './code-wait.ts';
import { CodedField } from './coded-field.tsx';
import type { Faults, Secrets } from './faults.ts';
import { SendCode } from './send-code.tsx';

interface ConfirmCardProps {
  use: {
    input: Secrets;
    errors: Faults<Secrets>;
    busy: boolean;
    type: (change: Partial<Secrets>) => void;
    sendCode: () => Promise<boolean | number>;
  };
  purpose: CodePurpose;
  email: string;
  className?: string | undefined;
  heading?: ReactNode;
  /** What the code is good for. */
  hint: string;
}

/** PIN first, because most codes are sent only with it; then the code from the mail. */
export function ConfirmCard({ use, purpose, email, className, heading, hint }: ConfirmCardProps) {
  const { t } = useTexts();
  const { input, errors, busy, type } = use;
  return (
    <Card className={className}>
      {heading}
      <CodedField label={t('session.pin')} code={errors.pin}>
        {(wire) => (
          <PinInput
            {...wire}
            name="pin"
            value={input.pin}
            disabled={busy}
            onChange={(pin) => type({ pin })}
            enterKeyHint="next"
          />
        )}
      </CodedField>
      <SendCode purpose={purpose} emailOf={() => email} onSend={use.sendCode} />
      <CodedField label={t('session.code')} hint={hint} code={errors.code}>
        {(wire) => (
          <CodeInput
            {...wire}
            name="code"
            value={input.code}
            disabled={busy}
            onChange={(code) => type({ code })}
            enterKeyHint="done"
          />
        )}
      </CodedField>
    </Card>
  );
}
