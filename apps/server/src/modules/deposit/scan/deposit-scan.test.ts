import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { isEvmAddress } from '@minerx/rules/evm-address';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { startLocalChain, type LocalChain } from '../../../../test/chain/local-chain.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../../test/money-house.ts';
import { SAME_HISTORIES } from '../../../../test/same-histories.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { creditKeptDeposits } from '../../../jobs/chain/deposits.ts';
import { OutsideFailure } from '../../../outside/failure.ts';
import type { Chain, ChainReader, Hex } from '../../../outside/chain/port.ts';
import { seedAssetNetworks } from '../../../seed/asset-networks.ts';
import { requireDepositAddress } from '../deposit-address.command.ts';
import { createDepositScan, type DepositScan } from './deposit-scan.command.ts';

const ONE = 10n ** 18n;
const BEP20 = NETWORK.BEP20;
const XPUB =
  'xpub6FAwfEwcqE3sSuT5UxvfSzgsnuJ7Nsfvo1JjQDeSEphG4M6JDkRZZEYegtpPXZSVtf7dC8Rg2WmpUkPsXPkbHD8ko3JEk61qgSkxzuoXzeV';
const log = pino({ level: 'silent' });

let local: LocalChain;
let chain: Chain;
let dollar: Hex;
let database: TestDatabase;
let house: MoneyHouse;
let scan: DepositScan;

const scanOf = (reader: ChainReader): DepositScan =>
  createDepositScan({ pool: house.pool, clock: house.clock, random: testRandom, log }, reader);
const readAll = async (of: DepositScan = scan): Promise<void> => {
  while (await of.step());
  await credit();
};
const credit = (): Promise<number> =>
  creditKeptDeposits({ ...house, log, depositKeys: { evm: XPUB, tron: null }, doubted: new Map() }, chain);
const dependencies = () => ({
  pool: house.pool,
  clock: house.clock,
  env: { depositKeys: { evm: XPUB, tron: null } } as never,
});
const addressOf = async (memberId: bigint): Promise<Hex> =>
  (await requireDepositAddress(dependencies(), memberId, { walletId: WALLET.USDT, network: BEP20 })) as Hex;
const depositsOf = async (memberId: bigint): Promise<{ status: number; units: bigint }[]> =>
  (
    await house.pool.query<{ status: number; units: bigint }>(
      'SELECT status, units FROM deposit WHERE member_id = $1 ORDER BY block_number, log_index, id',
      [memberId],
    )
  ).rows;
const statesOf = async (memberId: bigint): Promise<number[]> =>
  (await depositsOf(memberId)).map(({ status }) => status);
const usdt = (memberId: bigint): Promise<bigint> => house.balance(memberId, 'USDT');

const newcomer = async (): Promise<{ id: bigint; address: Hex }> => {
  const id = await house.member();
  return { id, address: await addressOf(id) };
};

beforeAll(async () => {
  [local, database] = await Promise.all([startLocalChain(), testDatabase()]);
  chain = local.asNetwork(BEP20);
  dollar = await local.deployDollar();
  house = await moneyHouse(database);
  await inTransaction(house.pool, seedAssetNetworks);
  await house.pool.query('UPDATE asset_network SET contract = $1 WHERE wallet_id = $2 AND network_id = $3', [
    dollar,
    WALLET.USDT,
    BEP20,
  ]);
  await house.pool.query('UPDATE network SET confirmations = 5 WHERE id = $1', [BEP20]);
});
beforeEach(async () => {
  scan = scanOf(chain);
  await readAll();
});
afterAll(async () => {
  // The test sets operators' rows by hand.
  await expectCoherentLedger(house.pool, ['changes', 'versions']);
  await house.close();
  await database.drop();
  await local.stop();
});

