import { Secret, TOTP } from 'otpauth';

/** Six digits of an authenticator app: RFC 6238 with its defaults, as every such app has them. */
const SECRET_BYTES = 20;
const STEP_S = 30;
/** Clocks of phones are off by some seconds: the step before and the one after count too. */
const WINDOW = 1;

export const newTotpSecret = (bytes: (count: number) => Buffer): Buffer => bytes(SECRET_BYTES);

const totpOf = (secret: Buffer, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), label, issuer, period: STEP_S });

/** The step that a code stands for, or null when it is none of now. */
export const stepOfCode = (secret: Buffer, code: string, now: number): number | null => {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_S) + delta;
};

/** The secret as people type it, and the address behind the QR code. */
export const describeTotp = (secret: Buffer, issuer: string, email: string): { secret: string; url: string } => {
  const totp = totpOf(secret, email, issuer);
  return { secret: totp.secret.base32, url: totp.toString() };
};
