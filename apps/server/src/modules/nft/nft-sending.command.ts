import {
  canMoveNft,
  isSendable,
  NFT_STATUS,
  NFT_WITHDRAWAL_STATUS,
  type NftRejectionCause,
} from '@minerx/rules/nft-status';
import { WALLET_OF } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Command, LedgerView } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { members } from '../member/member.ledger.ts';
import { nftMailAbout, nfts, nftWithdrawals, NFT_HOUSE } from './nft.ledger.ts';
import { moveFee, type NftWithdrawalKeys } from './nft-withdrawal.command.ts';

/** The withdrawal of this item, if it may be on its way; else null. */
const sendable = (view: LedgerView, { id, nftId }: Pick<NftWithdrawalKeys, 'id' | 'nftId'>) => {
  const withdrawal = view.get(nftWithdrawals, id);
  return withdrawal !== null && isSendable(withdrawal) && withdrawal.nftId === nftId ? withdrawal : null;
};

/**
 * An approved withdrawal whose transaction is final. Runs together with the end of its payout (`withPayout`).
 * @param owner whom the contract names now, in its one spelling; null: nobody, its receiver has burnt it since
 */
export const confirmNftSending = (
  { id, nftId }: Pick<NftWithdrawalKeys, 'id' | 'nftId'>,
  owner: string | null,
): Command<Record<never, never>> => ({
  name: 'confirm_nft_sending',
  actor: 'job:payout',
  idempotency: null,
  keys: { rows: [nfts.key(nftId), nftWithdrawals.key(id)] },
  decide: (view) => {
    const withdrawal = sendable(view, { id, nftId });
    if (withdrawal === null) return no('err_nft_status');
    // Told already, in books that have lost the end of its payout.
    if (withdrawal.owner !== null) return { ok: true, result: {}, changes: {} };
    const rows = owner === null ? [] : [nftWithdrawals.set(id, { owner })];
    return { ok: true, result: {}, changes: { rows, outbox: [nftMailAbout(id, 'sent')] } };
  },
});

/** Nobody can say whether an approved withdrawal was sent: its member is told. Runs together with the payout's own step (`withPayout`). */
export const markNftErrored = ({
  id,
  nftId,
}: Pick<NftWithdrawalKeys, 'id' | 'nftId'>): Command<Record<never, never>> => ({
  name: 'mark_nft_errored',
  actor: 'job:payout',
  idempotency: null,
  keys: { rows: [nfts.key(nftId), nftWithdrawals.key(id)] },
  decide: (view) => {
    if (sendable(view, { id, nftId }) === null) return no('err_nft_status');
    return { ok: true, result: {}, changes: { outbox: [nftMailAbout(id, 'errored')] } };
  },
});

/**
 * An approved withdrawal that is proved not to have taken place, and that never will: the item is ready again and the house gives the
 * fee back. Runs together with the end of its payout (`withPayout`), which is the proof.
 */
export const failNftSending = (
  { id, nftId, memberId }: NftWithdrawalKeys,
  cause: NftRejectionCause,
): Command<Record<never, never>> => ({
  name: 'fail_nft_sending',
  actor: 'job:payout',
  idempotency: null,
  keys: {
    rows: [members.key(memberId), nfts.key(nftId), nftWithdrawals.key(id)],
    accounts: [accountId(memberId, WALLET_OF.nftFee)],
  },
  decide: (view, make) => {
    const nft = view.get(nfts, nftId);
    const withdrawal = sendable(view, { id, nftId });
    if (nft?.status === undefined || nft.status === null || withdrawal === null) return no('err_nft_status');
    if (nft.status !== NFT_STATUS.APPROVED || !canMoveNft(nft.status, NFT_STATUS.READY)) return no('err_nft_status');
    const house = accountId(NFT_HOUSE.NFT_FEES, WALLET_OF.nftFee);
    const wallet = accountId(memberId, WALLET_OF.nftFee);
    const refund = moveFee(make, 'nft_refund', memberId, withdrawal.feeUnits, house, wallet);
    return {
      ok: true,
      result: {},
      changes: {
        rows: [
          nftWithdrawals.set(id, { status: NFT_WITHDRAWAL_STATUS.REJECTED, cause }),
          nfts.set(nftId, { status: NFT_STATUS.READY }),
        ],
        transfers: refund.map((transfer) => ({ ...transfer, reason: id })),
        outbox: [nftMailAbout(id, 'rejected')],
      },
    };
  },
});
