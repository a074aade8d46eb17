import { readAnswer } from './cgminer-answer.ts';
import type { PollFailureReason } from './port.ts';

/** What one `summary` says, whatever the dialect of the firmware. */
export type Summary = {
  instantThs: number;
  counterHashes: bigint | null;
  counterAttested: boolean;
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

/** What the device says of its whole run. */
const averageFields: readonly (readonly [key: string, perThs: number])[] = [
  ['MHS av', 1e6],
  ['GHS av', 1e3],
];
/** In its first minute a device's average is too coarse to say anything against its counter. */
const youngS = 60;
/** Counter and average × Elapsed may differ by a twentieth; more is another unit, a counter that stands still or went over its end. */
const tolerance = 0.05;

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

  const instantThs = firstRate(hashrateFields, number);
  if (instantThs === null) return { ok: false, reason: 'parse', detail: 'no usable hashrate' };
  if (instantThs < 0 || instantThs > mostThs)
    return { ok: false, reason: 'parse', detail: `hashrate of ${instantThs} TH/s` };
  const elapsedS = number('Elapsed');
  if (elapsedS === null) return { ok: false, reason: 'parse', detail: 'no usable Elapsed' };
  const counter = counterOf(number, elapsedS);
  if (counter.hashes === null && counter.contradicted) repairs.push('counter-contradicted');
  const lastShareS = number('Last Share Time');
  return {
    ok: true,
    summary: {
      instantThs,
      counterHashes: counter.hashes,
      counterAttested: counter.attested,
      elapsedS: Math.floor(elapsedS),
      accepted: number('Accepted') ?? 0,
      rejected: number('Rejected') ?? 0,
      lastShareAt: lastShareS === null || lastShareS <= 0 ? null : lastShareS * 1000,
      repairs,
    },
  };
}

type Figure = (key: string) => number | null;

/** The counter, unless the device's own average over the same run contradicts it. */
function counterOf(
  number: Figure,
  elapsedS: number,
): { hashes: bigint | null; attested: boolean; contradicted: boolean } {
  const totalMh = number('Total MH');
  if (totalMh === null || totalMh < 0) return { hashes: null, attested: false, contradicted: false };
  const averageThs = firstRate(averageFields, number);
  // Whole MH: what is cut off is a hundredth of a microsecond's work.
  const hashes = BigInt(Math.floor(totalMh)) * 1_000_000n;
  if (averageThs === null || averageThs <= 0 || elapsedS < youngS)
    return { hashes, attested: false, contradicted: false };
  const expectedMh = averageThs * 1e6 * elapsedS;
  const agrees = Math.abs(totalMh - expectedMh) <= tolerance * Math.max(totalMh, expectedMh);
  return { hashes: agrees ? hashes : null, attested: agrees, contradicted: !agrees };
}

function firstRate(fields: readonly (readonly [key: string, perThs: number])[], number: Figure): number | null {
  for (const [key, perThs] of fields) {
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
