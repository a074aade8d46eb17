import type { Decided, RefusalCode } from './refusal.ts';

/** Of `refusal.ts` what a client has to carry: only where the status does not say it. A test keeps the two alike. */
const GATES: readonly string[] = [
  'err_bad_request',
  'err_validation',
  'err_idempotency_key',
  'err_forbidden',
  'err_code_wrong',
  'err_pin_wrong',
  'err_maintenance',
  'err_second_factor',
  'err_factor_wrong',
  'err_passkey_wrong',
] satisfies RefusalCode[];

/** Not signed in, too large, of another kind, too often: nobody has looked at it. */
const GATE_STATUSES = [401, 413, 415, 429];

/** Say 503, as it will be possible later, but have looked. */
const REFUSED_FOR_NOW: readonly string[] = ['err_price_stale', 'err_payouts_frozen'] satisfies RefusalCode[];

/** What an answer other than success decides, by its code and status. Status 0: nobody answered. */
export const decidedBy = (code: string, status: number): Decided => {
  if (GATES.includes(code) || GATE_STATUSES.includes(status)) return 'gate';
  return (status === 0 || status >= 500) && !REFUSED_FOR_NOW.includes(code) ? 'unknown' : 'yes';
};
