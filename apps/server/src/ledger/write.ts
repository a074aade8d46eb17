import type { PoolClient } from 'pg';
import type { Tx } from '../db/transaction.ts';
import { isHouse, walletOf } from './account.ts';
import type { Transfer } from './command.ts';
import { list } from './load.ts';
import type { BatchState } from './state.ts';

/** An answer to keep, as JSON text. */
export interface AnswerRow {
  readonly actor: string;
  readonly name: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly answer: string;
}

const iso = (moment: Date | null | undefined): string | null => (moment ? moment.toISOString() : null);

/** Sends everything that a batch changed, one statement a table, without waiting in between. The order satisfies the foreign keys. */
export const writeBatch = (
  client: PoolClient,
  state: BatchState,
  answers: readonly AnswerRow[],
  now: Date,
): Promise<unknown>[] => [
  ...writeHolds(client, state),
  ...writeAccounts(client, state),
  ...writeTransfers(client, state.transfers, now),
  ...writeStocks(client, state),
  ...writeNewOrders(client, state, now),
  ...writePatchedOrders(client, state),
  ...writeAllocations(client, state),
  ...writeVouchers(client, state, now),
  ...writeOutbox(client, state),
  ...writeAnswers(client, answers),
];

const send = (client: PoolClient, name: string, text: string, values: unknown[]): Promise<unknown> =>
  client.query({ name, text, values });

const writeHolds = (client: PoolClient, { newHolds, closedHolds }: BatchState): Promise<unknown>[] => [
  ...(newHolds.length === 0
    ? []
    : [
        send(
          client,
          'ledger_new_hold',
          `INSERT INTO hold (owner_id, member_id, reason, deadline_at) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[])`,
          [
            list(newHolds.map(({ ownerId }) => ownerId)),
            list(newHolds.map(({ memberId }) => memberId)),
            newHolds.map(({ reason }) => reason),
            list(newHolds.map(({ deadlineAt }) => iso(deadlineAt))),
          ],
        ),
      ]),
  ...(closedHolds.length === 0
    ? []
    : [
        send(
          client,
          'ledger_close_hold',
          `UPDATE hold SET state = c.state, closed_at = now() FROM unnest($1::bigint[], $2::text[]) AS c(owner_id, state) WHERE hold.owner_id = c.owner_id`,
          [list(closedHolds.map(({ ownerId }) => ownerId)), list(closedHolds.map(({ state }) => state))],
        ),
      ]),
];

const writeAccounts = (client: PoolClient, state: BatchState): Promise<unknown>[] => {
  const created = [...state.newAccounts];
  const changed = [...state.changedAccounts].filter((account) => !state.newAccounts.has(account));
  const balances = (accounts: bigint[]) => [list(accounts), list(accounts.map((account) => state.balance(account)))];
  return [
    ...(created.length === 0
      ? []
      : [
          send(
            client,
            'ledger_new_account',
            'INSERT INTO account (id, balance) SELECT * FROM unnest($1::bigint[], $2::bigint[])',
            balances(created),
          ),
        ]),
    ...(changed.length === 0
      ? []
      : [
          send(
            client,
            'ledger_balance',
            'UPDATE account SET balance = c.balance FROM unnest($1::bigint[], $2::bigint[]) AS c(id, balance) WHERE account.id = c.id',
            balances(changed),
          ),
        ]),
  ];
};

