import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { done, email } from '../wire/wire.ts';
import { pin, verificationCode } from './member.ts';

const ofEmailChange = [
  'err_pin_wrong',
  'err_pin_locked',
  'err_code_wait',
  'err_account_frozen',
  'err_recent_reset',
] as const;

export const emailCodeRequest = defineCall({
  method: 'POST',
  path: 'member/email/request/code',
  summary:
    'Sends a code to the present email address and another one to the new one, both good for this change alone. Answers alike whether or not the new address has an account.',
  session: 'member',
  secondFactor: false,
  body: z.object({ member_email: email, member_security_pin: pin }),
  result: done,
  refusals: ofEmailChange,
});

export const emailModify = defineCall({
  method: 'POST',
  path: 'member/email/modify',
  summary:
    'Changes the email address with the codes of both mailboxes. Ends every other session; nothing leaves the account for 48 hours.',
  session: 'member',
  secondFactor: true,
  body: z.object({
    member_email: email,
    /** Of the mail to the present address. */
    verify_code: verificationCode,
    /** Of the mail to the new one. */
    new_verify_code: verificationCode,
    member_security_pin: pin,
  }),
  result: done,
  refusals: [
    'err_pin_wrong',
    'err_pin_locked',
    'err_code_wrong',
    'err_conflict',
    'err_account_frozen',
    'err_recent_reset',
  ],
  idempotent: true,
});
