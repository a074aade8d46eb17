import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { unitsOf } from '@minerx/rules/money';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { FAUCET, startLocalChain, type LocalChain } from '../../../test/chain/local-chain.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { BY, testSigner } from '../../../test/chain/payout-world.ts';
import { asking, rowOf, saveAddress } from '../../../test/withdrawals.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { collectionArgs } from '../../demo/chain/demo-chain.ts';
import { payoutRound, type PayoutWorld } from '../../jobs/chain/payouts.ts';
import { addressWord, word } from '../../outside/chain/abi.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { issueNft } from '../nft/nft-holding.command.ts';
import { requireReceiver } from '../nft/nft-receiver.command.ts';
import { approveNftWithdrawal } from '../nft/nft-review.command.ts';
import { withdrawNft } from '../nft/nft-withdrawal.command.ts';
import { presentNftWithdrawal } from '../nft/nft.presenter.ts';
import { findNft, findNftWithdrawal } from '../nft/nft.query.ts';
import { approveWithdrawal } from '../withdrawal/withdrawal-review.command.ts';
import { ownerOf } from './payout-send.command.ts';
import { findPayout } from './payout.query.ts';

/** The same contracts as in production, on a real node. */

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
let database: TestDatabase;
let house: MoneyHouse;
let local: LocalChain;
let world: PayoutWorld;
let chain: Chain;
let collection: Hex;
let dollar: Hex;
let hot: Hex;

beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  local = await startLocalChain();
  collection = await local.deploy('Bep721Collection', collectionArgs('Super Rare', 'SRARE', FAUCET));
  dollar = await local.deployDollar();
  chain = local.asNetwork(NETWORK.BEP721);
  const contracts = [
    { address: collection, function: 'safeTransferFrom', perDay: '10' },
    { address: dollar, function: 'transfer', perDay: `${10n ** 24n}` },
  ];
  const { signer, hot: address } = testSigner(chain.chainId, contracts);
  hot = address as Hex;
  await local.send({ to: hot, value: 10n ** 18n });
  await local.sendTokens(dollar, hot, 100n * 10n ** 18n);
  const chains = new Map<NetworkId, Chain>([
    [NETWORK.BEP721, chain],
    [NETWORK.BEP20, local.asNetwork(NETWORK.BEP20)],
  ]);
  world = {
    pool: house.pool,
    clock: house.clock,
    log: pino({ level: 'silent' }),
    funnel: house.funnel,
    signer,
    chains,
  };
  await database.pool.query('UPDATE network SET confirmations = 3');
  await database.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 18 WHERE wallet_id = 1 AND network_id = 2',
    [dollar],
  );
  await database.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"'), ('nft_collections', $1)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify({ super_rare: { address: collection, network: 'local', simulated: true, marketplaces: [] } })],
  );
});
afterAll(async () => {
  await local.stop();
  await house.close();
  await database.drop();
});

const approvedNft = async (address: string) => {
  const member = await house.member({ USDT: '5' });
  const { id: nftId, token } = await issueNft(house, member, { category: 'rare' }, BY);
  const mint = `0xa1448194${addressWord(hot)}${word(token)}` as Hex;
  await local.send({ to: collection, data: mint });
  const { id } = await house.funnel.run(withdrawNft(member, { nftId, address, seenFeeUnits: null }, null));
  await house.funnel.run(approveNftWithdrawal((await findNftWithdrawal(house.pool, id))!, BY));
  return { id, token: BigInt(token), member, nftId };
};

const settle = async (id: string, meanwhile?: () => Promise<void>) => {
  for (let i = 0; i < 12; i += 1) {
    await payoutRound(world);
    await local.mine(1);
    house.clock.at += 16_000;
    const payout = await findPayout(house.pool, id);
    if (payout?.settledAt) return payout;
    await meanwhile?.();
  }
  throw new Error('it never ends');
};

it('an approved NFT is sent by safeTransferFrom, and the contract names its new owner', async () => {
  const { id, token } = await approvedNft(TO);
  const depths: (number | null)[] = [];
  const { status, txHash } = await settle(id, async () => {
    const shown = presentNftWithdrawal((await findNftWithdrawal(house.pool, id))!, () => null);
    depths.push(shown.nft_withdraw_confirmed);
    expect(shown.nft_withdraw_owner).toBeNull();
  });
  expect(status).toBe(PAYOUT_STATUS.CONFIRMED);
  // The node makes a block of each transaction, and the round one more.
  expect(depths).toEqual([0, 2]);
  expect(await ownerOf(chain, collection, token)).toBe(TO.toLowerCase());
  const told = presentNftWithdrawal((await findNftWithdrawal(house.pool, id))!, () => null);
  expect(told).toMatchObject({ nft_withdraw_confirmed: 3, nft_withdraw_confirmations: 3, nft_withdraw_owner: TO });
  expect(told.nft_withdraw_owner_date).not.toBeNull();
  expect(await chain.receipt(txHash as Hex)).toMatchObject({ succeeded: true, from: hot, to: collection });
});

it('a contract that does not take NFTs is refused before anything is signed', async () => {
  const { id, token, member, nftId } = await approvedNft(dollar);
  const used = await chain.nonce(hot);
  expect(await settle(id)).toMatchObject({ status: PAYOUT_STATUS.FAILED, cause: 'refused', nonce: null });
  expect(await chain.nonce(hot)).toBe(used);
  expect(await ownerOf(chain, collection, token)).toBe(hot);
  expect((await findNft(house.pool, member, nftId))?.status).toBe(1);
  expect(await house.balance(member, 'USDT')).toBe(unitsOf('5'));
});

it('who asks is told err_nft_receiver at once where a contract takes no NFTs, and no wallet or willing contract is turned away', async () => {
  const member = await house.member({ USDT: '5' });
  const { id: nftId } = await issueNft(house, member, { category: 'rare' }, BY);
  const { chains } = world;
  const ask = (address: string, reader = chains) =>
    requireReceiver({ pool: house.pool, outside: { chains: reader } as Context['outside'] }, member, {
      nftId,
      address,
    });
  const no = { code: 'err_validation', more: { fields: { withdrawal_address: 'err_nft_receiver' } } };
  // Ours is known without a question to the chain; a stranger's says by itself that it takes none.
  await expect(ask(collection)).rejects.toMatchObject(no);
  const strange = await local.deployDollar();
  await expect(ask(strange)).rejects.toMatchObject(no);
  await ask(TO);
  // Answers every call with the selector of `onERC721Received`.
  const { transactionHash } = await local.send({ data: '0x6010600c60003960106000f363150b7a0260e01b60005260206000f3' });
  const made = await local.ask<{ contractAddress: Hex }>('eth_getTransactionReceipt', [transactionHash]);
  await ask(made.contractAddress);
  // Nobody waits for a chain that is away.
  const away = local.asNetwork(NETWORK.BEP721, ['http://127.0.0.1:1']);
  await ask(strange, new Map([[NETWORK.BEP721, away]]));
});

it('an approved withdrawal arrives in the token, to the last of its units', async () => {
  const member = await house.member({ USDT: '21' });
  await saveAddress(house, member, { address: TO });
  const { id } = await house.funnel.run(await asking(house, member, { address: TO }));
  await house.funnel.run(approveWithdrawal(id, (await rowOf(house.pool, id)).revision, BY));
  await settle(id);
  expect(await rowOf(house.pool, id)).toMatchObject({ status: 3, state: 'taken' });
  expect(await chain.tokenBalance(dollar, TO)).toBe(20n * 10n ** 18n);
  await expectCoherentLedger(house.pool);
});
