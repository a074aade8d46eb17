import { PASSKEY_NAME_MAX } from '@minerx/rules/passkey';
import * as z from 'zod/mini';
import { text, timestamp } from './wire.ts';

/** Bytes as WebAuthn writes them: base64url without padding. */
const bytes = (max: number) => text(max, { pattern: /^[\w-]+$/, code: 'err_format' });

/** Good for two minutes, once, and for one thing. */
const challenge = z.string();
export const passkeyChallenge = z.object({ passkey_challenge: challenge });

/** Oldest first. */
export const keptPasskeys = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      passkey_name: z.string(),
      passkey_created_date: timestamp,
      passkey_used_date: z.nullable(timestamp),
    }),
  ),
});

/** For `navigator.credentials.create`. */
export const passkeyToMake = z.object({
  passkey_challenge: challenge,
  /** The user handle: says nothing about its owner. */
  passkey_user: z.string(),
  passkey_user_name: z.string(),
  /** Those that there are: no authenticator makes a second one. */
  passkey_ids: z.array(z.string()),
});

export const madePasskey = z.object({
  passkey_name: text(PASSKEY_NAME_MAX),
  passkey_id: bytes(1400),
  passkey_client_data: bytes(4096),
  passkey_attestation: bytes(16_384),
});

/** As in the header `X-Second-Factor`: `passkey <id>.<clientDataJSON>.<authenticatorData>.<signature>`. */
export const passkeyAnswer = z.object({
  passkey: text(8192, { pattern: /^passkey [\w-]+(?:\.[\w-]+){3}$/, code: 'err_format' }),
});
