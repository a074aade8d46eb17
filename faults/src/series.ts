import { randomUUID } from 'node:crypto';
import { commitTo } from '../../apps/server/test/blessing-pool.ts';
import { purchaseX1, PIN } from './world.ts';
import type { Racer, World } from './world.ts';
import type { Shot, Told } from './volley.ts';

export const AT_ONCE = 50;

/** One kind of race: what may succeed once, tried by fifty. */
export interface Series {
  readonly name: string;
  /** Makes its members, and gives what happens in a round. */
  prepare(world: World, rounds: number): Promise<(round: number) => Promise<readonly Shot[]>>;
  /** Refusals that the others may get. */
  readonly refusals: readonly string[];
  /** How many succeed; default one. */
  readonly successes?: number;
}

/** What went wrong in a round, in a few words; null when exactly the allowed number succeeded. */
export const judge = (series: Series, told: readonly Told[]): string | null => {
  const successes = told.filter(({ code }) => code === 'ok');
  const allowed = series.successes ?? 1;
  if (successes.length !== allowed) return `${successes.length} succeeded`;
  if (new Set(successes.map(({ result }) => result)).size > 1) return 'answers differ';
  const strange = told.find(({ code }) => code !== 'ok' && !series.refusals.includes(code));
  return strange ? strange.code : null;
};

const fifty = (shot: (n: number) => Omit<Shot, 'key'> & { key?: string }): Shot[] =>
  Array.from({ length: AT_ONCE }, (_, n) => ({ key: randomUUID(), ...shot(n) }));

/** Calls are limited per member and minute, so the rounds go round many members. */
const MEMBERS = 60;
const turn = (racers: readonly Racer[], round: number): Racer => racers[round % racers.length]!;

const X1_METHOD_3 = purchaseX1({ payment_method: 3, amount1: '800', amount2: '400' });
const X1_METHOD_6 = purchaseX1({ payment_method: 6, quantity: 20, amount1: '8000', amount2: '4000', amount3: '10000' });
const X2 = { package: 5, wallet_type: 1, quantity: 1, amount1: '10000', amount2: '0', member_security_pin: PIN };

const buyers = async (world: World, count: number): Promise<Racer[]> => {
  const racers = await world.racers(count, true);
  await world.warm(racers);
  return racers;
};

