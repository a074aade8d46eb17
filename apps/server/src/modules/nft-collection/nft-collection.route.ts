import { NFT_COLLECTIONS, nftCollectionAll } from '@minerx/contract/nft-collection';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { presentCollection } from './nft-collection.presenter.ts';
import { getSetting } from '../setting/setting.query.ts';

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
