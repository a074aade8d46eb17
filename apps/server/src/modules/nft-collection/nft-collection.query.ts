import type { NftCollectionId } from '@minerx/contract/nft-collection';
import type { Pool } from 'pg';

/** Where a collection lives, as operators have set it. */
export type CollectionContract = {
  address: string;
  network: string;
  /** It stands on the demo chain. */
  simulated: boolean;
  marketplaces: readonly { name: string; link: string }[];
};

export type CollectionContracts = Readonly<Partial<Record<NftCollectionId, CollectionContract>>>;

/** What operators have set; empty when nothing is. */
export const findCollectionContracts = async (pool: Pool): Promise<CollectionContracts> => {
  const { rows } = await pool.query<{ value: CollectionContracts }>({
    name: 'nft_collections',
    text: `SELECT value FROM setting WHERE key = 'nft_collections'`,
  });
  return rows[0]?.value ?? {};
};
