import { DAY_MS } from '@minerx/rules/duration';
import { checksummed } from '@minerx/rules/evm-address';
import type { HoldReason } from '@minerx/rules/hold-reason';
import { formatUnits } from '@minerx/rules/money';
import { NFT_STATUS, NFT_WITHDRAWAL_STATUS, type NftRejectionCause } from '@minerx/rules/nft-status';
import { decideNftReturn, decideNftWithdrawal, NFT_NETWORK, NFT_REVIEW_DAYS } from '@minerx/rules/nft-withdrawal';
import { WALLET_OF } from '@minerx/rules/wallet';
import { accountId, OWNER_NUMBERS } from '../../ledger/account.ts';
import type { Changes, Command, Decision, LedgerView, IdsAndClock, Transfer } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members } from '../member/member.ledger.ts';
import { findOutgoingRefusal } from '../member/outgoing.ledger.ts';
import { networks } from '../withdrawal/withdrawal.ledger.ts';
import {
  nftMailAbout,
  NFT_TERMS_KEYS,
  nfts,
  nftTerms,
  nftWithdrawals,
  type LedgerNftWithdrawal,
} from './nft.ledger.ts';

interface NftWithdrawalInput {
  readonly nftId: string;
  /** Of an EVM network, in any accepted spelling. */
  readonly address: string;
  /** USDT units that the member was shown; null when the client does not say. */
  readonly seenFeeUnits: bigint | null;
}

/** A withdrawal by what never changes about it; read before the command that ends it. */
export interface NftWithdrawalKeys {
  readonly id: string;
  readonly nftId: string;
  readonly memberId: bigint;
  readonly holdOwnerId: bigint;
}

type AskedWithdrawal = { readonly id: string };

const feeAccount = (ownerId: bigint): bigint => accountId(ownerId, WALLET_OF.nftFee);

/**
 * A member asks for an NFT to be sent to an address: the item is pending and the fee stands in a hold of its own until
 * operators have decided, or until its deadline.
 */
export const withdrawNft = (
  memberId: bigint,
  { nftId, address, seenFeeUnits }: NftWithdrawalInput,
  key: string | null,
): Command<AskedWithdrawal> => ({
  name: 'withdraw_nft',
  actor: `member:${memberId}`,
  idempotency:
    key === null
      ? null
      : { key, fingerprint: fingerprintOf({ nftId, address, fee: seenFeeUnits?.toString() ?? null }) },
  keys: {
    rows: [members.key(memberId), nfts.key(nftId), networks.key(NFT_NETWORK), ...NFT_TERMS_KEYS],
    accounts: [feeAccount(memberId)],
    numbers: [{ sequence: OWNER_NUMBERS, count: 1 }],
  },
  decide: (view, make) => {
    const nft = view.get(nfts, nftId);
    if (nft === null || nft.status === null || nft.memberId !== memberId) return no('err_not_found');
    const stays = findOutgoingRefusal(view.get(members, memberId), make.now);
    if (stays !== null) return no(stays.code, stays.more);
    if (isNetworkClosed(view)) return no('err_network_closed');
    const { feeUnits, twoOperators } = nftTerms(view);
    const balanceUnits = view.balance(feeAccount(memberId));
    const decision = decideNftWithdrawal({ nftStatus: nft.status, feeUnits, balanceUnits }, seenFeeUnits);
    if (!decision.ok) {
      const details = { wallet: 'USDT', needed: formatUnits(feeUnits), balance: formatUnits(balanceUnits) };
      return decision.refusal === 'err_nft_status' ? no(decision.refusal) : no(decision.refusal, { details });
    }
    const id = make.id();
    const holdOwnerId = make.number(OWNER_NUMBERS);
    const deadlineAt = new Date(make.now.getTime() + NFT_REVIEW_DAYS * DAY_MS);
    return {
      ok: true,
      result: { id },
      changes: {
        rows: [
          nfts.set(nftId, { status: decision.statusAfter }),
          nftWithdrawals.add({
            id,
            nftId,
            memberId,
            status: NFT_WITHDRAWAL_STATUS.PENDING,
            cause: null,
            feeUnits,
            holdOwnerId,
            holdDeadline: deadlineAt,
            twoOperators: twoOperators.includes(nft.rarity),
            firstApprover: null,
            secondApprover: null,
            owner: null,
            network: NFT_NETWORK,
            address: checksummed(address),
          }),
        ],
        newHolds: [{ ownerId: holdOwnerId, memberId, reason: 'nft_withdrawal' satisfies HoldReason, deadlineAt }],
        transfers: moveFee(make, 'nft_withdrawal', memberId, feeUnits, feeAccount(memberId), feeAccount(holdOwnerId)),
        outbox: [nftMailAbout(id, 'asked')],
      },
    };
  },
});

