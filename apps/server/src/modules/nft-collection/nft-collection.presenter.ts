import type { NftCollection, NftCollectionId } from '@minerx/contract/nft-collection';
import type { CollectionContract } from '../setting/setting.ts';

/** One collection as the wire names it, with or without a contract. */
export const presentCollection = (id: NftCollectionId, contract: CollectionContract | undefined): NftCollection => ({
  collection_id: id,
  contract_address: contract?.address ?? null,
  contract_network: contract?.network ?? null,
  contract_standard: 'BEP-721',
  simulated: contract?.simulated ?? false,
  marketplace: (contract?.marketplaces ?? []).map(({ name, link }) => ({
    marketplace_name: name,
    marketplace_link: link,
  })),
});
