import { canBuyOnPage, isPackageId, isValidQuantity, minerPackageById } from '@minerx/rules/miner-package';
import { ON_QUEUE, READY, WAITING_STOCK } from '@minerx/rules/order-status';
import { parseAllowedMethods } from '@minerx/rules/payment-method';
import { decideSubscription } from '@minerx/rules/purchase';
import type { SubscriptionWish } from '@minerx/rules/purchase';
import { WALLET } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { accountId, HOUSE } from '../../ledger/account.ts';
import { grantBlessings } from '../../ledger/blessing-grant.ts';
import type { Command, Decision, Keys, LedgerView, Maker, NewOrderRow } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { allocateDevices, devicesWanted, partPostings, waitingHold } from '../../ledger/placement.ts';
import { refused } from '../../ledger/refused.ts';
import { writeMemberSeed } from '../blessing/member-seed.store.ts';

export type MinerSubscription = SubscriptionWish & { readonly packageId: number };

/** What was bought: all orders, and how many of them wait for stock. */
export type Subscribed = { readonly orderIds: readonly string[]; readonly waitingCount: number };

/**
 * Buys units of a miner package: takes the parts from the member's wallets and makes one order a unit, each placed,
 * queued for its group of ten, or waiting for stock with its money in a hold.
 */
export const subscribeMiner = (memberId: bigint, wish: MinerSubscription, key: string | null): Command<Subscribed> => ({
  name: 'subscribe_miner',
  actor: `m${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf(wish) },
  keys: keysOf(memberId, wish),
  decide: (view, make) => decide(view, make, memberId, wish),
});

const keysOf = (memberId: bigint, { packageId, page, quantity, acceptWaiting }: MinerSubscription): Keys => {
  const member = { members: [memberId] };
  if (!isPackageId(packageId) || !canBuyOnPage(packageId, page) || !isValidQuantity(quantity)) return member;
  const { kind, line } = minerPackageById(packageId);
  const wallets = page === 'x2' ? [WALLET.USDT] : [WALLET.USDT, WALLET.CW, WALLET.RW];
  return {
    ...member,
    accounts: wallets.map((wallet) => accountId(memberId, wallet)),
    lines: [line],
    sharedQueue: kind === 'shared',
    devices: [{ line, count: devicesWanted(kind, quantity) }],
    grants: [packageId],
    newOwners: acceptWaiting ? quantity : 0,
    newPlaces: acceptWaiting || kind === 'shared' ? quantity : 0,
  };
};

const decide = (view: LedgerView, make: Maker, memberId: bigint, wish: MinerSubscription): Decision<Subscribed> => {
  const member = view.member(memberId);
  if (member === null) return no('err_not_found');
  if (member.frozen) return no('err_account_frozen');
  const canBuy = isPackageId(wish.packageId) && canBuyOnPage(wish.packageId, wish.page);
  const line = wish.page;
  const decision = decideSubscription(
    {
      balances: view.balancesOf(memberId),
      prices: view.prices,
      minerPackage: view.minerPackage(wish.packageId),
      sharedClosed: member.sharedClosed,
      allowedMethods: parseAllowedMethods(member.paymentMethods),
      stock:
        canBuy && isValidQuantity(wish.quantity) ? view.stock(line) : { total: 0, used: 0, waiting: 0, sharedQueue: 0 },
    },
    wish,
  );
  if (!decision.ok) return refused(decision);

  const { kind } = minerPackageById(wish.packageId as 1);
  const made = decision.orders.map((order) => ({ ...order, id: make.id(), kind }));
  const { allocations, groupOrderIds, patches } = allocateDevices(view, line, made, decision.groupsCompleted);
  const rows = made.map((order): NewOrderRow => {
    const waits = order.status === WAITING_STOCK;
    const status = groupOrderIds.has(order.id) ? READY : order.status;
    return {
      id: order.id,
      number: make.orderNumber(),
      serial: make.orderSerial(line),
      memberId,
      packageId: wish.packageId,
      status,
      amountUnits: order.unitPriceUsdt,
      parts: order.parts,
      maxProfitUnits: order.maxProfitUnits,
      activationFeeUnits: order.activationFeeUnits,
      voucherId: null,
      holdOwnerId: waits ? make.owner() : null,
      place: waits || status === ON_QUEUE ? make.place() : null,
    };
  });
  const waiting = rows.filter(({ holdOwnerId }) => holdOwnerId !== null);
  return {
    ok: true,
    result: { orderIds: rows.map(({ id }) => id), waitingCount: waiting.length },
    changes: {
      newOrders: rows,
      orders: patches,
      allocations,
      stock: [{ line, after: decision.stockAfter }],
      ...grantBlessings(
        view,
        make,
        rows.filter(({ holdOwnerId }) => holdOwnerId === null),
      ),
      newHolds: waiting.map(({ holdOwnerId }) => waitingHold(holdOwnerId!, memberId, make.now)),
      transfers: rows
        .map(({ id, parts, holdOwnerId }) => ({
          orderId: id,
          postings: partPostings(parts, memberId, holdOwnerId ?? HOUSE.SALES),
        }))
        .filter(({ postings }) => postings.length > 0)
        .map((transfer) => ({ id: make.id(), kind: 'purchase' as const, memberId, ...transfer })),
    },
  };
};

/** Notes the seed that the browser sent with an order, before the order draws by it; one that the member has chosen stays. */
export const bringSeed = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  memberId: bigint,
  seed: string | undefined,
): Promise<void> => {
  if (seed !== undefined) await writeMemberSeed(pool, { memberId, seed, chosen: false, at: new Date(clock.now()) });
};

/** What the member is told. */
export const subscribedCounts = ({
  orderIds,
  waitingCount,
}: Subscribed): { order_count: number; waiting_count: number } => ({
  order_count: orderIds.length,
  waiting_count: waitingCount,
});
