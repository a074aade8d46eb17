import type { Pool } from 'pg';
import { presentReward } from './order.presenter.ts';
import { listReceipts, type ReceiptPlace } from './reward.query.ts';

const AT_ONCE = 500;

/** All receipts of a member as one array of JSON, a line each, read while it is written. */
export const writeReceipts = async function* (pool: Pool, memberId: bigint): AsyncGenerator<string> {
  let last: ReceiptPlace | null = null;
  yield '{"receipts":[';
  for (;;) {
    const rows = await listReceipts(pool, memberId, last, AT_ONCE);
    const lines = rows.map((row) => JSON.stringify({ order_id: row.orderId, ...presentReward(row) }));
    if (lines.length > 0) yield `${last === null ? '\n' : ',\n'}${lines.join(',\n')}`;
    if (rows.length < AT_ONCE) break;
    last = rows.at(-1)!;
  }
  yield '\n]}\n';
};
