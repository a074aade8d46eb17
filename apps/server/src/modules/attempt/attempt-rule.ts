import {
  ADDRESS_TRIES,
  addressPauseS,
  PASSWORD_TRIES,
  passwordPauseS,
  PIN_TRIES,
  pinLockMinutes,
} from '@minerx/rules/member';
import { visitorOf } from '../../security/visitor.ts';

/** How many failures a subject may have, and how long each lock in a row lasts. */
export interface AttemptRule {
  tries: number;
  lockMinutes(lockNumber: number): number;
  /** For so long nothing is tried after so many failures, short of a lock. */
  pauseS?(failures: number): number;
  /** Failures older than this are forgotten; null: only a success clears them. */
  forgetMinutes: number | null;
}

export const PIN_RULE: AttemptRule = { tries: PIN_TRIES, lockMinutes: pinLockMinutes, forgetMinutes: null };
export const PASSWORD_RULE: AttemptRule = {
  tries: PASSWORD_TRIES,
  lockMinutes: pinLockMinutes,
  pauseS: passwordPauseS,
  forgetMinutes: 24 * 60,
};
/** Wrong emailed codes of a mailbox in a day, over all codes that it got. */
export const CODE_RULE: AttemptRule = { tries: 30, lockMinutes: () => 24 * 60, forgetMinutes: 24 * 60 };
/** Many members may share an address, so it is generous: it stops one machine that tries many accounts. */
const ADDRESS_RULE: AttemptRule = {
  tries: ADDRESS_TRIES,
  lockMinutes: pinLockMinutes,
  pauseS: addressPauseS,
  forgetMinutes: 60,
};

const ADDRESS_RULE_OF_SITE: AttemptRule = { tries: 10 * ADDRESS_TRIES, lockMinutes: pinLockMinutes, forgetMinutes: 60 };

/** Codes for mailboxes of strangers that a visitor asks for in an hour, before those who asked for fewer come first. */
const codesAnHour = (tries: number): AttemptRule => ({ tries, lockMinutes: () => 60, forgetMinutes: 60 });
export const CODES_OF_LINE = codesAnHour(10);
export const CODES_OF_SITE = codesAnHour(100);

/** Names and codes under which a member found nobody to send something to. */
export const RECIPIENT_RULE: AttemptRule = { tries: 20, lockMinutes: pinLockMinutes, forgetMinutes: 60 };

export const pinSubject = (memberId: bigint): string => `pin:${memberId}`;
export const factorSubject = (memberId: bigint): string => `factor:${memberId}`;
/** Subjects of wrong PINs and second factors, which are kept longer; patterns. */
export const KEPT_LONGER = ['pin:%', 'factor:%'] as const;
/** Of everybody who types an email, or of one device on which its account was signed in before. */
export const loginSubject = (emailKey: string, deviceId: string | null = null): string =>
  `login:${emailKey}${deviceId === null ? '' : `#${deviceId}`}`;
export const codeSubject = ({ purpose, emailKey }: { purpose: string; emailKey: string }): string =>
  `code:${purpose}:${emailKey}`;
export const recipientSubject = (memberId: bigint): string => `recipient:${memberId}`;
/** What wrong passwords of an address count for: its line, and ten times as many for the site that hands out lines. */
export const addressCounts = (address: string): readonly { subject: string; rule: AttemptRule }[] => {
  const { network, site } = visitorOf(address);
  const ofLine = { subject: `address:${network}`, rule: ADDRESS_RULE };
  return site === null ? [ofLine] : [ofLine, { subject: `address:${site}`, rule: ADDRESS_RULE_OF_SITE }];
};
