import type { Context } from '../context.ts';
import { setCollectionContract } from '../modules/nft-collection/nft-collection.command.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

/**
 * The first two contracts that the published development account of a local EVM chain deploys always get these addresses: they
 * follow from the account and the number of what it sent. They are no contracts of a public chain.
 */
const CONTRACTS = {
  legendary: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  super_rare: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
} as const;

/** `.example` belongs to nobody (RFC 2606): the demo sends no member to a real marketplace. */
const MARKETPLACE = 'https://marketplace.example/';

/** Where the collections of the demo live. */
export const planCollections = (context: Context): DemoEvent => ({
  hour: 0,
  run: async () => {
    for (const collection of ['legendary', 'super_rare'] as const)
      await setCollectionContract(context, {
        collection,
        address: CONTRACTS[collection],
        network: 'BNB Smart Chain (demo)',
        simulated: true,
        marketplaces: [{ name: 'Demo marketplace', link: `${MARKETPLACE}${collection.replace('_', '-')}` }],
        actor: DEMO_ACTOR,
        reason: 'Demo',
      });
  },
});
