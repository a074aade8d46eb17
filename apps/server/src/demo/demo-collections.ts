import type { Context } from '../context.ts';
import { setCollectionContract } from '../modules/nft-collection/nft-collection.command.ts';
import { DEMO_CONTRACTS } from './chain/demo-chain.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

/** `.example` belongs to nobody (RFC 2606): the demo sends no member to a real marketplace. */
const MARKETPLACE = 'https://marketplace.example/';

/** Where the collections of the demo live. */
export const planCollections = (context: Context): DemoEvent => ({
  hour: 0,
  run: async () => {
    for (const collection of ['legendary', 'super_rare'] as const)
      await setCollectionContract(context, {
        collection,
        address: DEMO_CONTRACTS[collection].address,
        network: 'Testnet 31337',
        simulated: true,
        marketplaces: [{ name: 'NFT Market', link: `${MARKETPLACE}${collection.replace('_', '-')}` }],
        actor: DEMO_ACTOR,
        reason: 'Demo',
      });
  },
});
