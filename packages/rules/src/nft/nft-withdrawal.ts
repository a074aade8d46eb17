import { isEvmAddress } from '../chain/evm-address.ts';
import { NETWORK } from '../chain/network.ts';
import { isNftRarity, type NftRarity } from './nft-collection.ts';
import { canMoveNft, canWithdraw, NFT_STATUS, type NftStatus } from './nft-status.ts';

/** The one network of NFTs (specification §9). */
export const NFT_NETWORK = NETWORK.BEP721;

/** What nobody decides in so many days goes back by itself: a hold has a deadline (decisions §4). */
export const NFT_REVIEW_DAYS = 14;

/** Hours in which a request is usually looked at; shown to members. */
export const NFT_USUAL_HOURS = 24;

/** Withdrawals of these categories need two operators, unless the setting says otherwise. */
const NFT_TWO_OPERATORS: readonly NftRarity[] = ['legendary', 'mythic'];

const NOBODYS_ADDRESS = /^0x0{40}$/;
const HASH = /^0x[0-9a-f]{64}$/;

/** Whether an NFT can be sent there: an address of an EVM network with the right checksum, and not the one that burns. */
export const isNftAddress = (text: string): boolean => isEvmAddress(text) && !NOBODYS_ADDRESS.test(text);

/** Whether a text is the hash of a transaction of an EVM network, in lower case. */
export const isTransactionHash = (text: string): boolean => HASH.test(text);

/** The categories of a setting; anything that is none makes the default stand. */
export const readTwoOperators = (setting: unknown): readonly NftRarity[] =>
  Array.isArray(setting) && setting.every((name) => typeof name === 'string' && isNftRarity(name))
    ? (setting as NftRarity[])
    : NFT_TWO_OPERATORS;

type NftRefusal = 'err_nft_status' | 'err_amount_changed' | 'err_insufficient_balance' | 'err_second_operator';

type Refused = { readonly ok: false; readonly refusal: NftRefusal };

interface NftWithdrawalState {
  readonly nftStatus: NftStatus;
  /** USDT units that the operators' setting asks now. */
  readonly feeUnits: bigint;
  /** USDT units of the member. */
  readonly balanceUnits: bigint;
}

/**
 * Decides a member's request to have an NFT sent: it must be ready, the fee must be the one that was seen (if any was), and
 * the USDT wallet must hold it.
 */
export const decideNftWithdrawal = (
  { nftStatus, feeUnits, balanceUnits }: NftWithdrawalState,
  seenFeeUnits: bigint | null,
): { readonly ok: true; readonly statusAfter: NftStatus } | Refused => {
  if (!canWithdraw({ status: nftStatus })) return refuse('err_nft_status');
  if (seenFeeUnits !== null && seenFeeUnits !== feeUnits) return refuse('err_amount_changed');
  if (balanceUnits < feeUnits) return refuse('err_insufficient_balance');
  return { ok: true, statusAfter: NFT_STATUS.PENDING };
};

interface NftApprovalState {
  readonly nftStatus: NftStatus;
  readonly twoOperators: boolean;
  /** Who approved it first; null when nobody has. */
  readonly firstApprover: string | null;
}

/** What an operator's yes does: it is the first of two, or the one that counts. The same person is never both. */
export const decideNftApproval = (
  { nftStatus, twoOperators, firstApprover }: NftApprovalState,
  operator: string,
): { readonly ok: true; readonly final: boolean } | Refused => {
  if (!canMoveNft(nftStatus, NFT_STATUS.APPROVED)) return refuse('err_nft_status');
  if (firstApprover === operator) return refuse('err_second_operator');
  return { ok: true, final: !twoOperators || firstApprover !== null };
};

/**
 * Decides the end of a withdrawal that does not take place (rejected, cancelled, too old): the fee goes back, and the item
 * is ready again, unless operators keep it back.
 */
export const decideNftReturn = (
  nftStatus: NftStatus,
  keepBack: boolean,
): { readonly ok: true; readonly statusAfter: NftStatus } | Refused => {
  const statusAfter = keepBack ? NFT_STATUS.REJECTED : NFT_STATUS.READY;
  if (nftStatus !== NFT_STATUS.PENDING || !canMoveNft(nftStatus, statusAfter)) return refuse('err_nft_status');
  return { ok: true, statusAfter };
};

const refuse = (refusal: NftRefusal): Refused => ({ ok: false, refusal });
