import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret, as people type it into it, at a moment. */
export const codeOf = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
