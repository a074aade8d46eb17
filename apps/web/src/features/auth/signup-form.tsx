import { Button } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { Refusal } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import { makeAttempts } from './attempt.ts';
import styles from './auth.module.css';
import { SIGN_IN_DRAFT, dropDraft, readDraft, writeDraft } from './draft.ts';
import { fieldText } from './field-text.ts';
import { alertRefusal, fieldRefusals, isDecided } from './refused.ts';
import { AboutGroup, EmailGroup, InvitationGroup, SecurityGroup, type GroupProps } from './signup-groups.tsx';
import {
  emptySignup,
  fieldOfRefusal,
  isSignupField,
  signupResolver,
  type SignupContext,
  type SignupFields,
} from './signup-fields.ts';
import { signUp, useCountries, type SignupBody } from './signup.api.ts';
import { TermsField } from './terms-field.tsx';
import { useDraft } from './use-draft.ts';

const DRAFT = 'signup';

export interface SignupFormProps {
  /** Of the invitation link. */
  inviteCode: string | undefined;
  onRegistered: () => void;
}

export function SignupForm({ inviteCode, onRegistered }: SignupFormProps) {
  const { t } = useTexts();
  const { choices } = useCountries();
  const [countryId, setCountryId] = useState(() => readDraft<SignupFields>(DRAFT).country);
  const [waiting, setWaiting] = useState(false);
  const [attempts] = useState(() => makeAttempts(newIdempotencyKey));
  const callingCode = choices?.find(({ id }) => id === countryId)?.callingCode;
  const context = useMemo((): SignupContext => ({ callingCode }), [callingCode]);
  const form = useForm<SignupFields, SignupContext, SignupBody>({
    defaultValues: {
      ...emptySignup,
      ...readDraft<SignupFields>(DRAFT),
      ...(inviteCode && { referral_code: inviteCode }),
    },
    resolver: signupResolver,
    context,
  });
  useDraft(form, DRAFT);
  const { errors, isSubmitting } = form.formState;

  const refused = async (error: unknown, body: SignupBody) => {
    if (isDecided(error)) attempts.decided();
    const fields = Object.entries(fieldRefusals(error) ?? {}).filter(([name]) => isSignupField(name));
    fields.forEach(([name, message], place) =>
      form.setError(name as keyof SignupFields, { message }, { shouldFocus: place === 0 }),
    );
    if (fields.length > 0) return;
    await alertRefusal('auth.signup.failed', error);
    const field = error instanceof Refusal ? fieldOfRefusal[error.code] : undefined;
    if (!field || !(error instanceof Refusal)) return;
    if (field === 'verify_code') form.setValue('verify_code', '');
    // An invitation's code cannot be changed here, so that there is nothing to focus.
    form.setError(
      field,
      { message: error.code },
      { shouldFocus: !(field === 'referral_code' && inviteCode === body.referral_code) },
    );
  };

  const submit = form.handleSubmit(async (body) => {
    try {
      await signUp(body, attempts.keyFor(body));
    } catch (error) {
      await refused(error, body);
      return;
    }
    attempts.decided();
    dropDraft(DRAFT);
    writeDraft(SIGN_IN_DRAFT, { member_email: body.member_email });
    await showAlert({ mode: 1, title: t('auth.signup.done'), message: t('auth.signup.doneMessage') });
    onRegistered();
  });

  const group: GroupProps = {
    form,
    callingCode,
    errorOf: (name) => fieldText(t, errors[name]?.message),
    bind: (name) => form.register(name, { onChange: () => form.clearErrors(name) }),
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {/* While a code is on its way the chosen country stands still, as the specification asks. */}
      <AboutGroup {...group} locked={waiting && countryId !== undefined} onCountry={setCountryId} />
      <EmailGroup {...group} onWaiting={setWaiting} />
      <SecurityGroup {...group} />
      <InvitationGroup {...group} invited={Boolean(inviteCode)} />
      <Controller
        control={form.control}
        name="tnc"
        render={({ field }) => (
          <TermsField ref={field.ref} agreed={field.value} onChange={field.onChange} error={group.errorOf('tnc')} />
        )}
      />
      <Button type="submit" full sends busy={isSubmitting}>
        {t('auth.signUp')}
      </Button>
      <p className={styles.switch}>
        {t('auth.signup.haveAccount')}
        <Link to="/login" className={styles.link}>
          {t('auth.signIn')}
        </Link>
      </p>
    </form>
  );
}