/** Writes transfers with their postings. The caller moves the balances in the same transaction. */
export const writeTransfers = (client: PoolClient, transfers: readonly Transfer[], at: Date): Promise<unknown>[] => {
  if (transfers.length === 0) return [];
  const ids: string[] = [];
  const positions: number[] = [];
  const wallets: number[] = [];
  const sources: bigint[] = [];
  const destinations: bigint[] = [];
  const amounts: bigint[] = [];
  for (const { id, postings } of transfers) {
    for (const [position, { source, destination, amount }] of postings.entries()) {
      ids.push(id);
      positions.push(position);
      wallets.push(walletOf(source));
      sources.push(source);
      destinations.push(destination);
      amounts.push(amount);
    }
  }
  return [
    send(
      client,
      'ledger_transfer',
      `INSERT INTO transfer (id, kind, member_id, order_id, reverses, reason, at)
       SELECT t.*, $7::timestamptz FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::uuid[], $5::uuid[], $6::text[]) AS t`,
      [
        list(transfers.map(({ id }) => id)),
        list(transfers.map(({ kind }) => kind)),
        list(transfers.map(({ memberId }) => memberId)),
        list(transfers.map(({ orderId }) => orderId ?? null)),
        list(transfers.map(({ reverses }) => reverses ?? null)),
        transfers.map(({ reason }) => reason ?? null),
        at.toISOString(),
      ],
    ),
    send(
      client,
      'ledger_posting',
      `INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
       SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])`,
      [list(ids), list(positions), list(wallets), list(sources), list(destinations), list(amounts)],
    ),
  ];
};

const writeStocks = (client: PoolClient, state: BatchState): Promise<unknown>[] =>
  [...state.changedStocks].map((line) => {
    const { used, waiting, sharedQueue } = state.stock(line);
    return send(
      client,
      'ledger_stock_after',
      'UPDATE stock SET used = $2, waiting = $3, shared_queue = $4 WHERE line = $1',
      [line, used, waiting, sharedQueue],
    );
  });

const writeNewOrders = (client: PoolClient, state: BatchState, now: Date): Promise<unknown>[] => {
  const rows = [...state.newOrderRows.values()];
  if (rows.length === 0) return [];
  // An order may have changed since it was made in this same batch: its group became complete.
  const current = rows.map(({ id }) => state.order(id)!);
  return [
    send(
      client,
      'ledger_new_order',
      `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, paid_usdt_units, paid_cw_units, paid_rw_units,
         max_profit_units, profit_balance_units, voucher_id, hold_owner_id, place, created_at)
       SELECT o.*, $15::timestamptz FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::smallint[], $7::bigint[], $8::bigint[],
         $9::bigint[], $10::bigint[], $11::bigint[], $11::bigint[], $12::uuid[], $13::bigint[], $14::bigint[]) AS o`,
      [
        list(rows.map(({ id }) => id)),
        list(rows.map(({ number }) => number)),
        list(rows.map(({ serial }) => serial)),
        list(rows.map(({ memberId }) => memberId)),
        list(rows.map(({ packageId }) => packageId)),
        list(current.map(({ status }) => status)),
        list(rows.map(({ amountUnits }) => amountUnits)),
        list(rows.map(({ parts }) => parts.usdt)),
        list(rows.map(({ parts }) => parts.cw)),
        list(rows.map(({ parts }) => parts.rw)),
        list(rows.map(({ maxProfitUnits }) => maxProfitUnits)),
        list(current.map(({ voucherId }) => voucherId)),
        list(current.map(({ holdOwnerId }) => holdOwnerId)),
        list(current.map(({ place }) => place)),
        now.toISOString(),
      ],
    ),
  ];
};

const writePatchedOrders = (client: PoolClient, state: BatchState): Promise<unknown>[] => {
  const orders = [...state.patchedOrders].filter((id) => !state.newOrderRows.has(id)).map((id) => state.order(id)!);
  if (orders.length === 0) return [];
  return [
    send(
      client,
      'ledger_order_after',
      `UPDATE miner_order SET status = c.status, hold_owner_id = c.hold_owner_id, place = c.place, voucher_id = c.voucher_id, activated_at = c.activated_at
       FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::timestamptz[])
         AS c(id, status, hold_owner_id, place, voucher_id, activated_at)
       WHERE miner_order.id = c.id`,
      [
        list(orders.map(({ id }) => id)),
        list(orders.map(({ status }) => status)),
        list(orders.map(({ holdOwnerId }) => holdOwnerId)),
        list(orders.map(({ place }) => place)),
        list(orders.map(({ voucherId }) => voucherId)),
        list(orders.map(({ activatedAt }) => iso(activatedAt))),
      ],
    ),
  ];
};

