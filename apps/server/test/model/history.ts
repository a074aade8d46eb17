import assert from 'node:assert/strict';
import { WALLET } from '@minerx/rules/wallet';
import { NETWORK } from '@minerx/rules/network';
import { UNIT } from '@minerx/rules/money';
import type pg from 'pg';
import { createPool } from '../../src/db/pool.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { checkLedger } from '../whole/check-ledger.ts';
import { setSwapPair } from '../../src/modules/swap/swap-pair.command.ts';
import { fillPrizePool } from '../blessing-pool.ts';
import { DEPOSIT_DOLLAR } from '../chain/deposit-world.ts';
import { moneyHouse, type MoneyHouse } from '../money-house.ts';
import { ADDRESS } from '../withdrawals.ts';
import { BankActs, swapFee } from './bank-acts.ts';
import { ItemActs } from './item-acts.ts';
import { Books } from './books.ts';
import { PLACES, type Coin } from './purses.ts';
import { ShopActs } from './shop-acts.ts';
import { MEMBERS, type Step } from './steps.ts';
import { nothing, Teller, type Outcome } from './teller.ts';
import { tellBtcPrice } from '../btc-price.ts';

/** Enough for some of everything, not for all. */
const START: Partial<Record<Coin, bigint>> = {
  USDT: 30_000n * UNIT,
  AOGTD: 100n * UNIT,
  CW: 20_000n * UNIT,
  RW: 3000n * UNIT,
  AOGP: 50n * UNIT,
  GBPT: 8000n * UNIT,
};

/** A house in which one history after the other takes place. */
export interface Stage {
  /**
   * @param noted told of each command whether it took place
   * @throws AssertionError at the first command after which house and books differ, or when an equation does not hold in the end.
   */
  play(steps: readonly Step[], noted?: (name: Step['do'], done: boolean) => void): Promise<void>;
  close(): Promise<void>;
}

export const openStage = async (database: TestDatabase): Promise<Stage> => {
  const house = await moneyHouse(database);
  const { pool } = house;
  await fillPrizePool(pool);
  await pool.query('UPDATE miner_package SET free_blessings = 1');
  const collection = { address: ADDRESS, network: 'model', simulated: true, marketplaces: [] };
  await pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"'), ('nft_collections', $1)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify({ legendary: collection, super_rare: collection })],
  );
  await pool.query('UPDATE asset_network SET contract = $1 WHERE wallet_id = $2 AND network_id = $3', [
    DEPOSIT_DOLLAR,
    WALLET.USDT,
    NETWORK.BEP20,
  ]);
  await pool.query('UPDATE network SET confirmations = 3 WHERE id = $1', [NETWORK.BEP20]);
  await setSwapPair(house, swapFee);
  const owner = createPool(database.ownerUrl, { max: 1 });
  const teller = new Teller(house, database, owner);
  const clear = await clearing(owner);
  const begin = house.clock.at;
  return {
    play: async (steps, noted) => {
      await clear();
      house.clock.at = begin;
      teller.forget();
      await new History(house, teller).play(steps, noted);
    },
    close: async () => {
      await teller.close();
      await owner.end();
      await house.close();
    },
  };
};

/** What operators and migrations have set stays; everything that happened since is gone. */
const SET =
  `account allocation audit blessing_prize blessing_seed blessing_table community country expiry_floor integrity_check market_symbol miner_package
  miner_package_history network asset_network nft nft_category rank setting staking_type stock swap_pair wallet_price wallet_type watched_table
  row_version migration`.split(/\s+/);

