import fc from 'fast-check';
import { BLESSING_CARDS } from '@minerx/rules/blessing';
import { mulDivFloor, UNIT, units } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../src/db/pool.ts';
import { testDatabase } from '../src/db/test-database.ts';
import type { TestDatabase } from '../src/db/test-database.ts';
import { placeAllWaiting } from '../src/jobs/due.ts';
import { creditMember } from '../src/modules/member/adjustment.command.ts';
import { activateOrder } from '../src/modules/order/activation.command.ts';
import { cancelWaitingOrder } from '../src/modules/order/waiting-order.command.ts';
import { prizeVoucherCode } from '../src/modules/blessing/prizes/prize-voucher.ts';
import { subscribeMiner } from '../src/modules/purchase/purchase.command.ts';
import { settleRewards } from '../src/modules/reward/reward.command.ts';
import { redeemVoucherCommand } from '../src/modules/voucher/voucher.command.ts';
import { voucherCodeHash } from '../src/modules/voucher/voucher.ledger.ts';
import { openDeck } from '../src/modules/blessing/draw/deck.ts';
import { openBlessing } from '../src/modules/blessing/blessing.command.ts';
import { fillPrizePool } from './blessing-pool.ts';
import { expectCoherentLedger } from './coherent-ledger.ts';
import { moneyHouse, PEPPER } from './money-house.ts';
import type { MoneyHouse } from './money-house.ts';
import { METHODS, MoneyModel } from './money-model.ts';
import type { ModelOrder } from './money-model.ts';

const MEMBERS = 3;
const RUNS = 80;
/** Enough for some purchases, not for all. */
const START = { USDT: 30_000n * UNIT, AOGTD: 100n * UNIT, CW: 20_000n * UNIT, RW: 3000n * UNIT };

const member = fc.nat(MEMBERS - 1);
const pick = fc.nat(60);
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      member,
      wallet: fc.constantFrom('USDT', 'AOGTD', 'CW', 'RW'),
      amount: fc.bigInt(1n, 5000n * UNIT),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      member,
      packageId: fc.constantFrom(1, 2, 2, 5),
      quantity: fc.integer({ min: 1, max: 7 }),
      method: fc.constantFrom(...METHODS),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('voucher' as const),
      packageId: fc.constantFrom(3, 4),
      amount: fc.integer({ min: 25, max: 2000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeem' as const), member, pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('activate' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('reward' as const), pick, percent: fc.constantFrom(1, 40, 100, 100, 300) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('devices' as const),
      line: fc.constantFrom('x1', 'x1', 'x2'),
      count: fc.integer({ min: 1, max: 25 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pick' as const), pick, index: fc.nat(BLESSING_CARDS - 1) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('place' as const), line: fc.constantFrom('x1', 'x2') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replay' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('random commands against books kept on paper', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let owner: Pool;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    await fillPrizePool(database.pool);
    await database.pool.query('UPDATE miner_package SET free_blessings = 1');
    await database.pool.query('UPDATE wallet_type SET price_at = $1 WHERE id = 3', [new Date(house.clock.at)]);
    owner = createPool(database.ownerUrl, { max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await house.close();
    await database.drop();
  });

  const run = async (steps: Step[]): Promise<void> => {
    await owner.query(
      `TRUNCATE allocation, reward, miner_order, voucher, hold, posting, transfer, account, command, device, outbox, audit, attempt, member,
       order_terms, order_placement, order_activation CASCADE`,
    );
    // What is kept of rows that are gone; the seeds stay.
    await owner.query(`DELETE FROM row_version WHERE table_name <> 'blessing_seed'`);
    await owner.query('UPDATE blessing_prize SET remaining = total');
    await owner.query('UPDATE stock SET total = 0, used = 0, waiting = 0, shared_queue = 0');
    const world = await newWorld(house);
    for (const each of steps) {
      const { expected, real } = await world.act(each);
      expect({ step: each, answer: real }).toEqual({ step: each, answer: expected });
      await world.compare();
    }
    await expectCoherentLedger(house.pool, ['reward-receipts', 'reward-chain', 'reward-days']);
  };

  it(`agrees after every command of ${RUNS} histories`, { timeout: 180_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 45, size: 'max' }), run), {
      numRuns: RUNS,
      interruptAfterTimeLimit: 150_000,
    });
  });
});

