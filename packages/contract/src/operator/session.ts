import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { done, email, opaqueId, text } from '../wire/wire.ts';
import { OPERATOR_ROLES } from './role.ts';

const secret = text(128, { pattern: /^[^]*$/u, code: 'err_format' });
/** Six digits of the authenticator, or a recovery code. */
const factor = text(32);

/** The header of a call that a page makes while nobody touches it: it does not keep the session alive. */
export const BY_ITSELF = 'X-By-Itself';

export const operatorSignIn = defineCall({
  method: 'POST',
  path: 'operator/sign-in',
  summary: 'Signs an operator in with password and second factor; the session travels in an HttpOnly cookie.',
  session: 'public',
  body: z.object({ email, password: secret, factor }),
  result: done,
  refusals: ['err_login', 'err_login_locked'],
});

export const operatorSignOut = defineCall({
  method: 'POST',
  path: 'operator/sign-out',
  summary: 'Ends the session of the operator.',
  session: 'operator',
  result: done,
  refusals: [],
});

/** Since when nothing leaves, and which equations are broken; null while payouts are open. */
export const frozen = z.nullable(z.object({ since: z.string(), broken: z.array(z.string()) }));

/** Moments are ISO 8601 UTC. */
export const operatorSession = defineCall({
  method: 'GET',
  path: 'operator/session',
  summary:
    'Who is signed in at the console, in which role, until when money may be moved without the second factor, and whether payouts are open.',
  session: 'operator',
  result: z.object({
    email: z.string(),
    name: z.string(),
    role: z.enum(OPERATOR_ROLES),
    /** The session ends at this moment if nothing is done. */
    idle_at: z.string(),
    /** Null when the second factor has to be shown again first. */
    stepped_up_until: z.nullable(z.string()),
    recovery_codes_left: z.number(),
    frozen,
  }),
  refusals: [],
});
export type OperatorSession = z.output<typeof operatorSession.result>;

export const operatorStepUp = defineCall({
  method: 'POST',
  path: 'operator/step-up',
  summary: 'Shows the second factor again: for some minutes money may be moved.',
  session: 'operator',
  body: z.object({ factor }),
  result: z.object({ stepped_up_until: z.string() }),
  refusals: ['err_factor_wrong', 'err_login_locked'],
});

export const operatorInvitation = defineCall({
  method: 'GET',
  path: 'operator/invitation',
  summary: 'An invitation that waits, with the secret for the authenticator.',
  session: 'public',
  query: z.object({ id: opaqueId }),
  result: z.object({
    email: z.string(),
    name: z.string(),
    role: z.enum(OPERATOR_ROLES),
    totp_secret: z.string(),
    /** For a QR code. */
    totp_url: z.string(),
  }),
  refusals: ['err_link_invalid'],
});

export const operatorAccept = defineCall({
  method: 'POST',
  path: 'operator/invitation/accept',
  summary: 'Accepts an invitation with a password and a first code; answers the recovery codes, once.',
  session: 'public',
  body: z.object({ id: opaqueId, password: secret, factor: text(6) }),
  result: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['err_link_invalid', 'err_code_wrong', 'err_password_rule'],
});
