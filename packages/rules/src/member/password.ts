import { COMMON_PASSWORDS } from './common-passwords.ts';

const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_MAX_LENGTH = 128;
/** The special characters that count (decisions §3). Others are allowed beside them. */
export const PASSWORD_SPECIALS = '?/#~!@$%^&*()_+-=.,';

interface PasswordChecks {
  /** 8 to 128 characters. */
  readonly length: boolean;
  readonly upper: boolean;
  readonly digit: boolean;
  readonly special: boolean;
  readonly notCommon: boolean;
}

export type PasswordCheck = keyof PasswordChecks;

/** The checks in the order in which the form lists them. */
export const PASSWORD_CHECKS = [
  'length',
  'upper',
  'digit',
  'special',
  'notCommon',
] as const satisfies readonly PasswordCheck[];

/** Which parts of the password rule a text fulfils; each has its own hint on the forms. */
export const passwordChecks = (text: string): PasswordChecks => ({
  length: hasAllowedLength(text),
  upper: /\p{Lu}/u.test(text),
  digit: /[0-9]/.test(text),
  special: [...PASSWORD_SPECIALS].some((character) => text.includes(character)),
  notCommon: !COMMON_PASSWORDS.has(text.toLowerCase()),
});

export const isValidPassword = (text: string): boolean => {
  const checks = passwordChecks(text);
  return PASSWORD_CHECKS.every((check) => checks[check]);
};

const hasAllowedLength = (text: string): boolean => {
  // A character is at most two UTF-16 units: longer texts are refused before they are counted.
  if (text.length > 2 * PASSWORD_MAX_LENGTH) return false;
  const characters = [...text].length;
  return characters >= PASSWORD_MIN_LENGTH && characters <= PASSWORD_MAX_LENGTH;
};
