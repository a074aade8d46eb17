import {
  isValidBtapayId,
  isValidFullName,
  isValidMobile,
  isValidVerificationCode,
  normaliseMobile,
} from '@minerx/rules/member';
import { isValidPassword } from '@minerx/rules/password';
import { isValidPin, isWeakPin } from '@minerx/rules/pin';
import { isWireLanguage } from '@minerx/rules/wire-language';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { termsVersion } from './terms.ts';
import { checked, done, email, opaqueId, text, tidied, whole } from '../wire/wire.ts';

const fullName = checked(80, isValidFullName, 'err_full_name');
const newPassword = checked(128, isValidPassword, 'err_password_rule');
export const pin = checked(6, isValidPin, 'err_pin_rule');
/** One that is set: those that anybody would try first are refused. */
const newPin = pin.check(z.refine((digits: string) => !isWeakPin(digits), { error: 'err_pin_weak' }));
export const verificationCode = checked(6, isValidVerificationCode, 'err_code_format');

/** One of the ten codes. Without it the header `Accept-Language` decides. */
const language = checked(2, isWireLanguage, 'err_format');

export const requestSignupCode = defineCall({
  method: 'POST',
  path: 'member/signup/request/code',
  summary: 'Sends a verification code to the address. Answers alike whether or not the address has an account.',
  session: 'public',
  body: z.object({ member_username: fullName, member_email: email, language: z.optional(language) }),
  result: done,
  refusals: ['err_code_wait'],
});

export const signup = defineCall({
  method: 'POST',
  path: 'member/signup',
  summary: 'Registers a member.',
  session: 'public',
  body: z.object({
    country: whole(1, 999, 'err_country'),
    member_detail_mobile: tidied(24, normaliseMobile, isValidMobile, 'err_mobile'),
    member_detail_fullname: fullName,
    member_email: email,
    referral_code: text(12, { pattern: /^[A-Za-z0-9]{6,12}$/, code: 'err_format' }),
    member_password: newPassword,
    member_security_pin: newPin,
    verify_code: verificationCode,
    tnc: z.literal(true, {
      error: (issue) => (issue.input === undefined || issue.input === null ? 'err_required' : 'err_terms'),
    }),
    /** Of the terms that were read; without it those in force. */
    terms_version: z.optional(termsVersion),
    language: z.optional(language),
  }),
  result: done,
  refusals: [
    'err_country',
    'err_mobile',
    'err_referral_code',
    'err_code_wrong',
    'err_account_exists',
    'err_terms_changed',
  ],
  idempotent: true,
});

export const forgotPassword = defineCall({
  method: 'POST',
  path: 'member/forgotPassword',
  summary: 'Sends a reset link when the address has an account. Echoes only what was typed.',
  session: 'public',
  body: z.object({ member_email: email, language: z.optional(language) }),
  result: z.object({ member_email: z.string() }),
  refusals: [],
});

export const resetPassword = defineCall({
  method: 'POST',
  path: 'member/resetPassword',
  summary: 'Sets password and PIN with a reset link and ends every session.',
  session: 'public',
  body: z
    .object({
      id: opaqueId,
      member_password: newPassword,
      confirm_password: text(128),
      member_security_pin: newPin,
      confirm_pin: text(6),
    })
    .check(
      z.refine((form) => form.member_password === form.confirm_password, {
        path: ['confirm_password'],
        error: 'err_password_mismatch',
      }),
      z.refine((form) => form.member_security_pin === form.confirm_pin, {
        path: ['confirm_pin'],
        error: 'err_pin_mismatch',
      }),
    ),
  result: done,
  refusals: ['err_link_invalid'],
});

export const resetPasswordCheck = defineCall({
  method: 'POST',
  path: 'member/resetPassword/check',
  summary: 'Whether a reset link is still good, before anybody fills in a form for it. Uses nothing up.',
  session: 'public',
  body: z.object({ id: opaqueId }),
  result: z.object({ good: z.boolean() }),
  refusals: [],
});

export const memberFreeze = defineCall({
  method: 'POST',
  path: 'member/freeze',
  summary: 'Freezes the account by the one-use link of a mail and ends every session. Only an operator undoes it.',
  session: 'public',
  body: z.object({ id: opaqueId }),
  result: done,
  refusals: ['err_freeze_link_over'],
});

export const memberFreezeOwn = defineCall({
  method: 'POST',
  path: 'member/freeze/own',
  summary: 'Freezes the account of the member who asks and ends every session. Only an operator undoes it.',
  session: 'member',
  result: done,
  refusals: [],
});

export const passwordModify = defineCall({
  method: 'POST',
  path: 'member/password/modify',
  summary: 'Changes the password, ends every other session and tells the member by mail.',
  session: 'member',
  secondFactor: true,
  body: z.object({ old_password: text(128), member_password: newPassword, confirm_password: text(128) }).check(
    z.refine((form) => form.member_password === form.confirm_password, {
      path: ['confirm_password'],
      error: 'err_password_mismatch',
    }),
    z.refine((form) => form.member_password !== form.old_password, {
      path: ['member_password'],
      error: 'err_unchanged',
    }),
  ),
  result: done,
  refusals: ['err_old_password', 'err_login_locked'],
});

export const securityModify = defineCall({
  method: 'POST',
  path: 'member/security/modify',
  summary: 'Changes the security PIN, ends every other session and tells the member by mail.',
  session: 'member',
  secondFactor: true,
  body: z.object({ old_security_pin: pin, member_security_pin: newPin, confirm_security_pin: text(6) }).check(
    z.refine((form) => form.member_security_pin === form.confirm_security_pin, {
      path: ['confirm_security_pin'],
      error: 'err_pin_mismatch',
    }),
    z.refine((form) => form.member_security_pin !== form.old_security_pin, {
      path: ['member_security_pin'],
      error: 'err_unchanged',
    }),
  ),
  result: done,
  refusals: ['err_old_pin', 'err_pin_locked'],
});

export const btapayModify = defineCall({
  method: 'POST',
  path: 'member/btapay/modify',
  summary: "Saves the id of the member's account at BTA Pay.",
  session: 'member',
  secondFactor: true,
  body: z.object({ btapay_id: checked(64, isValidBtapayId, 'err_btapay_id'), member_security_pin: pin }),
  result: done,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_account_frozen', 'err_recent_reset'],
});

export const languageModify = defineCall({
  method: 'POST',
  path: 'member/language',
  summary: 'Chooses the language of mails; until then the header `Accept-Language` of the last sign-in decides.',
  session: 'member',
  body: z.object({ language }),
  result: done,
  refusals: [],
});
