import {
  NFT_COLLECTIONS,
  nftCollectionAll,
  type NftCollection,
  type NftCollectionId,
} from '@minerx/contract/nft-collection';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { getSetting } from '../setting/setting.query.ts';
import type { CollectionContract } from '../setting/setting.ts';

/** The information page of the collection. */
export const addNftCollectionRoutes = (api: Api): void => {
  const { pool, bus } = api.context;
  const load = async () => {
    const contracts = await getSetting(pool, 'nft_collections');
    return { collection: NFT_COLLECTIONS.map((id) => presentCollection(id, contracts[id])) };
  };
  const collections = keep(load, bus, ['settings_changed']);
  api.http.addHook('onClose', async () => collections.close());
  addRoute(api, nftCollectionAll, { limit: perMinute(300) }, () => collections.get());
};

/** One collection as the wire names it, with or without a contract. */
const presentCollection = (id: NftCollectionId, contract: CollectionContract | undefined): NftCollection => ({
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
