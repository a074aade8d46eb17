/** Digits of a security PIN. */
export const PIN_LENGTH = 6;

const PIN = /^[0-9]{6}$/;
const STRAIGHTS = '0123456789012345 9876543210987654';

/** A security PIN is exactly six ASCII digits. */
export function isValidPin(text: string): boolean {
  return PIN.test(text);
}

/**
 * Whether a PIN is among the first that anybody would try: one digit repeated, a straight, or a repeated pair or triple.
 * Weak PINs are accepted; screens may advise against them.
 */
export function isWeakPin(pin: string): boolean {
  if (!isValidPin(pin)) return false;
  return STRAIGHTS.includes(pin) || pin === pin.slice(0, 2).repeat(3) || pin === pin.slice(0, 3).repeat(2);
}
