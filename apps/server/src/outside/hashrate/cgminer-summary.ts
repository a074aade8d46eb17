import { readAnswer } from './cgminer-answer.ts';
import type { PollFailureReason } from './port.ts';

/** What one `summary` says, whatever the dialect of the firmware. */
export type Summary = {
  instantThs: number;
  counterHashes: bigint | null;
  elapsedS: number;
  accepted: number;
  rejected: number;
  lastShareAt: number | null;
  repairs: string[];
};

export type SummaryOutcome = { ok: true; summary: Summary } | { ok: false; reason: PollFailureReason; detail: string };

/** Shortest window first. cgminer and BOSminer say MH/s, bmminer (Antminer, LuxOS, VNish) GH/s, bfgminer has 20 s. */
const hashrateFields: readonly (readonly [key: string, perThs: number])[] = [
  ['MHS 5s', 1e6],
  ['GHS 5s', 1e3],
  ['MHS 20s', 1e6],
  ['MHS 1m', 1e6],
  ['GHS 1m', 1e3],
  ['MHS 5m', 1e6],
  ['GHSmm', 1e3],
  ['MHS av', 1e6],
  ['GHS av', 1e3],
];

/** No machine is near this; a larger figure is a unit mixed up, and must not reach anybody's earnings. */
const mostThs = 10_000;

/** Reads a whole answer to `{"command":"summary"}` (without the NUL). */
export function readSummary(text: string): SummaryOutcome {
  const answer = readAnswer(text);
  if (!answer.ok) return answer;
  const { body, repairs } = answer;
  const status = firstOf(body['STATUS']);
  if (status?.['STATUS'] === 'E' || status?.['STATUS'] === 'F') {
    return {
      ok: false,
      reason: 'refused',
      detail: `code ${String(status['Code'])}: ${String(status['Msg']).slice(0, 80)}`,
    };
  }
  const fields = firstOf(body['SUMMARY']);
  if (!fields) return { ok: false, reason: 'parse', detail: 'no SUMMARY' };
  const number = (key: string): number | null => numberOf(fields[key], repairs);

  const instantThs = hashrateOf(number);
  if (instantThs === null) return { ok: false, reason: 'parse', detail: 'no usable hashrate' };
  if (instantThs < 0 || instantThs > mostThs)
    return { ok: false, reason: 'parse', detail: `hashrate of ${instantThs} TH/s` };
  const elapsedS = number('Elapsed');
  if (elapsedS === null || elapsedS < 0) return { ok: false, reason: 'parse', detail: 'no usable Elapsed' };
  const totalMh = number('Total MH');
  const lastShareS = number('Last Share Time');
  return {
    ok: true,
    summary: {
      instantThs,
      // Whole MH: what is cut off is a hundredth of a microsecond's work.
      counterHashes: totalMh === null || totalMh < 0 ? null : BigInt(Math.floor(totalMh)) * 1_000_000n,
      elapsedS: Math.floor(elapsedS),
      accepted: number('Accepted') ?? 0,
      rejected: number('Rejected') ?? 0,
      lastShareAt: lastShareS === null || lastShareS <= 0 ? null : lastShareS * 1000,
      repairs,
    },
  };
}

function hashrateOf(number: (key: string) => number | null): number | null {
  for (const [key, perThs] of hashrateFields) {
    const value = number(key);
    if (value !== null) return value / perThs;
  }
  return null;
}

/** The first entry of a section; some firmwares give the object itself instead of a list. */
function firstOf(section: unknown): Record<string, unknown> | null {
  const entry: unknown = Array.isArray(section) ? section[0] : section;
  return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : null;
}

const numeric = /^\s*[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?\s*$/i;

/** A finite number, also when written as text; null for anything else. */
function numberOf(value: unknown, repairs: string[]): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const name = numeric.test(value) ? 'number-as-text' : 'not-a-number';
  if (!repairs.includes(name)) repairs.push(name);
  return name === 'number-as-text' ? Number(value) : null;
}
