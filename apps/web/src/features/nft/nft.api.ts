import {
  nftGetById,
  nftOwned,
  nftWithdraw,
  nftWithdrawCancel,
  nftWithdrawHistory,
  type Nft as WireNft,
  type NftWithdrawal as WireWithdrawal,
} from '@minerx/contract/nft';
import { unitsFrom, type Units } from '@minerx/rules/money';
import type { NftRarity } from '@minerx/rules/nft-collection';
import { isSendable, isUndecided, type NftRejectionCause } from '@minerx/rules/nft-status';
import { networkLabel } from '@minerx/rules/network';
import { NFT_NETWORK } from '@minerx/rules/nft-withdrawal';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { askedOf, type Asked } from '../../base/parts/paged.tsx';
import type { Intent } from '@minerx/contract/intent';
import { askFor, intentPlace } from '../../base/asking/intent.ts';
import type { Confirmed } from '../../base/parts/confirmations.tsx';
import { usePages } from '../../base/pages.ts';

/** A token of the collection as it is shown. */
export interface Token {
  name: string;
  image: string;
  rarity: NftRarity;
  /** Its category in each language: data alone, as every answer is, so that the device can keep it. */
  category: { readonly nft_category_name?: string };
}

export interface Nft extends Token {
  id: string;
  status: number;
}

export interface Withdrawal extends Token, Confirmed {
  id: string;
  status: number;
  askedAt: string;
  feeUnits: Units;
  network: string;
  address: string;
  cause: NftRejectionCause | null;
  hash: string | null;
  /** Where the transaction can be looked up. */
  hashUrl: string | null;
  /** null: the chain is real. */
  simulatedChainId: number | null;
  /** How the worker's transaction stands; null where there is none. */
  sending: 'sent' | 'final' | 'errored' | null;
  /** Whom the contract named when it was final. */
  owner: string | null;
  decidedAt: string | null;
  deadlineAt: string;
}

export const nftKeys = {
  all: ['nft'],
  owned: ['nft', 'owned'],
  one: (id: string) => ['nft', 'one', id],
  history: (page: number | string) => ['nft', 'history', page],
} as const;

const tokenOf = (wire: WireNft | WireWithdrawal): Token => ({
  name: wire.nft_name,
  image: wire.nft_image,
  rarity: wire.nft_category,
  category: Object.fromEntries(Object.entries(wire).filter(([field]) => field.startsWith('nft_category_name'))),
});

const nftOf = (wire: WireNft): Nft => ({ ...tokenOf(wire), id: wire.id, status: wire.nft_status });

const withdrawalOf = (wire: WireWithdrawal): Withdrawal => ({
  ...tokenOf(wire),
  id: wire.id,
  status: wire.nft_withdraw_status,
  askedAt: wire.nft_created_date,
  feeUnits: unitsFrom(wire.nft_withdraw_fee),
  network: wire.nft_withdraw_network_type,
  address: wire.nft_withdraw_address,
  cause: wire.nft_withdraw_cause,
  hash: wire.nft_withdraw_hash,
  hashUrl: wire.nft_withdraw_hash_url,
  simulatedChainId: wire.simulated_chain_id,
  sending: wire.nft_withdraw_sending,
  confirmed: wire.nft_withdraw_confirmed,
  confirmations: wire.nft_withdraw_confirmations,
  owner: wire.nft_withdraw_owner,
  decidedAt: wire.nft_withdraw_decided_date,
  deadlineAt: wire.nft_withdraw_deadline,
});

/** What the member holds, those that came last first. */
export const useNfts = () =>
  usePages({
    key: nftKeys.owned,
    load: async (page, signal) => {
      const { data, paginator } = await request(nftOwned, { body: { page, pageSize: PAGE_SIZE }, signal });
      return { rows: data.map(nftOf), total: paginator.total };
    },
    keyOf: (nft: Nft) => nft.id,
  });

export const useNft = (id: string) =>
  useQuery({
    queryKey: nftKeys.one(id),
    queryFn: async ({ signal }) => nftOf((await request(nftGetById, { query: { id }, signal })).nft),
    // Never another item under this one's address.
    placeholderData: undefined,
  });

/** How often the history is asked for while something in it is not over. */
const OPEN_MS = 3000;

const isOpen = (withdrawal: Withdrawal): boolean =>
  isUndecided(withdrawal) ||
  withdrawal.sending === 'sent' ||
  withdrawal.sending === 'errored' ||
  (isSendable(withdrawal) && withdrawal.hash === null);

/** One page of the withdrawals, newest first. */
export function useWithdrawals(asked: Asked) {
  const { key, enabled, body } = askedOf(asked);
  return useQuery({
    queryKey: nftKeys.history(key),
    enabled,
    queryFn: async ({ signal }) => {
      const { data, paginator } = await request(nftWithdrawHistory, { body, signal });
      return { rows: data.map(withdrawalOf), total: paginator.total };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? OPEN_MS : false),
  });
}

/** What a withdrawal is sent with, but the PIN. */
interface NftInput {
  nftId: string;
  address: string;
  /** The fee that the member agrees to, as on the wire. */
  fee: string;
}

/** Where the withdrawal of one item is kept while its answer is missing. */
export const withdrawalPlace = (nftId: string) => intentPlace<NftInput>(`nft-withdraw:${nftId}`);

/** @throws {Refusal} */
export async function withdrawNft({ key, input }: Intent<NftInput>, pin: string): Promise<string> {
  const body = {
    id: input.nftId,
    network_type: networkLabel(NFT_NETWORK),
    withdrawal_address: input.address,
    nft_withdraw_fee: input.fee,
    member_security_pin: pin,
  };
  return (await request(nftWithdraw, { body, idempotencyKey: key })).id;
}

/**
 * Takes a pending withdrawal back; a lost answer is asked again.
 * @throws {Refusal}
 */
export const cancelWithdrawal = (id: string) =>
  askFor(`nft-cancel:${id}`, { id }, (idempotencyKey) => request(nftWithdrawCancel, { body: { id }, idempotencyKey }));