const clearing = async (owner: pg.Pool): Promise<() => Promise<void>> => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY($1) AND tablename NOT LIKE '%migration%'`,
    [SET],
  );
  // Without triggers and foreign keys: rows that may never change go as well.
  const sql = `BEGIN; SET LOCAL session_replication_role = replica;
    ${rows.map(({ name }) => `DELETE FROM ${name};`).join(' ')}
    DELETE FROM audit WHERE action <> 'blessing.commit'; DELETE FROM allocation; DELETE FROM account WHERE id / 16 <> 900; UPDATE account SET balance = 0;
    DELETE FROM row_version WHERE table_name NOT IN ('blessing_seed', 'swap_pair', 'setting', 'asset_network'); UPDATE blessing_prize SET gone = 0;
    UPDATE nft SET member_id = NULL, status = NULL, acquired_at = NULL WHERE member_id IS NOT NULL;
    UPDATE stock SET total = 0, used = 0, waiting = 0, shared_queue = 0; COMMIT`;
  return async () => void (await owner.query(sql));
};

type Act = (step: never) => Promise<Outcome>;

class History {
  readonly #house: MoneyHouse;
  readonly #teller: Teller;
  #ids: bigint[] = [];

  constructor(house: MoneyHouse, teller: Teller) {
    this.#house = house;
    this.#teller = teller;
  }

  async play(steps: readonly Step[], noted: Parameters<Stage['play']>[1]): Promise<void> {
    this.#ids = await Promise.all(Array.from({ length: MEMBERS }, () => this.#house.member()));
    const books = new Books(this.#house.clock.at);
    const [house, teller, ids] = [this.#house, this.#teller, this.#ids];
    const [shop, bank, items] = [
      new ShopActs(house, teller, books.shop, ids),
      new BankActs(house, teller, books, ids),
      new ItemActs(house, teller, books.items, ids),
    ];
    await bank.open();
    await this.#priceIsFresh();
    // At once, in one batch of the funnel: as single commands they would take as long as half the history.
    await Promise.all(
      Object.entries(START).flatMap(([coin, amount]) =>
        this.#ids.map((_, member) => bank.credit({ do: 'credit', member, coin: coin as 'USDT', amount })),
      ),
    );
    for (const coin of ['USDT', 'CW', 'AOGTD', 'BTC'] as const)
      await bank.fund({ do: 'fund', coin, amount: 2000n * UNIT, second: true });
    const worldly = {
      pass: async ({ seconds }: { seconds: number }) => {
        house.clock.at += seconds * 1000;
        books.purses.now = house.clock.at;
        await this.#priceIsFresh();
        return nothing;
      },
      replay: async ({ pick }: { pick: number }) => ({ expected: 'ok', real: await teller.replay(pick) }),
      restart: async ({ during }: { during: boolean }) => {
        await teller.restart(during);
        bank.restart();
        return nothing;
      },
    };
    const places = [worldly, shop, bank, items] as unknown as Record<string, Act>[];
    for (const [at, step] of steps.entries()) {
      const place = places.find((each) => step.do in each)!;
      const { expected, real } = await place[step.do]!(step as never);
      noted?.(step.do, expected === 'ok');
      assert.equal(real, expected, `step ${at}: ${show(step)}`);
      assert.deepEqual(await this.#real(), books.told(shop, bank, items), `after step ${at}: ${show(step)}`);
    }
    assert.deepEqual(await this.#realHouse(), books.house());
    const broken = (await checkLedger(house.pool)).filter(
      ({ name, violations }) => violations > 0n && !MADE_UP.includes(name),
    );
    assert.deepEqual(
      broken.map(({ name, examples }) => `${name}: ${examples.join(', ')}`),
      [],
    );
  }

  /** The market tells the same price again. */
  async #priceIsFresh(): Promise<void> {
    await tellBtcPrice(this.#house.pool, this.#house.clock.at);
  }

  async #real(): Promise<unknown> {
    const { rows } = await this.#house.pool.query<{ told: unknown }>({
      name: 'model',
      text: REAL,
      values: [this.#ids],
    });
    return rows[0]!.told;
  }

  async #realHouse(): Promise<unknown> {
    const { rows } = await this.#house.pool.query<{ account: string; amount: string }>(
      `SELECT account_owner(a.id) || '/' || account_wallet(a.id) AS account, sum(a.amount)::text AS amount
         FROM (SELECT destination AS id, amount FROM posting UNION ALL SELECT source, -amount FROM posting) a
        WHERE account_owner(a.id) = ANY($1) GROUP BY 1 HAVING sum(a.amount) <> 0`,
      [Object.values(PLACES)],
    );
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
  }
}

/** Rewards are given without a day's settlement. */
const MADE_UP = [
  'reward-receipts',
  'reward-chain',
  'reward-days',
  'reward-segments',
  'reward-windows',
  'newest-rewards',
];

/** As they stand in a test: amounts are literals. */
export const showSteps = (steps: readonly Step[]): string =>
  `[${steps.map(show).join(',\n')}]`.replace(/"(-?\d+n)"/g, '$1');

const show = (step: Step): string =>
  JSON.stringify(step, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

const REAL = `SELECT json_build_object(
  'wallets', (SELECT coalesce(json_object_agg(array_position($1, id / 16) - 1 || '/' || id % 16, balance::text), '{}') FROM account
               WHERE id / 16 = ANY($1::bigint[]) AND balance <> 0),
  'liquidity', (SELECT coalesce(json_object_agg('900/' || id % 16, balance::text), '{}') FROM account WHERE id / 16 = 900 AND balance <> 0),
  'held', (SELECT coalesce(json_object_agg(wallet, units), '{}') FROM (
             SELECT 'held/' || id % 16 AS wallet, sum(balance)::text AS units FROM account
              WHERE id / 16 > 900 AND NOT id / 16 = ANY($1::bigint[]) AND balance <> 0 GROUP BY 1) h),
  'orders', (SELECT coalesce(json_object_agg(id, status || ' ' || profit_balance_units), '{}') FROM miner_order),
  'stock', (SELECT json_object_agg(line, total || ' ' || used || ' ' || waiting) FROM stock),
  'packs', (SELECT count(*) FROM blessing_pack),
  'withdrawals', (SELECT coalesce(json_object_agg(id, status || ' ' || revision), '{}') FROM withdrawal),
  'deposits', (SELECT coalesce(sum(units), 0)::text FROM deposit WHERE status = 3),
  'nfts', (SELECT coalesce(json_object_agg(id, status), '{}') FROM nft WHERE member_id IS NOT NULL),
  'stakes', (SELECT coalesce(json_object_agg(id, status), '{}') FROM staking_order)) AS told`;
