import type { Stretch } from '@minerx/rules/statement';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import type { WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { type Db, inSnapshot } from '../../db/transaction.ts';
import { firstIdOf, HIGHEST_ID } from '../../base/ids.ts';
import { accountsOf, FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import { NEXT_MARK } from './balance-mark.sql.ts';

/** What a wallet, or what is held of it, had at the beginning of a stretch and at its end. */
export interface StatementBalance {
  walletId: WalletId;
  held: boolean;
  opening: bigint;
  closing: bigint;
}

export interface StatementMovement {
  walletId: WalletId;
  held: boolean;
  kind: MemberTransferKind;
  count: number;
  units: bigint;
  in: bigint;
  out: bigint;
}

// The member's wallets ($2), and the accounts of what was ever set aside ($1). A member without holds has few of them to look at.
const ACCOUNTS = `
  accounts AS (
    SELECT id, balance, false AS held FROM account WHERE id = ANY ($2::bigint[])
    UNION ALL
    SELECT a.id, a.balance, true FROM hold h CROSS JOIN wallet_type w JOIN account a ON a.id = account_of(h.owner_id, w.id) WHERE h.member_id = $1)`;

/** What account `a` moved from an id on, up to its mark `k`. */
const sumOf = (side: 'source' | 'destination', from: string) => `
  coalesce((SELECT sum(p.amount) FROM posting p
             WHERE p.${side} = a.id AND p.${side} >= ${FIRST_INDEXED_ACCOUNT} AND p.transfer_id >= ${from} AND p.transfer_id <= coalesce(k.transfer_id, '${HIGHEST_ID}')), 0)`;
/** What account `a` held before the first movement from an id on: reckoned back from the next mark, or from now. */
const balanceBefore = (id: string) => `
  SELECT coalesce(k.balance, a.balance) - ${sumOf('destination', id)} + ${sumOf('source', id)} AS balance FROM (VALUES (1)) one ${NEXT_MARK('a.id', id)}`;

/** Each end is reckoned back by itself. */
const BALANCES = `
  WITH ${ACCOUNTS}
  SELECT account_wallet(a.id) AS "walletId", a.held, sum(o.balance)::bigint AS opening, sum(c.balance)::bigint AS closing
    FROM accounts a CROSS JOIN LATERAL (${balanceBefore('$3')}) o CROSS JOIN LATERAL (${balanceBefore('$4')}) c
   GROUP BY 1, 2 ORDER BY 1, 2`;

const side = (name: 'source' | 'destination', sign: string) => `
  SELECT a.id, a.held, p.transfer_id, ${sign}p.amount AS amount FROM accounts a
    JOIN posting p ON p.${name} = a.id AND p.${name} >= ${FIRST_INDEXED_ACCOUNT} AND p.transfer_id >= $3 AND p.transfer_id < $4`;

const MOVEMENTS = `
  WITH ${ACCOUNTS}, moves AS (${side('source', '-')} UNION ALL ${side('destination', '')})
  SELECT account_wallet(m.id) AS "walletId", m.held, t.kind, count(DISTINCT t.id)::integer AS count, sum(m.amount)::bigint AS units,
         coalesce(sum(m.amount) FILTER (WHERE m.amount > 0), 0)::bigint AS "in", coalesce(-sum(m.amount) FILTER (WHERE m.amount < 0), 0)::bigint AS out
    FROM moves m JOIN transfer t ON t.id = m.transfer_id GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`;

const VOUCHERS = `
  SELECT count(*)::integer AS count, coalesce(sum(p.amount), 0)::bigint AS units
    FROM transfer t JOIN posting p ON p.transfer_id = t.id
   WHERE t.member_id = $1 AND t.kind = 'voucher' AND t.kind <> 'reward' AND t.id >= $2 AND t.id < $3`;

/** A stretch of a member's wallets: what stood there at both ends, and what moved between them, by kind; of one moment. */
export const readStatement = (pool: Pool, memberId: bigint, { fromMs, untilMs }: Stretch) => {
  const bounds = [firstIdOf(fromMs), firstIdOf(untilMs)];
  const values = [memberId, accountsOf(memberId), ...bounds];
  return inSnapshot(pool, async (tx) => {
    const balances = await tx.query<StatementBalance>({ name: 'statement_balances', text: BALANCES, values });
    const movements = await tx.query<StatementMovement>({ name: 'statement_movements', text: MOVEMENTS, values });
    const vouchers = await tx.query<{ count: number; units: bigint }>({
      name: 'statement_vouchers',
      text: VOUCHERS,
      values: [memberId, ...bounds],
    });
    return { balances: balances.rows, movements: movements.rows, vouchers: vouchers.rows[0]! };
  });
};

/** When anything first moved; null when nothing ever did. */
export const findFirstMovement = async (db: Db, memberId: bigint): Promise<Date | null> => {
  const { rows } = await db.query<{ at: Date }>({
    name: 'first_movement',
    text: `SELECT at FROM transfer WHERE id = least((SELECT id FROM transfer WHERE member_id = $1 ORDER BY id LIMIT 1),
                                                    (SELECT id FROM transfer WHERE receiver_id = $1 ORDER BY id LIMIT 1))`,
    values: [memberId],
  });
  return rows[0]?.at ?? null;
};
