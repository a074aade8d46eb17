import type { Db } from '../../db/transaction.ts';

interface TermsAcceptance {
  memberId: bigint;
  version: number;
  /** In which they were read. */
  language: string;
  at: Date;
}

/** The first agreement to a version stands. */
export const keepAcceptance = async (db: Db, { memberId, version, language, at }: TermsAcceptance): Promise<void> => {
  await db.query(
    'INSERT INTO terms_acceptance (member_id, version, language, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [memberId, version, language, at],
  );
};

/** The newest version that a member agreed to; null for none. */
export const findAcceptance = async (db: Db, memberId: bigint): Promise<Omit<TermsAcceptance, 'memberId'> | null> => {
  const { rows } = await db.query<Omit<TermsAcceptance, 'memberId'>>(
    'SELECT version, language, at FROM terms_acceptance WHERE member_id = $1 ORDER BY version DESC LIMIT 1',
    [memberId],
  );
  return rows[0] ?? null;
};
