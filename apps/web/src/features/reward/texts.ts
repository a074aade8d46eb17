import { PICO } from '@minerx/rules/mining-reward';

/** "00:00" of a moment, in UTC; the end of a day reads 24:00. */
export function utcTime(tag: string, time: string, isEnd = false): string {
  const date = new Date(time);
  if (isEnd && date.getUTCHours() === 0 && date.getUTCMinutes() === 0) return '24:00';
  return new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(
    date,
  );
}

/** A whole number of any size, grouped as the language does. */
const wholeText = (tag: string, value: bigint): string =>
  new Intl.NumberFormat(tag, { useGrouping: true }).format(value);

/** Hashes in exahashes with three decimals: 63910604643401000000 → "63.910 EH". */
export function exahashText(tag: string, hashes: bigint): string {
  const thousandths = Number(hashes / 10n ** 15n);
  return `${new Intl.NumberFormat(tag, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(thousandths / 1000)} EH`;
}

/** 0.02 as "2 %", from millionths. */
export const ppmText = (tag: string, ppm: number): string =>
  new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 }).format(ppm / 1_000_000);

/** A whole number of 1e-12 parts as decimal text, nothing rounded: 29021661994079028 → "29,021.661994079028". */
export function picoText(tag: string, pico: bigint): string {
  const fraction = (pico % PICO).toString().padStart(12, '0').replace(/0+$/, '');
  const point = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return wholeText(tag, pico / PICO) + (fraction && point + fraction);
}
