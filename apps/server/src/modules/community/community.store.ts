import type { Tx } from '../../db/transaction.ts';

export type CommunityTerms = {
  name: string;
  /** "1|2" */
  methods: string;
};

export const lockCommunity = async (tx: Tx, id: number): Promise<CommunityTerms | null> => {
  const { rows } = await tx.query<CommunityTerms>(
    'SELECT name, payment_methods AS methods FROM community WHERE id = $1 FOR UPDATE',
    [id],
  );
  return rows[0] ?? null;
};

export const putCommunity = async (tx: Tx, id: number, { name, methods }: CommunityTerms): Promise<void> => {
  await tx.query(
    `INSERT INTO community (id, name, payment_methods) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, payment_methods = excluded.payment_methods`,
    [id, name, methods],
  );
};
