import { Field, type FieldProps } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { Lock } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTexts } from '../../../i18n/texts.ts';

interface ReferralFieldProps {
  input: UseFormRegisterReturn;
  fault: Pick<FieldProps, 'error' | 'quiet'>;
  /** The code came with the invitation link and cannot be changed. */
  invited: boolean;
}

export function ReferralField({ input, fault, invited }: ReferralFieldProps) {
  const { t } = useTexts();
  return (
    <Field
      label={t('session.referral')}
      hint={invited ? t('session.referral.invited') : t('session.referral.none')}
      {...fault}
    >
      {(wire) => (
        <TextInput
          {...wire}
          {...input}
          readOnly={invited}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          trail={invited && <Lock size={18} aria-hidden="true" style={{ marginInlineEnd: 'var(--space-3)' }} />}
        />
      )}
    </Field>
  );
}
