import { minuteOf } from '@minerx/rules/utc-time';
import { unsettledUntil } from '@minerx/rules/factor-hold';

/** The last time a member's password or PIN became another one. */
interface LastFactorChange {
  factorKind: 'reset' | 'password' | 'pin' | null;
  factorAt: Date | null;
  resetAt: Date | null;
}

const WORDS = {
  reset: 'password and PIN were reset',
  password: 'the password was changed',
  pin: 'the PIN was changed',
};

/** For operators who decide over what leaves an account, or null when nothing ever changed: "password and PIN were reset 2026-11-20 12:00; nothing leaves before …". */
export const factorLine = ({ factorKind, factorAt, resetAt }: LastFactorChange, now: number): string | null => {
  if (factorKind === null || factorAt === null) return null;
  const until = unsettledUntil(resetAt?.getTime() ?? null, now);
  const held = until === null ? '' : `; NOTHING LEAVES before ${utc(new Date(until))}`;
  return `${WORDS[factorKind]} ${utc(factorAt)}${held}`;
};

const utc = (at: Date): string => `${minuteOf(at)} UTC`;
