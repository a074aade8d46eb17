import { minerPackageById, MINER_PACKAGES } from '@minerx/rules/miner-package';
import type { PackageId, PackageKind, PackageLine } from '@minerx/rules/miner-package';
import { units } from '@minerx/rules/money';
import type { Units } from '@minerx/rules/money';
import { CANCELLED, canMove, ENDED, ON_QUEUE, WAITING_STOCK } from '@minerx/rules/order-status';
import type { OrderStatus } from '@minerx/rules/order-status';
import { walletAmounts } from '@minerx/rules/wallet';
import type { ByWallet } from '@minerx/rules/wallet';
import type { Bus } from '../../bus/bus.ts';
import { accountId } from '../../ledger/account.ts';
import type { LedgerSequence } from '../../ledger/command.ts';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerList, defineLedgerTable } from '../../ledger/table.ts';
import type { LedgerWriter } from '../../ledger/table.ts';
import { drawers } from '../blessing/blessing.ledger.ts';
import { vouchers } from '../voucher/voucher.ledger.ts';

/** The house's accounts of this noun. */
export const ORDER_HOUSE = {
  /** Miner packages that were paid. */
  SALES: 2n,
  ACTIVATION_FEES: 3n,
} as const;

export interface LedgerOrder {
  readonly id: string;
  readonly memberId: bigint;
  readonly packageId: number;
  readonly status: OrderStatus;
  readonly amountUnits: bigint;
  /** USDT units. */
  readonly activationFeeUnits: bigint;
  /** What it took from each wallet. */
  readonly parts: ByWallet;
  readonly voucherId: string | null;
  readonly holdOwnerId: bigint | null;
  readonly holdDeadline: Date | null;
  /** In its line. */
  readonly place: bigint | null;
  readonly activatedAt: Date | null;
  /** Dollars that it can still earn. */
  readonly profitBalanceUnits: bigint;
  /** What is left of rewards below a satoshi. */
  readonly carryPicoSat: bigint;
  /** Loaded as one of the longest waiting of its line; one that is named by id may stand further back. */
  readonly head: boolean;
}

export interface NewLedgerOrder extends LedgerOrder {
  readonly number: string;
  readonly serial: string;
  readonly maxProfitUnits: bigint;
}

/** All On-Queue orders, which needs line x1; or the longest waiting orders of a line, which needs that line. */
type OrderAsk = 'shared_queue' | { readonly line: PackageLine; readonly count: number };

type OrderRow = [
  id: string,
  memberId: bigint,
  packageId: number,
  status: OrderStatus,
  amountUnits: bigint,
  activationFeeUnits: bigint,
  parts: Readonly<Record<string, string>> | null,
  voucherId: string | null,
  holdOwnerId: bigint | null,
  holdDeadline: Date | null,
  place: bigint | null,
  activatedAt: Date | null,
  profitBalanceUnits: bigint,
  carryPicoSat: bigint,
  head: boolean,
];

const packagesOf = (of: PackageLine): string =>
  MINER_PACKAGES.flatMap(({ id, line }) => (line === of ? [id] : [])).join(', ');

const HEAD = (place: string, line: PackageLine): string =>
  `SELECT id FROM (SELECT w.id FROM miner_order w WHERE w.status = ${WAITING_STOCK} AND w.package_id IN (${packagesOf(line)}) ORDER BY w.place LIMIT ${place}) head`;

const SELECT_ORDERS = `WITH head AS MATERIALIZED (${HEAD('$3', 'x1')} UNION ALL ${HEAD('$4', 'x2')})
  SELECT o.id, o.member_id, o.package_id, o.status, o.amount_units, o.activation_fee_units,
         (SELECT jsonb_object_agg(p.wallet_id, p.units::text) FROM order_payment p WHERE p.order_id = o.id), o.voucher_id,
         o.hold_owner_id, (SELECT h.deadline_at FROM hold h WHERE h.owner_id = o.hold_owner_id), o.place, o.activated_at, o.profit_balance_units, o.carry_pico_sat,
         EXISTS (SELECT FROM head WHERE head.id = o.id)
    FROM miner_order o
   WHERE o.id IN (SELECT unnest($1::uuid[]) UNION ALL SELECT id FROM head UNION ALL SELECT q.id FROM miner_order q WHERE $2::boolean AND q.status = ${ON_QUEUE})
   ORDER BY o.id`;

