import type { PackageLine } from '@minerx/rules/miner-package';
import type { OrderStatus } from '@minerx/rules/order-status';
import { units } from '@minerx/rules/money';
import type { Units } from '@minerx/rules/money';
import type { PackageTerms } from '@minerx/rules/purchase';
import type { PoolClient } from 'pg';
import type { Command, LedgerVoucher, MemberFacts } from './command.ts';
import { ask, list } from './statement.ts';

export interface StoredAnswer {
  readonly fingerprint: Buffer;
  readonly answer: unknown;
}

/** Where a stored answer is found. */
export const answerKey = (actor: string, name: string, key: string): string => `${actor} ${name} ${key}`;

/** What the commands of a batch name, all together. */
export interface Wanted {
  members: Set<bigint>;
  accounts: Set<bigint>;
  lines: Set<PackageLine>;
  orders: Set<string>;
  sharedQueue: boolean;
  waiting: Map<PackageLine, number>;
  devices: Map<PackageLine, number>;
  voucherHashes: Buffer[];
  voucherIds: Set<string>;
  packs: Set<string>;
  prizePool: boolean;
  grants: Set<number>;
  /** Members whose decks may be drawn. */
  drawers: Set<bigint>;
  owners: number;
  places: number;
  keyed: Command[];
}

export const loadStocks = async (client: PoolClient, { lines }: Wanted, lock: string, tag: string) => {
  if (lines.size === 0) return new Map();
  const rows = await ask<[PackageLine, number, number, number, number]>(
    client,
    `ledger_stock${tag}`,
    `SELECT line, total, used, waiting, shared_queue FROM stock WHERE line = ANY($1::text[]) ORDER BY line ${lock}`,
    [list(lines)],
  );
  return new Map(
    rows.map(([line, total, used, waiting, sharedQueue]) => [line, { total, used, waiting, sharedQueue }]),
  );
};

type OrderRow = [
  string,
  bigint,
  number,
  OrderStatus,
  bigint,
  bigint,
  bigint,
  bigint,
  bigint,
  string | null,
  bigint | null,
  Date | null,
  bigint | null,
  Date | null,
  boolean,
];

export const loadOrders = async (client: PoolClient, wanted: Wanted, lock: string, tag: string) => {
  if (wanted.orders.size === 0 && wanted.waiting.size === 0 && !wanted.sharedQueue) return [];
  const head = (placeholder: string, packages: string) =>
    `SELECT id FROM (SELECT w.id FROM miner_order w WHERE w.status = 6 AND w.package_id IN (${packages}) ORDER BY w.place LIMIT ${placeholder}) head`;
  const rows = await ask<OrderRow>(
    client,
    `ledger_order${tag}`,
    `WITH head AS MATERIALIZED (${head('$3', '1, 2, 3, 4')} UNION ALL ${head('$4', '5')})
     SELECT o.id, o.member_id, o.package_id, o.status, o.amount_units, o.activation_fee_units, o.paid_usdt_units, o.paid_cw_units, o.paid_rw_units, o.voucher_id,
            o.hold_owner_id, (SELECT h.deadline_at FROM hold h WHERE h.owner_id = o.hold_owner_id), o.place, o.activated_at,
            EXISTS (SELECT FROM head WHERE head.id = o.id)
     FROM miner_order o
     WHERE o.id IN (SELECT unnest($1::uuid[]) UNION ALL SELECT id FROM head UNION ALL SELECT q.id FROM miner_order q WHERE $2::boolean AND q.status = 7)
     ORDER BY o.id ${lock && `${lock} OF o`}`,
    [list(wanted.orders), wanted.sharedQueue, wanted.waiting.get('x1') ?? 0, wanted.waiting.get('x2') ?? 0],
  );
  return rows.map(
    ([
      id,
      memberId,
      packageId,
      status,
      amountUnits,
      activationFeeUnits,
      usdt,
      cw,
      rw,
      voucherId,
      holdOwnerId,
      holdDeadline,
      place,
      activatedAt,
      isHead,
    ]) => ({
      id,
      memberId,
      packageId,
      status,
      amountUnits,
      activationFeeUnits,
      voucherId,
      holdOwnerId,
      holdDeadline,
      place,
      activatedAt,
      head: isHead,
      parts: { usdt: units(usdt), cw: units(cw), rw: units(rw) },
    }),
  );
};

export const loadVouchers = async (
  client: PoolClient,
  { voucherHashes, voucherIds }: Wanted,
  lock: string,
  tag: string,
) => {
  const vouchers = new Map<string, LedgerVoucher>();
  const ids = new Map<string, string>();
  if (voucherHashes.length === 0 && voucherIds.size === 0) return { vouchers, voucherIds: ids };
  const rows = await ask<[string, Buffer, number, bigint, Date | null, bigint | null]>(
    client,
    `ledger_voucher${tag}`,
    `SELECT id, code_hash, package_id, amount_units, expires_at, redeemed_by FROM voucher
     WHERE id IN (SELECT v.id FROM voucher v WHERE v.code_hash = ANY($1::bytea[]) UNION ALL SELECT unnest($2::uuid[])) ORDER BY id ${lock}`,
    [voucherHashes, list(voucherIds)],
  );
  for (const [id, hash, packageId, amountUnits, expiresAt, redeemedBy] of rows) {
    vouchers.set(id, { id, packageId, amountUnits, expiresAt, redeemedBy });
    ids.set(hash.toString('hex'), id);
  }
  return { vouchers, voucherIds: ids };
};

