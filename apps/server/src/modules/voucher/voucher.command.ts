import { formatUnits } from '@minerx/rules/money';
import { READY, WAITING_STOCK } from '@minerx/rules/order-status';
import { MINER_PACKAGES } from '@minerx/rules/miner-package';
import type { PackageId } from '@minerx/rules/miner-package';
import { refusalDetails } from '@minerx/contract/purchase';
import { decideVoucherRedemption } from '@minerx/rules/purchase';
import type { Context } from '../../context.ts';
import { OWNER_NUMBERS } from '../../ledger/account.ts';
import { findStored } from '../../ledger/answers.ts';
import type { Command, Decision, LedgerView, IdsAndClock } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { Refusal } from '../../refusal.ts';
import { clearAttempts, noteLock, returnAttempt, takeAttempt } from '../attempt/attempt.step.ts';
import { voucherCodeHash } from './voucher.ledger.ts';
import { devices, setStock, stock, stockOf } from '../device/device.ledger.ts';
import { members } from '../member/member.ledger.ts';
import { packages } from '../miner-package/miner-package.ledger.ts';
import { kindOf, orders, WAITING_PLACES } from '../order/order.ledger.ts';
import { readyNews } from '../order/order-news.ledger.ts';
import { allocateDevices, devicesWanted, newOrder, voucherPosting, waitingHold } from '../order/placement.ledger.ts';
import { VOUCHER_LINE, voucherByHash, vouchers, type LedgerVoucher } from './voucher.ledger.ts';

/** The voucher's amount in USDT and the order that it made. */
type RedeemedVoucher = { readonly amount: string; readonly orderId: string };

const VOUCHER_PACKAGES = MINER_PACKAGES.filter(({ isVoucher }) => isVoucher).map(({ id }) => id);

/** Redeems a code into one order worth the voucher's amount. The order waits when there is no stock. @internal */
export const redeemVoucherCommand = (
  memberId: bigint,
  codeHash: Buffer,
  key: string | null,
): Command<RedeemedVoucher> => ({
  name: 'redeem_voucher',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ code: codeHash.toString('hex') }) },
  keys: {
    rows: [
      members.key(memberId),
      stock.key(VOUCHER_LINE),
      orders.ask('shared_queue'),
      devices.ask({ line: VOUCHER_LINE, count: devicesWanted('shared', 1) }),
      vouchers.ask({ hash: codeHash.toString('hex') }),
      // Which of them is known only when the voucher is read.
      ...VOUCHER_PACKAGES.map((id) => packages.key(id)),
    ],
    numbers: [
      { sequence: OWNER_NUMBERS, count: 1 },
      { sequence: WAITING_PLACES, count: 1 },
    ],
  },
  // Also where its order waits, and the house pays for it later.
  letsOut: true,
  decide: (view, make) => decide(view, make, memberId, codeHash),
});

/** One that comes back from an order that waited was redeemed in time: its member loses nothing to the waiting. */
const isGood = ({ redeemedBy, isVoid, hasBeenRedeemed, expiresAt }: LedgerVoucher, now: Date): boolean =>
  redeemedBy === null && !isVoid && (hasBeenRedeemed || expiresAt === null || expiresAt > now);

const decide = (view: LedgerView, make: IdsAndClock, memberId: bigint, codeHash: Buffer): Decision<RedeemedVoucher> => {
  const member = view.get(members, memberId);
  if (member === null) return no('err_not_found');
  if (member.frozen) return no('err_account_frozen');
  const voucher = view.list(voucherByHash, codeHash.toString('hex'))[0] ?? null;
  const isUsable = voucher !== null && isGood(voucher, make.now);
  const decision = decideVoucherRedemption(
    {
      voucher: voucher && { packageId: voucher.packageId as PackageId, amountUnits: voucher.amountUnits, isUsable },
      minerPackage: voucher && view.get(packages, voucher.packageId),
      sharedClosed: member.sharedClosed,
      stock: stockOf(view, VOUCHER_LINE),
    },
    { acceptWaiting: true },
  );
  if (!decision.ok) return no(decision.refusal, refusalDetails(decision));

  const { id: voucherId, packageId } = voucher!;
  const order = decision.orders[0]!;
  const id = make.id();
  const { changes, groupOrderIds, readied } = allocateDevices(
    view,
    VOUCHER_LINE,
    [{ id, kind: kindOf({ packageId }), status: order.status }],
    decision.groupsCompleted,
  );
  const waits = order.status === WAITING_STOCK;
  const status = groupOrderIds.has(id) ? READY : order.status;
  const row = newOrder(make, VOUCHER_LINE, order, { id, memberId, packageId, status, voucherId });
  return {
    ok: true,
    result: { amount: formatUnits(decision.amountUnits), orderId: id },
    changes: {
      rows: [
        orders.add(row),
        ...changes,
        setStock(VOUCHER_LINE, decision.stockAfter),
        vouchers.set(voucherId, { redeemedBy: memberId }),
      ],
      outbox: readyNews(readied),
      // No money stands in this hold: the voucher pays when the order is placed, and comes back when it is cancelled.
      newHolds: waits ? [waitingHold(row.holdOwnerId!, memberId, make.now)] : [],
      transfers: waits
        ? []
        : [{ id: make.id(), kind: 'voucher', memberId, orderId: id, postings: [voucherPosting(decision.amountUnits)] }],
    },
  };
};

/** What a wrong code is refused with; another code under a key that has one is a guess like any other. */
const WRONG: readonly string[] = ['err_voucher_invalid', 'err_idempotency_mismatch'];

type Dependencies = Pick<Context, 'funnel' | 'pool' | 'clock' | 'security'> & { env: Pick<Context['env'], 'pepper'> };

/**
 * Redeems what the member typed. A try is taken before the code is looked at; wrong codes keep it, five in an hour, then
 * err_too_many. Only a new redemption clears the count. The same question again is no try, and clears nothing.
 */
export const redeemVoucher = async (
  { funnel, pool, clock, env, security }: Dependencies,
  memberId: bigint,
  code: string,
  key: string | null,
): Promise<RedeemedVoucher> => {
  const command = redeemVoucherCommand(memberId, voucherCodeHash(env.pepper, code), key);
  const known = key === null ? null : await findStored(pool, { actor: command.actor, name: command.name, key });
  if (known !== null && command.idempotency?.fingerprint.equals(known.fingerprint)) return funnel.run(command);
  const subject = `voucher:${memberId}`;
  const counting = { pool, env, security };
  const attempt = await takeAttempt(counting, subject, 'voucher', clock.now());
  if (attempt.locked) throw new Refusal('err_too_many', { retryAfterS: attempt.retryAfterS });
  try {
    const redeemed = await funnel.run(command);
    await clearAttempts(counting, subject, clock.now());
    return redeemed;
  } catch (error) {
    if (error instanceof Refusal && WRONG.includes(error.code)) {
      security.note('voucher_wrong', { memberId });
      noteLock(counting, 'voucher', attempt, { memberId });
    } else await returnAttempt(counting, subject, clock.now(), { rule: 'voucher', last: attempt.last });
    throw error;
  }
};
