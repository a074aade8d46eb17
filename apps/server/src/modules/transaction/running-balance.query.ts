import { anyNumberOf } from '../../base/array-parameter.sql.ts';
import type { Db } from '../../db/transaction.ts';
import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';

/** An account that a movement touched; the newest movements first. */
interface Touched {
  readonly account: bigint;
  readonly transactionId: string;
}

/** An account's balance after a movement that was read before: what follows is reckoned on from there. */
export type Carried = Map<bigint, { readonly transactionId: string; readonly balance: bigint }>;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** $1 accounts, $2 movement, $3 the one above it: what the account moved between them, from the index alone. */
const SEGMENTS = `
  SELECT s.account, s.lower AS "transactionId", coalesce(a.balance, 0) AS now,
         (coalesce(i.units, 0) - coalesce(o.units, 0))::bigint AS moved
    FROM unnest(${anyNumberOf('$1', 'bigint')}, ${anyNumberOf('$2', 'uuid')}, ${anyNumberOf('$3', 'uuid')}) AS s (account, lower, upper)
    LEFT JOIN account a ON a.id = s.account
   CROSS JOIN LATERAL (SELECT sum(p.amount) AS units FROM posting p
                        WHERE p.destination = s.account AND p.destination >= ${FIRST_INDEXED_ACCOUNT} AND p.transfer_id > s.lower AND p.transfer_id <= s.upper) i
   CROSS JOIN LATERAL (SELECT sum(p.amount) AS units FROM posting p
                        WHERE p.source = s.account AND p.source >= ${FIRST_INDEXED_ACCOUNT} AND p.transfer_id > s.lower AND p.transfer_id <= s.upper) o`;

const keyOf = (account: bigint, transactionId: string): string => `${account} ${transactionId}`;

/**
 * The balance of each account after each movement: the present one, less what came since. So a history adds up to the wallet
 * that stands above it, whatever a clock did; nothing is stored for it. `carried` is moved on to the last movements.
 */
export const runningBalances = async (
  db: Db,
  touched: readonly Touched[],
  carried: Carried = new Map(),
): Promise<(account: bigint, transactionId: string) => bigint> => {
  const above = new Map([...carried].map(([account, { transactionId }]) => [account, transactionId]));
  const uppers = touched.map(({ account, transactionId }) => {
    const upper = above.get(account) ?? LAST_ID;
    above.set(account, transactionId);
    return upper;
  });
  const { rows } = await db.query<{ account: bigint; transactionId: string; now: bigint; moved: bigint }>({
    name: 'running_balances',
    text: SEGMENTS,
    values: [touched.map(({ account }) => account), touched.map(({ transactionId }) => transactionId), uppers],
  });
  const segments = new Map(rows.map((row) => [keyOf(row.account, row.transactionId), row]));
  const balances = new Map<string, bigint>();
  for (const { account, transactionId } of touched) {
    const key = keyOf(account, transactionId);
    const { now, moved } = segments.get(key)!;
    const balance = (carried.get(account)?.balance ?? now) - moved;
    carried.set(account, { transactionId, balance });
    balances.set(key, balance);
  }
  return (account, transactionId) => balances.get(keyOf(account, transactionId))!;
};
