import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerTable } from '../../ledger/table.ts';
import { withdrawers } from '../withdrawal/withdrawal.ledger.ts';

/** An emailed code that was compared and found right: it is used up by what it confirms, in the same transaction. */
export const emailCodes = defineLedgerTable<
  { readonly id: bigint; readonly used: boolean; readonly expiresAt: Date },
  'used'
>({
  name: 'emailCodes',
  // A code is its member's.
  keptStillBy: withdrawers.name,
  load: async (db, { ids }) => {
    const rows = await db.read<[bigint, Date | null, Date]>(
      'ledger_email_code',
      'SELECT id, used_at, expires_at FROM email_code WHERE id = ANY($1::bigint[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, usedAt, expiresAt]) => ({ id, used: usedAt !== null, expiresAt }));
  },
  allows: (before) => !before.used,
  update: (db, rows) =>
    db.send('ledger_used_email_code', 'UPDATE email_code SET used_at = $2 WHERE id = ANY($1::bigint[])', [
      columns(rows, 'id')[0],
      db.now.toISOString(),
    ]),
});
