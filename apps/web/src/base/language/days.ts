import { DAY_MS } from '@minerx/rules/duration';

/** The day of a moment where the reader is: `2026-11-20`. @internal */
export function localDay(at: string | Date): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Days from one to another, whatever hours the clocks were put forward or back between them. */
const daysBetween = (day: string, later: string): number =>
  Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS);

/** "Today", "Yesterday", else the date. */
export function dayLabel(at: string, tag: string, date: (at: string) => string, now = new Date()): string {
  const ago = daysBetween(localDay(at), localDay(now));
  if (ago !== 0 && ago !== 1) return date(at);
  const word = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-ago, 'day');
  return word.slice(0, 1).toLocaleUpperCase(tag) + word.slice(1);
}

/** Things in groups of one day each, in their order. */
export function byDay<T extends { at: string }>(items: readonly T[]): { day: string; items: T[] }[] {
  const groups: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = localDay(item.at);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}

/** Of things in the order of their days the first of each. */
export const firstOfDays = <T extends { at: string }>(items: readonly T[]): ReadonlySet<T> =>
  new Set(byDay(items).map((group) => group.items[0]!));
