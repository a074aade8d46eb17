import { READY } from '@minerx/rules/order-status';
import { MINER_PACKAGES } from '@minerx/rules/miner-package';
import type { PackageLine } from '@minerx/rules/miner-package';
import { refusalDetails } from '@minerx/contract/purchase';
import { decideWaitingCancellation } from '@minerx/rules/purchase';
import { placeWaiting } from '@minerx/rules/stock';
import type { Command, Decision, Keys, LedgerView, IdsAndClock, OutboxEntry, Transfer } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { grantBlessings, grantKeys } from '../blessing/grant.ledger.ts';
import { devices, setStock, stock, stockOf } from '../device/device.ledger.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { vouchers } from '../voucher/voucher.ledger.ts';
import { orderNews, readyNews } from './order-news.ledger.ts';
import { kindOf, lineOf, orders, waitingOrders, type LedgerOrder, ORDER_HOUSE } from './order.ledger.ts';
import { allocateDevices, devicesWanted, partPostings, voucherPosting } from './placement.ledger.ts';

const refundKeys = (memberId: bigint, orderId: string): Keys => ({
  // The order's line is known only when it is read.
  rows: [members.key(memberId), orders.key(orderId), stock.key('x1'), stock.key('x2')],
});

/** Cancels the member's order while it waits for stock: everything paid comes back from its hold, part by part. */
export const cancelWaitingOrder = (
  memberId: bigint,
  orderId: string,
  key: string | null,
): Command<Record<never, never>> => ({
  name: 'cancel_waiting_order',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ orderId }) },
  keys: refundKeys(memberId, orderId),
  decide: (view, make) => {
    const order = view.get(orders, orderId);
    if (order === null || order.memberId !== memberId) return no('err_not_found');
    const member = view.get(members, memberId);
    if (member?.frozen !== false) return no('err_account_frozen');
    // What was paid comes back into the wallets; a voucher is then good for whoever has its code.
    const stays = order.voucherId === null ? null : findOutgoingRefusal(member, make.now);
    return stays === null ? cancel(view, make, order) : no(stays.code, stays.more);
  },
});

/** Cancels a waiting order whose hold has reached its deadline; refuses with err_order_status when it has not. */
export const expireWaitingOrder = (memberId: bigint, orderId: string): Command<Record<never, never>> => ({
  name: 'expire_waiting_order',
  actor: 'job:placement',
  idempotency: null,
  keys: refundKeys(memberId, orderId),
  decide: (view, make) => {
    const order = view.get(orders, orderId);
    if (order === null || order.memberId !== memberId) return no('err_not_found');
    const due = order.holdDeadline !== null && order.holdDeadline.getTime() <= make.now.getTime();
    if (!due) return no('err_order_status');
    // Nobody asked for it: its member learns of it by this alone.
    const news = orderNews(order.voucherId === null ? 'order_cancelled' : 'order_voucher_back', [orderId]);
    return cancel(view, make, order, [news]);
  },
});

const cancel = (
  view: LedgerView,
  make: IdsAndClock,
  order: LedgerOrder,
  outbox: readonly OutboxEntry[] = [],
): Decision<Record<never, never>> => {
  const line = lineOf(order);
  const decision = decideWaitingCancellation({
    orderStatus: order.status,
    parts: order.parts,
    isVoucher: order.voucherId !== null,
    stock: stockOf(view, line),
  });
  if (!decision.ok) return no(decision.refusal, refusalDetails(decision));
  const holdOwnerId = order.holdOwnerId!;
  const postings = partPostings(order.parts, holdOwnerId, order.memberId);
  return {
    ok: true,
    result: {},
    changes: {
      rows: [
        orders.set(order.id, {
          status: decision.statusAfter,
          holdOwnerId: null,
          voucherId: decision.restoresVoucher ? null : order.voucherId,
        }),
        setStock(line, decision.stockAfter),
        ...(decision.restoresVoucher ? [vouchers.set(order.voucherId!, { redeemedBy: null })] : []),
      ],
      outbox,
      closedHolds: [{ ownerId: holdOwnerId, state: 'returned' }],
      transfers:
        postings.length > 0
          ? [{ id: make.id(), kind: 'refund', memberId: order.memberId, orderId: order.id, postings }]
          : [],
    },
  };
};

/** How many orders left the line, and whether there may be more to place. */
type PlacedWaiting = { readonly placed: number; readonly more: boolean };

/** Orders that one command places at most. */
const PLACE_AT_ONCE = 100;

/**
 * Places orders that wait for stock, longest waiting first, when stock has come or come back: the money in their holds
 * is now paid. Run it again while `more` is true.
 */
export const placeWaitingOrders = (line: PackageLine): Command<PlacedWaiting> => ({
  name: 'place_waiting_orders',
  actor: 'job:placement',
  idempotency: null,
  keys: {
    rows: [
      stock.key(line),
      ...(line === 'x1' ? [orders.ask('shared_queue')] : []),
      orders.ask({ line, count: PLACE_AT_ONCE }),
      ...grantKeys(MINER_PACKAGES.filter((known) => known.line === line).map(({ id }) => id)),
      devices.ask({
        line,
        count:
          line === 'x1'
            ? devicesWanted('own', PLACE_AT_ONCE) + devicesWanted('shared', 1)
            : devicesWanted('x2', PLACE_AT_ONCE),
      }),
    ],
  },
  decide: (view, make) => {
    const waiting = view.list(waitingOrders, line).slice(0, PLACE_AT_ONCE);
    const { statuses, stockAfter, groupsCompleted } = placeWaiting(stockOf(view, line), waiting.map(kindOf));
    const leaving = waiting.slice(0, statuses.length).map((order, index) => ({ order, status: statuses[index]! }));
    if (leaving.length === 0) return { ok: true, result: { placed: 0, more: false }, changes: {} };
    const placed = leaving.map(({ order, status }) => ({ id: order.id, kind: kindOf(order), status }));
    const { changes, groupOrderIds, readied } = allocateDevices(view, line, placed, groupsCompleted);
    const isReady = ({ order, status }: (typeof leaving)[number]) => status === READY || groupOrderIds.has(order.id);
    const moves = leaving.map((left) =>
      orders.set(left.order.id, { status: isReady(left) ? READY : left.status, holdOwnerId: null }),
    );
    const ready = leaving.filter(isReady).map(({ order }) => order.id);
    const granted = grantBlessings(
      view,
      make,
      leaving.map(({ order }) => order),
    );
    return {
      ok: true,
      result: { placed: leaving.length, more: leaving.length === PLACE_AT_ONCE },
      changes: {
        rows: [...moves, ...changes, setStock(line, stockAfter), ...granted.rows],
        outbox: [...granted.outbox, ...readyNews([...readied, ...ready])],
        closedHolds: leaving.map(({ order }) => ({ ownerId: order.holdOwnerId!, state: 'taken' })),
        transfers: leaving.map(({ order }) => payFromHold(make, order)),
      },
    };
  },
});

/** A voucher's order holds no money: its voucher pays when the order is placed. */
const payFromHold = (
  make: IdsAndClock,
  { id, memberId, voucherId, amountUnits, parts, holdOwnerId }: LedgerOrder,
): Transfer => ({
  id: make.id(),
  kind: voucherId === null ? 'placement' : 'voucher',
  memberId,
  orderId: id,
  postings: voucherId === null ? partPostings(parts, holdOwnerId!, ORDER_HOUSE.SALES) : [voucherPosting(amountUnits)],
});
