import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORK } from '@minerx/rules/network';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testEnv } from '../../../test/app.ts';
import { BY, testSigner } from '../../../test/chain/payout-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../test/money-house.ts';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { asking, rowOf, saveAddress } from '../../../test/withdrawals.ts';
import { createLocalBus } from '../../bus/bus.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { creditKeptDeposits } from '../../jobs/chain/deposits.ts';
import { payoutRound } from '../../jobs/chain/payouts.ts';
import { reconciliationRound } from '../../jobs/chain/reconciliation.ts';
import { sweepRound } from '../../jobs/chain/sweeps.ts';
import { requireDepositAddress } from '../../modules/deposit/deposit-address.command.ts';
import { createDepositScan } from '../../modules/deposit/scan/deposit-scan.command.ts';
import { checkLedger } from '../../../test/whole/check-ledger.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { listDifferences } from '../../modules/reconciliation/reconciliation.query.ts';
import { approveWithdrawal } from '../../modules/withdrawal/withdrawal-review.command.ts';
import { createEvmChain } from '../../outside/chain/evm.ts';
import { listOtherChains } from '../../start/sources.ts';
import { createFaucet } from '../../outside/chain/faucet.ts';
import type { Hex } from '../../outside/chain/port.ts';
import {
  DEMO_CONTRACTS,
  DEPLOYER,
  LOCAL_CHAIN_ID,
  LOCAL_NETWORKS,
  noteContracts,
  prepareLocalChain,
  restoreLocalChain,
} from './demo-chain.ts';
import { beginsAt } from './lost-chain.ts';

const { BEP20 } = NETWORK;
const ONE = 10n ** 18n;
const dollar = DEMO_CONTRACTS.USDT.address.toLowerCase() as Hex;
const LOCAL = { network: BEP20, chainId: LOCAL_CHAIN_ID, simulated: true, clock: Date };
const log = pino({ level: 'silent' });
const state = join(mkdtempSync(join(tmpdir(), 'minerx-lost-')), 'chain-state.json');
const { signer, hot, xpub } = testSigner(LOCAL_CHAIN_ID, [
  { address: dollar, function: 'transfer', perDay: `${10n ** 24n}` },
]);
const depositKeys = { evm: xpub, tron: null };

let database: TestDatabase;
let house: MoneyHouse;
let running: Simulator;
/** How many blocks a deposit waits for. */
const waitFor = async (confirmations: number): Promise<void> =>
  void (await database.pool.query('UPDATE network SET confirmations = $1', [confirmations]));

beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  await waitFor(3);
  await noteContracts(database.pool, LOCAL_NETWORKS);
});
afterAll(async () => {
  await running.stop();
  signer.close();
  await house.close();
  await database.drop();
  rmSync(state, { force: true });
});

const startChain = async (): Promise<Simulator> => {
  const from = await beginsAt(database.pool, LOCAL_NETWORKS);
  return startSimulator('chain', ['--state', state, '--begins-at', String(from)]);
};

/** A start of the demo, as far as its chain goes, and the work that goes on with it. */
const start = async () => {
  running = await startChain();
  const { url } = running;
  const dependencies = { ...house, random: testRandom, log };
  const beginning = await prepareLocalChain(url, database.pool, () => undefined);
  if (beginning === 'lost') await restoreLocalChain(url, signer, dependencies);
  const ask = async (method: string, ...params: unknown[]): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await answer.json()).not.toHaveProperty('error');
  };
  const chain = createEvmChain({ ...LOCAL, urls: [url] });
  const world = {
    ...dependencies,
    bus: createLocalBus(),
    env: { ...testEnv(), depositKeys },
    signer,
    chains: new Map([[BEP20, chain]]),
    tron: null,
    xpub,
  };
  const scanner = createDepositScan(world, chain);
  const compare = reconciliationRound(world, ({ pool }) => checkLedger(pool));
  const scan = async (): Promise<void> => {
    while (await scanner.step());
    await creditKeptDeposits({ ...world, depositKeys, doubted: new Map() }, chain);
  };
  const faucet = createFaucet({ url, chainId: LOCAL_CHAIN_ID, clock: Date });
  return {
    beginning,
    world,
    chain,
    scan,
    ask,
    /** Test dollars, some blocks deep. */
    give: async (to: Hex, amount: bigint, blocks: number) => {
      await faucet.give(dollar, to, amount * ONE);
      await ask('anvil_mine', `0x${blocks.toString(16)}`);
      await scan();
    },
    /** A minute of everything, after which books and chain are held against each other. */
    round: async (plans = true): Promise<void> => {
      house.clock.at += 60_000;
      if (plans) await sweepRound(world);
      await payoutRound(world);
      await ask('evm_mine');
      await scan();
      await compare();
      expect(await listDifferences(database.pool)).toEqual([]);
      expect(await findPayoutFreeze(database.pool)).toBeNull();
    },
  };
};

