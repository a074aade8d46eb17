import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';

/** The two collections that the information page names (specification §2). */
export const NFT_COLLECTIONS = ['legendary', 'super_rare'] as const;
export type NftCollectionId = (typeof NFT_COLLECTIONS)[number];

const marketplace = z.object({
  marketplace_name: z.string(),
  /** `https` address outside of this site. */
  marketplace_link: z.string(),
});

/** Where a collection lives on its chain. */
const nftCollection = z.object({
  collection_id: z.enum(NFT_COLLECTIONS),
  /** `0x` and 40 hex digits; null while operators have not set it. */
  contract_address: z.nullable(z.string()),
  /** Name of the network, the same in every language. */
  contract_network: z.nullable(z.string()),
  contract_standard: z.literal('BEP-721'),
  /** The contract stands on the demo chain. */
  simulated: z.boolean(),
  marketplace: z.array(marketplace),
});
export type NftCollection = z.output<typeof nftCollection>;

export const nftCollectionAll = defineCall({
  method: 'GET',
  path: 'nft/collection',
  summary: 'The contracts of the NFT collections and where their tokens are traded.',
  session: 'member',
  result: z.object({ collection: z.array(nftCollection) }),
  refusals: [],
});