describe('an address', () => {
  test('is the member’s own and the same at every call, also at fifty at once', async () => {
    const ids = await Promise.all([house.member(), house.member(), house.member()]);
    const asked = await Promise.all(ids.flatMap((id) => Array.from({ length: 17 }, () => addressOf(id))));
    const own = ids.map((_, at) => new Set(asked.slice(at * 17, at * 17 + 17)));
    for (const addresses of own) expect(addresses.size).toBe(1);
    expect(new Set(asked).size).toBe(3);
    for (const address of asked) expect(isEvmAddress(address)).toBe(true);
    const { rows } = await house.pool.query<{ child: number }>('SELECT child FROM deposit_key ORDER BY child');
    expect(rows.map(({ child }) => child)).toEqual(rows.map((_, at) => at));
  });

  test('is not given out before the chain is watched, nor where the coin is switched off: err_deposit_unavailable', async () => {
    const id = await house.member();
    const ask = (walletId: WalletId, network: NetworkId): Promise<string> =>
      requireDepositAddress(dependencies(), id, { walletId, network });
    const refused = { code: 'err_deposit_unavailable' };
    await expect(ask(WALLET.AOG, NETWORK.ARBITRUM_ONE)).rejects.toMatchObject(refused);
    await expect(ask(WALLET.BTC, NETWORK.OMNI)).rejects.toMatchObject(refused);
    await expect(ask(WALLET.CW, NETWORK.BEP20)).rejects.toMatchObject(refused);
    await house.pool.query('UPDATE network SET enabled_deposit = false WHERE id = $1', [BEP20]);
    await expect(ask(WALLET.USDT, BEP20)).rejects.toMatchObject(refused);
    await house.pool.query('UPDATE network SET enabled_deposit = true WHERE id = $1', [BEP20]);
    expect(isEvmAddress(await ask(WALLET.USDT, BEP20))).toBe(true);
  });
});

describe('a deposit', () => {
  test('is seen at once, waits for its confirmations, and is credited once', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, 25n * ONE + 7n);
    await readAll();
    expect(await depositsOf(id)).toEqual([{ status: DEPOSIT_STATUS.SEEN, units: 2_500_000_000n }]);
    expect(await usdt(id)).toBe(0n);
    await local.mine(3);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.SEEN]);
    await local.mine(1);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.CREDITED]);
    for (let again = 0; again < 3; again += 1) await readAll();
    await readAll(scanOf(chain));
    expect(await usdt(id)).toBe(2_500_000_000n);
    await expectCoherentLedger(house.pool, ['changes', 'versions']);
  });

  test('of another token, of nothing, or to nobody of ours is ignored', async () => {
    const { id, address } = await newcomer();
    const other = await local.deployDollar();
    await local.sendTokens(other, address, ONE);
    await local.sendTokens(dollar, address, 0n);
    await local.sendTokens(dollar, '0x3333333333333333333333333333333333333333', ONE);
    await local.mine(6);
    await readAll();
    expect(await depositsOf(id)).toEqual([]);
  });

  test('that is too small waits until together they are enough', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, (6n * ONE) / 10n);
    await local.mine(6);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.KEPT]);
    expect(await usdt(id)).toBe(0n);
    await local.sendTokens(dollar, address, (5n * ONE) / 10n);
    await local.mine(6);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.CREDITED, DEPOSIT_STATUS.CREDITED]);
    expect(await usdt(id)).toBe(110_000_000n);
  });

  test('whose block is exchanged for another is orphaned and never credited; the same one in a new block is', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, 40n * ONE);
    await local.mine(1);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.SEEN]);
    await local.reorganise(2);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.ORPHANED]);
    await local.mine(20);
    await readAll();
    expect(await usdt(id)).toBe(0n);
    await local.sendTokens(dollar, address, 40n * ONE);
    await local.mine(6);
    await readAll();
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.ORPHANED, DEPOSIT_STATUS.CREDITED]);
    expect(await usdt(id)).toBe(4_000_000_000n);
  });

  test('that came while nobody looked for long is found', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, 9n * ONE);
    await local.mine(160);
    await readAll(scanOf(chain));
    expect(await usdt(id)).toBe(900_000_000n);
  });

  test('is found though nodes refuse long stretches', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, 8n * ONE);
    await local.mine(200);
    const asked: number[] = [];
    const strict: ChainReader = {
      ...chain,
      transfers: (query) => {
        const blocks = query.toBlock - query.fromBlock + 1;
        asked.push(blocks);
        if (blocks > 10) return Promise.reject(new OutsideFailure('chain-2', 'refused', 'too many blocks'));
        return chain.transfers(query);
      },
    };
    await readAll(scanOf(strict));
    expect(Math.max(...asked)).toBeGreaterThan(10);
    expect(await usdt(id)).toBe(800_000_000n);
  });
});

