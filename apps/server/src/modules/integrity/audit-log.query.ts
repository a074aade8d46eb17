import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { Pool } from 'pg';

export interface LoggedLine {
  id: bigint;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string;
  detail: Record<string, unknown>;
}

export interface AuditAsked {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** From this moment, and before this one. */
  since?: Date | undefined;
  until?: Date | undefined;
  /** The last row of the page before. */
  after?: bigint | undefined;
}

/** Past every row. */
const END = 2n ** 63n - 1n;

/** Lines of the audit log, newest first: a page, and one row more where another follows. */
export const listAudit = async (
  pool: Pool,
  { actor, action, subject, since, until, after }: AuditAsked,
): Promise<LoggedLine[]> => {
  const { rows } = await pool.query<LoggedLine>(
    `SELECT id, at, actor, action, subject, reason, detail FROM audit
      WHERE id < $1 AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR action = $3) AND ($4::text IS NULL OR subject = $4)
        AND ($5::timestamptz IS NULL OR at >= $5) AND ($6::timestamptz IS NULL OR at < $6)
      ORDER BY id DESC LIMIT ${LIST_ROWS + 1}`,
    [after ?? END, actor ?? null, action ?? null, subject ?? null, since ?? null, until ?? null],
  );
  return rows;
};
