import type { UseFormReturn } from 'react-hook-form';
import { codeWait } from '../../../base/form/code-wait.ts';
import { SendCode } from '../../../base/form/send-code.tsx';
import type { TextKey } from '../../../i18n/keys.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { fieldRefusals } from '../refused.ts';
import { sendSignupCode, type SignupBody } from './signup.api.ts';
import { isSignupField, type SignupContext, type SignupFields } from './signup-fields.ts';

interface CodeButtonProps {
  form: UseFormReturn<SignupFields, SignupContext, SignupBody>;
  /** True from the press until another code may be asked for. */
  onWaiting: (waiting: boolean) => void;
}

/** Send Code, then a countdown of 59 s, then RESEND. Full name and email must be there first. */
export function CodeButton({ form, onWaiting }: CodeButtonProps) {
  const lacks = (field: 'member_detail_fullname' | 'member_email', message: TextKey) => {
    if (form.getValues(field).trim() !== '') return false;
    form.setError(field, { message }, { shouldFocus: true });
    return true;
  };

  const send = async () => {
    if (lacks('member_detail_fullname', 'session.code.needName') || lacks('member_email', 'session.code.needEmail'))
      return false;
    if (!(await form.trigger(['member_detail_fullname', 'member_email'], { shouldFocus: true }))) return false;
    const [name, email] = form.getValues(['member_detail_fullname', 'member_email']);
    onWaiting(true);
    try {
      await sendSignupCode(name.trim(), email.trim());
      // What was wrong with the one before, or that there was none, is over.
      form.clearErrors('verify_code');
      return true;
    } catch (error) {
      onWaiting(false);
      return await refused(error);
    }
  };

  const refused = async (error: unknown) => {
    // The code's own call names the full name as the specification does.
    const fields = Object.entries(fieldRefusals(error) ?? {}).map(
      ([name, code]) => [name === 'member_username' ? 'member_detail_fullname' : name, code] as const,
    );
    const known = fields.filter(([name]) => isSignupField(name));
    known.forEach(([name, message], place) =>
      form.setError(name as keyof SignupFields, { message }, { shouldFocus: place === 0 }),
    );
    if (known.length > 0) return false;
    await alertRefusal('session.code.failed', error);
    return codeWait(error);
  };

  const emailOf = () => form.getValues('member_email').trim();
  return <SendCode purpose="signup" emailOf={emailOf} onSend={send} onWaiting={onWaiting} />;
}
