import { expect, it } from 'vitest';
import { decidedBy } from './decided.ts';
import { refusals, refusalStatus, type RefusalCode } from './refusal.ts';

it('every refusal says whether it decides, and a client reads the same from its code and status', () => {
  for (const [code, [status, decided]] of Object.entries(refusals))
    expect([code, decidedBy(code, status)]).toEqual([code, decided]);
  // A server that failed has decided nothing, but for one that lacks a price or has frozen its payouts.
  const failed = (Object.keys(refusals) as RefusalCode[]).filter((code) => refusalStatus(code) >= 500);
  expect(failed.filter((code) => decidedBy(code, 503) === 'yes')).toEqual(['err_payouts_frozen', 'err_price_stale']);
});

it('no answer, an answer of somebody in between and a code of tomorrow are judged by their status', () => {
  expect(decidedBy('offline', 0)).toBe('unknown');
  expect(decidedBy('unreadable', 502)).toBe('unknown');
  expect(decidedBy('err_of_tomorrow', 500)).toBe('unknown');
  expect(decidedBy('err_of_tomorrow', 422)).toBe('yes');
});
