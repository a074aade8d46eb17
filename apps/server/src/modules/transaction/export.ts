import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { csvLine, textCell } from './csv.ts';
import type { TransactionFilter } from './page.query.ts';
import type { Carried } from './running-balance.query.ts';
import { presentTransaction } from './transaction.presenter.ts';
import { listTransactions, type TransactionRow } from './transaction.query.ts';

const AT_ONCE = 500;

const COLUMNS = [
  'transaction_id',
  'time_utc',
  'time_local',
  'kind',
  'wallet',
  'amount',
  'balance_after',
  'held_change',
  'from',
  'reference',
  'counterparty',
  'network',
  'address',
  'fee_included',
  'note',
];

/** Local times as `2026-11-22 20:15:00`, which spreadsheets read as times. */
const localTimes = (timeZone: string): ((at: Date) => string) => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => parts.format(at);
};

/** A line for each wallet that a movement touched; one without wallets for what a voucher paid. */
const linesOf = (row: TransactionRow, local: (at: Date) => string): string => {
  const shown = presentTransaction(row);
  const { origin, chain } = row;
  const ends = [
    origin?.type,
    origin?.label ?? origin?.day ?? origin?.id,
    shown.counterparty,
    chain && networkLabel(chain.network),
    chain?.address,
    chain?.fee == null ? null : formatUnits(chain.fee),
    shown.reason ?? (shown.voucher_amount && `voucher of ${shown.voucher_amount}`),
  ];
  const line = (wallet: string, figures: readonly string[]) =>
    csvLine([
      row.id,
      row.at.toISOString(),
      local(row.at),
      row.kind,
      wallet,
      ...figures,
      ...ends.map((end) => textCell(end ?? '')),
    ]);
  if (row.changes.length === 0) return line('', ['', '', '']);
  return row.changes
    .map(({ walletId, amount, held, balance }) =>
      line(walletById(walletId).name, [amount, balance, held].map(formatUnits)),
    )
    .join('');
};

/** A member's movements as CSV, read while they are written: each page costs what it holds, and the balances go along. */
export const writeCsv = async function* (
  pool: Pool,
  memberId: bigint,
  filter: TransactionFilter,
  timeZone: string,
): AsyncGenerator<string> {
  const local = localTimes(timeZone);
  const carried: Carried = new Map();
  let before: string | null = null;
  yield csvLine(COLUMNS);
  for (;;) {
    const { rows, more } = await listTransactions(pool, memberId, { filter, before, size: AT_ONCE }, carried);
    if (rows.length > 0) yield rows.map((row) => linesOf(row, local)).join('');
    if (!more) return;
    before = rows.at(-1)!.id;
  }
};
