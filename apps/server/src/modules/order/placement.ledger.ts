import type { HoldReason } from '@minerx/rules/hold-reason';
import { devicesPerUnit, SHARED_GROUP_SIZE, sharesTenths } from '@minerx/rules/miner-package';
import type { PackageKind, PackageLine } from '@minerx/rules/miner-package';
import { ON_QUEUE, READY, WAITING_STOCK } from '@minerx/rules/order-status';
import type { NewOrder } from '@minerx/rules/purchase';
import type { NewOrderStatus } from '@minerx/rules/stock';
import { waitingEndsAt } from '@minerx/rules/terms';
import type { Random } from '../../ports.ts';
import { crockford } from '../../base/ids.ts';
import { accountId, OWNER_NUMBERS } from '../../ledger/account.ts';
import { VOUCHER_HOUSE } from '../voucher/voucher.ledger.ts';
import type { LedgerView, IdsAndClock, NewHold, Posting } from '../../ledger/command.ts';
import type { RowChange } from '../../ledger/table.ts';
import { allocations, devices, freeDevices } from '../device/device.ledger.ts';
import {
  orders,
  sharedQueue,
  WAITING_PLACES,
  type LedgerOrder,
  type NewLedgerOrder,
  ORDER_HOUSE,
} from './order.ledger.ts';
import { walletAmounts, WALLET_OF } from '@minerx/rules/wallet';
import type { ByWallet } from '@minerx/rules/wallet';

/** An order that gets its place now. */
interface PlacedOrder {
  readonly id: string;
  readonly kind: PackageKind;
  readonly status: NewOrderStatus;
}

interface PlacedUnits {
  /** Devices that are taken and who shares them; orders that had queued before and are Ready now. */
  readonly changes: readonly RowChange[];
  /** Orders of the completed groups, those that were placed just now included. */
  readonly groupOrderIds: ReadonlySet<string>;
  /** Those of them that had queued before: their members learn of it from nothing that they do. */
  readonly readied: readonly string[];
}

/**
 * Gives devices to placed orders: own and X2 orders get theirs at once; of the On-Queue orders the ten longest waiting
 * share ten devices, a tenth of each, for every group that is complete (decisions section 5).
 * Throws when the line has fewer free devices than its stock row promises.
 */
export const allocateDevices = (
  view: LedgerView,
  line: PackageLine,
  placed: readonly PlacedOrder[],
  groupsCompleted: number,
): PlacedUnits => {
  const free = view.list(freeDevices, line);
  const changes: RowChange[] = [];
  let next = 0;
  const take = (count: number): readonly number[] => {
    const taken = free.slice(next, next + count).map(({ id }) => id);
    if (taken.length < count) throw new Error(`line ${line} has fewer free devices than its stock says`);
    next += count;
    for (const id of taken) changes.push(devices.set(id, { free: false }));
    return taken;
  };
  const allocate = (orderId: string, taken: readonly number[], kind: PackageKind): void => {
    for (const deviceId of taken) changes.push(allocations.add({ orderId, deviceId, shareTenths: sharesTenths(kind) }));
  };

  for (const { id, kind, status } of placed) if (status === READY) allocate(id, take(devicesPerUnit(kind)), kind);

  const groupOrderIds = new Set<string>();
  const readied: string[] = [];
  if (groupsCompleted > 0) {
    const queuedBefore = view.list(sharedQueue, 'queue').map(({ id }) => id);
    const earlier = new Set(queuedBefore);
    const queue = [...queuedBefore, ...placed.filter(({ status }) => status === ON_QUEUE).map(({ id }) => id)];
    for (let group = 0; group < groupsCompleted; group += 1) {
      const members = queue.slice(group * SHARED_GROUP_SIZE, (group + 1) * SHARED_GROUP_SIZE);
      if (members.length < SHARED_GROUP_SIZE) throw new Error('the shared queue is shorter than the stock row says');
      const taken = take(devicesPerUnit('shared'));
      for (const id of members) {
        allocate(id, taken, 'shared');
        groupOrderIds.add(id);
        if (!earlier.has(id)) continue;
        changes.push(orders.set(id, { status: READY }));
        readied.push(id);
      }
    }
  }
  return { changes, groupOrderIds, readied };
};

/** How many free devices placing so many units of a kind can take at most. */
export const devicesWanted = (kind: PackageKind, quantity: number): number =>
  kind === 'shared'
    ? SHARED_GROUP_SIZE * Math.floor((SHARED_GROUP_SIZE - 1 + quantity) / SHARED_GROUP_SIZE)
    : devicesPerUnit(kind) * quantity;

/** Postings of a payment from one owner to another; amounts of zero move nothing. */
export const partPostings = (parts: ByWallet, source: bigint, destination: bigint): Posting[] =>
  walletAmounts(parts).map(({ walletId, units: amount }) => ({
    walletId,
    source: accountId(source, walletId),
    destination: accountId(destination, walletId),
    amount,
  }));

/** What a redeemed voucher pays for its order. */
export const voucherPosting = (amountUnits: bigint): Posting => ({
  walletId: WALLET_OF.voucher,
  source: accountId(VOUCHER_HOUSE.VOUCHERS, WALLET_OF.voucher),
  destination: accountId(ORDER_HOUSE.SALES, WALLET_OF.voucher),
  amount: amountUnits,
});

/** The hold of an order that waits for stock: until its deadline, when it goes back by itself. */
export const waitingHold = (ownerId: bigint, memberId: bigint, now: Date): NewHold => ({
  ownerId,
  memberId,
  reason: 'waiting_order' satisfies HoldReason,
  deadlineAt: waitingEndsAt(now),
});

/** `MX` and ten unguessable characters. */
const orderNumber = (random: Random): string => `MX${crockford(random, 10)}`;

/** `X1-` or `X2-` and twelve unguessable characters. */
const orderSerial = (random: Random, line: PackageLine): string =>
  `${line === 'x1' ? 'X1' : 'X2'}-${crockford(random, 12)}`;

/** A new order by its terms: one that waits has its hold's number and a place in line, one that queues a place. */
export const newOrder = (
  make: IdsAndClock,
  line: PackageLine,
  { unitPriceUsdt, maxProfitUnits, activationFeeUnits, parts }: NewOrder,
  facts: Pick<LedgerOrder, 'id' | 'memberId' | 'packageId' | 'status' | 'voucherId'>,
): NewLedgerOrder => {
  const waits = facts.status === WAITING_STOCK;
  return {
    ...facts,
    number: orderNumber(make),
    serial: orderSerial(make, line),
    amountUnits: unitPriceUsdt,
    parts,
    maxProfitUnits,
    profitBalanceUnits: maxProfitUnits,
    carryPicoSat: 0n,
    activationFeeUnits,
    holdOwnerId: waits ? make.number(OWNER_NUMBERS) : null,
    holdDeadline: null,
    place: waits || facts.status === ON_QUEUE ? make.number(WAITING_PLACES) : null,
    activatedAt: null,
    head: false,
  };
};
