import { MINUTE_MS } from '@minerx/rules/duration';
import { NETWORK } from '@minerx/rules/network';
import { COMPARED_WITHIN_MINUTES, PAYOUT_STATUS } from '@minerx/rules/payout';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assetWorld, CONFIRMATIONS, type AssetWorld } from '../../../test/chain/asset-world.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { findPayout } from '../../modules/payout/payout.query.ts';
import { listDifferences, listReconciliations } from '../../modules/reconciliation/reconciliation.query.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import type { Job } from '../clock.ts';
import { payoutJobs } from './payouts.ts';

const ONE = 10n ** 18n;

let database: TestDatabase;
let assets: AssetWorld;
let job: Job;
beforeAll(async () => {
  database = await testDatabase();
  assets = await assetWorld(database);
  const { world } = assets;
  const outside = { signer: world.signer, chains: world.chains };
  [job] = payoutJobs({ ...world, outside, metrics: new Registry() } as unknown as Context) as [Job];
  await assets.local.sendTokens(assets.dollar, assets.hot, 1000n * ONE);
  await assets.scan();
  await assets.compare();
});
afterAll(async () => {
  await assets.close();
  await database.drop();
});

const compare = async (): Promise<void> => {
  assets.house.clock.at += MINUTE_MS;
  await assets.local.mine(CONFIRMATIONS);
  await assets.scan();
  await assets.compare();
};
const comparedAt = async () =>
  (await listReconciliations(assets.house.pool)).find(({ networkId }) => networkId === NETWORK.BEP20)?.at.getTime();
/** Nobody tells what lies at an address, alone or among others, until it is let go. */
const hide = (address: Hex): (() => void) => {
  const chains = assets.world.chains as Map<number, Chain>;
  const { chain } = assets;
  chains.set(NETWORK.BEP20, {
    ...chain,
    tokenBalance: (token, asked, block) =>
      asked.toLowerCase() === address.toLowerCase()
        ? Promise.reject(new OutsideFailure('chain-2', 'refused', 'missing trie node'))
        : chain.tokenBalance(token, asked, block),
    tokenBalances: async (places, block) =>
      (await chain.tokenBalances(places, block)).map((told, place) =>
        places[place]!.address.toLowerCase() === address.toLowerCase() ? null : told,
      ),
  });
  return () => void chains.set(NETWORK.BEP20, chain);
};
const deposited = async (): Promise<Hex> => {
  const { address } = await assets.depositor();
  await assets.scan();
  await assets.local.sendTokens(assets.dollar, address, 40n * ONE);
  await compare();
  return address;
};

it('a payout waits while its chain was not compared for a quarter of an hour, and leaves after the next comparison', async () => {
  const { pool, clock } = assets.house;
  await compare();
  const id = await assets.approved('21');
  clock.at += (COMPARED_WITHIN_MINUTES + 1) * MINUTE_MS;
  await job.run();
  const waitsFor = 'the books were not held against this chain for 15 minutes';
  expect(await findPayout(pool, id)).toMatchObject({ status: PAYOUT_STATUS.WAITING, waitsFor });
  await compare();
  await job.run();
  expect(await findPayout(pool, id)).toMatchObject({ status: PAYOUT_STATUS.SENT });
  await compare();
  await job.run();
  expect(await findPayout(pool, id)).toMatchObject({ status: PAYOUT_STATUS.CONFIRMED });
});

it('a balance that nobody tells keeps no other from being compared, and is no comparison', async () => {
  const [hidden, robbed] = [await deposited(), await deposited()];
  await compare();
  const before = await comparedAt();
  const show = hide(hidden);
  await assets.sendAs(robbed, `0x${'66'.repeat(20)}`, 15n * ONE);
  await compare();
  const found = await listDifferences(assets.house.pool);
  expect(found.map(({ address, raw }) => [address, raw])).toEqual([[robbed.toLowerCase(), -15n * ONE]]);
  expect(await findPayoutFreeze(assets.house.pool)).not.toBeNull();
  expect(await comparedAt()).toBe(before);
  show();
  await compare();
  expect(await comparedAt()).toBe(assets.house.clock.at);
});