/** An order of a voucher took nothing. */
const readParts = (parts: Readonly<Record<string, string>> | null): ByWallet => {
  const amounts: Record<number, Units> = {};
  for (const [wallet, amount] of Object.entries(parts ?? {})) amounts[Number(wallet)] = units(BigInt(amount));
  return amounts;
};

const readOrder = ([id, memberId, packageId, status, amountUnits, fee, parts, ...more]: OrderRow): LedgerOrder => {
  const [voucherId, holdOwnerId, holdDeadline, place, activatedAt, profitBalanceUnits, carryPicoSat, head] = more;
  return {
    id,
    memberId,
    packageId,
    status,
    amountUnits,
    activationFeeUnits: fee,
    parts: readParts(parts),
    voucherId,
    holdOwnerId,
    holdDeadline,
    place,
    activatedAt,
    profitBalanceUnits,
    carryPicoSat,
    head,
  };
};

const insertOrders = (db: LedgerWriter, rows: readonly NewLedgerOrder[]): void => {
  db.send(
    'ledger_new_order',
    `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, activation_fee_units, voucher_id,
       hold_owner_id, place, activated_at, profit_balance_units, carry_pico_sat, created_at)
     SELECT o.*, $16::timestamptz
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::smallint[], $7::bigint[], $8::bigint[], $9::bigint[],
              $10::uuid[], $11::bigint[], $12::bigint[], $13::timestamptz[], $14::bigint[], $15::bigint[]) AS o`,
    [
      ...columns(rows, 'id', 'number', 'serial', 'memberId', 'packageId', 'status', 'amountUnits', 'maxProfitUnits'),
      ...columns(rows, 'activationFeeUnits', 'voucherId', 'holdOwnerId', 'place', 'activatedAt', 'profitBalanceUnits'),
      ...columns(rows, 'carryPicoSat'),
      db.now.toISOString(),
    ],
  );
  const payments = rows.flatMap(({ id, parts }) =>
    walletAmounts(parts).map(({ walletId, units: amount }) => ({ id, walletId, amount })),
  );
  if (payments.length > 0)
    db.send(
      'ledger_order_payment',
      'INSERT INTO order_payment (order_id, wallet_id, units) SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::bigint[])',
      columns(payments, 'id', 'walletId', 'amount'),
    );
};

/** Orders in a message, so that it stays below the size that NOTIFY takes. */
const ORDERS_PER_MESSAGE = 90;

/** Tells other processes that orders are new or have changed. */
export const tellOrders = (bus: Bus, rows: readonly LedgerOrder[]): void => {
  for (let from = 0; from < rows.length; from += ORDERS_PER_MESSAGE) {
    bus.publish('orders_changed', { orderIds: rows.slice(from, from + ORDERS_PER_MESSAGE).map(({ id }) => id) });
  }
  if (rows.length > 0) bus.publish('stock_changed', {});
};

export const orders = defineLedgerTable<
  LedgerOrder,
  'status' | 'holdOwnerId' | 'voucherId' | 'activatedAt' | 'profitBalanceUnits' | 'carryPicoSat',
  OrderAsk,
  NewLedgerOrder
