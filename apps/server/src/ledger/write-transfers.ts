import type { Statements } from '../db/packet.ts';
import { walletOf } from './account.ts';
import type { Transfer } from './command.ts';
import { list, send } from './statement.ts';

/** Writes transfers with their postings. Books moves the balances with them. */
export const writeTransfers = (db: Statements, transfers: readonly Transfer[], at: Date): Promise<unknown>[] => {
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
      db,
      'ledger_transfer',
      `INSERT INTO transfer (id, kind, member_id, receiver_id, order_id, reverses, reason, answered, at)
       SELECT t.*, $9::timestamptz
         FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::uuid[], $6::uuid[], $7::text[], $8::text[]) AS t`,
      [
        list(transfers.map(({ id }) => id)),
        list(transfers.map(({ kind }) => kind)),
        list(transfers.map(({ memberId }) => memberId)),
        list(transfers.map(({ receiverId }) => receiverId ?? null)),
        list(transfers.map(({ orderId }) => orderId ?? null)),
        list(transfers.map(({ reverses }) => reverses ?? null)),
        transfers.map(({ reason }) => reason ?? null),
        transfers.map(({ answered }) => answered ?? null),
        at.toISOString(),
      ],
    ),
    send(
      db,
      'ledger_posting',
      `INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
       SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])`,
      [list(ids), list(positions), list(wallets), list(sources), list(destinations), list(amounts)],
    ),
  ];
};
