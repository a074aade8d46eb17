import { formatUnits } from '@minerx/rules/money';
import { refusalDetails } from '@minerx/contract/purchase';
import { decideActivation } from '@minerx/rules/purchase';
import { WALLET_OF } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Command } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members } from '../member/member.ledger.ts';
import { prices, pricesOf } from '../wallet/price.ledger.ts';
import { orderNews } from './order-news.ledger.ts';
import { orders, ORDER_HOUSE } from './order.ledger.ts';

/** The fee that was taken, in AOGTD, as decimal text. */
type ActivatedOrder = { readonly fee: string };

/** Activates a Ready order: takes its activation fee from AOGTD at the price of now, and the order is live. */
export const activateOrder = (memberId: bigint, orderId: string, key: string | null): Command<ActivatedOrder> => ({
  name: 'activate_order',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ orderId }) },
  keys: {
    rows: [members.key(memberId), orders.key(orderId), prices.key(WALLET_OF.activationFee)],
    accounts: [accountId(memberId, WALLET_OF.activationFee)],
  },
  decide: (view, make) => {
    const order = view.get(orders, orderId);
    if (order === null || order.memberId !== memberId) return no('err_not_found');
    if (view.get(members, memberId)?.frozen !== false) return no('err_account_frozen');
    const decision = decideActivation({
      orderStatus: order.status,
      activationFeeUnits: order.activationFeeUnits,
      balances: view.balancesOf(memberId),
      prices: pricesOf(view, [WALLET_OF.activationFee], make.now),
    });
    if (!decision.ok) return no(decision.refusal, refusalDetails(decision));
    const fee = decision.payments[0]?.units ?? 0n;
    const posting = {
      walletId: WALLET_OF.activationFee,
      source: accountId(memberId, WALLET_OF.activationFee),
      destination: accountId(ORDER_HOUSE.ACTIVATION_FEES, WALLET_OF.activationFee),
      amount: fee,
    };
    return {
      ok: true,
      result: { fee: formatUnits(fee) },
      changes: {
        rows: [orders.set(orderId, { status: decision.statusAfter, activatedAt: make.now })],
        outbox: [orderNews('order_live', [orderId])],
        transfers: fee > 0n ? [{ id: make.id(), kind: 'activation', memberId, orderId, postings: [posting] }] : [],
      },
    };
  },
});
