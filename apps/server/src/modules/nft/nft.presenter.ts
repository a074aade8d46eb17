import type { Nft, NftWithdrawal } from '@minerx/contract/nft';
import { explorerUrl } from '@minerx/rules/explorer';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { confirmedOf, sendingOf } from '@minerx/rules/payout';
import { nftCategoryOf, nftName } from '@minerx/rules/nft-collection';
import type { SimulatedChain } from '../../outside/outside.ts';
import { presentTexts } from '../../base/variants.ts';
import type { NftRow, NftWithdrawalRow } from './nft.query.ts';

/** Where the picture of a token is served. */
const nftPicturePath = (token: number): string => `/api/nft/picture/${token}.svg`;

const presentToken = ({ token, categoryName, categoryNames }: NftRow | NftWithdrawalRow) => ({
  nft_name: nftName(token),
  nft_image: nftPicturePath(token),
  nft_category: nftCategoryOf(token).name,
  ...presentTexts('nft_category_name', categoryName, categoryNames),
});

/** A token of the collection, whoever holds it. */
export const presentShowcase = (token: number): { nft_image: string; nft_name: string } => ({
  nft_image: nftPicturePath(token),
  nft_name: nftName(token),
});

export const presentNft = (row: NftRow): Nft => ({
  id: row.id,
  ...presentToken(row),
  nft_status: row.status,
  nft_created_date: row.acquiredAt.toISOString(),
  nft_withdraw_status: row.lastStatus,
  nft_withdraw_fee: row.lastFeeUnits === null ? null : formatUnits(row.lastFeeUnits),
  nft_withdraw_network_type: row.lastNetwork === null ? null : networkLabel(row.lastNetwork),
  nft_withdraw_address: row.lastAddress,
});

export const presentNftWithdrawal = (row: NftWithdrawalRow, simulatedChain: SimulatedChain): NftWithdrawal => ({
  id: row.id,
  nft_id: row.nftId,
  ...presentToken(row),
  nft_created_date: row.createdAt.toISOString(),
  nft_withdraw_status: row.status,
  nft_withdraw_fee: formatUnits(row.feeUnits),
  nft_withdraw_network_type: networkLabel(row.network),
  nft_withdraw_address: row.address,
  nft_withdraw_cause: row.cause as NftWithdrawal['nft_withdraw_cause'],
  nft_withdraw_hash: row.txHash,
  nft_withdraw_hash_url: explorerUrl(simulatedChain(row.network) === null ? row.explorer : null, row.txHash),
  simulated_chain_id: simulatedChain(row.network),
  nft_withdraw_sending: sendingOf(row),
  nft_withdraw_confirmed: confirmedOf(row),
  nft_withdraw_confirmations: row.confirmations,
  nft_withdraw_owner: row.owner,
  nft_withdraw_owner_date: row.ownerReadAt?.toISOString() ?? null,
  nft_withdraw_decided_date: row.decidedAt?.toISOString() ?? null,
  nft_withdraw_deadline: row.deadlineAt.toISOString(),
});