const statuses = async (kind: string): Promise<number[]> => {
  const { rows } = await database.pool.query<{ status: number }>(
    'SELECT status FROM payout WHERE kind = $1 ORDER BY created_at, id',
    [kind],
  );
  return rows.map(({ status }) => status);
};
const { SENT, CONFIRMED } = PAYOUT_STATUS;

test('a chain that is lost after a sweep is made anew as the books know it: what was told goes on, and nothing freezes', async () => {
  let run = await start();
  expect(run.beginning).toBe('first');
  await run.ask('eth_sendTransaction', { from: DEPLOYER, to: hot, value: `0x${ONE.toString(16)}` });
  await run.give(hot as Hex, 1000n, 1);
  await run.round();
  const member = await house.member({ USDT: '500' });
  const address = (await requireDepositAddress(run.world, member, { walletId: 1, network: BEP20 })) as Hex;
  await run.scan();
  await run.give(address, 40n, 5);
  for (let n = 0; n < 12; n += 1) await run.round();
  expect([await statuses('top_up'), await statuses('sweep')]).toEqual([[CONFIRMED], [CONFIRMED]]);
  // One is credited and not swept, one is only seen, and a payout is told and not final.
  await run.give(address, 30n, 5);
  const to = `0x${'5a'.repeat(20)}` as const;
  await saveAddress(house, member, { address: to });
  const { id } = await house.funnel.run(await asking(house, member, { address: to, amount: '21' }));
  await house.funnel.run(approveWithdrawal(id, (await rowOf(house.pool, id)).revision, BY));
  await run.round(false);
  expect(await statuses('withdrawal')).toEqual([SENT]);
  // The chain makes blocks by itself meanwhile: it stays one that is only seen however long that takes.
  await waitFor(100);
  await run.give(address, 5n, 1);
  const before = (await run.chain.head()).number;

  expect(await listOtherChains(database.pool, [run.chain], () => undefined)).toEqual([]);

  await running.stop();
  rmSync(state);
  // In production nothing is restored: such a start is refused.
  running = await startChain();
  const said: string[] = [];
  const other = createEvmChain({ ...LOCAL, urls: [running.url] });
  expect((await listOtherChains(database.pool, [other, run.chain], (line) => said.push(line))).join()).toMatch(
    /^BEP20: its nodes are on another chain/,
  );
  expect(said.join()).toMatch(/^warning: BEP20 does not answer yet/);
  await running.stop();
  rmSync(state, { force: true });
  run = await start();
  expect(run.beginning).toBe('lost');
  await waitFor(3);
  expect((await run.chain.head()).number).toBeGreaterThan(before);
  expect(await run.chain.tokenBalance(dollar, address)).toBe(30n * ONE);
  expect(await run.chain.tokenBalance(dollar, to)).toBe(0n);
  for (let n = 0; n < 12; n += 1) await run.round();
  expect(await statuses('withdrawal')).toEqual([CONFIRMED]);
  expect(await run.chain.tokenBalance(dollar, to)).toBe(21n * ONE);
  expect(await statuses('sweep')).toEqual([CONFIRMED, CONFIRMED]);
  expect(await run.chain.tokenBalance(dollar, address)).toBe(0n);
  await expectCoherentLedger(database.pool, ['changes', 'versions']);

  // Nothing of it happens again where the chain is kept.
  await running.stop();
  run = await start();
  expect(run.beginning).toBeNull();
  await run.round();
});
