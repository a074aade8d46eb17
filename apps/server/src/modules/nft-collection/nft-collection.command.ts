import type { NftCollectionId } from '@minerx/contract/nft-collection';
import { isEvmAddress } from '@minerx/rules/evm-address';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import type { CollectionContract, CollectionContracts } from './nft-collection.query.ts';

export type CollectionWish = CollectionContract & { collection: NftCollectionId; actor: string; reason: string };

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
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  { collection, actor, reason, ...contract }: CollectionWish,
): Promise<void> => {
  const { address, network, marketplaces } = contract;
  if (!isEvmAddress(address)) refuse('err_validation', { fields: { contract_address: 'err_withdrawal_address' } });
  if (!isName(network)) refuse('err_validation', { fields: { contract_network: 'err_format' } });
  if (!marketplaces.every(({ name, link }) => isName(name) && isLink(link)))
    refuse('err_validation', { fields: { marketplace_link: 'err_format' } });
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    // Two operators at once: the first insert decides which one waits.
    await tx.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ('nft_collections', '{}', $1) ON CONFLICT (key) DO NOTHING`,
      [at],
    );
    const { rows } = await tx.query<{ value: CollectionContracts }>(
      `SELECT value FROM setting WHERE key = 'nft_collections' FOR UPDATE`,
    );
    const before = rows[0]?.value[collection] ?? null;
    await tx.query(
      `UPDATE setting SET value = value || jsonb_build_object($1::text, $2::jsonb), updated_at = $3 WHERE key = 'nft_collections'`,
      [collection, JSON.stringify(contract), at],
    );
    const detail = { before, after: contract };
    await appendAudit(tx, at, [
      { actor, action: 'collection.set', subject: `collection:${collection}`, reason, detail },
    ]);
  });
  bus.publish('settings_changed', { key: 'nft_collections' });
};
