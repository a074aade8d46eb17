import type { PoolClient } from 'pg';
import type { Tx } from '../db/transaction.ts';
import { isHouse, walletOf } from './account.ts';
import type { Transfer } from './command.ts';
import { list, send } from './statement.ts';

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
      `INSERT INTO transfer (id, kind, member_id, order_id, reverses, reason, answered, at)
       SELECT t.*, $8::timestamptz FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::uuid[], $5::uuid[], $6::text[], $7::text[]) AS t`,
      [
        list(transfers.map(({ id }) => id)),
        list(transfers.map(({ kind }) => kind)),
        list(transfers.map(({ memberId }) => memberId)),
        list(transfers.map(({ orderId }) => orderId ?? null)),
        list(transfers.map(({ reverses }) => reverses ?? null)),
        transfers.map(({ reason }) => reason ?? null),
        transfers.map(({ answered }) => answered ?? null),
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
