import { canBuyOnPage, isPackageId, isValidQuantity, minerPackageById } from '@minerx/rules/miner-package';
import type { PackageId } from '@minerx/rules/miner-package';
import { ZERO } from '@minerx/rules/money';
import { READY } from '@minerx/rules/order-status';
import { parseAllowedMethods } from '@minerx/rules/payment-method';
import { refusalDetails } from '@minerx/contract/purchase';
import { decideSubscription, paymentShares } from '@minerx/rules/purchase';
import type { SubscriptionInput } from '@minerx/rules/purchase';
import { WALLET } from '@minerx/rules/wallet';
import type { WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { accountId, OWNER_NUMBERS } from '../../ledger/account.ts';
import type { Command, Decision, Keys, LedgerView, IdsAndClock } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { drawers } from '../blessing/blessing.ledger.ts';
import { grantBlessings, grantKeys } from '../blessing/grant.ledger.ts';
import { writeMemberSeed } from '../blessing/draw/member-seed.store.ts';
import { devices, setStock, stock, stockOf } from '../device/device.ledger.ts';
import { members } from '../member/member.ledger.ts';
import { packages } from '../miner-package/miner-package.ledger.ts';
import { orders, WAITING_PLACES, ORDER_HOUSE } from '../order/order.ledger.ts';
import { readyNews } from '../order/order-news.ledger.ts';
import { allocateDevices, devicesWanted, newOrder, partPostings, waitingHold } from '../order/placement.ledger.ts';
import { prices, pricesOf } from '../wallet/price.ledger.ts';

export type MinerSubscription = SubscriptionInput & { readonly packageId: number };

/** What was bought: all orders, and how many of them wait for stock. */
type Subscribed = { readonly orderIds: readonly string[]; readonly waitingCount: number };

/**
 * Buys units of a miner package: takes the parts from the member's wallets and makes one order a unit, each placed,
 * queued for its group of ten, or waiting for stock with its money in a hold.
 */
export const subscribeMiner = (
  memberId: bigint,
  input: MinerSubscription,
  key: string | null,
): Command<Subscribed> => ({
  name: 'subscribe_miner',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOfSubscription(input) },
  keys: keysOf(memberId, input),
  decide: (view, make) => decide(view, make, memberId, input),
});

/** Answers are kept under it: its words are those of the first day, whatever the fields are called by now. */
const fingerprintOfSubscription = (input: MinerSubscription): Buffer => {
  const { page, packageId, quantity, acceptWaiting, amounts } = input;
  const { [WALLET.CW]: cw = ZERO, [WALLET.RW]: rw = ZERO, [WALLET.USDT]: usdt = ZERO, ...others } = amounts;
  const pays = input.page === 'x1' ? { method: input.method } : { walletType: input.walletType };
  return fingerprintOf({ page, packageId, quantity, acceptWaiting, ...pays, amounts: { cw, rw, usdt, ...others } });
};

const walletsOf = (input: MinerSubscription): readonly WalletId[] => paymentShares(input).map(({ wallet }) => wallet);

const keysOf = (memberId: bigint, input: MinerSubscription): Keys => {
  const { packageId, page, quantity, acceptWaiting } = input;
  if (!isPackageId(packageId)) return { rows: [members.key(memberId)] };
  const facts = [members.key(memberId), packages.key(packageId)];
  if (!canBuyOnPage(packageId, page) || !isValidQuantity(quantity)) return { rows: facts };
  const { kind, line } = minerPackageById(packageId);
  const wallets = walletsOf(input);
  return {
    rows: [
      ...facts,
      stock.key(line),
      ...(kind === 'shared' ? [orders.ask('shared_queue')] : []),
      devices.ask({ line, count: devicesWanted(kind, quantity) }),
      ...grantKeys([packageId]),
      drawers.key(memberId),
      ...wallets.map((wallet) => prices.key(wallet)),
    ],
    accounts: wallets.map((wallet) => accountId(memberId, wallet)),
    numbers: [
      { sequence: OWNER_NUMBERS, count: acceptWaiting ? quantity : 0 },
      { sequence: WAITING_PLACES, count: acceptWaiting || kind === 'shared' ? quantity : 0 },
    ],
  };
};

/** What is not looked at: the input is refused before. */
const NO_STOCK = { total: 0, used: 0, waiting: 0, sharedQueue: 0 };

const decide = (
  view: LedgerView,
  make: IdsAndClock,
  memberId: bigint,
  input: MinerSubscription,
): Decision<Subscribed> => {
  const { packageId, page: line, quantity } = input;
  const member = view.get(members, memberId);
  if (member === null) return no('err_not_found');
  if (member.frozen) return no('err_account_frozen');
  const isNamed = isPackageId(packageId) && canBuyOnPage(packageId, line) && isValidQuantity(quantity);
  const decision = decideSubscription(
    {
      balances: view.balancesOf(memberId),
      prices: isNamed ? pricesOf(view, walletsOf(input), make.now) : {},
      minerPackage: isPackageId(packageId) ? view.get(packages, packageId) : null,
      sharedClosed: member.sharedClosed,
      allowedMethods: parseAllowedMethods(member.paymentMethods),
      stock: isNamed ? stockOf(view, line) : NO_STOCK,
    },
    input,
  );
  if (!decision.ok) return no(decision.refusal, refusalDetails(decision));

  const { kind } = minerPackageById(packageId as PackageId);
  const made = decision.orders.map((order) => ({ ...order, id: make.id(), kind }));
  const { changes, groupOrderIds, readied } = allocateDevices(view, line, made, decision.groupsCompleted);
  const rows = made.map((order) => {
    const status = groupOrderIds.has(order.id) ? READY : order.status;
    return newOrder(make, line, order, { id: order.id, memberId, packageId, status, voucherId: null });
  });
  const waiting = rows.filter(({ holdOwnerId }) => holdOwnerId !== null);
  const placed = rows.filter(({ holdOwnerId }) => holdOwnerId === null);
  const granted = grantBlessings(view, make, placed);
  return {
    ok: true,
    result: { orderIds: rows.map(({ id }) => id), waitingCount: waiting.length },
    changes: {
      rows: [...rows.map((row) => orders.add(row)), ...changes, setStock(line, decision.stockAfter), ...granted.rows],
      outbox: [...granted.outbox, ...readyNews(readied)],
      newHolds: waiting.map(({ holdOwnerId }) => waitingHold(holdOwnerId!, memberId, make.now)),
      transfers: rows
        .map(({ id, parts, holdOwnerId }) => ({
          orderId: id,
          postings: partPostings(parts, memberId, holdOwnerId ?? ORDER_HOUSE.SALES),
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
