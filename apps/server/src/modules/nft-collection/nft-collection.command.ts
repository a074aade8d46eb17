import type { NftCollectionId } from '@minerx/contract/nft-collection';
import { isEvmAddress } from '@minerx/rules/evm-address';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { CollectionContract } from '../setting/setting.ts';
import { changeSetting } from '../setting/setting.step.ts';
import type { Actor } from '../../base/actor.ts';

type CollectionInput = CollectionContract & { collection: NftCollectionId; actor: Actor; reason: string };

const MAX_NAME = 60;
const MAX_LINK = 300;

/** A name of one line. */
const isName = (text: string): boolean => text.trim() !== '' && text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
/** An address that a browser opens outside of this site, without a sign-in in it. */
const isLink = (text: string): boolean => {
  const url = text.length <= MAX_LINK ? URL.parse(text) : null;
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

/** Sets where a collection lives and where it is traded; what was set before is replaced. */
export const setCollectionContract = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { collection, actor, reason, ...contract }: CollectionInput,
): Promise<void> => {
  const { address, network, marketplaces } = contract;
  if (!isEvmAddress(address)) refuse('err_validation', { fields: { contract_address: 'err_withdrawal_address' } });
  if (!isName(network)) refuse('err_validation', { fields: { contract_network: 'err_format' } });
  if (!marketplaces.every(({ name, link }) => isName(name) && isLink(link)))
    refuse('err_validation', { fields: { marketplace_link: 'err_format' } });
  await changeSetting(context, 'nft_collections', {
    actor,
    action: 'collection.set',
    subject: `collection:${collection}`,
    reason,
    change: (before) => ({ ...before, [collection]: contract }),
    told: (before) => ({ before: before[collection] ?? null, after: contract }),
  });
};
