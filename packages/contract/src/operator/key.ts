import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { done, text } from '../wire/wire.ts';

const secret = text(128, { pattern: /^[^]*$/u, code: 'err_format' });

export const operatorPassword = defineCall({
  method: 'POST',
  path: 'operator/key/password',
  summary: 'Another password for the signed-in operator, with the second factor. Ends every other session.',
  session: 'operator',
  secondFactor: true,
  body: z.object({ password: secret }),
  result: done,
  refusals: ['err_password_rule', 'err_login_locked'],
});

export const operatorAuthenticatorBegin = defineCall({
  method: 'POST',
  path: 'operator/key/authenticator/begin',
  summary:
    'Makes a secret for another authenticator, with the second factor. Nothing is kept until a code of it comes with `operator/key/authenticator`.',
  session: 'operator',
  secondFactor: true,
  result: z.object({
    totp_secret: z.string(),
    /** For a QR code. */
    totp_url: z.string(),
    /** The same secret, sealed for this session; good for 15 minutes. */
    totp_draft: z.string(),
  }),
  refusals: ['err_login_locked'],
});

export const operatorAuthenticator = defineCall({
  method: 'POST',
  path: 'operator/key/authenticator',
  summary:
    'Puts the authenticator of `operator/key/authenticator/begin` in the place of the one before, by a code that proves it has the secret. Ends every other session.',
  session: 'operator',
  body: z.object({ totp_draft: text(512), factor: text(6) }),
  result: done,
  refusals: ['err_link_invalid', 'err_code_wrong'],
});

export const operatorRecovery = defineCall({
  method: 'POST',
  path: 'operator/key/recovery',
  summary:
    'Ten new recovery codes for the signed-in operator, told once, with the second factor; older ones are worth nothing. Ends every other session.',
  session: 'operator',
  secondFactor: true,
  result: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['err_login_locked'],
});