export const SERIES: readonly Series[] = [
  {
    name: 'the last money of a wallet: X1 by method 3',
    refusals: ['err_insufficient_balance'],
    prepare: async (world, rounds) => {
      const racers = await buyers(world, Math.min(MEMBERS, rounds));
      for (const { memberId } of racers) await world.credit(memberId, 'RW', '1000000');
      return async (round) => {
        const racer = turn(racers, round);
        await world.ensureFree('x1', AT_ONCE);
        await world.credit(racer.memberId, 'CW', '800');
        return fifty(() => ({ token: world.tokenOf(racer), path: 'package/purchase', body: X1_METHOD_3 }));
      };
    },
  },
  {
    name: 'the last money of a wallet: X2',
    refusals: ['err_insufficient_balance'],
    prepare: async (world, rounds) => {
      const racers = await buyers(world, Math.min(MEMBERS, rounds));
      return async (round) => {
        const racer = turn(racers, round);
        await world.ensureFree('x2', AT_ONCE);
        await world.credit(racer.memberId, 'USDT', '10000');
        return fifty(() => ({ token: world.tokenOf(racer), path: 'package/purchase2', body: X2 }));
      };
    },
  },
  {
    name: 'the last money of a wallet: X1 and X2 at once, which share no stock',
    refusals: ['err_insufficient_balance'],
    prepare: async (world, rounds) => {
      const racers = await buyers(world, Math.min(MEMBERS, rounds));
      for (const { memberId } of racers) {
        await world.credit(memberId, 'CW', '10000000');
        await world.credit(memberId, 'RW', '10000000');
      }
      return async (round) => {
        const racer = turn(racers, round);
        await world.ensureFree('x1', 100);
        await world.ensureFree('x2', AT_ONCE);
        await world.credit(racer.memberId, 'USDT', '10000');
        const token = world.tokenOf(racer);
        // One server gets the one kind, the other the other: a batch of both would hold both stock rows.
        return fifty((n) =>
          (n + round) % 2 === 0
            ? { token, path: 'package/purchase', body: X1_METHOD_6 }
            : { token, path: 'package/purchase2', body: X2 },
        );
      };
    },
  },
  {
    name: 'the last unit of stock, fifty members',
    refusals: ['err_out_of_stock'],
    prepare: async (world) => {
      const racers = await buyers(world, AT_ONCE);
      for (const { memberId } of racers) await world.credit(memberId, 'CW', '10000000');
      return async () => {
        await world.leaveFree(1);
        return fifty((n) => ({ token: world.tokenOf(racers[n]!), path: 'package/purchase', body: purchaseX1() }));
      };
    },
  },
  {
    name: 'fifty shared units of fifty members: all served, five groups of ten',
    refusals: [],
    successes: AT_ONCE,
    prepare: async (world) => {
      const racers = await buyers(world, AT_ONCE);
      for (const { memberId } of racers) await world.credit(memberId, 'CW', '10000000');
      return async () => {
        await world.ensureFree('x1', 2 * AT_ONCE);
        const body = purchaseX1({ package: 2 });
        return fifty((n) => ({ token: world.tokenOf(racers[n]!), path: 'package/purchase', body }));
      };
    },
  },
  {
    name: 'one voucher, fifty members',
    refusals: ['err_voucher_invalid', 'err_too_many'],
    prepare: async (world, rounds) => {
      const racers = await world.racers(Math.min(8, rounds) * AT_ONCE, false);
      return async (round) => {
        const code = await freshVoucher(world, round);
        return fifty((n) => ({
          token: world.tokenOf(turn(racers, round * AT_ONCE + n)),
          path: 'voucher/package/redeem',
          body: { voucher_code: code },
        }));
      };
    },
  },
  {
    name: 'one voucher, one member',
    refusals: ['err_voucher_invalid', 'err_too_many'],
    prepare: async (world, rounds) => {
      const racers = await world.racers(Math.min(rounds, 200), false);
      return async (round) => {
        const code = await freshVoucher(world, round);
        const token = world.tokenOf(turn(racers, round));
        return fifty(() => ({ token, path: 'voucher/package/redeem', body: { voucher_code: code } }));
      };
    },
  },
  {
    name: 'the activation of one order',
    refusals: ['err_order_status'],
    prepare: async (world, rounds) => {
      const racers = await world.racers(Math.min(MEMBERS, rounds), false);
      for (const { memberId } of racers) {
        await world.credit(memberId, 'CW', '1000000');
        await world.credit(memberId, 'AOGTD', '1000000');
      }
      return async (round) => {
        const racer = turn(racers, round);
        await world.ensureFree('x1', 1);
        const [id] = await world.buy(racer.memberId, 1);
        return fifty(() => ({ token: world.tokenOf(racer), path: 'package/order/activate', body: { id } }));
      };
    },
  },
  {
    name: 'the last AOGTD, for one of fifty orders to activate',
    refusals: ['err_insufficient_balance', 'err_order_status'],
    prepare: async (world, rounds) => {
      const racers = await world.racers(Math.min(MEMBERS, rounds), false);
      for (const { memberId } of racers) await world.credit(memberId, 'CW', '10000000');
      return async (round) => {
        const racer = turn(racers, round);
        await world.credit(racer.memberId, 'AOGTD', '20');
        const ready = async (): Promise<string[]> =>
          (
            await world.house.pool.query<{ id: string }>(
              'SELECT id FROM miner_order WHERE member_id = $1 AND status = 2 LIMIT $2',
              [racer.memberId, AT_ONCE],
            )
          ).rows.map(({ id }) => id);
        const missing = AT_ONCE - (await ready()).length;
        await world.ensureFree('x1', missing);
        if (missing > 0) await world.buy(racer.memberId, missing);
        const ids = await ready();
        return fifty((n) => ({ token: world.tokenOf(racer), path: 'package/order/activate', body: { id: ids[n] } }));
      };
    },
  },
  {
    name: 'the opening of one Raya Blessing',
    refusals: ['err_opened_pack'],
    prepare: async (world, rounds) => {
      const racers = await world.racers(Math.min(MEMBERS, rounds), false);
      for (const { memberId } of racers) await world.credit(memberId, 'CW', '1000000');
      // Money whose price is the operators' moves at every pick.
      await world.house.pool.query(`UPDATE blessing_prize SET enabled = name IN ('CW', 'RW')`);
      // The house buys on a day of its own, which no server is committed to.
      await commitTo(world.house.pool, new Date(world.house.clock.now()).toISOString());
      return async (round) => {
        const racer = turn(racers, round);
        const id = await freshPack(world, racer.memberId);
        const token = world.tokenOf(racer);
        return fifty((n) => ({ token, path: 'package/angpau/packs/open', body: { id, index: n % 9 } }));
      };
    },
  },
  {
    name: 'the cancelling of one order that waits',
    refusals: ['err_order_status'],
    prepare: async (world, rounds) => {
      const racers = await world.racers(Math.min(MEMBERS, rounds), false);
      await world.leaveFree(0);
      return async (round) => {
        const racer = turn(racers, round);
        await world.credit(racer.memberId, 'CW', '1000');
        const [id] = await world.buy(racer.memberId, 1, true);
        return fifty(() => ({ token: world.tokenOf(racer), path: 'package/order/cancel', body: { id } }));
      };
    },
  },
  {
    name: 'one idempotency key fifty times: one order, fifty equal answers',
    refusals: [],
    successes: AT_ONCE,
    prepare: async (world, rounds) => {
      const racers = await buyers(world, Math.min(MEMBERS, rounds));
      return async (round) => {
        const racer = turn(racers, round);
        await world.ensureFree('x1', AT_ONCE);
        await world.credit(racer.memberId, 'CW', '50000');
        const shot = { token: world.tokenOf(racer), path: 'package/purchase', body: purchaseX1() };
        const key = randomUUID();
        return fifty(() => ({ ...shot, key }));
      };
    },
  },
];

/** A Raya Blessing of an order of its own; the orders of other races grant none. */
const freshPack = async ({ house, ...world }: World, memberId: bigint): Promise<string> => {
  const grant = (count: number) =>
    house.pool.query('UPDATE miner_package SET free_blessings = $1 WHERE id = 1', [count]);
  await world.ensureFree('x1', 1);
  await grant(1);
  const [orderId] = await world.buy(memberId, 1);
  await grant(0);
  const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM blessing_pack WHERE order_id = $1', [
    orderId,
  ]);
  return rows[0]!.id;
};

/** A voucher that nobody has used, and nobody locked out by the wrong codes of the rounds before. */
const freshVoucher = async (world: World, round: number): Promise<string> => {
  await world.ensureFree('x1', AT_ONCE);
  await world.forgetTries();
  return world.house.voucher(round % 2 === 0 ? 3 : 4, '1000');
};
