/** Seconds between two emailed codes, and of the countdown on the button. */
export const CODE_RESEND_SECONDS = 59;
export const CODE_TRIES = 5;
export const CODE_MINUTES = 10;
export const RESET_MINUTES = 30;
/** Life of the link in a mail by which its receiver freezes the account: longer than anything is held back. */
export const FREEZE_LINK_DAYS = 7;
/** Life of a one-use sign-in link (`member/redirect`). */
export const REDIRECT_MINUTES = 2;
/** Wrong PINs in a row before PIN actions lock. */
export const PIN_TRIES = 5;
/** The first lock; each further one is twice as long. */
const PIN_LOCK_MINUTES = 15;
/** Wrong passwords for one account before sign-in is refused for a while. */
export const PASSWORD_TRIES = 10;
/** From this one on each wrong password makes the next try wait. */
const PASSWORD_SLOW_FROM = 5;
/** Wrong passwords from one address, whatever the account: many members may share it. */
export const ADDRESS_TRIES = 100;
const ADDRESS_SLOW_FROM = 50;

const USERNAME_MIN_LENGTH = 4;
const USERNAME_MAX_LENGTH = 24;
const FULL_NAME_MIN_LENGTH = 2;
const FULL_NAME_MAX_LENGTH = 80;
const EMAIL_MAX_LENGTH = 254;

/** A day: doubling without an end would lock a member out for good. */
const LONGEST_LOCK_MINUTES = 24 * 60;

/** Letters that Unicode does not take apart into a Latin letter and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
};

/**
 * A username from a full name: lower case letters and digits, 4–24 characters, `member` when the name has none of them.
 * `attempt` 0 is the plain form; each further attempt appends its number. A name that is too short always has one: Bo is
 * `bo01`, then `bo02`. Whether it is free only the database knows.
 */
export const usernameFrom = (fullName: string, attempt: number): string => {
  const letters = fullName
    .slice(0, 4 * FULL_NAME_MAX_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[đðøłßæœıþ]/g, (letter) => LATIN[letter] ?? '')
    .replace(/[^a-z0-9]/g, '');
  const base = letters === '' ? 'member' : letters;
  const missing = Math.max(0, USERNAME_MIN_LENGTH - base.length);
  const number = attempt + (missing > 0 ? 1 : 0);
  const suffix = number === 0 ? '' : String(number).padStart(missing, '0');
  return base.slice(0, USERNAME_MAX_LENGTH - suffix.length) + suffix;
};

/** One spelling per address: trimmed, NFKC, lower case. Store and look up only this form. */
export const normaliseEmail = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** The mailbox that an address leads to: what stands after a plus is its owner's own sorting. Give it the normalised form. */
export const mailboxOf = (email: string): string => {
  const [local = '', domain = ''] = email.split('@');
  return `${local.split('+')[0] ?? ''}@${domain}`;
};

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const LABEL = /^[A-Za-z0-9-]{1,63}$/;

/**
 * A plain internet address: ASCII, one @, no quotes, comments or address literals, a domain of at least two labels.
 * Linear in the length; texts above 254 characters are refused unread. Give it the normalised form.
 */
export const isValidEmail = (text: string): boolean => {
  if (text.length > EMAIL_MAX_LENGTH) return false;
  const [local, domain, ...rest] = text.split('@');
  if (local === undefined || domain === undefined || rest.length > 0) return false;
  if (!LOCAL_PART.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every(isDomainLabel) && /[A-Za-z]/.test(labels.at(-1) ?? '');
};

const isDomainLabel = (label: string): boolean => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-');

/** Trimmed, one space between words, one spelling of each letter (NFC). */
export const normaliseFullName = (text: string): string => text.trim().normalize('NFC').replace(/ +/g, ' ');

/** 2–80 characters, at least one letter, no control characters, line breaks or characters that turn the writing direction. */
export const isValidFullName = (text: string): boolean => {
  if (text.length > 2 * FULL_NAME_MAX_LENGTH) return false;
  const characters = [...text].length;
  if (characters < FULL_NAME_MIN_LENGTH || characters > FULL_NAME_MAX_LENGTH) return false;
  return (
    /\p{L}/u.test(text) &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u2060\ufeff]/u.test(text)
  );
};

/** Drops what people put between the digits of a phone number: spaces, hyphens, dots, brackets. */
export const normaliseMobile = (text: string): string => text.replace(/[\s().-]/g, '');

/** A mobile number: 5–15 ASCII digits, of the member's country or, after a plus, with the country's code. */
export const isValidMobile = (text: string): boolean => /^\+?[0-9]{5,15}$/.test(text);

export const normaliseReferralCode = (text: string): string => text.trim().toUpperCase();

/** 6–12 capital letters and digits; give it the normalised form. */
export const isValidReferralCode = (text: string): boolean => /^[A-Z0-9]{6,12}$/.test(text);

/** An emailed verification code: six ASCII digits. */
export const isValidVerificationCode = (text: string): boolean => /^[0-9]{6}$/.test(text);

/** A BTA Pay account id: 4–64 letters, digits, `-`, `_`, `.` and `@`. */
export const isValidBtapayId = (text: string): boolean => /^[A-Za-z0-9._@-]{4,64}$/.test(text);

/** Seconds until the next password is looked at, after so many wrong ones for an account: none, then 2, 4, 8, 16, 32. */
export const passwordPauseS = (wrong: number): number =>
  wrong < PASSWORD_SLOW_FROM ? 0 : 2 ** (wrong - PASSWORD_SLOW_FROM + 1);

/** The same after so many from one address: none, then 1 to 5, so that neighbours hardly notice. */
export const addressPauseS = (wrong: number): number =>
  wrong < ADDRESS_SLOW_FROM ? 0 : 1 + Math.floor((wrong - ADDRESS_SLOW_FROM) / 10);

/** Minutes of the `lockNumber`th PIN lock in a row (from 1): 15, 30, 60 … at most a day. */
export const pinLockMinutes = (lockNumber: number): number =>
  Math.min(LONGEST_LOCK_MINUTES, PIN_LOCK_MINUTES * 2 ** Math.max(0, lockNumber - 1));
