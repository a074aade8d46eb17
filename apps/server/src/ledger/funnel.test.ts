import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import pg, { type Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { moneyHouse } from '../../test/money-house.ts';
import type { MoneyHouse } from '../../test/money-house.ts';
import { Packet } from '../db/packet.ts';
import { createPool } from '../db/pool.ts';
import { testDatabase } from '../db/test-database.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { accountId } from './account.ts';
import { REWARD_HOUSE } from '../modules/reward/reward.ledger.ts';
import type { Command, Keys, Transfer } from './command.ts';
import { no } from './command.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LEDGER_TABLES } from '../composition/ledger-tables.ts';
import { createFunnel } from './funnel.ts';

/** The connection breaks where the answer to its COMMIT would come. */
const loseEnd = (packet: Packet, client: PoolClient, error: Error): void => {
  const { connection } = client as unknown as { connection: Parameters<Packet['handleError']>[1] };
  packet.handleCommandComplete = (message) => {
    if (message.text === 'COMMIT') packet.handleError(error, connection);
    else Packet.prototype.handleCommandComplete.call(packet, message);
  };
};

/** A pool whose first COMMIT fails: its answer is lost with the connection when it took place, or it did not. */
const failingOnce = (pool: Pool, tookPlace: boolean, error: Error): Pool => {
  let failed = false;
  const answering = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return (asked: unknown) => {
          if (!failed && asked instanceof Packet && asked.parts.some(({ statement }) => statement.text === 'COMMIT')) {
            failed = true;
            if (tookPlace) loseEnd(asked, target, error);
            else asked.submit = () => error;
          }
          return target.query(asked as Packet);
        };
      },
    });
  return new Proxy(pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name === 'connect') return async () => answering(await target.connect());
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

