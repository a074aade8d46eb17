import { LIST_ROWS } from '@minerx/contract/operator/list';
import { LOWEST_ID } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** What one operator wants done and another has to agree to. */
export interface Proposal {
  id: string;
  action: string;
  /** The values of its fields, as they were typed. */
  input: Readonly<Record<string, string>>;
  /** What it would change as it was then, by the fields that name new values, and whom an address was of; empty where that is not looked for. */
  before: Readonly<Record<string, string>>;
  proposedBy: string;
  proposedAt: Date;
}

export type RunOutcome = 'done' | 'refused' | 'failed';

export const insertProposal = async (tx: Tx, proposal: Proposal): Promise<void> => {
  const { id, action, input, before, proposedBy, proposedAt } = proposal;
  await tx.query(
    'INSERT INTO operator_proposal (id, action, input, before, proposed_by, proposed_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, action, JSON.stringify(input), JSON.stringify(before), proposedBy, proposedAt],
  );
};

/** It waits, and its operator has made it: an agreement takes no other (`require_said_proposal`). */
const WAITS = 'decided_by IS NULL AND is_said_proposal(p)';

const COLUMNS = 'p.id, p.action, p.input, p.before, p.proposed_by AS "proposedBy", p.proposed_at AS "proposedAt"';

/** Those that wait, the oldest first: a page after a row, and one row more where another follows. */
export const listProposals = async (db: Db, after: string = LOWEST_ID): Promise<Proposal[]> => {
  const { rows } = await db.query<Proposal>(
    `SELECT ${COLUMNS} FROM operator_proposal p WHERE ${WAITS} AND id > $1 ORDER BY id LIMIT ${LIST_ROWS + 1}`,
    [after],
  );
  return rows;
};

/** All of these actions that wait, the oldest first. */
export const listProposalsOf = async (db: Db, actions: readonly string[]): Promise<Proposal[]> => {
  const { rows } = await db.query<Proposal>(
    `SELECT ${COLUMNS} FROM operator_proposal p WHERE ${WAITS} AND action = ANY ($1::text[]) ORDER BY id`,
    [actions],
  );
  return rows;
};

/** Only one that waits. */
export const findProposal = async (db: Db, id: string): Promise<Proposal | null> => {
  const { rows } = await db.query<Proposal>(`SELECT ${COLUMNS} FROM operator_proposal p WHERE id = $1 AND ${WAITS}`, [
    id,
  ]);
  return rows[0] ?? null;
};

/** Decides a proposal that waits: true for one of many at once. What is agreed to is done in the same transaction. */
export const decideProposal = async (
  tx: Tx,
  { id, by, at, agreed }: { id: string; by: string; at: Date; agreed: boolean },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `UPDATE operator_proposal SET decided_by = $2, decided_at = $3, agreed = $4, outcome = CASE WHEN $4 THEN 'done' END
      WHERE id = $1 AND decided_by IS NULL`,
    [id, by, at, agreed],
  );
  return rowCount === 1;
};

export const noteProposalOutcome = async (db: Db, id: string, outcome: RunOutcome): Promise<void> => {
  await db.query('UPDATE operator_proposal SET outcome = $2 WHERE id = $1', [id, outcome]);
};
