import { PASSKEY_NAME_MAX } from '@minerx/rules/passkey';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { done, opaqueId, text, timestamp } from '../wire/wire.ts';
import { pin } from './member.ts';
import { recoveryCodes } from './second-factor.ts';
import { tokens } from './session.ts';

/** Bytes as WebAuthn writes them: base64url without padding. */
const bytes = (max: number) => text(max, { pattern: /^[\w-]+$/, code: 'err_format' });

/** Good for two minutes, once, and for one thing. */
const challenge = z.string();

export const passkeyList = defineCall({
  method: 'GET',
  path: 'member/passkey',
  summary: 'The passkeys of the member, oldest first.',
  session: 'member',
  result: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        passkey_name: z.string(),
        passkey_created_date: timestamp,
        passkey_used_date: z.nullable(timestamp),
      }),
    ),
  }),
  refusals: [],
});

export const passkeyBegin = defineCall({
  method: 'POST',
  path: 'member/passkey/begin',
  summary:
    'What a browser needs to make a passkey (`navigator.credentials.create`), with PIN and second factor where there is one; at most ten.',
  session: 'member',
  secondFactor: true,
  body: z.object({ member_security_pin: pin }),
  result: z.object({
    passkey_challenge: challenge,
    /** The user handle: says nothing about the member. */
    passkey_user: z.string(),
    passkey_user_name: z.string(),
    /** Those that the member has: no authenticator makes a second one. */
    passkey_ids: z.array(z.string()),
  }),
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_conflict', 'err_account_frozen', 'err_recent_reset'],
});

export const passkeyAdd = defineCall({
  method: 'POST',
  path: 'member/passkey/add',
  summary:
    'Keeps a passkey that was made for the challenge of `member/passkey/begin`, in the same session. Ends every other session.',
  session: 'member',
  body: z.object({
    passkey_name: text(PASSKEY_NAME_MAX),
    passkey_id: bytes(1400),
    passkey_client_data: bytes(4096),
    passkey_attestation: bytes(16_384),
  }),
  /** None when there was a second factor before. */
  result: recoveryCodes,
  refusals: ['err_passkey_wrong', 'err_conflict', 'err_account_frozen', 'err_recent_reset'],
});

export const passkeyRemove = defineCall({
  method: 'POST',
  path: 'member/passkey/remove',
  summary: 'Takes a passkey away, with PIN and second factor. Ends every other session.',
  session: 'member',
  secondFactor: true,
  body: z.object({ id: opaqueId, member_security_pin: pin }),
  result: done,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_not_found'],
});

export const passkeyLoginBegin = defineCall({
  method: 'POST',
  path: 'member/login/passkey/begin',
  summary: 'A challenge for `member/login/passkey`.',
  session: 'public',
  result: z.object({ passkey_challenge: challenge }),
  refusals: [],
});

export const passkeyLogin = defineCall({
  method: 'POST',
  path: 'member/login/passkey',
  summary: 'Signs a member in with a passkey alone: it stands for password and second factor.',
  session: 'public',
  body: z.object({
    /** As in the header `X-Second-Factor`: `passkey <id>.<clientDataJSON>.<authenticatorData>.<signature>`. */
    passkey: text(8192, { pattern: /^passkey [\w-]+(?:\.[\w-]+){3}$/, code: 'err_format' }),
  }),
  result: tokens,
  refusals: ['err_passkey_wrong', 'err_login_locked', 'err_account_frozen'],
});
