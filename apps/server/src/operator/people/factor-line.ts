import { minuteOf } from '@minerx/rules/utc-time';
import { unsettledUntil } from '@minerx/rules/factor-hold';
import type { FactorChangeKind } from '@minerx/contract/operator/list';

/** The last time a member's password, PIN or second factor became another one. */
interface LastFactorChange {
  factorKind: FactorChangeKind | null;
  factorAt: Date | null;
  resetAt: Date | null;
}

const WORDS = {
  reset: 'password and PIN were reset',
  password: 'the password was changed',
  pin: 'the PIN was changed',
  factor_on: 'the second factor was switched on',
  factor_off: 'the second factor was switched off',
  factor_lost: 'a lost second factor was taken away',
  passkey_on: 'a passkey was added',
  passkey_off: 'a passkey was removed',
  recovery: 'new recovery codes were made',
  email: 'the email address was changed',
} satisfies Record<FactorChangeKind, string>;

/** For operators who decide over what leaves an account, or null when nothing ever changed: "password and PIN were reset 2026-11-20 12:00; nothing leaves before …". */
export const factorLine = ({ factorKind, factorAt, resetAt }: LastFactorChange, now: number): string | null => {
  if (factorKind === null || factorAt === null) return null;
  const until = unsettledUntil(resetAt?.getTime() ?? null, now);
  const held = until === null ? '' : `; NOTHING LEAVES before ${utc(new Date(until))}`;
  return `${WORDS[factorKind]} ${utc(factorAt)}${held}`;
};

export const utc = (at: Date): string => `${minuteOf(at)} UTC`;
