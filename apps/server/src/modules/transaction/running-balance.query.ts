import { anyNumberOf } from '../../base/array-parameter.sql.ts';
import type { Db } from '../../db/transaction.ts';
import { HIGHEST_ID } from '../../base/ids.ts';
import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import { NEXT_MARK } from './balance-mark.sql.ts';

/** An account that a movement touched; the newest movements first. */
interface Touched {
  readonly account: bigint;
  readonly transactionId: string;
}

/** An account's balance after a movement that was read before: what follows is reckoned on from there. */
export type Carried = Map<bigint, { readonly transactionId: string; readonly balance: bigint }>;

/** $1 accounts, $2 movement, $3 the one above it: what the account moved between them, from the index alone. Where none is above it the next mark is. */
const SEGMENTS = `
  SELECT s.account, s.lower AS "transactionId", coalesce(k.balance, a.balance, 0) AS "from",
         (coalesce(i.units, 0) - coalesce(o.units, 0))::bigint AS moved
    FROM unnest(${anyNumberOf('$1', 'bigint')}, ${anyNumberOf('$2', 'uuid')}, ${anyNumberOf('$3', 'uuid')}) AS s (account, lower, upper)
    LEFT JOIN account a ON a.id = s.account ${NEXT_MARK('s.account', 's.lower', `s.upper = '${HIGHEST_ID}'`)}
   CROSS JOIN LATERAL (SELECT sum(p.amount) AS units FROM posting p
                        WHERE p.destination = s.account AND p.destination >= ${FIRST_INDEXED_ACCOUNT} AND p.transfer_id > s.lower AND p.transfer_id <= coalesce(k.transfer_id, s.upper)) i
   CROSS JOIN LATERAL (SELECT sum(p.amount) AS units FROM posting p
                        WHERE p.source = s.account AND p.source >= ${FIRST_INDEXED_ACCOUNT} AND p.transfer_id > s.lower AND p.transfer_id <= coalesce(k.transfer_id, s.upper)) o`;

const keyOf = (account: bigint, transactionId: string): string => `${account} ${transactionId}`;

/**
 * The balance of each account after each movement: the present one, less what came since. So a history adds up to the wallet
 * that stands above it, whatever a clock did. One that begins far back is reckoned from a mark. `carried` is moved on to the last movements.
 */
export const runningBalances = async (
  db: Db,
  touched: readonly Touched[],
  carried: Carried = new Map(),
): Promise<(account: bigint, transactionId: string) => bigint> => {
  const above = new Map([...carried].map(([account, { transactionId }]) => [account, transactionId]));
  const uppers = touched.map(({ account, transactionId }) => {
    const upper = above.get(account) ?? HIGHEST_ID;
    above.set(account, transactionId);
    return upper;
  });
  const { rows } = await db.query<{ account: bigint; transactionId: string; from: bigint; moved: bigint }>({
    name: 'running_balances',
    text: SEGMENTS,
    values: [touched.map(({ account }) => account), touched.map(({ transactionId }) => transactionId), uppers],
  });
  const segments = new Map(rows.map((row) => [keyOf(row.account, row.transactionId), row]));
  const balances = new Map<string, bigint>();
  for (const { account, transactionId } of touched) {
    const key = keyOf(account, transactionId);
    const { from, moved } = segments.get(key)!;
    const balance = (carried.get(account)?.balance ?? from) - moved;
    carried.set(account, { transactionId, balance });
    balances.set(key, balance);
  }
  return (account, transactionId) => balances.get(keyOf(account, transactionId))!;
};
