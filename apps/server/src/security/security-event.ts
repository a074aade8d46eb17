import { MINUTE_MS } from '@minerx/rules/duration';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../ports.ts';
import { keyedDigest } from './secret-hash.ts';

/**
 * What happens at the gates of accounts, each with the number within ten minutes, over all members, from which on somebody should look:
 * one machine that guesses at many accounts stays below every limit of a single one. Null: counted, never alarming by itself.
 * @internal
 */
export const SECURITY_EVENTS = {
  sign_in_failed: 500,
  /** The account's allowance of wrong passwords is used up. */
  sign_in_locked: 20,
  /** The address's. */
  address_locked: 5,
  frozen_sign_in: 20,
  operator_sign_in_failed: 10,
  operator_sign_in_locked: 1,
  /** A used refresh token came back. */
  refresh_reused: 10,
  old_password_wrong: 100,
  pin_wrong: 100,
  pin_locked: 20,
  /** A code of the second factor. */
  factor_wrong: 100,
  passkey_wrong: 100,
  /** A passkey's counter did not rise: somebody may have copied its key. */
  passkey_counter: 1,
  factor_locked: 20,
  factor_on: null,
  factor_off: null,
  passkey_on: null,
  passkey_off: null,
  /** Taken away with password, mailed code and PIN. */
  factor_lost: 20,
  recovery_used: 50,
  recovery_renewed: null,
  /** An emailed code. */
  code_wrong: 100,
  code_locked: 5,
  /** A line or site has asked for its share of codes, or for its links to one mailbox. */
  codes_locked: 20,
  voucher_wrong: 50,
  voucher_locked: 5,
  /** Nobody was found under too many names to send something to. */
  recipient_locked: 5,
  /** Somebody wrote a count of tries past the product. */
  count_forged: 1,
  /** A page of another site asked in a member's name. */
  origin_refused: 100,
  password_changed: null,
  pin_changed: null,
  /** Password and PIN by a mailed link. */
  factors_reset: 50,
  /** With codes of both mailboxes. */
  email_changed: 20,
  /** A member asked for the file of all that is held. */
  data_exported: 50,
  /** By the member, for good. */
  account_deleted: 20,
  export_locked: 5,
  account_frozen: 10,
  account_unfrozen: null,
  /** More mails were asked for than a mailbox, a domain or all of them may get. */
  mail_withheld: 50,
} as const satisfies Record<string, number | null>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Whom it is about. The address is told as a keyed hash only. */
interface SecurityFacts {
  readonly memberId?: bigint | null;
  readonly address?: string;
}

export interface SecurityEvents {
  /** Counts the event and writes its one line. Never throws, and holds no secret whatever it is given. */
  note(event: SecurityEvent, facts?: SecurityFacts): void;
}

const WINDOW_MS = 10 * MINUTE_MS;
/** Lines of one event a minute; beyond it they are only counted, so that a flood fills no disk. */
const LINES_A_MINUTE = 60;

interface Window {
  since: number;
  count: number;
  alarmed: boolean;
  minute: number;
  lines: number;
}

/**
 * The one place where security events are written: one line each, `security_events_total` by name, and an alarm line with
 * `security_alarms_total` once in ten minutes when there are too many. `count` of a line is how many there were since the start.
 */
export const createSecurityEvents = (input: {
  log: Logger;
  clock: Clock;
  metrics: Registry;
  pepper: string;
}): SecurityEvents => {
  const { log, clock, metrics, pepper } = input;
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['event'], registers: [metrics] });
  const events = counter('security_events_total', 'Failed proofs, locks, refused origins and freezes, by name.');
  const alarms = counter('security_alarms_total', 'Times that there were too many of an event within ten minutes.');
  // From the start: what begins at one has not risen for whoever watches it.
  for (const event of Object.keys(SECURITY_EVENTS)) for (const each of [events, alarms]) each.inc({ event }, 0);
  const totals = new Map<SecurityEvent, number>();
  const windows = new Map<SecurityEvent, Window>();

  const windowOf = (event: SecurityEvent, now: number): Window => {
    let known = windows.get(event);
    if (known === undefined || now - known.since >= WINDOW_MS || now < known.since) {
      known = { since: now, count: 0, alarmed: false, minute: now, lines: 0 };
      windows.set(event, known);
    }
    if (now - known.minute >= MINUTE_MS) Object.assign(known, { minute: now, lines: 0 });
    return known;
  };

  return {
    note: (event, { memberId, address } = {}) => {
      const total = (totals.get(event) ?? 0) + 1;
      totals.set(event, total);
      events.inc({ event });
      const window = windowOf(event, clock.now());
      window.count += 1;
      window.lines += 1;
      if (window.lines <= LINES_A_MINUTE) {
        const who = {
          ...(memberId === undefined || memberId === null ? {} : { member_id: memberId }),
          ...(address === undefined ? {} : { address_hash: hashOfAddress(pepper, address) }),
        };
        log.warn({ security: event, ...who, count: total }, 'security event');
      }
      const most = SECURITY_EVENTS[event];
      if (most === null || window.count < most || window.alarmed) return;
      window.alarmed = true;
      alarms.inc({ event });
      log.error({ security: event, count: window.count }, 'security alarm: too many within ten minutes');
    },
  };
};

/** The same address has the same hash, and nobody without the pepper can try all addresses. */
const hashOfAddress = (pepper: string, address: string): string =>
  keyedDigest(pepper, 'address', address).toString('hex').slice(0, 16);
