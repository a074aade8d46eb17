import { NETWORK } from '@minerx/rules/network';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS, depositWorld, type DepositWorld } from '../../../test/chain/deposit-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { testRandom } from '../../../test/money-house.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import type { Job } from '../clock.ts';
import { depositJobs } from './deposits.ts';

const ONE = 10n ** 18n;

let database: TestDatabase;
let world: DepositWorld;
let job: Job;
let asked: string[] = [];
/** Once, when the head has been told. */
let afterHead: (() => void) | null = null;

/** The same chain, which notes each question. */
const noting = (chain: Chain): Chain => {
  const noted =
    <A extends unknown[], R>(name: string, ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      asked.push(name);
      return ask(...args);
    };
  return {
    ...chain,
    head: async () => {
      asked.push('head');
      const head = await chain.head();
      afterHead?.();
      afterHead = null;
      return head;
    },
    block: noted('block', chain.block),
    transfers: noted('transfers', chain.transfers),
    finalized: noted('finalized', chain.finalized),
    receipt: noted('receipt', chain.receipt),
  };
};

beforeAll(async () => {
  database = await testDatabase();
  world = await depositWorld(database, [{}, {}, {}]);
  const { house, chain } = world;
  const outside = { chains: new Map([[NETWORK.BEP20, noting(chain)]]), tron: null };
  const context = { ...house, random: testRandom, log: pino({ level: 'silent' }), env: { depositKeys: DEPOSIT_KEYS } };
  [job] = depositJobs({ ...context, outside } as never) as [Job];
});
afterAll(async () => {
  await expectCoherentLedger(world.house.pool);
  await world.close();
  await database.drop();
});
beforeEach(() => job.run());

/** What one look asks the chain. */
const look = async (): Promise<string[]> => {
  asked = [];
  await job.run();
  return asked;
};

describe('a look at a chain', () => {
  it('asks for the head alone while there is no new one', async () => {
    expect(await look()).toEqual(['head']);
  });

  it('asks for a new head once, whether anything stands in its block or not', async () => {
    const { id, address } = await world.depositor();
    const { state } = world.stub;
    state.mine();
    expect(await look()).toEqual(['head', 'block', 'block', 'transfers']);
    state.pay(DEPOSIT_DOLLAR, address, 5n * ONE);
    state.mine();
    expect((await look()).filter((each) => each === 'head')).toHaveLength(1);
    for (let block = 0; block < 6; block += 1) {
      state.mine();
      expect((await look()).filter((each) => each === 'head')).toHaveLength(1);
    }
    expect(await world.house.balance(id, 'USDT')).toBe(500_000_000n);
  });

  it('asks for the head again where it has more to read than one stretch', async () => {
    const { state } = world.stub;
    for (let block = 0; block < 200; block += 1) state.mine();
    expect((await look()).filter((each) => each === 'head').length).toBeGreaterThan(1);
    expect(await look()).toEqual(['head']);
  });

  it.each([
    [true, 700_000_000n],
    [false, 0n],
  ])(
    'credits what the chain ends with where it changes once the head is told: kept in another block %s',
    async (keeps, units) => {
      const { id, address } = await world.depositor();
      const { state } = world.stub;
      state.pay(DEPOSIT_DOLLAR, address, 7n * ONE);
      state.mine();
      afterHead = () => state.reorganise(2, () => keeps);
      // It is noticed now, or with the next head.
      await look().catch((error: unknown) => expect(isOutsideFailure(error)).toBe(true));
      expect(afterHead).toBeNull();
      for (let block = 0; block < 8; block += 1) {
        state.mine();
        await look();
      }
      expect(await world.house.balance(id, 'USDT')).toBe(units);
      expect(await world.chain.tokenBalance(DEPOSIT_DOLLAR, address as Hex)).toBe(units * 10n ** 10n);
    },
  );
});
