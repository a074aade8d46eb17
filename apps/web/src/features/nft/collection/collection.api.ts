import { nftCollectionAll, type NftCollection } from '@minerx/contract/nft-collection';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../base/api.ts';

/** The contracts of the collections, as operators have set them. */
export const useCollections = (): UseQueryResult<NftCollection[]> =>
  useQuery({
    queryKey: ['nft', 'collection'],
    queryFn: async ({ signal }) => (await request(nftCollectionAll, { signal })).collection,
    staleTime: 300_000,
  });
