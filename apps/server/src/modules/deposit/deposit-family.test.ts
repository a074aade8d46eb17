import { readFileSync } from 'node:fs';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainState } from '../../../../../simulators/src/chain/chain-state.ts';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS } from '../../../test/chain/deposit-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { readerOf } from '../../../test/model/chain.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../test/money-house.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { creditKeptDeposits } from '../../jobs/chain/deposits.ts';
import type { ChainReader } from '../../outside/chain/port.ts';
import { requireDepositAddress } from './deposit-address.command.ts';
import { deriveAddress } from './deposit-key.ts';
import { createDepositScan } from './scan/deposit-scan.command.ts';

const { BEP20, ARBITRUM_ONE } = NETWORK;
const ONE = 10n ** 18n;
const AOGTD_TOKEN = '0xcf7ed3acca5a467e9e704c703e8d87f634fb0fc9';
const CHILD = 77;
const MIGRATION = new URL('../../db/migrations/087-addresses-of-a-family.sql', import.meta.url);
const log = pino({ level: 'silent' });

let database: TestDatabase;
let house: MoneyHouse;
const states = new Map<NetworkId, ChainState>([
  [BEP20, new ChainState(56)],
  [ARBITRUM_ONE, new ChainState(42_161)],
]);
const chainOf = (network: NetworkId): ChainReader => ({ ...readerOf(states.get(network)!), network });
const readAll = async (): Promise<void> => {
  for (const [network, state] of states) {
    for (let block = 0; block < 6; block += 1) state.mine();
    const scan = createDepositScan({ ...house, random: testRandom, log }, chainOf(network));
    while (await scan.step());
    await creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, chainOf(network));
  }
};
const addressOn = (network: NetworkId, memberId: bigint): Promise<string> => {
  const dependencies = { ...house, env: { depositKeys: DEPOSIT_KEYS } as never };
  return requireDepositAddress(dependencies, memberId, {
    walletId: network === BEP20 ? WALLET.USDT : WALLET.AOGTD,
    network,
  });
};

beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  await house.pool.query(
    'UPDATE asset_network SET decimals = 18, contract = CASE network_id WHEN 2 THEN $1 ELSE $2 END WHERE (wallet_id, network_id) IN ((1, 2), (2, 4))',
    [DEPOSIT_DOLLAR, AOGTD_TOKEN],
  );
  await house.pool.query('UPDATE network SET confirmations = 3');
  await readAll();
});
afterAll(async () => {
  await expectCoherentLedger(house.pool);
  await house.close();
  await database.drop();
});

test('an address that was given out for one EVM network takes what is sent on the other', async () => {
  const id = await house.member();
  const address = await addressOn(BEP20, id);
  states.get(ARBITRUM_ONE)!.pay(AOGTD_TOKEN, address.toLowerCase(), 40n * ONE);
  await readAll();
  expect(await house.balance(id, 'AOGTD')).toBe(4_000_000_000n);
  expect(await addressOn(ARBITRUM_ONE, id)).toBe(address);
});

test('addresses that were given out for one network before are watched on the other since', async () => {
  const id = await house.member();
  const address = await deriveAddress('evm', DEPOSIT_KEYS.evm, CHILD);
  await house.pool.query("INSERT INTO deposit_key (member_id, family, child) VALUES ($1, 'evm', $2)", [id, CHILD]);
  await house.pool.query(
    'INSERT INTO deposit_address (member_id, network_id, address, child, created_at) VALUES ($1, 2, $2, $3, now())',
    [id, address, CHILD],
  );
  const owner = createPool(database.ownerUrl, { max: 1 });
  await owner.query(readFileSync(MIGRATION, 'utf8'));
  await owner.end();
  states.get(ARBITRUM_ONE)!.pay(AOGTD_TOKEN, address.toLowerCase(), 41n * ONE);
  await readAll();
  expect(await house.balance(id, 'AOGTD')).toBe(4_100_000_000n);
});
