import { pageOffset } from '@minerx/rules/paging';
import { STAKE_ACTIVE } from '@minerx/rules/staking';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import type { StakingTypeRow } from './staking-type.ts';

export interface StakeRow {
  id: string;
  memberId: bigint;
  status: number;
  typeName: string;
  walletId: WalletId;
  wallet2Id: WalletId;
  amountUnits: bigint;
  amount2Units: bigint;
  createdAt: Date;
  endsAt: Date;
}

/** All staking types in order of id, those that are not offered included. */
export const listStakingTypes = async (db: Db): Promise<StakingTypeRow[]> => {
  const { rows } = await db.query<StakingTypeRow>({
    name: 'staking_types',
    text: `SELECT id, name, name2, names2, wallet_id AS "walletId", wallet2_id AS "wallet2Id", max_units AS "maxUnits",
                  term_days AS "termDays", active FROM staking_type ORDER BY id`,
  });
  return rows;
};

const STAKE = `
  SELECT s.id, s.member_id AS "memberId", s.status, t.name AS "typeName", s.wallet_id AS "walletId", s.wallet2_id AS "wallet2Id",
         s.amount_units AS "amountUnits", s.amount2_units AS "amount2Units", s.created_at AS "createdAt", s.ends_at AS "endsAt"`;
const FROM = 'FROM staking_order s JOIN staking_type t ON t.id = s.type_id';

/** One page of a member's staking orders, newest first, and how many there are. */
export const listStakes = async (
  db: Db,
  memberId: bigint,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: StakeRow[]; total: number }> => {
  const [{ rows }, counted] = await Promise.all([
    db.query<StakeRow>({
      name: 'stakes_of_member',
      text: `${STAKE} ${FROM} WHERE s.member_id = $1 ORDER BY s.id DESC LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    db.query<{ total: number }>({
      name: 'stake_count_of_member',
      text: 'SELECT count(*)::integer AS total FROM staking_order WHERE member_id = $1',
      values: [memberId],
    }),
  ]);
  return { rows, total: counted.rows[0]!.total };
};

export const findStake = async (db: Db, memberId: bigint, stakeId: string): Promise<StakeRow | null> => {
  const { rows } = await db.query<StakeRow>({
    name: 'stake_of_member',
    text: `${STAKE} ${FROM} WHERE s.id = $1 AND s.member_id = $2`,
    values: [stakeId, memberId],
  });
  return rows[0] ?? null;
};

/** Active stakes whose term is over, the oldest first. */
export const listDueStakes = async (db: Db, now: Date, limit: number): Promise<{ id: string; memberId: bigint }[]> => {
  const { rows } = await db.query<{ id: string; memberId: bigint }>(
    `SELECT id, member_id AS "memberId" FROM staking_order WHERE status = ${STAKE_ACTIVE} AND ends_at <= $1 ORDER BY ends_at LIMIT $2`,
    [now.toISOString(), limit],
  );
  return rows;
};

/** For operators: stakes with their members, those that end next first; 100 at most. With `all` ended ones too. */
export const listAllStakes = async (
  db: Db,
  input: { memberId: bigint | null; all: boolean },
): Promise<(StakeRow & { email: string })[]> => {
  const { rows } = await db.query<StakeRow & { email: string }>(
    `${STAKE}, m.email ${FROM} JOIN /* whole staking_order: planned with its values, which say whether one member's or those that run */ member m ON m.id = s.member_id
      WHERE ($1::bigint IS NULL OR s.member_id = $1) AND ($2 OR s.status = ${STAKE_ACTIVE}) ORDER BY s.status, s.ends_at, s.id LIMIT 100`,
    [input.memberId, input.all],
  );
  return rows;
};
