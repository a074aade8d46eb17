import { checksummed } from '@minerx/rules/evm-address';
import { NETWORKS } from '@minerx/rules/network';
import { collectionOfCategory } from '@minerx/rules/nft-collection';
import { NFT_NETWORK } from '@minerx/rules/nft-withdrawal';
import type { Context } from '../../context.ts';
import { addressWord, word } from '../../outside/chain/abi.ts';
import type { ChainReader, Hex } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { refuse } from '../../refusal.ts';
import { isDepositAddress } from '../deposit/deposit-address.store.ts';
import { isOwnAddress } from '../payout/own-address.store.ts';
import { getSetting } from '../setting/setting.query.ts';
import { findNft } from './nft.query.ts';

/** `onERC721Received(address,address,uint256,bytes)`: a contract that takes NFTs answers its own selector (EIP-721). */
const ON_RECEIVED = '0x150b7a02';

const EVM = NETWORKS.filter(({ family }) => family === 'evm').map(({ id }) => id);

/** Whether what lives at an address takes an item of a collection: no contract at all, or one that says so. */
const takesItem = async (
  chain: ChainReader,
  address: Hex,
  { collection, token }: { collection: Hex; token: number },
): Promise<boolean> => {
  const from = addressWord(collection);
  // Operator, sender, token, and no data.
  const data: Hex = `${ON_RECEIVED}${from}${from}${word(token)}${word(0x80)}${word(0)}`;
  let isContract = false;
  try {
    isContract = (await chain.code(address)) !== '0x';
    return !isContract || (await chain.call({ from: collection, to: address, data })).startsWith(ON_RECEIVED);
  } catch (error) {
    if (!isOutsideFailure(error)) throw error;
    // A chain that does not answer stops nobody: the contract is asked again before anything is signed.
    return !isContract || error.reason !== 'reverted';
  }
};

/**
 * Turns an address away that an item would be lost at, or that refuses it, before the request is queued.
 * @throws err_validation on the address: err_nft_receiver
 */
export const requireReceiver = async (
  { pool, outside }: Pick<Context, 'pool' | 'outside'>,
  memberId: bigint,
  { nftId, address }: { nftId: string; address: string },
): Promise<void> => {
  const turnAway = () => refuse('err_validation', { fields: { withdrawal_address: 'err_nft_receiver' } });
  if (await isDepositAddress(pool, EVM, checksummed(address))) turnAway();
  // The signer sends nothing there: it would come back after two had approved it.
  if (await isOwnAddress(pool, [address.toLowerCase()])) turnAway();
  const chain = outside.chains.get(NFT_NETWORK);
  const nft = await findNft(pool, memberId, nftId);
  if (chain === undefined || nft === null) return;
  const collections = await getSetting(pool, 'nft_collections');
  const collection = collections[collectionOfCategory(nft.categoryId)]?.address.toLowerCase();
  if (collection === undefined) return;
  const item = { collection: collection as Hex, token: nft.token };
  if (!(await takesItem(chain, address.toLowerCase() as Hex, item))) turnAway();
};
