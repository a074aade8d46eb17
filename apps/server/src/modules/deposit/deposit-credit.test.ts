import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { MAX_UNITS } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { stretchOfDays } from '@minerx/rules/statement';
import { WALLET } from '@minerx/rules/wallet';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainState } from '../../../../../simulators/src/chain/chain-state.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS } from '../../../test/chain/deposit-world.ts';
import { giveAddress } from '../../../test/chain/made-up-address.ts';
import { readerOf } from '../../../test/model/chain.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../test/money-house.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { creditKeptDeposits } from '../../jobs/chain/deposits.ts';
import type { ChainReader } from '../../outside/chain/port.ts';
import { listTransactions } from '../transaction/transaction.query.ts';
import { requireDepositAddress } from './deposit-address.command.ts';
import { createDepositScan } from './scan/deposit-scan.command.ts';

/** What is credited of what stands in the table of deposits, whoever wrote it there and whatever became of its block. */

const BEP20 = NETWORK.BEP20;
const ONE = 10n ** 18n;
const STRANGER = `0x${'44'.repeat(20)}`;
const log = pino({ level: 'silent' });
const state = new ChainState(31_337, 8);
/** It calls its head final: what it takes back had been credited. */
const chain: ChainReader = { ...readerOf(state), finalized: async () => state.head.number };

let database: TestDatabase;
let house: MoneyHouse;

beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  await house.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 18 WHERE wallet_id = 1 AND network_id = 2',
    [DEPOSIT_DOLLAR],
  );
  await house.pool.query('UPDATE network SET confirmations = 1 WHERE id = 2');
  await read();
});
afterAll(async () => {
  await expectCoherentLedger(house.pool, ['changes', 'versions', 'deposits']);
  await house.close();
  await database.drop();
});

const doubted = new Map<string, number>();
const credit = () => creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted }, chain);
const read = async (): Promise<void> => {
  const { pool, clock } = house;
  const scan = createDepositScan({ pool, clock, random: testRandom, log }, chain);
  while (await scan.step());
  await credit();
};
const newcomer = async (): Promise<{ id: bigint; address: string }> => {
  const id = await house.member();
  const dependencies = { pool: house.pool, clock: house.clock, env: { depositKeys: DEPOSIT_KEYS } as never };
  return { id, address: await requireDepositAddress(dependencies, id, { walletId: WALLET.USDT, network: BEP20 }) };
};
const pay = (address: string, amount: bigint): string => {
  const hash = state.pay(DEPOSIT_DOLLAR, address.toLowerCase(), amount);
  state.mine();
  return hash;
};
const statesOf = async (id: bigint): Promise<number[]> => {
  const { rows } = await house.pool.query<{ status: number }>('SELECT status FROM deposit WHERE member_id = $1', [id]);
  return rows.map(({ status }) => status).toSorted();
};
const usdt = (id: bigint): Promise<bigint> => house.balance(id, 'USDT');

describe('a row that the app’s own role wrote', () => {
  const write = async (id: bigint, address: string, hash: string, raw: bigint): Promise<void> => {
    const block = state.blocks.find(({ receipts }) => receipts.some((receipt) => receipt.hash === hash)) ?? state.head;
    await house.pool.query(
      `WITH made AS (
         INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at)
         VALUES (gen_random_uuid(), $1, 1, 2, $2, $3, 0, $4, $5, $6, $7, now()) RETURNING id) SELECT id FROM made`,
      [id, address, hash, block.number, block.hash, raw.toString(), raw / 10n ** 10n],
    );
    await house.pool.query('UPDATE deposit SET status = $2 WHERE member_id = $1 AND status = 0', [
      id,
      DEPOSIT_STATUS.KEPT,
    ]);
  };

  it('begins as seen', async () => {
    const { id, address } = await newcomer();
    const insert = `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, status, seen_at)
      VALUES (gen_random_uuid(), $1, 1, 2, $2, '0x', 0, 1, '0x', 1, 1, 1, now())`;
    await expect(house.pool.query(insert, [id, address])).rejects.toThrow('permission denied');
  });

  it('credits nothing without a transaction that says the same', async () => {
    const { id, address } = await newcomer();
    await write(id, address, `0x${'ab'.repeat(32)}`, 1000n * ONE);
    await read();
    expect([await usdt(id), await statesOf(id)]).toEqual([0n, [DEPOSIT_STATUS.KEPT]]);
  });

  it('credits nothing of what came to somebody else, whatever address it names as the member’s', async () => {
    const { id, address } = await newcomer();
    await write(id, address, pay(STRANGER, 50n * ONE), 50n * ONE);
    const thief = await house.member();
    await giveAddress(house.pool, thief, STRANGER);
    await write(thief, STRANGER, pay(STRANGER, 60n * ONE), 60n * ONE);
    await credit();
    expect([await usdt(id), await usdt(thief)]).toEqual([0n, 0n]);
  });

  it('keeps no true deposit of the member’s from being credited', async () => {
    const { id, address } = await newcomer();
    await write(id, address, `0x${'cd'.repeat(32)}`, 1000n * ONE);
    pay(address, 7n * ONE);
    await read();
    expect([await usdt(id), await statesOf(id)]).toEqual([
      700_000_000n,
      [DEPOSIT_STATUS.KEPT, DEPOSIT_STATUS.CREDITED],
    ]);
  });
});

