import { Button } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Controller, useForm, type FieldErrors } from 'react-hook-form';
import { showAlert } from '../../../base/alerts.ts';
import { brand } from '../../../base/brand/brand.ts';
import { formDraft } from '../../../base/form/drafts.ts';
import { intentPlace } from '../../../base/asking/intent.ts';
import type { Refusal } from '../../../base/refusal.ts';
import { pageStorage } from '@minerx/contract/intent';
import { useIntent } from '../../../base/asking/use-intent.ts';
import type { TextKey } from '../../../i18n/keys.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { fieldText } from '../../../base/form/field-text.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { markRefused } from '../refused.ts';
import { EmailGroup, InvitationGroup, SecurityGroup, type Fault, type GroupProps } from './signup-groups.tsx';
import { AboutGroup } from './about-group.tsx';
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
import { signInDraft } from '../login.api.ts';
import { useDraft } from '../use-draft.ts';

const draft = formDraft<SignupFields>('signup');

/** What each field is called on the screen, as they stand there; the terms have a sentence of their own. */
const NAMES = {
  country: 'session.country',
  member_detail_mobile: 'session.mobile',
  member_detail_fullname: 'session.fullName',
  member_email: 'session.email',
  verify_code: 'session.code',
  member_password: 'session.password',
  member_security_pin: 'session.pin',
  referral_code: 'session.referral',
  tnc: null,
} as const satisfies Record<keyof SignupFields, TextKey | null>;

/** Codes of what was left empty. */
const LACKS: readonly (string | undefined)[] = ['err_required', 'err_terms'];

/** Of many fields that were left empty only the first is told with alarm: it has the focus, and the others follow. */
function useFaults(errors: FieldErrors<SignupFields>) {
  const { t } = useTexts();
  const [first, setFirst] = useState<keyof SignupFields>();
  const faultOf = (name: keyof SignupFields): Fault => {
    const code = errors[name]?.message;
    const label = NAMES[name];
    return { error: fieldText(t, code, label ? t(label) : undefined), quiet: LACKS.includes(code) && name !== first };
  };
  const begin = (wrong: FieldErrors<SignupFields>) =>
    setFirst(
      Object.keys(NAMES)
        .filter(isSignupField)
        .find((name) => wrong[name]),
    );
  return { faultOf, begin };
}

interface SignupFormProps {
  /** Of the invitation link. */
  inviteCode: string | undefined;
  onRegistered: () => void;
}

function useSignupFields(inviteCode: string | undefined) {
  const { choices } = useCountries();
  const [countryId, setCountryId] = useState(() => draft.read().country);
  const callingCode = choices?.find(({ id }) => id === countryId)?.callingCode;
  const context = useMemo((): SignupContext => ({ callingCode }), [callingCode]);
  const form = useForm<SignupFields, SignupContext, SignupBody>({
    defaultValues: {
      ...emptySignup,
      ...draft.read(),
      ...(inviteCode && { referral_code: inviteCode }),
    },
    resolver: signupResolver,
    context,
  });
  useDraft(form, draft);
  return { form, callingCode, countryId, setCountryId };
}

export function SignupForm({ inviteCode, onRegistered }: SignupFormProps) {
  const { t } = useTexts();
  const { form, callingCode, countryId, setCountryId } = useSignupFields(inviteCode);
  const [waiting, setWaiting] = useState(false);
  // An invitation's code stands as it came, until it is refused: then it is for the visitor to correct.
  const [invited, setInvited] = useState(Boolean(inviteCode));
  // It holds the new secrets, so that it is kept in no storage.
  const [place] = useState(() => intentPlace<SignupBody>('signup', { storage: pageStorage() }));
  const { errors, isSubmitting } = form.formState;
  const { faultOf, begin } = useFaults(errors);

  const refused = async (error: Refusal) => {
    if (markRefused(form, error, isSignupField)) return;
    await alertRefusal('session.signup.failed', error);
    const field = fieldOfRefusal[error.code];
    if (!field) return;
    if (field === 'verify_code') form.setValue('verify_code', '');
    if (field === 'referral_code') setInvited(false);
    form.setError(field, { message: error.code }, { shouldFocus: true });
  };

  const intent = useIntent(place, ({ key, input }) => signUp(input, key), {
    onDone: async (_, { member_email }) => {
      draft.drop();
      signInDraft.write({ member_email });
      await showAlert({ mode: 1, title: t('session.signup.done'), message: t('session.signup.doneMessage') });
      onRegistered();
    },
    onRefused: refused,
  });
  const submit = form.handleSubmit(
    (body) => intent.send(body),
    (wrong) => {
      begin(wrong);
      if (wrong.referral_code) setInvited(false);
    },
  );

  const group: GroupProps = {
    form,
    callingCode,
    faultOf,
    bind: (name) => form.register(name, { onChange: () => form.clearErrors(name) }),
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {!invited && <AskForInvitation />}
      {/* While a code is on its way the chosen country stands still, as the specification asks. */}
      <AboutGroup {...group} locked={waiting && countryId !== undefined} onCountry={setCountryId} />
      <EmailGroup {...group} onWaiting={setWaiting} />
      <SecurityGroup {...group} />
      <InvitationGroup {...group} invited={invited} />
      <Controller
        control={form.control}
        name="tnc"
        render={({ field }) => (
          <TermsField ref={field.ref} agreed={field.value} onChange={field.onChange} {...faultOf('tnc')} />
        )}
      />
      <Button type="submit" full sends busy={isSubmitting}>
        {t('session.signUp')}
      </Button>
      <HasAccount />
    </form>
  );
}

function AskForInvitation() {
  const { t } = useTexts();
  return (
    <a href={`mailto:${brand.supportEmail}`} className={styles.link}>
      {t('session.signup.uninvited', { email: brand.supportEmail })}
    </a>
  );
}

function HasAccount() {
  const { t } = useTexts();
  return (
    <p className={styles.switch}>
      {t('session.signup.haveAccount')}
      <Link to="/login" className={styles.link}>
        {t('session.signIn')}
      </Link>
    </p>
  );
}
