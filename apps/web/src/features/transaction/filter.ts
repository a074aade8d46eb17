import { DAY_MS } from '@minerx/rules/duration';
import { isUtcDay, utcDayOf } from '@minerx/rules/statement';
import { MEMBER_TRANSFER_KINDS, type MemberTransferKind } from '@minerx/rules/transfer-kind';
import { listedWalletIds, WALLETS, type WalletId } from '@minerx/rules/wallet';
import type { TransactionFilter } from './transaction.api.ts';

/** What the address bar says of the filters. */
export interface FilterSearch {
  kind?: MemberTransferKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The movement that somebody was led to. */
  opened?: string | undefined;
}

/** Wallets by the last part of the address: all of them, those beside the six, or one. */
export function walletsOf(name: string): readonly WalletId[] | null {
  if (name === 'all') return [];
  const ids = WALLETS.map(({ id }) => id);
  if (name === 'others') return ids.filter((id) => !listedWalletIds.includes(id));
  return ids.some((id) => String(id) === name) ? ids.filter((id) => String(id) === name) : null;
}

export const kindOf = (value: unknown): MemberTransferKind | undefined =>
  MEMBER_TRANSFER_KINDS.find((each) => each === value);

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isUtcDay(value) ? value : undefined;

/** Of an address what the server takes; anything else is as if it were not there. */
export const filterSearch = ({ kind, from, to, opened }: Record<string, unknown>): FilterSearch => ({
  kind: kindOf(kind),
  from: dayOf(from),
  to: dayOf(to),
  opened: typeof opened === 'string' || typeof opened === 'number' ? String(opened) : undefined,
});

/** What a date field holds: a day, or none where it was emptied; null while it is typed, since the first digit of a year names the year 2. */
export const typedDay = (value: string): { readonly day: string | undefined } | null =>
  value === '' || isUtcDay(value) ? { day: dayOf(value) } : null;

/** Days that can be chosen by one touch, today among them. */
export const PERIODS = [7, 30, 90] as const;

/** The first of so many days that end today. */
export const firstOfLast = (count: number, today: string): string =>
  utcDayOf(new Date(Date.parse(today) - (count - 1) * DAY_MS));

/** By which of the periods is filtered; `any` where by no day, `own` where by others. */
export function periodOf({ from, to }: FilterSearch, today: string): (typeof PERIODS)[number] | 'any' | 'own' {
  if (from === undefined && to === undefined) return 'any';
  return (to === undefined && PERIODS.find((count) => firstOfLast(count, today) === from)) || 'own';
}

/** What is wrong with days that were typed: a field lets nobody pick them. Days of ISO stand in line as their texts do. */
export function wrongDays(
  { from, to }: FilterSearch,
  today: string,
): { from: DayFault | undefined; to: DayFault | undefined } {
  const late = (day: string | undefined) =>
    day !== undefined && day > today ? ('transaction.day.future' as const) : undefined;
  const crossed = from !== undefined && to !== undefined && from > to;
  return { from: late(from) ?? (crossed ? 'transaction.day.crossed' : undefined), to: late(to) };
}

type DayFault = 'transaction.day.future' | 'transaction.day.crossed';

/** What is asked for: a day that is refused filters nothing. */
export function filterOf(wallets: readonly WalletId[], search: FilterSearch, today: string): TransactionFilter {
  const wrong = wrongDays(search, today);
  return {
    kinds: search.kind === undefined ? [] : [search.kind],
    wallets,
    from: wrong.from ? undefined : search.from,
    to: wrong.to ? undefined : search.to,
  };
}

/** How many filters there are; a wallet's own page is none. */
export const countFilters = (wallet: string, { kinds, from, to }: TransactionFilter): number =>
  [wallet === 'others', kinds.length > 0, from, to].filter(Boolean).length;
