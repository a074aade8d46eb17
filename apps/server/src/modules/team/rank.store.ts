import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Tx } from '../../db/transaction.ts';

export type RankNames = Readonly<Partial<Record<WireLanguage, string>>>;
export type Rank = { name: string; names: RankNames };

export const lockRank = async (tx: Tx, id: number): Promise<Rank | null> => {
  const { rows } = await tx.query<Rank>('SELECT name, names FROM rank WHERE id = $1 FOR UPDATE', [id]);
  return rows[0] ?? null;
};

export const putRank = async (tx: Tx, id: number, { name, names }: Rank): Promise<void> => {
  await tx.query(
    `INSERT INTO rank (id, name, names) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, names = excluded.names`,
    [id, name, JSON.stringify(names)],
  );
};
