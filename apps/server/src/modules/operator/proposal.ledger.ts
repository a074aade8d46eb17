import type { Actor } from '../../base/actor.ts';
import { list } from '../../ledger/statement.ts';
import { defineLedgerTable } from '../../ledger/table.ts';

interface LedgerProposal {
  readonly id: string;
  /** Null while it waits. */
  readonly decidedBy: Actor | null;
}

/** What moves money is agreed to by the command that moves it. */
export const proposals = defineLedgerTable<LedgerProposal, 'decidedBy'>({
  name: 'proposals',
  load: async (db, { ids }) => {
    const rows = await db.lock<[string, Actor | null]>(
      'ledger_proposal',
      'SELECT id, decided_by FROM operator_proposal WHERE id = ANY($1::uuid[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, decidedBy]) => ({ id, decidedBy }));
  },
  allows: (before) => before.decidedBy === null,
  update: (db, rows) =>
    db.send(
      'ledger_proposal_after',
      `UPDATE operator_proposal SET decided_by = c.decided_by, decided_at = $3::timestamptz, agreed = true, outcome = 'done'
         FROM unnest($1::uuid[], $2::text[]) AS c(id, decided_by) WHERE operator_proposal.id = c.id`,
      [list(rows.map(({ id }) => id)), rows.map(({ decidedBy }) => decidedBy), db.now.toISOString()],
    ),
});
