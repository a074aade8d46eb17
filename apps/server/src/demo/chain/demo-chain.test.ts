import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { inTransaction } from '../../db/transaction.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { beginCursor } from '../../modules/deposit/deposit.store.ts';
import { createEvmChain } from '../../outside/chain/evm.ts';
import { createFaucet } from '../../outside/chain/faucet.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { seedAssetNetworks } from '../../seed/asset-networks.ts';
import { seedReference } from '../../seed/reference.ts';
import { DEMO_CONTRACTS, LOCAL_CHAIN_ID, LOCAL_NETWORKS, noteContracts, prepareLocalChain } from './demo-chain.ts';

const SOMEBODY: Hex = '0x1111111111111111111111111111111111111111';
const { address: dollar } = DEMO_CONTRACTS.USDT;

let database: TestDatabase;
let running: Simulator | undefined;
const state = join(mkdtempSync(join(tmpdir(), 'minerx-chain-')), 'chain-state.json');
const said: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await seedReference(database.pool);
  await inTransaction(database.pool, seedAssetNetworks);
});
afterAll(async () => {
  await running?.stop();
  await database.drop();
});

const start = async (): Promise<Chain> => {
  running = await startSimulator('chain', ['--state', state]);
  said.length = 0;
  await prepareLocalChain(running.url, database.pool, (line) => said.push(line));
  await noteContracts(database.pool, LOCAL_NETWORKS);
  return createEvmChain({
    network: NETWORK.BEP20,
    chainId: LOCAL_CHAIN_ID,
    simulated: true,
    urls: [running.url],
    clock: Date,
  });
};

test('the local chain has its contracts, keeps what happened, and says when it was lost', async () => {
  let chain = await start();
  expect(said).toEqual(['the local chain begins: its contracts are deployed']);
  for (const { address } of Object.values(DEMO_CONTRACTS))
    expect((await chain.code(address)).length).toBeGreaterThan(9);
  const { rows } = await database.pool.query<{ contract: string }>(
    'SELECT contract FROM asset_network WHERE contract IS NOT NULL ORDER BY contract',
  );
  expect(rows.map(({ contract }) => contract)).toEqual(
    [dollar, DEMO_CONTRACTS.AOGTD.address, DEMO_CONTRACTS.AOG.address].toSorted(),
  );
  await expectCoherentLedger(database.pool);

  const faucet = createFaucet({ url: running!.url, chainId: LOCAL_CHAIN_ID, clock: Date });
  const hash = await faucet.give(dollar, SOMEBODY, 5n);
  // The chain answers for a transaction before the block that takes it is made.
  const given = await vi.waitFor(async () => {
    const receipt = await chain.receipt(hash);
    expect(receipt).not.toBeNull();
    return receipt;
  }, 10_000);
  await running!.stop();
  chain = await start();
  expect(said).toEqual([]);
  expect(await chain.tokenBalance(dollar, SOMEBODY)).toBe(5n);
  expect(await chain.receipt(hash)).toEqual(given);
  expect((await chain.block(given!.blockNumber))?.hash).toBe(given!.blockHash);

  // Where we were on the chain that is gone is of no use on the next one.
  await inTransaction(database.pool, (tx) => beginCursor(tx, NETWORK.BEP20, { number: 99, hash: '0x' }, new Date()));
  await running!.stop();
  writeFileSync(state, '{"block":');
  chain = await start();
  expect(said.join()).toContain('was lost');
  expect(await chain.tokenBalance(dollar, SOMEBODY)).toBe(0n);
  rmSync(state, { force: true });
});
