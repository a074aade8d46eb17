import { isValidVerificationCode } from '@minerx/rules/member';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { checked, done, email, text, timestamp } from '../wire/wire.ts';
import { pin, verificationCode } from './member.ts';

/** Six digits of the authenticator. */
const appCode = checked(6, isValidVerificationCode, 'err_code_format');
/** Told once: only digests are kept. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactor = defineCall({
  method: 'GET',
  path: 'member/factor',
  summary: 'Whether the member has an authenticator app, since when, and how many recovery codes are left.',
  session: 'member',
  result: z.object({ factor_since: z.nullable(timestamp), factor_recovery_left: z.number() }),
  refusals: [],
});

export const secondFactorBegin = defineCall({
  method: 'POST',
  path: 'member/factor/begin',
  summary:
    'Makes a secret for an authenticator app. Nothing is kept until a code of it comes with `member/factor/add`.',
  session: 'member',
  result: z.object({
    /** As people type it. */
    factor_secret: z.string(),
    /** What the QR code says: `otpauth://…`. */
    factor_url: z.string(),
    /** The same secret, sealed; good for 15 minutes. */
    factor_draft: z.string(),
  }),
  refusals: ['err_conflict', 'err_account_frozen', 'err_recent_reset'],
});

export const secondFactorAdd = defineCall({
  method: 'POST',
  path: 'member/factor/add',
  summary:
    'Switches an authenticator app on: PIN, a code that proves the app has the secret, and a passkey where there is one. Ends every other session.',
  session: 'member',
  secondFactor: true,
  body: z.object({
    factor_draft: text(512),
    factor_code: appCode,
    member_security_pin: pin,
  }),
  result: recoveryCodes,
  refusals: [
    'err_pin_wrong',
    'err_pin_locked',
    'err_factor_wrong',
    'err_link_invalid',
    'err_conflict',
    'err_account_frozen',
    'err_recent_reset',
  ],
});

export const secondFactorRemove = defineCall({
  method: 'POST',
  path: 'member/factor/remove',
  summary: 'Switches the authenticator app off, with PIN and second factor. Ends every other session.',
  session: 'member',
  secondFactor: true,
  body: z.object({ member_security_pin: pin }),
  result: done,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_factor_off'],
});

export const secondFactorRecovery = defineCall({
  method: 'POST',
  path: 'member/factor/recovery',
  summary:
    'Makes ten new recovery codes, with PIN and second factor; older ones are worth nothing. Ends every other session.',
  session: 'member',
  secondFactor: true,
  body: z.object({ member_security_pin: pin }),
  result: recoveryCodes,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_factor_off'],
});

const password = text(128, { pattern: /^[^]*$/u, code: 'err_format' });

/** Whoever asks has shown the password alone. */
const ofLostFactor = [
  'err_login',
  'err_login_locked',
  'err_factor_off',
  'err_account_frozen',
  'err_recent_reset',
] as const;

export const lostFactorCode = defineCall({
  method: 'POST',
  path: 'member/factor/lost/request/code',
  summary: 'Sends a code for taking a lost second factor away, to whoever knows email and password.',
  session: 'public',
  body: z.object({ member_email: email, member_password: password }),
  result: done,
  refusals: [...ofLostFactor, 'err_code_wait'],
});

export const lostFactor = defineCall({
  method: 'POST',
  path: 'member/factor/lost',
  summary:
    'Takes a lost second factor away, app and passkeys, with password, mailed code and PIN. Every session ends, and nothing leaves the account for 48 hours.',
  session: 'public',
  body: z.object({
    member_email: email,
    member_password: password,
    verify_code: verificationCode,
    member_security_pin: pin,
  }),
  result: done,
  refusals: [...ofLostFactor, 'err_code_wrong', 'err_pin_wrong', 'err_pin_locked'],
});
