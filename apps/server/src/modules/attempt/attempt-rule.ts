import { MINUTE_MS } from '@minerx/rules/duration';
import {
  ADDRESS_TRIES,
  addressPauseS,
  PASSWORD_TRIES,
  passwordPauseS,
  PIN_TRIES,
  pinLockMinutes,
} from '@minerx/rules/member';
import type { SecurityEvent } from '../../security/security-event.ts';
import { visitorOf } from '../../security/visitor.ts';

/** How many failures a subject may have, and how long each lock in a row lasts. */
export interface AttemptRule {
  tries: number;
  lockMinutes(lockNumber: number): number;
  /** For so long nothing is tried after so many failures, short of a lock. */
  pauseS?(failures: number): number;
  /** Failures older than this are forgotten; null: only a success clears them. */
  forgetMinutes: number | null;
  /** What is noted, once, when the lock is set. */
  locked: SecurityEvent;
}

const ofPassword = {
  tries: PASSWORD_TRIES,
  lockMinutes: pinLockMinutes,
  pauseS: passwordPauseS,
  forgetMinutes: 24 * 60,
} as const;
/** Only a success clears what was counted. */
const ofPin = { tries: PIN_TRIES, lockMinutes: pinLockMinutes, forgetMinutes: null } as const;
const anHour = { lockMinutes: () => 60, forgetMinutes: 60 } as const;
const aDay = { lockMinutes: () => 24 * 60, forgetMinutes: 24 * 60 } as const;

/** All that locks; nothing is counted by any other rule. */
export const ATTEMPT_RULES = {
  password: { ...ofPassword, locked: 'sign_in_locked' },
  operator: { ...ofPassword, locked: 'operator_sign_in_locked' },
  pin: { ...ofPin, locked: 'pin_locked' },
  factor: { ...ofPin, locked: 'factor_locked' },
  /** Wrong emailed codes of a mailbox in a day, over all codes that it got. */
  code: { tries: 30, ...aDay, locked: 'code_locked' },
  /** Many members may share an address, so it is generous: it stops one machine that tries many accounts. */
  address: {
    tries: ADDRESS_TRIES,
    lockMinutes: pinLockMinutes,
    pauseS: addressPauseS,
    forgetMinutes: 60,
    locked: 'address_locked',
  },
  site: { tries: 10 * ADDRESS_TRIES, lockMinutes: pinLockMinutes, forgetMinutes: 60, locked: 'address_locked' },
  /** Codes for mailboxes of strangers that a visitor asks for in an hour, before those who asked for fewer come first. */
  codes_of_line: { tries: 10, ...anHour, locked: 'codes_locked' },
  codes_of_site: { tries: 100, ...anHour, locked: 'codes_locked' },
  /** Reset links that a line, or a site, asks for to one mailbox before those who asked for fewer come first. */
  links_of_visitor: { tries: 3, ...aDay, locked: 'codes_locked' },
  /** Those that a device asks for on which the account was signed in: its own. */
  links_of_device: { tries: 5, ...anHour, locked: 'codes_locked' },
  /** Files of all that is held of a member: each reads everything there is. */
  export: { tries: 5, ...aDay, locked: 'export_locked' },
  /** Names and codes under which a member found nobody to send something to. */
  recipient: { tries: 20, lockMinutes: pinLockMinutes, forgetMinutes: 60, locked: 'recipient_locked' },
  /** Wrong codes are few: a code has far more forms than anybody can try at five an hour. */
  voucher: { tries: 5, ...anHour, locked: 'voucher_locked' },
} as const satisfies Record<string, AttemptRule>;
export type AttemptRuleName = keyof typeof ATTEMPT_RULES;

/** What was counted for a subject. */
export interface Count {
  readonly failures: number;
  /** Locks in a row. */
  readonly lockouts: number;
  readonly lockedUntil: Date | null;
  readonly updatedAt: Date;
}