describe('whatever happens', () => {
  test('two workers at once credit once', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, 11n * ONE);
    await local.mine(8);
    const both = async (): Promise<unknown> =>
      Promise.allSettled([scanOf(chain), scanOf(chain), scanOf(chain)].map((each) => each.step().then(credit)));
    for (let round = 0; round < 3; round += 1) await both();
    await readAll();
    expect(await depositsOf(id)).toHaveLength(1);
    expect(await usdt(id)).toBe(1_100_000_000n);
  });

  test('a chain that lags behind what is known takes nothing back', async () => {
    const { id, address } = await newcomer();
    await local.sendTokens(dollar, address, 3n * ONE);
    await readAll();
    const head = await chain.head();
    const earlier = await chain.block(head.number - 3);
    const lagging: ChainReader = {
      ...chain,
      head: () => Promise.resolve(earlier!),
      block: (number) => (number > earlier!.number ? Promise.resolve(null) : chain.block(number)),
    };
    expect(await scanOf(lagging).step()).toBe(false);
    expect(await statesOf(id)).toEqual([DEPOSIT_STATUS.SEEN]);
  });

  test('sends, blocks, exchanges and deaths in any order: what the chain ends with is credited, once', async () => {
    const people = await Promise.all([newcomer(), newcomer()]);
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('send' as const),
          to: fc.nat(1),
          cents: fc.integer({ min: 1, max: 400 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 6 }) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 3 }) }) },
      {
        weight: 6,
        arbitrary: fc.record({ do: fc.constant('read' as const), dieAfter: fc.integer({ min: 0, max: 12 }) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const before = await Promise.all(people.map(({ id }) => usdt(id)));
        const held = await Promise.all(people.map(({ address }) => chain.tokenBalance(dollar, address)));
        const keptBefore = await keptUnits(people.map(({ id }) => id));
        for (const each of steps) {
          if (each.do === 'send')
            await local.sendTokens(dollar, people[each.to]!.address, (BigInt(each.cents) * ONE) / 100n);
          else if (each.do === 'mine') await local.mine(each.blocks);
          else if (each.do === 'reorg') await local.reorganise(each.depth);
          else await dyingRead(each.dieAfter);
        }
        await local.mine(16);
        await readAll(scanOf(chain));
        const kept = await keptUnits(people.map(({ id }) => id));
        for (const [at, { id, address }] of people.entries()) {
          const came = (await chain.tokenBalance(dollar, address)) - held[at]!;
          expect((await usdt(id)) - before[at]! + kept[at]! - keptBefore[at]!).toBe(came / 10n ** 10n);
        }
      }),
      { ...SAME_HISTORIES, numRuns: 5 },
    );
    await expectCoherentLedger(house.pool, ['changes', 'versions']);
  });
});

const keptUnits = (ids: bigint[]): Promise<bigint[]> =>
  Promise.all(
    ids.map(async (id) =>
      (await depositsOf(id))
        .filter(({ status }) => status === DEPOSIT_STATUS.KEPT)
        .reduce((sum, { units }) => sum + units, 0n),
    ),
  );

/** Reads on and dies at some question to the chain or the database, wherever that is. */
const dyingRead = async (dieAfter: number): Promise<void> => {
  let left = dieAfter;
  const alive = <T>(answer: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : answer();
  };
  const mortal: ChainReader = {
    ...chain,
    head: () => alive(() => chain.head()),
    block: (number) => alive(() => chain.block(number)),
    transfers: (query) => alive(() => chain.transfers(query)),
    finalized: () => alive(() => chain.finalized()),
  };
  try {
    await readAll(scanOf(mortal));
  } catch (error) {
    if ((error as Error).message !== 'killed' && !(error instanceof OutsideFailure)) throw error;
  }
};
