import type { PoolClient } from 'pg';
import type { BatchState } from './state.ts';
import { iso, list, send } from './statement.ts';
import type { Vault } from '../vault.ts';
import { writeBlessings, writeNewVouchers } from './write-blessings.ts';
import { writeAllocations, writeNewOrders, writePatchedOrders, writeStocks } from './write-orders.ts';
import { writeTransfers } from './write-transfers.ts';

/** An answer to keep, as JSON text. */
export interface AnswerRow {
  readonly actor: string;
  readonly name: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly answer: string;
}

/** Sends everything that a batch changed, one statement a table, without waiting in between. The order satisfies the foreign keys. */
export const writeBatch = (
  client: PoolClient,
  state: BatchState,
  answers: readonly AnswerRow[],
  now: Date,
  vault: Vault,
): Promise<unknown>[] => [
  ...writeHolds(client, state),
  ...writeAccounts(client, state),
  ...writeTransfers(client, state.transfers, now),
  ...writeStocks(client, state),
  ...writeNewOrders(client, state, now),
  ...writePatchedOrders(client, state),
  ...writeAllocations(client, state),
  ...writeVouchers(client, state, now),
  ...writeNewVouchers(client, state, now),
  ...writeBlessings(client, state, now, vault),
  ...state.tables.write(client, now, vault),
  ...writeOutbox(client, state),
  ...writeAnswers(client, answers),
];

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