>({
  name: 'orders',
  money: {
    house: ORDER_HOUSE,
    kinds: {
      purchase: { ways: ['member SALES', 'member hold'], whenFrozen: 'goes on', mail: TOLD.moved },
      placement: {
        ways: ['hold SALES'],
        whenFrozen: 'goes on',
        mail: { none: 'nothing leaves a wallet: the purchase’s mail told of the amount' },
      },
      refund: { ways: ['hold member'], whenFrozen: 'waits', mail: TOLD.moved },
      activation: { ways: ['member ACTIVATION_FEES'], whenFrozen: 'goes on', mail: TOLD.moved },
    },
  },
  load: async (db, { ids, asks }) => {
    const wanted = { x1: 0, x2: 0 };
    for (const ask of asks) if (typeof ask === 'object') wanted[ask.line] += ask.count;
    const values = [list(ids), asks.includes('shared_queue'), wanted.x1, wanted.x2];
    return (await db.lock<OrderRow>('ledger_order', SELECT_ORDERS, values, { of: 'o' })).map(readOrder);
  },
  /** Its hold with the wallets that what stands there may go back to, its voucher, and whose deck it may grant. */
  follows: ({ memberId, holdOwnerId, voucherId, parts }) => ({
    rows: [drawers.key(memberId), ...(holdOwnerId !== null && voucherId !== null ? [vouchers.key(voucherId)] : [])],
    accounts:
      holdOwnerId === null
        ? []
        : walletAmounts(parts).flatMap(({ walletId }) => [
            accountId(holdOwnerId, walletId),
            accountId(memberId, walletId),
          ]),
  }),
  // An On-Queue order has no hold any more and was granted what it grants.
  mayBring: ({ ids, asks }) => ids.size > 0 || asks.some((ask) => ask !== 'shared_queue'),
  allows: (before, after) => before.status === after.status || canMove(before.status, after.status),
  // A moment that is kept is not written again: the database knows more of it than a Date, and it is not to change.
  update: (db, rows) =>
    db.send(
      'ledger_order_after',
      `UPDATE miner_order o SET status = c.status, hold_owner_id = c.hold_owner_id, voucher_id = c.voucher_id,
         activated_at = coalesce(o.activated_at, c.activated_at), profit_balance_units = c.profit, carry_pico_sat = c.carry,
         ended_at = CASE WHEN c.status = ANY ($9::smallint[]) THEN coalesce(o.ended_at, $8::timestamptz) END
         FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::uuid[], $5::timestamptz[], $6::bigint[], $7::bigint[])
           AS c(id, status, hold_owner_id, voucher_id, activated_at, profit, carry)
        WHERE o.id = c.id`,
      [
        ...columns(rows, 'id', 'status', 'holdOwnerId', 'voucherId', 'activatedAt'),
        ...columns(rows, 'profitBalanceUnits', 'carryPicoSat'),
        db.now.toISOString(),
        [ENDED, CANCELLED],
      ],
    ),
  insert: insertOrders,
  committed: tellOrders,
});

const byPlace = (a: LedgerOrder, b: LedgerOrder): number => ((a.place ?? 0n) < (b.place ?? 0n) ? -1 : 1);

/** On-Queue orders, longest waiting first. */
export const sharedQueue = defineLedgerList<LedgerOrder, 'queue', OrderAsk>({
  table: orders,
  opens: (ask) => ask === 'shared_queue',
  group: ({ status }) => (status === ON_QUEUE ? 'queue' : null),
  compare: byPlace,
});

/**
 * Orders that wait for stock, longest waiting first; at least as many as the command asked for, if there are. Orders that begin to
 * wait in this batch are not among them: others may wait longer and were not loaded.
 */
export const waitingOrders = defineLedgerList<LedgerOrder, PackageLine, OrderAsk>({
  table: orders,
  opens: (ask, line: PackageLine) => typeof ask === 'object' && ask.line === line,
  group: (order) => (order.head && order.status === WAITING_STOCK ? lineOf(order) : null),
  compare: byPlace,
});

/** Places in line. */
export const WAITING_PLACES: LedgerSequence = { name: 'waiting_place' };

export const lineOf = ({ packageId }: { packageId: number }): PackageLine =>
  minerPackageById(packageId as PackageId).line;

export const kindOf = ({ packageId }: Pick<LedgerOrder, 'packageId'>): PackageKind =>
  minerPackageById(packageId as PackageId).kind;