describe('what waited for its minimum longer than nodes know transactions by their hashes', () => {
  const forgetful: ChainReader = { ...chain, receipt: async () => null };
  const creditThere = (reader: ChainReader) =>
    creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, reader);
  /** Half of the minimum each. */
  const smallOnes = async (): Promise<bigint> => {
    const { id, address } = await newcomer();
    for (let n = 0; n < 2; n += 1) pay(address, ONE / 2n);
    const { pool, clock } = house;
    const scan = createDepositScan({ pool, clock, random: testRandom, log }, chain);
    while (await scan.step());
    expect([await usdt(id), await statesOf(id)]).toEqual([0n, [DEPOSIT_STATUS.KEPT, DEPOSIT_STATUS.KEPT]]);
    return id;
  };

  it('is credited: its block tells of it', async () => {
    const id = await smallOnes();
    await creditThere(forgetful);
    expect(await usdt(id)).toBe(100_000_000n);
  });

  it('is not credited when its block is another one, whatever is told of the one that was taken back', async () => {
    const id = await smallOnes();
    const other = `0x${'0b'.repeat(32)}` as const;
    const block = async (number: number) => {
      const told = await chain.block(number);
      return told === null ? null : { ...told, hash: other };
    };
    await creditThere({ ...forgetful, block });
    await creditThere({ ...forgetful, transfers: async () => [] });
    expect(await usdt(id)).toBe(0n);
  });
});

it('what came in one block is asked about at once, and nobody asks about less than the smallest amount', async () => {
  const { id, address } = await newcomer();
  for (let n = 0; n < 3; n += 1) state.pay(DEPOSIT_DOLLAR, address.toLowerCase(), ONE / 2n);
  state.mine();
  for (let n = 0; n < 2; n += 1) pay(address, 1n);
  const { pool, clock } = house;
  const scan = createDepositScan({ pool, clock, random: testRandom, log }, chain);
  while (await scan.step());
  const asked: number[] = [];
  const reader: ChainReader = {
    ...chain,
    transfers: (query) => {
      asked.push(query.fromBlock);
      return chain.transfers(query);
    },
  };
  await creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted }, reader);
  expect(await usdt(id)).toBe(150_000_000n);
  const { rows } = await pool.query<{ status: number; units: bigint }>(
    'SELECT status, units FROM deposit WHERE member_id = $1 ORDER BY units',
    [id],
  );
  expect(rows.map(({ status, units }) => [status, units > 0n])).toEqual([
    [DEPOSIT_STATUS.KEPT, false],
    [DEPOSIT_STATUS.KEPT, false],
    ...Array.from({ length: 3 }, () => [DEPOSIT_STATUS.CREDITED, true]),
  ]);
  expect(new Set(asked).size).toBe(asked.length);
});

it('a transaction that was credited and stands in another block since counts once, and keeps no later one', async () => {
  const { id, address } = await newcomer();
  const hash = pay(address, 9n * ONE);
  await read();
  expect(await usdt(id)).toBe(900_000_000n);
  const before = state.receipts.get(hash)!.blockNumber;
  // Something before it in its new block: it has another place there.
  state.pay(DEPOSIT_DOLLAR, STRANGER, ONE);
  state.reorganise(2, () => true);
  expect(state.head.number).toBeGreaterThan(before);
  state.mine();
  await read();
  expect([await usdt(id), await statesOf(id)]).toEqual([900_000_000n, [DEPOSIT_STATUS.CREDITED]]);
  pay(address, 5n * ONE);
  await read();
  expect([await usdt(id), await statesOf(id)]).toEqual([
    1_400_000_000n,
    [DEPOSIT_STATUS.CREDITED, DEPOSIT_STATUS.CREDITED],
  ]);
});

it('small ones that are credited together name each of their transactions in the history', async () => {
  const { id, address } = await newcomer();
  const hashes = [pay(address, (ONE * 4n) / 10n), pay(address, (ONE * 7n) / 10n)];
  await read();
  expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.CREDITED, DEPOSIT_STATUS.CREDITED]);
  const filter = { kinds: [], wallets: [], stretch: stretchOfDays(undefined, undefined) };
  const { rows } = await listTransactions(house.pool, id, { filter, before: null, size: 8 });
  expect(rows.map(({ kind, origin }) => [kind, origin?.label])).toEqual([['deposit', hashes.join(' ')]]);
});

it('more than an account holds keeps nothing from being credited that it does hold', async () => {
  const { id, address } = await newcomer();
  const much = (MAX_UNITS / 10n) * 6n;
  for (const units of [much, much, 500_000_000n]) {
    state.pay(DEPOSIT_DOLLAR, address.toLowerCase(), units * 10n ** 10n);
    state.mine();
  }
  await read();
  expect(await usdt(id)).toBe(much + 500_000_000n);
  expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.KEPT, DEPOSIT_STATUS.CREDITED, DEPOSIT_STATUS.CREDITED]);
});