describe('the funnel', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
  });
  afterAll(async () => {
    // The commands here take money for no reason that the books know.
    await expectCoherentLedger(house.pool, ['flows', 'adjustments', 'newest-money']);
    await house.close();
    await database.drop();
  });

  const own = (member: bigint): bigint => accountId(member, WALLET.USDT);

  /** Takes one USDT from the member, or refuses; the result is what was left. */
  const take = (
    member: bigint,
    change: Partial<Command<string>> & { transfer?: Partial<Transfer>; key?: string } = {},
  ): Command<string> => {
    const { transfer, key, ...others } = change;
    return {
      name: 'take_one',
      actor: `member:${member}`,
      idempotency: key === undefined ? null : { key, fingerprint: fingerprintOf({ key }) },
      keys: { accounts: [own(member)] },
      decide: (view, make) => {
        const left = view.balance(own(member)) - unitsOf('1');
        if (left < 0n) return no('err_insufficient_balance');
        const posting = {
          walletId: WALLET.USDT,
          source: own(member),
          destination: accountId(REWARD_HOUSE.OUTSIDE, WALLET.USDT),
          amount: unitsOf('1'),
        };
        return {
          ok: true,
          result: String(left),
          changes: {
            transfers: [{ id: make.id(), kind: 'debit', memberId: member, postings: [posting], ...transfer }],
          },
        };
      },
      ...others,
    };
  };

  it('lets commands of one batch see each other', async () => {
    const member = await house.member({ USDT: '3' });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => house.funnel.run(take(member))));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(await house.balance(member, 'USDT')).toBe(0n);
  });

  it('carries out nobody’s command as a part of another one’s request', async () => {
    const [current, seen] = [new AsyncLocalStorage<string>(), [] as (string | undefined)[]];
    const member = await house.member({ USDT: '3' });
    const { decide } = take(member);
    const watched = take(member, {
      decide: (...given) => {
        seen.push(current.getStore());
        return decide(...given);
      },
    });
    const answered = await Promise.all(
      ['one', 'other'].map((request) =>
        current.run(request, async () => {
          await house.funnel.run(watched);
          return current.getStore();
        }),
      ),
    );
    expect(seen).toEqual([undefined, undefined]);
    expect(answered).toEqual(['one', 'other']);
  });

  it('carries out a key once even twice in one batch', async () => {
    const member = await house.member({ USDT: '3' });
    const [first, second] = await Promise.all([
      house.funnel.run(take(member, { key: 'twice' })),
      house.funnel.run(take(member, { key: 'twice' })),
    ]);
    expect(first).toBe(second);
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('2'));
  });

  it('does not let a command that throws, overdraws or breaks a constraint harm its neighbours', async () => {
    const [good, bad] = [await house.member({ USDT: '3' }), await house.member({ USDT: '3' })];
    const existing = (await house.pool.query<{ id: string }>('SELECT id FROM transfer LIMIT 1')).rows[0]!.id;
    const throws = take(bad, {
      decide: () => {
        throw new Error('a bug');
      },
    });
    const outside = accountId(REWARD_HOUSE.OUTSIDE, WALLET.USDT);
    const moving = (kind: string, source: bigint, destination: bigint, amount: bigint) =>
      take(bad, {
        keys: {},
        decide: (_view, make) => {
          const postings = [{ walletId: WALLET.USDT, source, destination, amount }];
          return { ok: true, result: '', changes: { transfers: [{ id: make.id(), kind, memberId: bad, postings }] } };
        },
      });
    const overdraws = { ...moving('debit', own(bad), outside, unitsOf('4')), keys: take(bad).keys };
    const breaks = take(bad, { transfer: { id: existing } });
    const strays = moving('credit', outside, own(bad), 1n);
    const outcomes = await Promise.allSettled([
      house.funnel.run(take(good, { key: 'neighbour-1' })),
      ...[throws, overdraws, breaks, strays].map((command) => house.funnel.run(command)),
      house.funnel.run(take(good)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await house.balance(good, 'USDT')).toBe(unitsOf('1'));
    expect(await house.balance(bad, 'USDT')).toBe(unitsOf('3'));
  });

  it('lets no posting cross from one asset into another', async () => {
    const member = await house.member({ USDT: '3' });
    const posting = {
      walletId: WALLET.USDT,
      source: own(member),
      destination: accountId(REWARD_HOUSE.OUTSIDE, WALLET.BTC),
      amount: unitsOf('1'),
    };
    await expect(house.funnel.run(take(member, { transfer: { postings: [posting] } }))).rejects.toThrow(
      'a posting stays within one asset',
    );
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('3'));
  });

  it('finds the answer of a key that another process stores at the same moment', async () => {
    const member = await house.member({ USDT: '3' });
    const key = 'at-the-same-moment';
    const command = take(member, { key });
    const owner = createPool(database.ownerUrl, { max: 2 });
    const other = await owner.connect();
    await other.query('BEGIN');
    await other.query('INSERT INTO command (actor, name, key, fingerprint, answer) VALUES ($1, $2, $3, $4, $5)', [
      command.actor,
      command.name,
      key,
      command.idempotency!.fingerprint,
      JSON.stringify({ ok: true, result: 'of the other process' }),
    ]);
    const answer = house.funnel.run(command);
    for (let waiting = 0; waiting === 0;) {
      const { rowCount } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      waiting = rowCount ?? 0;
    }
    await other.query('COMMIT');
    other.release();
    await owner.end();
    expect(await answer).toBe('of the other process');
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('3'));
  });

  it('leaves no trace of a refused command without a key, and keeps the refusal of one with a key', async () => {
    const member = await house.member();
    const count = async (): Promise<bigint> => (await house.pool.query('SELECT count(*) AS n FROM command')).rows[0].n;
    const before = await count();
    await expect(house.funnel.run(take(member))).rejects.toMatchObject({ code: 'err_insufficient_balance' });
    expect(await count()).toBe(before);
    await expect(house.funnel.run(take(member, { key: 'refused' }))).rejects.toMatchObject({
      code: 'err_insufficient_balance',
    });
    expect(await count()).toBe(before + 1n);
  });

  it('does not keep "try again later"', async () => {
    const member = await house.member({ USDT: '1' });
    await expect(
      house.funnel.run(take(member, { key: 'later', decide: () => no('err_price_stale') })),
    ).rejects.toMatchObject({ code: 'err_price_stale' });
    expect(await house.funnel.run(take(member, { key: 'later' }))).toBe('0');
  });

  it('turns commands away when too many wait, and when it is being closed', async () => {
    const member = await house.member({ USDT: '50' });
    const small = house.secondFunnel({ queueLimit: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => small.run(take(member))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const last = small.run(take(member));
    await small.drain();
    await last;
    await expect(small.run(take(member))).rejects.toMatchObject({ code: 'err_unavailable' });
  });

  it('publishes changed orders and outbox topics after the commit', async () => {
    const member = await house.member({ USDT: '1' });
    const heard: unknown[] = [];
    const stop = house.bus.subscribe('outbox', ({ topic }) => heard.push(topic));
    await house.funnel.run(
      take(member, {
        decide: () => ({ ok: true, result: '', changes: { outbox: [{ topic: 'test', payload: { amount: '1' } }] } }),
      }),
    );
    stop();
    expect(heard).toEqual(['test']);
    const { rows } = await house.pool.query(`SELECT payload FROM outbox WHERE topic = 'test'`);
    expect(rows).toEqual([{ payload: { amount: '1' } }]);
  });

  it('tells all of a batch that waited in vain for a lock to come again, and nothing has happened', async () => {
    const member = await house.member({ USDT: '3' });
    const owner = createPool(database.ownerUrl, { max: 2 });
    const holder = await owner.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [own(member)]);
    const outcomes = Promise.allSettled([house.funnel.run(take(member)), house.funnel.run(take(member))]);
    for (let cancelled = 0; cancelled === 0;) {
      const { rowCount } = await owner.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      cancelled = rowCount ?? 0;
    }
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'err_unavailable' } });
    await holder.query('ROLLBACK');
    holder.release();
    await owner.end();
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('3'));
  });

  it('runs a command without a key no second time when nobody knows whether its COMMIT took place, and one with a key for its answer', async () => {
    const pool = createPool(database.url, { max: 2, work: 'ledger' });
    const { clock, random, bus, vault } = house;
    const tools = { clock, random, bus, vault, tables: LEDGER_TABLES };
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const members = [await house.member({ USDT: '9' }), await house.member({ USDT: '9' })] as const;
    for (const key of [undefined, 'lost-1']) {
      // Both alone, so that neither is in the other's batch.
      const [member] = key === undefined ? members : members.toReversed();
      const funnel = createFunnel({ ...tools, pool: failingOnce(pool, true, error) });
      const outcome = funnel.run(take(member!, key === undefined ? {} : { key }));
      if (key === undefined) await expect(outcome).rejects.toMatchObject({ code: 'err_unavailable' });
      else expect(await outcome).toBe(String(unitsOf('8')));
      expect([key, await house.balance(member!, 'USDT')]).toEqual([key, unitsOf('8')]);
      await funnel.drain();
    }
    await pool.end();
  });

  it.each(['40P01', '40001'])('runs again what the database gave up for the sake of others: %s', async (code) => {
    const pool = createPool(database.url, { max: 2, work: 'ledger' });
    const member = await house.member({ USDT: '9' });
    const { clock, random, bus, vault } = house;
    const giving = failingOnce(pool, false, Object.assign(new pg.DatabaseError('given up', 0, 'error'), { code }));
    const funnel = createFunnel({ pool: giving, clock, random, bus, vault, tables: LEDGER_TABLES });
    expect(await funnel.run(take(member))).toBe(String(unitsOf('8')));
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('8'));
    await funnel.drain();
    await pool.end();
  });

  it('survives connections that are killed: keyed commands end once, others are done or told that nobody knows', async () => {
    const pool = createPool(database.url, { max: 2, work: 'ledger' });
    const funnel = createFunnel({
      pool,
      clock: house.clock,
      random: house.random,
      bus: house.bus,
      vault: house.vault,
      tables: LEDGER_TABLES,
    });
    const owner = createPool(database.ownerUrl, { max: 1 });
    const member = await house.member({ USDT: '100000' });
    // Some look at an order first, so that connections die between their two rounds of loading as well.
    const keysOf = (n: number): Keys => ({
      accounts: [own(member)],
      ...(n % 5 === 0 ? { orders: [randomUUID()], lines: ['x1', 'x2'] } : {}),
    });
    let over = false;
    let killed = 0;
    const killer = (async () => {
      while (!over) {
        const { rowCount } = await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND state <> 'idle'`,
        );
        killed += rowCount ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    })();
    let done = 0;
    for (let round = 0; round < 60; round += 1) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => funnel.run(take(member, { key: `kill-${round}-${n}`, keys: keysOf(n) }))),
      );
      done += outcomes.filter(({ status }) => status === 'fulfilled').length;
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'err_unavailable' });
    }
    over = true;
    await killer;
    expect(killed).toBeGreaterThan(5);
    const { rows } = await house.pool.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM transfer WHERE member_id = $1 AND kind = 'debit'`,
      [member],
    );
    const answers = await house.pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM command WHERE actor = $1`, [
      `member:${member}`,
    ]);
    expect(rows[0]!.n).toBe(answers.rows[0]!.n);
    expect(Number(rows[0]!.n)).toBeGreaterThanOrEqual(done);
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('100000') - rows[0]!.n * unitsOf('1'));
    await funnel.drain();
    await Promise.all([pool.end(), owner.end()]);
  });
});

describe('fingerprints', () => {
  it('are equal for equal inputs in any order, and differ otherwise', () => {
    expect(fingerprintOf({ a: 1n, b: ['x', null] })).toEqual(fingerprintOf({ b: ['x', null], a: 1n }));
    expect(fingerprintOf({ a: 1n })).not.toEqual(fingerprintOf({ a: 2n }));
    expect(fingerprintOf({ a: undefined })).toEqual(fingerprintOf({}));
  });
});
