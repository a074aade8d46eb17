import { createHash } from 'node:crypto';
import { WALLETS } from '@minerx/rules/wallet';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { createLocalBus } from '../src/bus/bus.ts';
import { createExpiryClock } from '../src/base/expiry-clock.ts';
import { LEDGER_TABLES } from '../src/composition/ledger-tables.ts';
import type { Context } from '../src/context.ts';
import type { TestDatabase } from '../src/db/test-database.ts';
import { installAnswers } from '../src/http/answer.ts';
import type { Api } from '../src/http/route.ts';
import type { OrderMeasurements } from '../src/modules/order/order-measurements.query.ts';

/** What a read route answered. */
export interface Read {
  status: number;
  body: { result: Record<string, never>; err_code?: string };
}

export interface ReadApi {
  get(memberId: bigint | null, path: string): Promise<Read>;
  post(memberId: bigint | null, path: string, body: object): Promise<Read>;
  /** A download: its text as it is. */
  file(
    memberId: bigint,
    path: string,
  ): Promise<{ status: number; text: string; headers: Record<string, string | string[] | number | undefined> }>;
  close(): Promise<void>;
}

/** Only the read routes, on a real database; a member is signed in by saying the number. */
export const readApi = async (database: TestDatabase, now: string, add: (api: Api) => void): Promise<ReadApi> => {
  const http: FastifyInstance = Fastify();
  const log = pino({ level: 'silent' });
  const context = {
    pool: database.pool,
    bus: createLocalBus(),
    tables: LEDGER_TABLES,
    log,
    clock: { now: () => Date.parse(now) },
    expiryClock: createExpiryClock({ now: () => Date.parse(now) }, () => 0),
    sessions: { verify: (token: string) => ({ memberId: BigInt(token), sessionId: 'test' }) },
  } as unknown as Context;
  installAnswers(http, { log, env: { brand: { supportEmail: 'support@minerx.test' } } }, async () => null);
  add({ context, http, routes: [] });
  await http.ready();
  const headers = (memberId: bigint | null) => (memberId === null ? {} : { authorization: `Bearer ${memberId}` });
  return {
    get: async (memberId, path) => {
      const answer = await http.inject({ method: 'GET', url: `/api/${path}`, headers: headers(memberId) });
      return { status: answer.statusCode, body: answer.json() };
    },
    post: async (memberId, path, body) => {
      const answer = await http.inject({
        method: 'POST',
        url: `/api/${path}`,
        headers: headers(memberId),
        payload: body,
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    file: async (memberId, path) => {
      const answer = await http.inject({ method: 'GET', url: `/api/${path}`, headers: headers(memberId) });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
    close: () => http.close(),
  };
};

/** Measurements that know nothing, or what the test says. */
export const measured = (known: Partial<OrderMeasurements> = {}): OrderMeasurements => ({
  hashrateOf: () => null,
  todayOfOrder: async () => null,
  dayOfOrder: async () => null,
  todaySatOfMember: async () => 0n,
  daySatOfOrders: async () => 0n,
  hashrateSeries: async () => [],
  ...known,
});

type Insert = (table: string, row: Record<string, unknown>) => Promise<void>;

/** What every database has. */
const insertReference = async (insert: Insert): Promise<void> => {
  await insert('country', {
    id: 132,
    iso2: 'MY',
    name: 'Malaysia',
    name_zh: '马来西亚',
    calling_code: '60',
    symbol: 'MYR',
  });
  await insert('community', { id: 1, name: 'Default', payment_methods: '1|2' });
  for (const { id, name } of WALLETS) {
    await insert('wallet_type', {
      id,
      name,
      precision: 2,
      price_units: 100_000_000n,
      price_at: '2026-11-20T00:00:00Z',
    });
  }
  for (const [id, quantity] of [
    [1, 1],
    [2, 10],
    [3, 1],
    [4, 10],
    [5, 10],
  ]) {
    await insert('miner_package', {
      id,
      name: `Package ${id}`,
      price_units: 100_000_000_000n,
      quantity,
      max_profit_units: 250_000_000_000n,
      activation_fee_units: 1_000_000_000n,
      roi_display_units: 6910n,
      roi_display_max_units: 19_200n,
    });
  }
  await insert('stock', { line: 'x1', total: 100, used: 3, waiting: 1, shared_queue: 2 });
  await insert('stock', { line: 'x2', total: 5 });
};

interface RewardRow {
  orderId: string;
  memberId: bigint;
  day: string;
  sat: bigint;
}

const insertReward = async (insert: Insert, { orderId, memberId, day, sat }: RewardRow): Promise<void> => {
  const inputs = {
    segments: [
      { from: `${day}T00:00:00Z`, to: `${day}T24:00:00Z`, bits: '1701fca1', height: 930_000, hashesTenths: '1' },
    ],
    poolFeePpm: 20_000,
    payoutFactor: { numerator: '1', denominator: '1' },
    carryPicoSat: '0',
    btcPriceUnits: '1',
    profitBalanceUnits: '1',
  };
  const transferId = createHash('sha256').update(`${orderId}${day}`).digest('hex').slice(0, 32);
  await insert('reward', {
    order_id: orderId,
    day,
    member_id: memberId,
    sat,
    usd_units: sat,
    transfer_id: transferId,
    inputs: JSON.stringify(inputs),
    simulated: true,
  });
};

/** Writes rows as they are, for reads only: what commands do is tested with the commands. */
export const rowsOf = (database: TestDatabase) => {
  const insert: Insert = async (table, row) => {
    const names = Object.keys(row);
    const marks = names.map((_, index) => `$${index + 1}`);
    await database.pool.query(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})`,
      Object.values(row),
    );
  };
  let count = 0;
  return {
    insert,
    reference: () => insertReference(insert),
    async member(id: bigint, more: Record<string, unknown> = {}): Promise<bigint> {
      await insert('member', {
        id,
        username: `member${id}`,
        full_name: 'Siti Aminah',
        email: `m${id}@minerx.test`,
        email_key: `m${id}@minerx.test`,
        mobile: '+60123456789',
        country_id: 132,
        referral_code: `CODE${id}`,
        password_hash: 'x',
        pin_hash: 'x',
        created_at: '2026-01-02T03:04:05Z',
        ...more,
      });
      return id;
    },
    /** An order; its id says how old it is, as those of version 7 do. */
    async order(memberId: bigint, status: number, more: Record<string, unknown> = {}): Promise<string> {
      count += 1;
      const id = `019aaaaa-0000-7000-8000-${String(count).padStart(12, '0')}`;
      const live = status === 1 || status === 8 || status === 9;
      await insert('miner_order', {
        id,
        number: `MX${count}`,
        serial: `X1-${count}`,
        member_id: memberId,
        package_id: 1,
        status,
        amount_units: 100_000_000_000n,
        max_profit_units: 250_000_000_000n,
        profit_balance_units: 200_000_000_000n,
        created_at: '2026-11-01T00:00:00Z',
        activated_at: live ? '2026-11-02T00:00:00Z' : null,
        hold_owner_id: status === 6 ? 5000 + count : null,
        place: status === 6 || status === 7 ? count : null,
        ...more,
      });
      return id;
    },
    async device(serial: string, simulated = true): Promise<number> {
      const { rows } = await database.pool.query<{ id: number }>(
        `INSERT INTO device (serial, line, host, port, simulated) VALUES ($1, 'x1', '127.0.0.1', 4028, $2) RETURNING id`,
        [serial, simulated],
      );
      await database.pool.query('UPDATE device_stock SET free = false WHERE device_id = $1', [rows[0]!.id]);
      return rows[0]!.id;
    },
    reward: (orderId: string, memberId: bigint, day: string, sat: bigint) =>
      insertReward(insert, { orderId, memberId, day, sat }),
  };
};
