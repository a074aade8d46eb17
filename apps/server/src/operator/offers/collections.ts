import { NFT_COLLECTIONS, type NftCollectionId } from '@minerx/contract/nft-collection';
import { setCollectionContract } from '../../modules/nft-collection/nft-collection.command.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

export const collectionCommands = [
  defineOperatorCommand({
    name: 'collection set',
    grant: GRANTS.admin,
    summary: 'Sets the contract of an NFT collection and where its tokens are traded, for the information page.',
    flags: {
      collection: { hint: NFT_COLLECTIONS.join('|'), kind: 'text', required: true },
      address: { hint: '0x…', kind: 'text', required: true },
      network: { hint: '"BNB Smart Chain"', kind: 'text', required: true },
      marketplaces: { hint: '"Name=https://…|Name=https://…"', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { collection, address, network, marketplaces, reason }) => {
      await setCollectionContract(context, {
        collection: requireCollection(collection),
        address,
        network,
        simulated: context.env.mode === 'demo',
        marketplaces: marketplacesOf(marketplaces),
        actor,
        reason,
      });
      print(`The contract of ${collection} is set.`);
    },
  }),
  defineOperatorCommand({
    name: 'collection list',
    grant: GRANTS.all,
    summary: 'The contracts of the NFT collections.',
    flags: {},
    run: async ({ context, print }) => {
      const contracts = await getSetting(context.pool, 'nft_collections');
      for (const id of NFT_COLLECTIONS) {
        const contract = contracts[id];
        print(contract ? `${id}: ${contract.address} on ${contract.network}` : `${id}: not set`);
        for (const { name, link } of contract?.marketplaces ?? []) print(`  ${name}: ${link}`);
      }
    },
  }),
];

const requireCollection = (text: string): NftCollectionId =>
  NFT_COLLECTIONS.find((id) => id === text) ??
  problem(`--collection is ${NFT_COLLECTIONS.join(' or ')}, not "${text}"`);

const marketplacesOf = (text: string | undefined): { name: string; link: string }[] =>
  (text ?? '')
    .split('|')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const at = part.indexOf('=');
      if (at < 1) problem(`--marketplaces takes Name=https://…, not "${part}"`);
      return { name: part.slice(0, at).trim(), link: part.slice(at + 1).trim() };
    });

const problem = (text: string): never => {
  throw new OperatorProblem(text);
};
