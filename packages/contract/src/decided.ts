import type { Decided, RefusalCode } from './refusal.ts';

/** Of `refusal.ts` what a client has to carry: only where the status does not say it. A test keeps the two alike. */
const TOLD: Partial<Record<RefusalCode, Decided>> & Readonly<Record<string, Decided | undefined>> = {
  err_bad_request: 'gate',
  err_validation: 'gate',
  err_idempotency_key: 'gate',
  err_forbidden: 'gate',
  err_code_wrong: 'gate',
  err_pin_wrong: 'gate',
  err_maintenance: 'gate',
  err_payouts_frozen: 'gate',
  err_price_stale: 'yes',
};

/** Not signed in, too large, of another kind, too often: nobody has looked at it. */
const GATES = [401, 413, 415, 429];

/** What an answer other than success decides, by its code and status. Status 0: nobody answered. */
export const decidedBy = (code: string, status: number): Decided =>
  TOLD[code] ?? (GATES.includes(status) ? 'gate' : status === 0 || status >= 500 ? 'unknown' : 'yes');