const newWorld = async (house: MoneyHouse) => {
  const model = new MoneyModel(MEMBERS);
  const { funnel, pool } = house;
  const ids = await Promise.all(Array.from({ length: MEMBERS }, () => house.member()));
  const codes: string[] = [];
  const orderIds: string[] = [];
  const days = new Map<string, number>();
  let keys = 0;
  let last: (() => Promise<string>) | null = null;

  const know = (made: readonly string[]): void =>
    orderIds.push(...made.filter((id) => !orderIds.includes(id))) as unknown as void;
  const told = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'ok',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  /** Runs with a key of its own; a replay later must give the same answer and change nothing. */
  const keyed = async (start: (key: string) => Promise<unknown>): Promise<string> => {
    const key = `key-${(keys += 1)}`;
    const answer = await told(start(key));
    last = async () => ((await told(start(key))) === answer ? 'ok' : 'another answer');
    return answer;
  };
  const chosen = (pick: number): ModelOrder | null => model.orders[pick % Math.max(1, model.orders.length)] ?? null;

  const rewardOf = async (order: ModelOrder, percent: number): Promise<{ expected: string; real: string }> => {
    const orderId = orderIds[order.n]!;
    const price = 60_000n * UNIT;
    const wanted = mulDivFloor(order.profit, BigInt(percent), 100n);
    const ends = wanted >= order.profit;
    const usdUnits = ends ? order.profit : units(wanted);
    const sat = mulDivFloor(usdUnits, UNIT, price);
    const day = (days.get(orderId) ?? 0) + 1;
    days.set(orderId, day);
    const { rows } = await pool.query<{ profit: bigint }>(
      'SELECT profit_balance_units AS profit FROM miner_order WHERE id = $1',
      [orderId],
    );
    const inputs = {
      segments: [],
      poolFeePpm: 0,
      payoutFactor: { numerator: '1', denominator: '1' },
      carryPicoSat: '0',
      btcPriceUnits: String(price),
      profitBalanceUnits: String(rows[0]!.profit),
    };
    const reward = {
      orderId,
      part: 0,
      cause: null,
      sat,
      usdUnits,
      carryPicoSat: 0n,
      endsOrder: ends,
      inputs,
      simulated: true,
    };
    const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
    const settle = () => settleRewards(house, date, [reward]);
    const expected = model.reward(order, sat, usdUnits);
    const { settled } = await settle();
    // However often the job runs.
    expect((await settle()).settled).toBe(0);
    return { expected, real: settled === 1 ? 'ok' : 'skipped' };
  };

  /** The model reads the deck that the server has committed to, and works out by itself what its card is worth. */
  const pickOf = async (n: number, index: number): Promise<{ expected: string; real: string }> => {
    const { rows: packs } = await pool.query<{ id: string; memberId: bigint; opened: boolean; sealed: Buffer }>(
      `SELECT p.id, p.member_id AS "memberId", p.opened_at IS NOT NULL AS opened, d.sealed
         FROM blessing_pack p JOIN blessing_deck d ON d.pack_id = p.id ORDER BY p.id`,
    );
    const pack = packs[n % Math.max(1, packs.length)];
    if (pack === undefined) return { expected: 'ok', real: 'ok' };
    const expected = pack.opened
      ? 'err_opened_pack'
      : model.win(ids.indexOf(pack.memberId), openDeck(house.vault, pack.id, pack.sealed).text, index);
    if (!pack.opened && model.vouchers.length > codes.length) codes.push(prizeVoucherCode(PEPPER, pack.id));
    const input = { packId: pack.id, index, pepper: PEPPER };
    return { expected, real: await keyed((key) => funnel.run(openBlessing(pack.memberId, input, key))) };
  };

  const act = async (each: Step): Promise<{ expected: string; real: string }> => {
    switch (each.do) {
      case 'credit': {
        const wallet = each.wallet as 'USDT';
        const input = {
          memberId: ids[each.member]!,
          walletId: WALLET[wallet],
          amountUnits: each.amount,
          reason: 'model',
          actor: 'operator:model' as const,
        };
        return {
          expected: model.credit(each.member, wallet, each.amount),
          real: await keyed((key) => funnel.run(creditMember(input, key))),
        };
      }
      case 'buy': {
        const { quantity, wait } = each;
        const [packageId, method] = [each.packageId as 1 | 2 | 5, each.method];
        const amounts = model.amounts(each.member, packageId, quantity, method);
        const base = { packageId, quantity, amounts, acceptWaiting: wait };
        const input =
          packageId === 5 ? { ...base, page: 'x2' as const, walletType: 1 } : { ...base, page: 'x1' as const, method };
        const expected = model.buy(each.member, packageId, quantity, method, wait);
        const real = await keyed(async (key) =>
          know((await funnel.run(subscribeMiner(ids[each.member]!, input, key))).orderIds),
        );
        return { expected, real };
      }
      case 'voucher':
        codes.push(await house.voucher(each.packageId as 3, String(each.amount)));
        model.vouchers.push({ packageId: each.packageId as 3, amount: BigInt(each.amount) * UNIT, used: false });
        return { expected: 'ok', real: 'ok' };
      case 'redeem': {
        const voucher = each.pick % (codes.length + 1);
        const hash = voucherCodeHash(PEPPER, codes[voucher] ?? 'no such code');
        const expected = model.redeem(each.member, voucher);
        const real = await keyed(async (key) =>
          know([(await funnel.run(redeemVoucherCommand(ids[each.member]!, hash, key))).orderId]),
        );
        return { expected, real };
      }
      case 'activate':
      case 'cancel': {
        const order = chosen(each.pick);
        if (order === null) return { expected: 'ok', real: 'ok' };
        const [memberId, orderId] = [ids[order.member]!, orderIds[order.n]!];
        const command = each.do === 'activate' ? activateOrder : cancelWaitingOrder;
        return {
          expected: model[each.do](order),
          real: await keyed((key) => funnel.run<never>(command(memberId, orderId, key) as never)),
        };
      }
      case 'reward': {
        const order = chosen(each.pick);
        return order === null ? { expected: 'ok', real: 'ok' } : rewardOf(order, each.percent);
      }
      case 'pick':
        return pickOf(each.pick, each.index);
      case 'devices':
        model.devices[each.line as 'x1'] += each.count;
        await house.devices(each.line as 'x1', each.count);
        return { expected: 'ok', real: 'ok' };
      case 'place':
        return {
          expected: model.place(each.line as 'x1'),
          real: await told(placeAllWaiting(house, each.line as 'x1')),
        };
      case 'replay':
        return { expected: 'ok', real: last === null ? 'ok' : await (last as () => Promise<string>)() };
    }
  };

  const compare = async (): Promise<void> => {
    const accounts = await pool.query<{ id: bigint; balance: bigint }>(
      'SELECT id, balance FROM account WHERE id / 16 = ANY($1::bigint[]) AND balance <> 0',
      [ids],
    );
    const real: Record<string, bigint> = {};
    for (const { id, balance } of accounts.rows) real[`${ids.indexOf(id / 16n)}/${id % 16n}`] = balance;
    const expected: Record<string, bigint> = {};
    for (const [n, wallets] of model.wallets.entries()) {
      for (const [name, balance] of Object.entries(wallets))
        if (balance !== 0n) expected[`${n}/${WALLET[name as 'USDT']}`] = balance;
    }
    expect(real).toEqual(expected);
    const orders = await pool.query<{ id: string; status: number; profit: bigint }>(
      'SELECT id, status, profit_balance_units AS profit FROM miner_order',
    );
    const statuses = new Map(orders.rows.map(({ id, status, profit }) => [id, `${status} ${profit}`]));
    expect(orderIds.map((id) => statuses.get(id))).toEqual(
      model.orders.map(({ status, profit }) => `${status} ${profit}`),
    );
    const packs = await pool.query<{ count: bigint }>('SELECT count(*) FROM blessing_pack');
    expect(packs.rows[0]!.count).toBe(BigInt(model.packs()));
    const stocks = await pool.query<{ line: 'x1' | 'x2'; total: number; used: number; waiting: number }>(
      'SELECT line, total, used, waiting FROM stock ORDER BY line',
    );
    expect(stocks.rows).toEqual(
      (['x1', 'x2'] as const).map((line) => ({
        line,
        total: model.total(line),
        used: model.used(line),
        waiting: model.waiting(line),
      })),
    );
  };
  for (const [n] of ids.entries()) {
    for (const wallet of ['USDT', 'AOGTD', 'CW', 'RW'] as const)
      await act({ do: 'credit', member: n, wallet, amount: START[wallet] });
  }
  return { act, compare };
};
