import { READY } from '@minerx/rules/order-status';
import { MINER_PACKAGES } from '@minerx/rules/miner-package';
import type { PackageLine } from '@minerx/rules/miner-package';
import { decideWaitingCancellation } from '@minerx/rules/purchase';
import { placeWaiting } from '@minerx/rules/stock';
import { WALLET } from '@minerx/rules/wallet';
import { accountId, HOUSE } from '../../ledger/account.ts';
import { grantBlessings } from '../../ledger/blessing-grant.ts';
import type { Changes, Command, Decision, LedgerOrder, LedgerView, Maker, Transfer } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { allocateDevices, devicesWanted, kindOf, partPostings, voucherPosting } from '../../ledger/placement.ts';
import { refused } from '../../ledger/refused.ts';
import { lineOf } from '../../ledger/state.ts';

const refundKeys = (memberId: bigint, orderId: string) => ({
  members: [memberId],
  orders: [orderId],
  // The order's line is known only when it is read.
  lines: ['x1', 'x2'] as const,
  accounts: [WALLET.USDT, WALLET.CW, WALLET.RW].map((wallet) => accountId(memberId, wallet)),
});

/** Cancels the member's order while it waits for stock: everything paid comes back from its hold, part by part. */
export const cancelWaitingOrder = (
  memberId: bigint,
  orderId: string,
  key: string | null,
): Command<Record<never, never>> => ({
  name: 'cancel_waiting_order',
  actor: `m${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ orderId }) },
  keys: refundKeys(memberId, orderId),
  decide: (view, make) => {
    const order = view.order(orderId);
    if (order === null || order.memberId !== memberId) return no('err_not_found');
    if (view.member(memberId)?.frozen !== false) return no('err_account_frozen');
    return cancel(view, make, order);
  },
});

/** Cancels a waiting order whose hold has reached its deadline; refuses with err_order_status when it has not. */
export const expireWaitingOrder = (memberId: bigint, orderId: string): Command<Record<never, never>> => ({
  name: 'expire_waiting_order',
  actor: 'job',
  idempotency: null,
  keys: refundKeys(memberId, orderId),
  decide: (view, make) => {
    const order = view.order(orderId);
    if (order === null || order.memberId !== memberId) return no('err_not_found');
    const due = order.holdDeadline !== null && order.holdDeadline.getTime() <= make.now.getTime();
    return due ? cancel(view, make, order) : no('err_order_status');
  },
});

const cancel = (view: LedgerView, make: Maker, order: LedgerOrder): Decision<Record<never, never>> => {
  const line = lineOf(order);
  const decision = decideWaitingCancellation({
    orderStatus: order.status,
    parts: order.parts,
    isVoucher: order.voucherId !== null,
    stock: view.stock(line),
  });
  if (!decision.ok) return refused(decision);
  const holdOwnerId = order.holdOwnerId!;
  const postings = partPostings(order.parts, holdOwnerId, order.memberId);
  return {
    ok: true,
    result: {},
    changes: {
      orders: [
        {
          id: order.id,
          status: decision.statusAfter,
          holdOwnerId: null,
          place: null,
          ...(decision.restoresVoucher ? { voucherId: null } : {}),
        },
      ],
      stock: [{ line, after: decision.stockAfter }],
      closedHolds: [{ ownerId: holdOwnerId, state: 'returned' }],
      vouchers: decision.restoresVoucher ? [{ id: order.voucherId!, redeemedBy: null }] : [],
      transfers:
        postings.length > 0
          ? [{ id: make.id(), kind: 'refund', memberId: order.memberId, orderId: order.id, postings }]
          : [],
    },
  };
};

/** How many orders left the line, and whether there may be more to place. */
export type PlacedWaiting = { readonly placed: number; readonly more: boolean };

/** Orders that one command places at most. */
export const PLACE_AT_ONCE = 100;

/**
 * Places orders that wait for stock, longest waiting first, when stock has come or come back: the money in their holds
 * is now paid. Run it again while `more` is true.
 */
export const placeWaitingOrders = (line: PackageLine): Command<PlacedWaiting> => ({
  name: 'place_waiting_orders',
  actor: 'job',
  idempotency: null,
  keys: {
    lines: [line],
    sharedQueue: line === 'x1',
    waiting: [{ line, count: PLACE_AT_ONCE }],
    grants: MINER_PACKAGES.filter((known) => known.line === line).map(({ id }) => id),
    devices: [
      {
        line,
        count:
          line === 'x1'
            ? devicesWanted('own', PLACE_AT_ONCE) + devicesWanted('shared', 1)
            : devicesWanted('x2', PLACE_AT_ONCE),
      },
    ],
  },
  decide: (view, make) => {
    const waiting = view.waiting(line).slice(0, PLACE_AT_ONCE);
    const { statuses, stockAfter, groupsCompleted } = placeWaiting(view.stock(line), waiting.map(kindOf));
    const leaving = waiting.slice(0, statuses.length).map((order, index) => ({ order, status: statuses[index]! }));
    if (leaving.length === 0) return { ok: true, result: { placed: 0, more: false }, changes: {} };
    const placed = leaving.map(({ order, status }) => ({ id: order.id, kind: kindOf(order), status }));
    const { allocations, groupOrderIds, patches } = allocateDevices(view, line, placed, groupsCompleted);
    const moves = leaving.map(({ order, status }) => {
      const ready = status === READY || groupOrderIds.has(order.id);
      return { id: order.id, status: ready ? READY : status, holdOwnerId: null, place: ready ? null : order.place };
    });
    const changes: Changes = {
      orders: [...moves, ...patches],
      stock: [{ line, after: stockAfter }],
      allocations,
      closedHolds: leaving.map(({ order }) => ({ ownerId: order.holdOwnerId!, state: 'taken' })),
      transfers: leaving.map(({ order }) => payFromHold(make, order)),
      ...grantBlessings(
        view,
        make,
        leaving.map(({ order }) => order),
      ),
    };
    return { ok: true, result: { placed: leaving.length, more: leaving.length === PLACE_AT_ONCE }, changes };
  },
});

/** A voucher's order holds no money: its voucher pays when the order is placed. */
const payFromHold = (
  make: Maker,
  { id, memberId, voucherId, amountUnits, parts, holdOwnerId }: LedgerOrder,
): Transfer => ({
  id: make.id(),
  kind: voucherId === null ? 'placement' : 'voucher',
  memberId,
  orderId: id,
  postings: voucherId === null ? partPostings(parts, holdOwnerId!, HOUSE.SALES) : [voucherPosting(amountUnits)],
});
