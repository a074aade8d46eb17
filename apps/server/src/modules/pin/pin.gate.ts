import { MINUTE_MS } from '@minerx/rules/duration';
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { findPinHash } from '../member/member.store.ts';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock, Pins, SessionMember } from '../../ports.ts';
import type { SecurityEvents } from '../../security/security-event.ts';
import { refuse } from '../../refusal.ts';
import { pinSubject } from '../attempt/attempt-rule.ts';
import { clearAttempts, takeAttempt } from '../attempt/attempt.step.ts';
import { inHashingTurn, isPin } from '../../security/secret-hash.ts';
import { tellPinLock } from '../attempt/tell-lock.step.ts';

const REMEMBER_MS = 10 * MINUTE_MS;
const REMEMBERED_SESSIONS = 50_000;

interface PinsInput {
  pool: Pool;
  pepper: string;
  clock: Clock;
  bus: Bus;
  security: SecurityEvents;
}

export interface PinGate extends Pins {
  /** Stops listening to the bus. */
  close(): void;
}

/**
 * Checks security PINs. Every try is counted in the database before it is compared, so guesses spread over sessions,
 * calls and processes share one allowance. The first right PIN of a session is remembered for ten minutes as a digest
 * under a key that only this process has; a wrong one never matches it, and is counted and costs like any other.
 */
export const createPins = ({ pool, pepper, clock, bus, security }: PinsInput): PinGate => {
  // A key object: from plain bytes Node builds one anew for every digest, six times as slow.
  const key = createSecretKey(randomBytes(32));
  const counting = { pool, security, env: { pepper } };
  const remembered = new Map<string, { memberId: bigint; digest: Buffer; until: number }>();
  const digestOf = ({ memberId, sessionId }: SessionMember, pin: string): Buffer =>
    createHmac('sha256', key).update(`${memberId}/${sessionId}/${pin}`).digest();

  const stops = [
    bus.subscribe('session_ended', ({ sessionId }) => void remembered.delete(sessionId)),
    // A PIN that was changed or locked elsewhere meanwhile must not be right here.
    bus.subscribe('words_missed', () => remembered.clear()),
    bus.subscribe('pin_changed', ({ memberId }) => {
      for (const [sessionId, held] of remembered)
        if (held.memberId.toString() === memberId) remembered.delete(sessionId);
    }),
  ];

  const isRemembered = (member: SessionMember, pin: string): boolean => {
    const held = remembered.get(member.sessionId);
    if (held === undefined) return false;
    if (clock.now() >= held.until) {
      remembered.delete(member.sessionId);
      return false;
    }
    return timingSafeEqual(held.digest, digestOf(member, pin));
  };

  const remember = (member: SessionMember, pin: string): void => {
    if (remembered.size >= REMEMBERED_SESSIONS) remembered.delete(remembered.keys().next().value as string);
    remembered.set(member.sessionId, {
      memberId: member.memberId,
      digest: digestOf(member, pin),
      until: clock.now() + REMEMBER_MS,
    });
  };

  /** Counts, compares, and clears the count when it was right. */
  const compare = async (member: SessionMember, pin: string): Promise<void> => {
    const subject = pinSubject(member.memberId);
    const attempt = await takeAttempt(counting, subject, 'pin', clock.now());
    if (attempt.locked) return refuse('err_pin_locked', { retryAfterS: attempt.retryAfterS });
    const stored = await findPinHash(pool, member.memberId);
    if (stored === null || !(await isPin(pepper, member.memberId, stored, pin))) {
      security.note('pin_wrong', member);
      if (attempt.last) await tellPinLock({ pool, expiryClock: clock, bus, security }, member.memberId);
      return refuse('err_pin_wrong', { fields: { member_security_pin: 'err_pin_wrong' } });
    }
    await clearAttempts(counting, subject, clock.now());
    remember(member, pin);
  };

  return {
    require: async (member, pin) => {
      if (!isRemembered(member, pin)) await inHashingTurn(() => compare(member, pin), { ahead: true });
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
