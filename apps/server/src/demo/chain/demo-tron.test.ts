import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressBytes } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { testRandom } from '../../../test/money-house.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { createTronFaucet } from '../../outside/chain/faucet.ts';
import { createTronChain } from '../../outside/chain/tron.ts';
import { inTransaction } from '../../db/transaction.ts';
import { beginCursor, findCursor } from '../../modules/deposit/deposit.store.ts';
import { beginsAt } from './lost-chain.ts';
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
  const from = await beginsAt(database.pool, [NETWORK.TRC20]);
  running = await startSimulator('tron', ['--state', state, '--begins-at', String(from)]);
  const source = localTron(folder, running.url);
  expect(notedLocalTron(folder)).toEqual(source);
  const dependencies = { pool: database.pool, clock: Date, random: testRandom, log: pino({ level: 'silent' }) };
  await prepareLocalTron(source, dependencies, (line) => said.push(line));
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
  const { blockNumber } = given;
  // Nothing has happened in it: of another chain it is another one all the same.
  const first = (await chain.block(1))!;
  await inTransaction(database.pool, (tx) => beginCursor(tx, NETWORK.TRC20, first, new Date()));
  await running!.stop();
  chain = await start();
  expect(await chain.receipt(hash)).toEqual(given);
  expect((await findCursor(database.pool, NETWORK.TRC20))!.hash).toBe(first.hash);
  expect(said).toEqual([]);

  await running!.stop();
  rmSync(state);
  chain = await start();
  expect(said.join()).toContain('the simulated TRON was lost');
  const head = await chain.head();
  expect(head.number).toBeGreaterThan(blockNumber);
  expect(await findCursor(database.pool, NETWORK.TRC20)).toEqual({ number: head.number, hash: head.hash });
});
