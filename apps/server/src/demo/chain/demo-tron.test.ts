import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressBytes } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { createTronFaucet } from '../../outside/chain/faucet.ts';
import { createTronChain } from '../../outside/chain/tron.ts';
import { findCursor } from '../../modules/deposit/deposit.store.ts';
import { localTron, notedLocalTron, prepareLocalTron, TRON_DOLLAR } from './demo-tron.ts';

const SOMEBODY = `0x${'11'.repeat(20)}` as const;
const token = addressBytes(NETWORK.TRC20, TRON_DOLLAR.address)!;
const folder = mkdtempSync(join(tmpdir(), 'minerx-tron-'));
const state = join(folder, 'tron-state.json');
const said: string[] = [];

let database: TestDatabase;
let running: Simulator | undefined;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await running?.stop();
  await database.drop();
});

const start = async () => {
  running = await startSimulator('tron', ['--state', state]);
  const source = localTron(folder, running.url);
  expect(notedLocalTron(folder)).toEqual(source);
  await prepareLocalTron(source, database.pool, (line) => said.push(line));
  return createTronChain({ ...source, clock: Date });
};

test('the simulated TRON gives test coins, keeps what happened, and says when it was lost', async () => {
  let chain = await start();
  const faucet = createTronFaucet({ url: running!.url, clock: Date });
  const hash = await faucet.give(token, SOMEBODY, 5n);
  const given = await vi.waitFor(async () => {
    const receipt = await chain.receipt(hash);
    expect(receipt).not.toBeNull();
    return receipt!;
  }, 10_000);
  const range = { tokens: [token], fromBlock: given.blockNumber, toBlock: given.blockNumber };
  expect(await chain.transfers(range)).toMatchObject([{ to: SOMEBODY, amount: 5n, transactionHash: hash }]);
  await database.pool.query(
    'INSERT INTO chain_cursor (network_id, block_number, block_hash, head_number, read_at) VALUES (1, $1, $2, $1, now())',
    [given.blockNumber, given.blockHash],
  );
  await running!.stop();
  chain = await start();
  expect(await chain.receipt(hash)).toEqual(given);
  expect(await findCursor(database.pool, NETWORK.TRC20)).not.toBeNull();
  expect(said).toEqual([]);

  await running!.stop();
  rmSync(state);
  await start();
  expect(said).toEqual(['the simulated TRON was lost: it begins anew, and what was on its way to members is void']);
  expect(await findCursor(database.pool, NETWORK.TRC20)).toBeNull();
});
