import { readAnswer } from './cgminer-answer.ts';
import type { PollFailureReason } from './port.ts';

/** What one `summary` says, whatever the dialect of the firmware. */
type Summary = {
  instantThs: number;
  counterHashes: bigint | null;
  counterAttested: boolean;
  elapsedS: number;
  accepted: number;
  rejected: number;
  lastShareAt: number | null;
  repairs: string[];
};

type SummaryOutcome = { ok: true; summary: Summary } | { ok: false; reason: PollFailureReason; detail: string };

/** Shortest window first. cgminer and BOSminer say MH/s, bmminer (Antminer, LuxOS, VNish) GH/s, bfgminer has 20 s. */
const hashrateFields: readonly (readonly [key: string, perThs: number])[] = [
  ['MHS 5s', 1e6],
  ['GHS 5s', 1e3],
  ['MHS 20s', 1e6],
  ['MHS 30s', 1e6],
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
/** Without an average the rate of now stands in, which says little of a whole run: only another order of magnitude contradicts. */
const wildly = 0.9;

/** No machine is near this; a larger figure is a unit mixed up, and must not reach anybody's earnings. */
const mostThs = 10_000;

/** Reads a whole answer to `{"command":"summary"}` (without the NUL). */
export const readSummary = (text: string): SummaryOutcome => {
  const answer = readAnswer(text);
  if (!answer.ok) return answer;
  const { body, repairs } = answer;
  // Whatsminer says the status itself where others have a section of it, and the figures in its message.
  const status = typeof body['STATUS'] === 'string' ? body : firstOf(body['STATUS']);
  if (status?.['STATUS'] === 'E' || status?.['STATUS'] === 'F') {
    return {
      ok: false,
      reason: 'denied',
      detail: `code ${String(status['Code'])}: ${String(status['Msg']).slice(0, 80)}`,
    };
  }
  const fields = firstOf(body['SUMMARY']) ?? ofMessage(body['Msg']) ?? ofStats(body['STATS']);
  if (!fields) return { ok: false, reason: 'parse', detail: 'no SUMMARY' };
  const number = (key: string): number | null => numberOf(fields[key], repairs);

  const instantThs = firstRate(hashrateFields, number);
  if (instantThs === null) return { ok: false, reason: 'parse', detail: 'no usable hashrate' };
  if (instantThs < 0 || instantThs > mostThs)
    return { ok: false, reason: 'parse', detail: `hashrate of ${instantThs} TH/s` };
  const elapsedS = number('Elapsed');
  if (elapsedS === null) return { ok: false, reason: 'parse', detail: 'no usable Elapsed' };
  const counter = counterOf(number, elapsedS, instantThs);
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
};

type Figure = (key: string) => number | null;

/** The counter, unless the device's own average over the same run contradicts it. */
const counterOf = (
  number: Figure,
  elapsedS: number,
  instantThs: number,
): { hashes: bigint | null; attested: boolean; contradicted: boolean } => {
  const totalMh = number('Total MH');
  if (totalMh === null || totalMh < 0) return { hashes: null, attested: false, contradicted: false };
  // Whole MH: what is cut off is a hundredth of a microsecond's work.
  const hashes = BigInt(Math.floor(totalMh)) * 1_000_000n;
  if (elapsedS < youngS) return { hashes, attested: false, contradicted: false };
  const averageThs = firstRate(averageFields, number);
  const hasAverage = averageThs !== null && averageThs > 0;
  const expectedMh = (hasAverage ? averageThs : instantThs) * 1e6 * elapsedS;
  const apart = Math.abs(totalMh - expectedMh) / Math.max(totalMh, expectedMh, 1);
  const contradicted = apart > (hasAverage ? tolerance : wildly);
  return { hashes: contradicted ? null : hashes, attested: hasAverage && !contradicted, contradicted };
};

const firstRate = (fields: readonly (readonly [key: string, perThs: number])[], number: Figure): number | null => {
  for (const [key, perThs] of fields) {
    const value = number(key);
    if (value !== null) return value / perThs;
  }
  return null;
};

const ofMessage = (message: unknown): Record<string, unknown> | null => {
  const fields = firstOf(message);
  return fields === null ? null : (firstOf(fields['SUMMARY']) ?? firstOf(fields['summary']) ?? fields);
};

/** Firmware that knows `stats` only: the entry that tells a time, after a header. */
const ofStats = (section: unknown): Record<string, unknown> | null =>
  Array.isArray(section) ? (section.map(firstOf).find((entry) => entry?.['Elapsed'] !== undefined) ?? null) : null;

/** The first entry of a section; some firmwares give the object itself instead of a list. */
const firstOf = (section: unknown): Record<string, unknown> | null => {
  const entry: unknown = Array.isArray(section) ? section[0] : section;
  return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : null;
};

const numeric = /^\s*[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?\s*$/i;

/** A finite number, also when written as text; null for anything else. */
const numberOf = (value: unknown, repairs: string[]): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const name = numeric.test(value) ? 'number-as-text' : 'not-a-number';
  if (!repairs.includes(name)) repairs.push(name);
  return name === 'number-as-text' ? Number(value) : null;
};