const writeAllocations = (client: PoolClient, { allocations }: BatchState): Promise<unknown>[] => {
  if (allocations.length === 0) return [];
  return [
    send(client, 'ledger_device_taken', 'UPDATE device SET free = false WHERE id = ANY($1::integer[])', [
      list(new Set(allocations.map(({ deviceId }) => deviceId))),
    ]),
    send(
      client,
      'ledger_allocation',
      'INSERT INTO allocation (order_id, device_id, share_tenths) SELECT * FROM unnest($1::uuid[], $2::integer[], $3::smallint[])',
      [
        list(allocations.map(({ orderId }) => orderId)),
        list(allocations.map(({ deviceId }) => deviceId)),
        list(allocations.map(({ shareTenths }) => shareTenths)),
      ],
    ),
  ];
};

const writeVouchers = (client: PoolClient, { changedVouchers }: BatchState, now: Date): Promise<unknown>[] => {
  if (changedVouchers.size === 0) return [];
  return [
    send(
      client,
      'ledger_voucher_after',
      `UPDATE voucher SET redeemed_by = c.redeemed_by, redeemed_at = CASE WHEN c.redeemed_by IS NOT NULL THEN $3::timestamptz END
       FROM unnest($1::uuid[], $2::bigint[]) AS c(id, redeemed_by) WHERE voucher.id = c.id`,
      [list(changedVouchers.keys()), list(changedVouchers.values()), now.toISOString()],
    ),
  ];
};

const writeOutbox = (client: PoolClient, { outbox }: BatchState): Promise<unknown>[] => {
  if (outbox.length === 0) return [];
  return [
    send(
      client,
      'ledger_outbox',
      `INSERT INTO outbox (topic, payload, not_before)
       SELECT t.topic, t.payload::jsonb, coalesce(t.not_before, now()) FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS t(topic, payload, not_before)`,
      [
        outbox.map(({ topic }) => topic),
        outbox.map(({ payload }) => JSON.stringify(payload)),
        list(outbox.map(({ notBefore }) => iso(notBefore))),
      ],
    ),
  ];
};

const writeAnswers = (client: PoolClient, answers: readonly AnswerRow[]): Promise<unknown>[] => {
  if (answers.length === 0) return [];
  return [
    send(
      client,
      'ledger_new_answer',
      `INSERT INTO command (actor, name, key, fingerprint, answer)
       SELECT t.actor, t.name, t.key, t.fingerprint, t.answer::jsonb
       FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[]) AS t(actor, name, key, fingerprint, answer)`,
      [
        answers.map(({ actor }) => actor),
        answers.map(({ name }) => name),
        answers.map(({ key }) => key),
        answers.map(({ fingerprint }) => fingerprint),
        answers.map(({ answer }) => answer),
      ],
    ),
  ];
};

/**
 * Adds the postings of transfers to the kept balances, for commands that do not go through the funnel. Locks the
 * accounts in order of id, so take every other lock before. A balance below zero is refused by the database.
 */
export const addToBalances = async (tx: Tx, transfers: readonly Transfer[]): Promise<void> => {
  const moved = new Map<bigint, bigint>();
  for (const { postings } of transfers) {
    for (const { source, destination, amount } of postings) {
      if (!isHouse(source)) moved.set(source, (moved.get(source) ?? 0n) - amount);
      if (!isHouse(destination)) moved.set(destination, (moved.get(destination) ?? 0n) + amount);
    }
  }
  if (moved.size === 0) return;
  const accounts = [...moved.keys()];
  await tx.query({
    name: 'ledger_lock_accounts',
    text: 'SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE',
    values: [list(accounts)],
  });
  const { rowCount } = await tx.query({
    name: 'ledger_add_balance',
    text: 'UPDATE account SET balance = balance + c.amount FROM unnest($1::bigint[], $2::bigint[]) AS c(id, amount) WHERE account.id = c.id',
    values: [list(accounts), list(moved.values())],
  });
  if (rowCount !== accounts.length) throw new Error('a transfer touches an account that does not exist');
};
