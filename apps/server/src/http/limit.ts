import type { Clock } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { visitorOf } from '../security/visitor.ts';

/** At most `count` calls in each window of `perSeconds`. */
export interface Limit {
  count: number;
  perSeconds: number;
}

export const perMinute = (count: number): Limit => ({ count, perSeconds: 60 });

const MAX_SUBJECTS = 100_000;
/** A site has many lines. */
const SITE_FACTOR = 10;
/** All visitors together: more than a busy day, less than what a crowd of hired machines sends. */
const ALL_FACTOR = 100;
/** Of what a line, or a site, may ask for, this part has a total of its own: a crowd that uses up the other one keeps nobody's first calls out. */
const FIRST_PART = 1 / 10;

/**
 * A fixed-window counter per subject, in this process. It only blunts floods; what must hold across processes
 * (PINs, codes, sign-ins, vouchers) is counted in the database (modules/attempt).
 * @returns the calls of the subject in this window
 */
export const createLimiter = ({ count, perSeconds }: Limit, clock: Clock): ((subject: string) => number) => {
  let windowStart = 0;
  let used = new Map<string, number>();
  return (subject) => {
    const now = clock.now();
    if (now - windowStart >= perSeconds * 1000 || now < windowStart || used.size > MAX_SUBJECTS) {
      windowStart = now;
      used = new Map();
    }
    const calls = (used.get(subject) ?? 0) + 1;
    used.set(subject, calls);
    if (calls > count)
      refuse('err_too_many', { retryAfterS: Math.ceil((windowStart + perSeconds * 1000 - now) / 1000) });
    return calls;
  };
};

/** The same for who has not signed in, by address: by the line it belongs to, by its site, and all together, first calls and others apart. */
export const createVisitorLimiter = (limit: Limit, clock: Clock): ((address: string) => void) => {
  const times = (factor: number) => createLimiter({ ...limit, count: limit.count * factor }, clock);
  const [ofLine, ofSite, ofAll] = [times(1), times(SITE_FACTOR), times(ALL_FACTOR)];
  return (address) => {
    const { network, site } = visitorOf(address);
    const calls = Math.max(ofLine(network), site === null ? 0 : ofSite(site));
    ofAll(calls <= Math.max(1, limit.count * FIRST_PART) ? 'first calls' : 'others');
  };
};
