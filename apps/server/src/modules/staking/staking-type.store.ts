import type { Tx } from '../../db/transaction.ts';
import type { StakingTypeRow } from './staking-type.ts';

export const lockStakingType = async (tx: Tx, id: number): Promise<StakingTypeRow | null> => {
  const { rows } = await tx.query<StakingTypeRow>(
    `SELECT id, name, name2, names2, wallet_id AS "walletId", wallet2_id AS "wallet2Id", max_units AS "maxUnits", term_days AS "termDays", active
       FROM staking_type WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
};

export const putStakingType = async (tx: Tx, type: StakingTypeRow): Promise<void> => {
  const { id, name, name2, names2, walletId, wallet2Id, maxUnits, termDays, active } = type;
  await tx.query(
    `INSERT INTO staking_type (id, name, name2, names2, wallet_id, wallet2_id, max_units, term_days, active) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name2 = excluded.name2, names2 = excluded.names2, wallet_id = excluded.wallet_id,
       wallet2_id = excluded.wallet2_id, max_units = excluded.max_units, term_days = excluded.term_days, active = excluded.active`,
    [id, name, name2, JSON.stringify(names2), walletId, wallet2Id, maxUnits, termDays, active],
  );
};
