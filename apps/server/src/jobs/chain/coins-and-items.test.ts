import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assetWorld, CONFIRMATIONS, type AssetWorld } from '../../../test/chain/asset-world.ts';
import { FAUCET } from '../../../test/chain/local-chain.ts';
import { BY } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { collectionArgs } from '../../demo/chain/demo-chain.ts';
import { listGas } from '../../modules/hot-wallet/hot-wallet.query.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { issueNft } from '../../modules/nft/nft-holding.command.ts';
import { explainDifference } from '../../modules/reconciliation/difference.command.ts';
import { listDifferences } from '../../modules/reconciliation/reconciliation.query.ts';
import { addressWord, safeTransferFromData, word } from '../../outside/chain/abi.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';

const ONE = 10n ** 18n;
const RETIRED: Hex = `0x${'0d'.repeat(20)}`;
/** Of the mapping from items to their owners. */
const OWNERS_SLOT = 2;
const THIEF: Hex = `0x${'66'.repeat(20)}`;

let database: TestDatabase;
let assets: AssetWorld;
let collection: Hex;
beforeAll(async () => {
  database = await testDatabase();
  assets = await assetWorld(database);
  (assets.world.chains as Map<NetworkId, Chain>).set(NETWORK.BEP721, assets.local.asNetwork(NETWORK.BEP721));
  collection = await assets.local.deploy('Bep721Collection', collectionArgs('Items', 'ITEM', FAUCET));
  await database.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_collections', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify({ super_rare: { address: collection, network: 'local', simulated: true, marketplaces: [] } })],
  );
  await assets.local.sendTokens(assets.dollar, assets.hot, 1000n * ONE);
  await assets.scan();
  await assets.compare();
});
beforeEach(() => {
  assets.house.clock.at += 60_000;
});
afterAll(async () => {
  await assets.close();
  await database.drop();
});

const compare = async (): Promise<Awaited<ReturnType<typeof listDifferences>>> => {
  await assets.scan();
  await assets.compare();
  return listDifferences(assets.house.pool);
};
const frozen = async (): Promise<boolean> => (await findPayoutFreeze(assets.house.pool)) !== null;
const coins = (address: Hex): Promise<bigint> => assets.chain.coinBalance(address);
const setCoins = async (address: Hex, wei: bigint): Promise<void> => {
  await assets.local.ask('anvil_setBalance', [address, `0x${wei.toString(16)}`]);
  await assets.local.mine(1);
};
const pay = async (blocks: number): Promise<void> => {
  for (let n = 0; n < blocks; n += 1) {
    assets.house.clock.at += 16_000;
    await assets.planSweeps();
    await assets.pay();
    await assets.local.mine(1);
    await assets.scan();
  }
};
const explainAll = async (): Promise<void> => {
  for (const { id } of await listDifferences(assets.house.pool)) await explainDifference(assets.world, id, BY);
};