/** No order: it would tempt the planner to walk the primary key past every taken device, and any free device will do. */
export const loadDevices = async (client: PoolClient, { devices }: Wanted, lock: string, tag: string) => {
  const free = new Map<PackageLine, number[]>();
  for (const line of ['x1', 'x2'] as const) {
    const count = devices.get(line) ?? 0;
    if (count === 0) continue;
    const rows = await ask<[number]>(
      client,
      `ledger_device${tag}`,
      `SELECT id FROM device WHERE line = $1 AND free AND in_stock AND retired_at IS NULL LIMIT $2 ${lock}`,
      [line, count],
    );
    free.set(
      line,
      rows.map(([id]) => id),
    );
  }
  return free;
};

export const loadMembers = async (client: PoolClient, { members }: Wanted): Promise<Map<bigint, MemberFacts>> => {
  if (members.size === 0) return new Map();
  const rows = await ask<[bigint, boolean, string, boolean, Date | null]>(
    client,
    'ledger_member',
    `SELECT m.id, n.shared_closed, c.payment_methods, m.frozen_at IS NOT NULL,
            (SELECT max(f.at) FROM factor_change f WHERE f.member_id = m.id AND f.kind = 'reset')
       FROM member m JOIN community c ON c.id = m.community_id JOIN country n ON n.id = m.country_id
      WHERE m.id = ANY($1::bigint[])`,
    [list(members)],
  );
  return new Map(
    rows.map(([id, sharedClosed, paymentMethods, frozen, resetAt]) => [
      id,
      { id, sharedClosed, paymentMethods, frozen, resetAt },
    ]),
  );
};

export const loadPackages = async (client: PoolClient): Promise<Map<number, PackageTerms>> => {
  const rows = await ask<[number, bigint, number, bigint, bigint, boolean, number]>(
    client,
    'ledger_package',
    'SELECT id, price_units, quantity, max_profit_units, activation_fee_units, active, free_blessings FROM miner_package',
  );
  return new Map(
    rows.map(([id, priceUnits, quantity, maxProfitUnits, activationFeeUnits, active, freeBlessings]) => [
      id,
      { id, priceUnits, quantity, maxProfitUnits, activationFeeUnits, active, freeBlessings },
    ]),
  );
};

export const loadPrices = async (
  client: PoolClient,
): Promise<{ prices: Record<number, Units>; pricedAt: Record<number, Date> }> => {
  const rows = await ask<[number, bigint, Date]>(
    client,
    'ledger_price',
    'SELECT id, price_units, price_at FROM wallet_type',
  );
  return {
    prices: Object.fromEntries(rows.map(([id, price]) => [id, units(price)])),
    pricedAt: Object.fromEntries(rows.map(([id, , at]) => [id, at])),
  };
};

export const loadNumbers = async (
  client: PoolClient,
  sequence: 'owner_id' | 'waiting_place',
  count: number,
): Promise<bigint[]> => {
  if (count === 0) return [];
  const rows = await ask<[bigint]>(
    client,
    `ledger_${sequence}`,
    `SELECT nextval('${sequence}') FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map(([value]) => value);
};

export const loadAccounts = async (
  client: PoolClient,
  { accounts }: Wanted,
  lock: string,
  tag: string,
): Promise<Map<bigint, bigint>> => {
  if (accounts.size === 0) return new Map();
  const rows = await ask<[bigint, bigint]>(
    client,
    `ledger_account${tag}`,
    `SELECT id, balance FROM account WHERE id = ANY($1::bigint[]) ORDER BY id ${lock}`,
    [list(accounts)],
  );
  return new Map(rows);
};

export const loadAnswers = async (client: PoolClient, { keyed }: Wanted): Promise<Map<string, StoredAnswer>> => {
  if (keyed.length === 0) return new Map();
  const rows = await ask<[string, string, string, Buffer, unknown]>(
    client,
    'ledger_answer',
    `SELECT c.actor, c.name, c.key, c.fingerprint, c.answer
     FROM unnest($1::text[], $2::text[], $3::text[]) AS asked(actor, name, key) JOIN command c USING (actor, name, key)`,
    [keyed.map(({ actor }) => actor), keyed.map(({ name }) => name), keyed.map(({ idempotency }) => idempotency!.key)],
  );
  return new Map(
    rows.map(([actor, name, key, fingerprint, answer]) => [answerKey(actor, name, key), { fingerprint, answer }]),
  );
};
