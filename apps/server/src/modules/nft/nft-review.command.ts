import { formatUnits } from '@minerx/rules/money';
import { NFT_STATUS, NFT_WITHDRAWAL_STATUS, type NftRejectionCause } from '@minerx/rules/nft-status';
import { decideNftApproval, NFT_NETWORK } from '@minerx/rules/nft-withdrawal';
import { WALLET_OF } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Actor } from '../../base/actor.ts';
import type { AuditEntry } from '../../ledger/audit.ts';
import type { Command, Json } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { networks } from '../withdrawal/withdrawal.ledger.ts';
import { NFT_TERMS_KEYS, nftMailAbout, nfts, nftTerms, nftWithdrawals, NFT_HOUSE } from './nft.ledger.ts';
import {
  findPending,
  giveBack,
  isNetworkClosed,
  moveFee,
  returnKeys,
  type NftWithdrawalKeys,
} from './nft-withdrawal.command.ts';

/** Who decides, and why. */
export interface NftReviewer {
  /** Two that must agree are told apart by it. */
  readonly actor: Actor;
  readonly reason: string;
}

/** Whether the withdrawal is approved now, or waits for the second operator. */
type ApprovedNft = { readonly approved: boolean };

const approvalKeys = (withdrawal: NftWithdrawalKeys): Command['keys'] => {
  const { rows = [], ...others } = returnKeys(withdrawal);
  return { ...others, rows: [...rows, networks.key(NFT_NETWORK), ...NFT_TERMS_KEYS] };
};

/** An operator's yes. With the last one that is needed the fee is the house's and the item may be sent. */
export const approveNftWithdrawal = (
  withdrawal: NftWithdrawalKeys,
  { actor, reason }: NftReviewer,
): Command<ApprovedNft> => ({
  name: 'approve_nft_withdrawal',
  actor,
  idempotency: null,
  keys: approvalKeys(withdrawal),
  letsOut: true,
  decide: (view, make) => {
    const { id, nftId, memberId, holdOwnerId } = withdrawal;
    const nft = view.get(nfts, nftId);
    const pending = findPending(view, withdrawal);
    if (nft === null || nft.status === null || pending === null) return no('err_nft_status');
    // Somebody may have taken the account over: nothing leaves it before it is free and settled again.
    const stays = findOutgoingRefusal(view.get(members, memberId), make.now);
    if (stays !== null) return no(stays.code, stays.more);
    if (isNetworkClosed(view)) return no('err_network_closed');
    const { firstApprover, feeUnits } = pending;
    // Whichever is stricter, the terms of the request or those of now.
    const twoOperators = pending.twoOperators || nftTerms(view).twoOperators.includes(nft.rarity);
    const decision = decideNftApproval({ nftStatus: nft.status, twoOperators, firstApprover }, actor);
    if (!decision.ok) return no(decision.refusal);
    const approver = firstApprover === null ? { firstApprover: actor } : { secondApprover: actor };
    const action = decision.final ? 'nft.approve' : 'nft.approve.first';
    const audit = [entry({ actor, reason }, action, withdrawal, { fee: formatUnits(feeUnits), firstApprover })];
    if (!decision.final)
      return {
        ok: true,
        result: { approved: false },
        changes: { rows: [nftWithdrawals.set(id, approver)], audit },
      };
    const held = accountId(holdOwnerId, WALLET_OF.nftFee);
    return {
      ok: true,
      result: { approved: true },
      changes: {
        rows: [
          nftWithdrawals.set(id, { ...approver, status: NFT_WITHDRAWAL_STATUS.APPROVED }),
          nfts.set(nftId, { status: NFT_STATUS.APPROVED }),
        ],
        closedHolds: [{ ownerId: holdOwnerId, state: 'taken' }],
        transfers: moveFee(make, 'nft_fee', memberId, feeUnits, held, accountId(NFT_HOUSE.NFT_FEES, WALLET_OF.nftFee)),
        audit,
        outbox: [nftMailAbout(id, 'approved')],
      },
    };
  },
});

interface NftRejection extends NftReviewer {
  /** What the member is told. */
  readonly cause: NftRejectionCause;
  readonly keepBack: boolean;
}

/** An operator's no: fee and item go back to the member; kept back, the item cannot be asked for again until it is released. */
export const rejectNftWithdrawal = (
  withdrawal: NftWithdrawalKeys,
  { cause, keepBack, ...reviewer }: NftRejection,
): Command<Record<never, never>> => ({
  name: 'reject_nft_withdrawal',
  actor: reviewer.actor,
  idempotency: null,
  keys: returnKeys(withdrawal),
  decide: (view, make) => {
    const decision = giveBack(view, make, withdrawal, { status: NFT_WITHDRAWAL_STATUS.REJECTED, cause, keepBack });
    if (!decision.ok) return decision;
    const audit = [entry(reviewer, 'nft.reject', withdrawal, { cause, keepBack })];
    return { ...decision, changes: { ...decision.changes, audit } };
  },
});

const entry = (
  { actor, reason }: NftReviewer,
  action: string,
  { id, nftId, memberId }: NftWithdrawalKeys,
  detail: Record<string, Json>,
): AuditEntry => ({
  actor,
  action,
  subject: `nft-withdrawal:${id}`,
  reason,
  detail: { nft: nftId, member: memberId.toString(), ...detail },
});