describe('coins for gas', () => {
  it('are what payouts, top-ups and sweeps leave of them, at each step', async () => {
    await assets.approved('21');
    const { address } = await assets.depositor();
    await assets.scan();
    await assets.local.sendTokens(assets.dollar, address, 40n * ONE);
    await assets.local.mine(CONFIRMATIONS);
    const before = await coins(assets.hot);
    for (let n = 0; n < 12; n += 1) {
      await pay(1);
      expect(await compare()).toEqual([]);
    }
    expect(await assets.chain.tokenBalance(assets.dollar, address)).toBe(0n);
    expect(before - (await coins(assets.hot))).toBeGreaterThan(await coins(address));
    const [gas] = await listGas(assets.house.pool);
    expect(gas).toMatchObject({ address: assets.hot, wei: await coins(assets.hot) });
    expect(gas!.eachWei).toBeGreaterThan(21_000n);
  });

  it('that leave the hot wallet by nothing of ours are a difference: payouts stand still until it is explained, and it counts once', async () => {
    await setCoins(assets.hot, (await coins(assets.hot)) - 1000n);
    const [found] = await compare();
    expect(found).toMatchObject({ walletId: null, place: 1, address: assets.hot, raw: -1000n, item: '' });
    expect(await frozen()).toBe(true);
    expect(await compare()).toHaveLength(1);
    await setCoins(assets.hot, (await coins(assets.hot)) - 500n);
    expect(await compare()).toMatchObject([{ raw: -1500n }]);
    await explainAll();
    expect(await compare()).toEqual([]);
    expect(await frozen()).toBe(false);
    await assets.approved('22');
    await pay(CONFIRMATIONS + 2);
    expect(await compare()).toEqual([]);
    await setCoins(assets.hot, (await coins(assets.hot)) - 1n);
    expect(await compare()).toMatchObject([{ raw: -1n }]);
    await explainAll();
    expect(await compare()).toEqual([]);
  });

  it('that anybody sends are none, and hide nothing that leaves later', async () => {
    await assets.local.send({ to: assets.hot, value: ONE });
    expect(await compare()).toEqual([]);
    await setCoins(assets.hot, (await coins(assets.hot)) - ONE / 2n);
    expect(await compare()).toMatchObject([{ raw: -ONE / 2n }]);
    await setCoins(assets.hot, (await coins(assets.hot)) + ONE / 2n);
    expect(await compare()).toEqual([]);
    expect(await frozen()).toBe(false);
  });

  it('of a wallet that another key has followed are compared, and last for nothing', async () => {
    const { pool } = assets.house;
    await pool.query('INSERT INTO payout_wallet (chain_id, address, next_nonce) VALUES ($1, $2, 3)', [
      assets.chain.chainId,
      RETIRED,
    ]);
    await setCoins(RETIRED, 1000n);
    expect(await compare()).toEqual([]);
    expect((await listGas(pool)).map(({ address }) => address)).toEqual([assets.hot]);
    await setCoins(RETIRED, 1n);
    expect(await compare()).toMatchObject([{ address: RETIRED, raw: -999n }]);
    await explainAll();
    expect(await compare()).toEqual([]);
  });

  it('of a deposit address are held against the books too', async () => {
    const { rows } = await assets.house.pool.query<{ sender: Hex }>(
      `SELECT sender FROM payout WHERE kind = 'sweep' LIMIT 1`,
    );
    const address = rows[0]!.sender;
    await setCoins(address, (await coins(address)) - 7n);
    expect(await compare()).toMatchObject([{ walletId: null, place: 0, address, raw: -7n }]);
    await explainAll();
    expect(await compare()).toEqual([]);
    await expectCoherentLedger(assets.house.pool, ['changes', 'versions']);
  });
});

describe('members’ items', () => {
  const mint = (token: number): Promise<unknown> =>
    assets.local.send({ to: collection, data: `0xa1448194${addressWord(assets.hot)}${word(token)}` });
  const move = async (from: Hex, to: Hex, token: number): Promise<void> => {
    const wei = await coins(from);
    await assets.local.ask('anvil_impersonateAccount', [from]);
    await assets.local.ask('anvil_setBalance', [from, '0xde0b6b3a7640000']);
    await assets.local.send({ from, to: collection, data: safeTransferFromData(from, to, BigInt(token)) });
    await assets.local.ask('anvil_setBalance', [from, `0x${wei.toString(16)}`]);
  };

  /** Nobody's from here on: where the contract keeps an item's owner is emptied. */
  const burn = async (token: number): Promise<void> => {
    const key = await assets.local.ask('web3_sha3', [`0x${word(token)}${word(OWNERS_SLOT)}`]);
    await assets.local.ask('anvil_setStorageAt', [collection, key, `0x${word(0)}`]);
    await assets.local.mine(1);
  };

  it('are in the hot wallet, item by item, or not made yet; one that the contract gives to somebody else is a difference', async () => {
    const member = await assets.house.member();
    const tokens: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { token } = await issueNft(assets.house, member, { category: 'rare' }, BY);
      if (n < 2) await mint(token);
      tokens.push(token);
    }
    expect(await compare()).toEqual([]);
    await move(assets.hot, THIEF, tokens[1]!);
    expect(await compare()).toMatchObject([
      { networkId: 5, walletId: null, place: 1, item: `${collection}/${tokens[1]}`, raw: -1n },
    ]);
    expect(await frozen()).toBe(true);
    expect(await compare()).toHaveLength(1);
    await move(THIEF, assets.hot, tokens[1]!);
    expect(await compare()).toEqual([]);
    expect(await frozen()).toBe(false);
    await move(assets.hot, THIEF, tokens[0]!);
    await compare();
    await explainAll();
    expect(await compare()).toEqual([]);
  });

  it('that the contract knew once and knows no more are a difference too: one that is burnt is nobody’s', async () => {
    const member = await assets.house.member();
    const { token } = await issueNft(assets.house, member, { category: 'rare' }, BY);
    await mint(token);
    expect(await compare()).toEqual([]);
    await burn(token);
    expect(await compare()).toMatchObject([{ walletId: null, place: 1, item: `${collection}/${token}`, raw: -1n }]);
    expect(await frozen()).toBe(true);
    await mint(token);
    expect(await compare()).toEqual([]);
    expect(await frozen()).toBe(false);
    await expectCoherentLedger(assets.house.pool, ['changes', 'versions']);
  });
});
