import { PICO, type RewardSegment } from '@minerx/rules/mining-reward';

/** "00:00" of a moment, in UTC; the end of a day reads 24:00. */
export function utcTime(tag: string, time: string, isEnd = false): string {
  const date = new Date(time);
  if (isEnd && date.getUTCHours() === 0 && date.getUTCMinutes() === 0) return '24:00';
  return new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(
    date,
  );
}

/** "28 Nov 2026, 00:00" of a moment, in UTC. */
export const utcMoment = (tag: string, time: string): string =>
  new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(time));

/** A whole number of any size, grouped as the language does. */
const wholeText = (tag: string, value: bigint): string =>
  new Intl.NumberFormat(tag, { useGrouping: true }).format(value);

/** Tenths of hashes in thousandths of an exahash, rounded down. */
const thousandthsOf = (tenths: bigint): bigint => tenths / 10n ** 16n;

interface HashLines {
  measured?: bigint;
  filled?: bigint;
  cut?: bigint;
  counted: bigint;
}

/** The lines of a receipt's hashes in thousandths of an exahash, so rounded that they add up as they are read. */
export function hashLines({ measuredTenths, filledTenths, cutTenths, hashesTenths }: RewardSegment): HashLines {
  const counted = thousandthsOf(BigInt(hashesTenths));
  if (measuredTenths === undefined) return { counted };
  const measured = thousandthsOf(BigInt(measuredTenths));
  const whole = thousandthsOf(BigInt(measuredTenths) + BigInt(filledTenths ?? 0));
  return {
    measured,
    ...(filledTenths !== undefined && { filled: whole - measured }),
    ...(cutTenths !== undefined && { cut: whole - counted }),
    counted,
  };
}

/** Seconds of a day in whole minutes, so rounded that they add up as they are read. */
export function minuteLines({
  coveredSeconds,
  downSeconds,
  blindSeconds,
}: Seen): Record<'covered' | 'down' | 'blind' | 'total', number> {
  const covered = Math.round(coveredSeconds / 60);
  const seen = Math.round((coveredSeconds + downSeconds) / 60);
  const total = Math.round((coveredSeconds + downSeconds + blindSeconds) / 60);
  return { covered, down: seen - covered, blind: total - seen, total };
}

/** Full minutes are measured: after so long there is one, with what it takes to be known. */
const FIRST_MS = 3 * 60_000;

/** Whether nothing is measured yet for the only reason that the order was activated a moment ago. */
export const isFirstMinute = (activatedAt: string | null, now: number): boolean =>
  activatedAt !== null && now - Date.parse(activatedAt) < FIRST_MS;

interface Seen {
  coveredSeconds: number;
  downSeconds: number;
  blindSeconds: number;
}

/** 822 minutes as "13 hr 42 min". */
export function minutesText(tag: string, minutes: number): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return part(minutes, 'minute');
  return minutes % 60 === 0 ? part(hours, 'hour') : `${part(hours, 'hour')} ${part(minutes % 60, 'minute')}`;
}

/** Thousandths of an exahash with three decimals: 63910 → "63.910 EH". */
export const exahashText = (tag: string, thousandths: bigint): string =>
  `${new Intl.NumberFormat(tag, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(Number(thousandths) / 1000)} EH`;

/** 0.02 as "2 %", from millionths. */
export const ppmText = (tag: string, ppm: number): string =>
  new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 }).format(ppm / 1_000_000);

/** A whole number of 1e-12 parts as decimal text, nothing rounded: 29021661994079028 → "29,021.661994079028". */
export function picoText(tag: string, pico: bigint): string {
  const fraction = (pico % PICO).toString().padStart(12, '0').replace(/0+$/, '');
  const point = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return wholeText(tag, pico / PICO) + (fraction && point + fraction);
}