/** The member takes a pending withdrawal back: the item is ready again and the fee is in the wallet. */
export const cancelNftWithdrawal = (
  memberId: bigint,
  withdrawal: NftWithdrawalKeys,
  key: string | null,
): Command<Record<never, never>> => ({
  name: 'cancel_nft_withdrawal',
  actor: `member:${memberId}`,
  idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ id: withdrawal.id }) },
  keys: returnKeys(withdrawal),
  decide: (view, make) => {
    if (withdrawal.memberId !== memberId) return no('err_not_found');
    if (view.get(members, memberId)?.frozen !== false) return no('err_account_frozen');
    return giveBack(view, make, withdrawal, { status: NFT_WITHDRAWAL_STATUS.CANCELLED });
  },
});

/** Gives back what nobody has decided in time; refuses with err_nft_status before its deadline. */
export const expireNftWithdrawal = (withdrawal: NftWithdrawalKeys): Command<Record<never, never>> => ({
  name: 'expire_nft_withdrawal',
  actor: 'job:nft-expiry',
  idempotency: null,
  keys: returnKeys(withdrawal),
  decide: (view, make) => {
    const pending = findPending(view, withdrawal);
    if (pending === null || pending.holdDeadline.getTime() > make.now.getTime()) return no('err_nft_status');
    return giveBack(view, make, withdrawal, { status: NFT_WITHDRAWAL_STATUS.REJECTED, cause: 'expired' });
  },
});

/** Whether operators have switched the network of items off; its key has to be named. */
export const isNetworkClosed = (view: LedgerView): boolean => view.get(networks, NFT_NETWORK)?.enabled !== true;

/** Null when it is not pending any more, or not of this item. */
export const findPending = (view: LedgerView, { id, nftId }: NftWithdrawalKeys): LedgerNftWithdrawal | null => {
  const withdrawal = view.get(nftWithdrawals, id);
  return withdrawal?.nftId === nftId && withdrawal.status === NFT_WITHDRAWAL_STATUS.PENDING ? withdrawal : null;
};

export const returnKeys = ({ id, nftId, memberId, holdOwnerId }: NftWithdrawalKeys): Command['keys'] => ({
  rows: [members.key(memberId), nfts.key(nftId), nftWithdrawals.key(id)],
  accounts: [feeAccount(memberId), feeAccount(holdOwnerId)],
});

interface NftReturn {
  readonly status: typeof NFT_WITHDRAWAL_STATUS.CANCELLED | typeof NFT_WITHDRAWAL_STATUS.REJECTED;
  readonly cause?: NftRejectionCause;
  /** The item stays with the member but cannot be asked for until operators release it. */
  readonly keepBack?: boolean;
}

/** Ends a pending withdrawal that does not take place; refuses with err_nft_status when it is not the pending one. */
export const giveBack = (
  view: LedgerView,
  make: IdsAndClock,
  withdrawal: NftWithdrawalKeys,
  { status, cause, keepBack = false }: NftReturn,
): Decision<Record<never, never>> => {
  const { id, nftId, memberId, holdOwnerId } = withdrawal;
  const nft = view.get(nfts, nftId);
  const pending = findPending(view, withdrawal);
  if (nft === null || pending === null) return no('err_nft_status');
  const decision = decideNftReturn(nft.status ?? NFT_STATUS.READY, keepBack);
  if (!decision.ok) return no(decision.refusal);
  return {
    ok: true,
    result: {},
    changes: {
      rows: [
        nftWithdrawals.set(id, { status, cause: cause ?? null }),
        nfts.set(nftId, { status: decision.statusAfter }),
      ],
      closedHolds: [{ ownerId: holdOwnerId, state: 'returned' }],
      transfers: moveFee(make, 'nft_refund', memberId, pending.feeUnits, feeAccount(holdOwnerId), feeAccount(memberId)),
      outbox: [nftMailAbout(id, cause === undefined ? 'cancelled' : 'rejected')],
    },
  };
};

/** The one transfer of a fee; a fee of zero moves nothing. */
export const moveFee = (
  make: IdsAndClock,
  kind: Transfer['kind'],
  memberId: bigint,
  feeUnits: bigint,
  source: bigint,
  destination: bigint,
): NonNullable<Changes['transfers']> =>
  feeUnits > 0n
    ? [
        {
          id: make.id(),
          kind,
          memberId,
          postings: [{ walletId: WALLET_OF.nftFee, source, destination, amount: feeUnits }],
        },
      ]
    : [];