/**
 * The count with one try more; null when none may be taken now. The try that uses up the allowance sets the lock at once, before anybody
 * knows whether it is right; a success lifts it again. So does one that is followed by a pause: of many at once one is compared. A pause
 * counts on; after a lock the count begins anew.
 */
export const oneMore = (count: Count | null, rule: AttemptRule, now: number): Count | null => {
  if (count?.lockedUntil && count.lockedUntil.getTime() > now) return null;
  const known = count === null || isForgotten(count, rule, now) ? null : count;
  const failures = (known?.failures ?? 0) + 1;
  const lockouts = known?.lockouts ?? 0;
  const updatedAt = new Date(Math.max(now, count?.updatedAt.getTime() ?? now));
  if (failures >= rule.tries) {
    const lockedUntil = new Date(now + rule.lockMinutes(lockouts + 1) * MINUTE_MS);
    return { failures: 0, lockouts: lockouts + 1, lockedUntil, updatedAt };
  }
  const pauseMs = (rule.pauseS?.(failures) ?? 0) * 1000;
  return { failures, lockouts, lockedUntil: pauseMs > 0 ? new Date(now + pauseMs) : null, updatedAt };
};

const isForgotten = ({ updatedAt, lockedUntil }: Count, { forgetMinutes }: AttemptRule, now: number): boolean =>
  forgetMinutes !== null &&
  Math.max(updatedAt.getTime(), lockedUntil?.getTime() ?? 0) + forgetMinutes * MINUTE_MS < now;

/** After a right secret. */
export const nothingCounted = ({ updatedAt }: Count): Count => ({
  failures: 0,
  lockouts: 0,
  lockedUntil: null,
  updatedAt,
});

/** Without a try that turned out to be no guess, nor the lock that it set (`last`). */
export const oneLess = (count: Count, { tries }: AttemptRule, last: boolean): Count =>
  last
    ? { ...count, failures: tries - 1, lockouts: count.lockouts - 1, lockedUntil: null }
    : { ...count, failures: Math.max(count.failures - 1, 0) };

const LOCKS_OF_FORGED = 12;

/** Instead of a count that was written past the product: as many locks as there can be, the longest one from now on. */
export const countOfForged = ({ updatedAt }: Count, now: number): Count => ({
  failures: 0,
  lockouts: LOCKS_OF_FORGED,
  lockedUntil: new Date(now + pinLockMinutes(LOCKS_OF_FORGED) * MINUTE_MS),
  updatedAt: new Date(Math.max(now, updatedAt.getTime())),
});

export const pinSubject = (memberId: bigint): string => `pin:${memberId}`;
export const factorSubject = (memberId: bigint): string => `factor:${memberId}`;
/** Of everybody who types an email; or of the one place that is known for its account: a device on which it was signed in, an open session. */
export const loginSubject = (emailKey: string, place: string | null = null): string =>
  `login:${emailKey}${placeOf(place)}`;
/** The same of an operator. */
export const operatorSubject = (email: string, place: string | null): string => `operator:${email}${placeOf(place)}`;
const placeOf = (place: string | null): string => (place === null ? '' : `#${place}`);
export const codeSubject = ({ purpose, emailKey }: { purpose: string; emailKey: string }): string =>
  `code:${purpose}:${emailKey}`;
/** Of a visitor's line or site; or of a device that is known for the account. */
export const linksSubject = (emailKey: string, address: string, deviceId: string | null): string => {
  const { network, site } = visitorOf(address);
  return `links:${emailKey}${placeOf(deviceId ?? site ?? network)}`;
};
export const exportSubject = (memberId: bigint): string => `export:${memberId}`;
export const recipientSubject = (memberId: bigint): string => `recipient:${memberId}`;
/** What wrong passwords of an address count for: its line, and ten times as many for the site that hands out lines. */
export const addressCounts = (address: string): readonly { subject: string; rule: AttemptRuleName }[] => {
  const { network, site } = visitorOf(address);
  const ofLine = { subject: `address:${network}`, rule: 'address' as const };
  return site === null ? [ofLine] : [ofLine, { subject: `address:${site}`, rule: 'site' }];
};
