import type { BodyInputOf } from '@minerx/contract/call';
import { securityModify } from '@minerx/contract/member';
import { Button } from '@minerx/ui/button';
import { useForm } from 'react-hook-form';
import { request } from '../../../base/api.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { CodedField } from '../../../base/form/coded-field.tsx';
import { withPairs } from '../pairs.ts';
import { PinField } from '../pin-field.tsx';
import { submitChange } from './security-change.ts';

type Body = BodyInputOf<typeof securityModify>;

const empty: Body = { old_security_pin: '', member_security_pin: '', confirm_security_pin: '' };
const resolver = withPairs<Body>(securityModify.body, [
  ['member_security_pin', 'confirm_security_pin', 'err_pin_mismatch'],
]);

/** Old PIN, new one, and the new one again. */
export function PinChangeForm() {
  const { t } = useTexts();
  const form = useForm<Body, unknown, Body>({ defaultValues: empty, resolver });
  const { errors, isSubmitting } = form.formState;

  const submit = submitChange('pin', form, empty, (body) => request(securityModify, { body }));

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.group}>
        <CodedField label={t('security.pin.old')} code={errors.old_security_pin?.message}>
          {(wire) => <PinField {...wire} control={form.control} name="old_security_pin" enterKeyHint="next" />}
        </CodedField>
        <CodedField label={t('session.newPin')} hint={t('session.pin.hint')} code={errors.member_security_pin?.message}>
          {(wire) => (
            <PinField {...wire} control={form.control} name="member_security_pin" advise enterKeyHint="next" />
          )}
        </CodedField>
        <CodedField label={t('session.confirmPin')} code={errors.confirm_security_pin?.message}>
          {(wire) => <PinField {...wire} control={form.control} name="confirm_security_pin" enterKeyHint="done" />}
        </CodedField>
        <p className={styles.note}>{t('security.note')}</p>
      </div>
      <Button type="submit" full sends busy={isSubmitting}>
        {t('security.pin.save')}
      </Button>
    </form>
  );
}
