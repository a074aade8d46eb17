import { DAY_MS } from '@minerx/rules/duration';
import type { HoldReason } from '@minerx/rules/hold-reason';
import { formatUnits } from '@minerx/rules/money';
import { emailCodes } from '../member/email-code.ledger.ts';
import type { NetworkId } from '@minerx/rules/network';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import {
  amountDecimals,
  decideWithdrawal,
  limitLeft,
  WITHDRAWAL_REVIEW_DAYS,
  WITHDRAWAL_STATUS,
  type WithdrawalInput,
  type WithdrawalRefusal,
  type WithdrawalState,
} from '@minerx/rules/withdrawal';
import { accountId, OWNER_NUMBERS } from '../../ledger/account.ts';
import type { Command, Decision, IdsAndClock } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import type { RefusalMore } from '../../refusal.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { mailAbout } from './withdrawal-end.ledger.ts';
import { assetNetworkId, assetNetworks, withdrawals, withdrawers } from './withdrawal.ledger.ts';

export interface WithdrawalRequest extends WithdrawalInput {
  readonly walletId: WalletId;
  readonly networkId: NetworkId;
}

export type AskedWithdrawal = { readonly id: string };

/** What was asked for, as the fingerprint of a key. The code is left out: it is a secret, and it confirms nothing else. */
const requestFingerprint = ({ walletId, networkId, amountUnits, address, seenFeeUnits }: WithdrawalRequest): Buffer =>
  fingerprintOf({
    wallet: walletId,
    network: networkId,
    amount: formatUnits(amountUnits),
    address,
    fee: seenFeeUnits === null ? null : formatUnits(seenFeeUnits),
  });

/**
 * A member asks for an amount to be sent to the saved address. Amount and fee stand in a hold of their own until it is sent for
 * good, or until somebody ends it.
 * @param codeId the emailed code that confirms it, found right; used up here
 * @param now of the clock by which holds and codes were written: the funnel's own may have been set back since
 */
export const askWithdrawal = (
  memberId: bigint,
  request: WithdrawalRequest,
  codeId: bigint,
  key: string,
  now: Date,
): Command<AskedWithdrawal> => {
  const { walletId, networkId, amountUnits } = request;
  const wallet = accountId(memberId, walletId);
  const terms = assetNetworkId(walletId, networkId);
  return {
    name: 'ask_withdrawal',
    actor: `member:${memberId}`,
    idempotency: { key, fingerprint: requestFingerprint(request) },
    keys: {
      rows: [withdrawers.key(memberId), emailCodes.key(codeId), members.key(memberId), assetNetworks.key(terms)],
      accounts: [wallet],
      numbers: [{ sequence: OWNER_NUMBERS, count: 1 }],
    },
    decide: (view, make) => {
      const stays = findOutgoingRefusal(view.get(members, memberId), now);
      if (stays !== null) return no(stays.code, stays.more);
      const code = view.get(emailCodes, codeId);
      if (code === null || code.used || code.expiresAt.getTime() <= now.getTime())
        // The gate has found it right: another request was quicker. No wrong code, because this one is kept under the key.
        return no('err_conflict');
      const withdrawer = view.get(withdrawers, memberId);
      const usedUnits = withdrawer?.usedUnits.get(walletId) ?? 0n;
      const state: WithdrawalState = {
        terms: view.get(assetNetworks, terms),
        saved: withdrawer?.saved.get(terms) ?? null,
        balanceUnits: view.balance(wallet),
        usedUnits,
        nowMs: now.getTime(),
      };
      const decision = decideWithdrawal(state, request);
      if (!decision.ok) return refuseWithdrawal(decision.refusal, state, request);
      const used = withdrawers.set(memberId, {
        usedUnits: new Map([...withdrawer!.usedUnits, [walletId, usedUnits + amountUnits]]),
      });
      const { id, rows, ...changes } = held(make, memberId, request, state.terms!, decision.takenUnits);
      return {
        ok: true,
        result: { id },
        changes: { ...changes, rows: [emailCodes.set(codeId, { used: true }), used, ...rows] },
      };
    },
  };
};

/** The withdrawal under review, and what it takes in a hold of its own. */
const held = (
  make: IdsAndClock,
  memberId: bigint,
  { walletId, networkId, amountUnits, address }: WithdrawalRequest,
  { feeUnits, twoOperatorsAboveUnits }: NonNullable<WithdrawalState['terms']>,
  takenUnits: bigint,
) => {
  const id = make.id();
  const holdOwnerId = make.number(OWNER_NUMBERS);
  const holdDeadline = new Date(make.now.getTime() + WITHDRAWAL_REVIEW_DAYS * DAY_MS);
  const [source, destination] = [accountId(memberId, walletId), accountId(holdOwnerId, walletId)];
  return {
    id,
    rows: [
      withdrawals.add({
        id,
        memberId,
        walletId,
        networkId,
        amountUnits,
        feeUnits,
        address,
        holdOwnerId,
        holdDeadline,
        status: WITHDRAWAL_STATUS.UNDER_REVIEW,
        revision: 1,
        twoOperators: amountUnits > twoOperatorsAboveUnits,
        firstApprover: null,
        secondApprover: null,
        sentBy: null,
        confirmedBy: null,
        cause: null,
        txHash: null,
      }),
    ],
    newHolds: [{ ownerId: holdOwnerId, memberId, reason: 'withdrawal' satisfies HoldReason, deadlineAt: holdDeadline }],
    transfers: [
      {
        id: make.id(),
        kind: 'withdrawal' as const,
        memberId,
        postings: [{ walletId, source, destination, amount: takenUnits }],
      },
    ],
    outbox: [mailAbout(id, 'asked')],
  };
};

/** With what the member needs to put it right. */
export const refuseWithdrawal = (
  refusal: WithdrawalRefusal,
  { terms, saved, balanceUnits, usedUnits }: WithdrawalState,
  { walletId, amountUnits }: WithdrawalRequest,
): Extract<Decision<never>, { ok: false }> => {
  const wallet = walletById(walletId).name;
  const refused = (more?: RefusalMore) => ({ ok: false, code: refusal, ...(more ? { more } : {}) }) as const;
  const field = (details: Record<string, string>) =>
    refused({ fields: { amount: refusal }, details: { wallet, ...details } });
  if (terms === null) return refused();
  switch (refusal) {
    case 'err_address_wait':
      return refused({ details: { until: new Date(saved!.usableFromMs).toISOString() } });
    case 'err_amount_changed':
      return refused({ details: { fee: formatUnits(terms.feeUnits) } });
    case 'err_amount_decimals':
      return field({ decimals: String(amountDecimals(terms)) });
    case 'err_withdrawal_minimum':
      return field({ minimum: formatUnits(terms.minimumUnits) });
    case 'err_withdrawal_limit':
      return field({ left: formatUnits(limitLeft(terms, usedUnits)) });
    case 'err_insufficient_balance':
      return field({ needed: formatUnits(amountUnits + terms.feeUnits), balance: formatUnits(balanceUnits) });
    default:
      return refused();
  }
};
