import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainState } from '../../../../../simulators/src/chain/chain-state.ts';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS } from '../../../test/chain/deposit-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { readerOf } from '../../../test/model/chain.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../test/money-house.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { creditKeptDeposits } from '../../jobs/chain/deposits.ts';
import { checkDeposit } from './check-deposit.command.ts';
import { requireDepositAddress } from './deposit-address.command.ts';
import { listDeposits } from './deposit.query.ts';
import { createDepositScan } from './scan/deposit-scan.command.ts';

const ONE = 10n ** 18n;
const { BEP20 } = NETWORK;
const log = pino({ level: 'silent' });
const state = new ChainState(56);
const chain = readerOf(state);

let database: TestDatabase;
let house: MoneyHouse;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  await house.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 18 WHERE (wallet_id, network_id) = (1, 2)',
    [DEPOSIT_DOLLAR],
  );
  await house.pool.query('UPDATE network SET confirmations = 3 WHERE id = 2');
  await read();
});
afterAll(async () => {
  await expectCoherentLedger(house.pool);
  await house.close();
  await database.drop();
});

const read = async (blocks = 0): Promise<void> => {
  for (let block = 0; block < blocks; block += 1) state.mine();
  const scan = createDepositScan({ ...house, random: testRandom, log }, chain);
  while (await scan.step());
  await creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, chain);
};
const depositor = async (): Promise<{ id: bigint; address: string }> => {
  const id = await house.member();
  const dependencies = { ...house, env: { depositKeys: DEPOSIT_KEYS } as never };
  const address = await requireDepositAddress(dependencies, id, { walletId: WALLET.USDT, network: BEP20 });
  return { id, address: address.toLowerCase() };
};
const pay = (to: string, amount: bigint): string => state.pay(DEPOSIT_DOLLAR, to, amount);
const shown = async (memberId: bigint): Promise<{ states: number[]; total: number }> => {
  const { rows, total } = await listDeposits(house.pool, memberId, { page: 1, pageSize: 20 });
  return { states: rows.map(({ status }) => status), total };
};
const check = async (memberId: bigint, hash: string): Promise<{ check: string; states: number[] }> => {
  const outside = { chains: new Map([[BEP20, chain]]), tron: null } as never;
  const told = await checkDeposit({ pool: house.pool, outside }, memberId, BEP20, hash);
  return { check: told.check, states: told.deposits.map(({ status }) => status) };
};

describe('a transaction that was taken back and taken in again', () => {
  it('is shown once, and credited once', async () => {
    const { id, address } = await depositor();
    const hash = pay(address, 20n * ONE);
    await read(1);
    state.reorganise(1, () => true);
    await read();
    expect(await shown(id)).toEqual({ states: [DEPOSIT_STATUS.SEEN], total: 1 });
    expect(await check(id, hash)).toEqual({ check: 'deposit', states: [DEPOSIT_STATUS.SEEN] });
    await read(6);
    expect(await shown(id)).toEqual({ states: [DEPOSIT_STATUS.CREDITED], total: 1 });
    expect(await house.balance(id, 'USDT')).toBe(2_000_000_000n);
  });

  it('and not again is shown as orphaned, once', async () => {
    const { id, address } = await depositor();
    pay(address, 21n * ONE);
    await read(1);
    state.reorganise(1, () => true);
    await read();
    state.reorganise(1, () => false);
    await read();
    expect(await shown(id)).toEqual({ states: [DEPOSIT_STATUS.ORPHANED], total: 1 });
  });
});

describe('what is less than the smallest amount', () => {
  it('is in nobody’s list, and told precisely', async () => {
    const { id, address } = await depositor();
    const [nothing, grain] = [pay(address, 0n), pay(address, 9_999_999_999n)];
    const small = pay(address, 10_000_000_000n);
    await read(6);
    expect(await shown(id)).toEqual({ states: [DEPOSIT_STATUS.KEPT], total: 1 });
    expect(await check(id, nothing)).toEqual({ check: 'zero', states: [] });
    expect(await check(id, grain)).toEqual({ check: 'dust', states: [] });
    expect(await check(id, small)).toEqual({ check: 'deposit', states: [DEPOSIT_STATUS.KEPT] });
  });
});

describe('a transaction that nobody saw', () => {
  it('is on its way until its block is read, and missed from then on', async () => {
    const { id, address } = await depositor();
    const hash = pay(address, 22n * ONE);
    state.mine();
    expect(await check(id, hash)).toEqual({ check: 'soon', states: [] });
    const { number, hash: blockHash } = state.head;
    await house.pool.query('UPDATE chain_cursor SET block_number = $1, block_hash = $2 WHERE network_id = 2', [
      number,
      blockHash,
    ]);
    expect(await check(id, hash)).toEqual({ check: 'missed', states: [] });
  });
});
