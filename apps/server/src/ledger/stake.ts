import type { StakeStatus, StakingTerms } from '@minerx/rules/staking';
import { units } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import type { PoolClient } from 'pg';
import { ask, list, send } from './statement.ts';

/** A staking order while it is decided on. */
export interface LedgerStake {
  readonly id: string;
  readonly memberId: bigint;
  readonly typeId: number;
  readonly status: StakeStatus;
  readonly walletId: WalletId;
  readonly wallet2Id: WalletId;
  readonly amountUnits: bigint;
  readonly amount2Units: bigint;
  readonly holdOwnerId: bigint;
  readonly endsAt: Date;
}

/** What operators have set: whether staking is on, and the types that a batch asks for. */
export interface StakingOffer {
  readonly available: boolean;
  /** By id. */
  readonly types: ReadonlyMap<number, StakingTerms>;
}

type OfferRow = [boolean, number | null, WalletId, WalletId, bigint, number, boolean];

/** Read, not locked: a stake that is decided in the moment in which an operator switches it off may be the last one. */
export const loadStakingOffer = async (client: PoolClient, typeIds: ReadonlySet<number>): Promise<StakingOffer> => {
  if (typeIds.size === 0) return { available: false, types: new Map() };
  const rows = await ask<OfferRow>(
    client,
    'ledger_staking_offer',
    `SELECT coalesce((SELECT value = 'true'::jsonb FROM setting WHERE key = 'staking_available'), false),
            t.id, t.wallet_id, t.wallet2_id, t.max_units, t.term_days, t.active
       FROM (VALUES (1)) one LEFT JOIN staking_type t ON t.id = ANY($1::smallint[])`,
    [list(typeIds)],
  );
  const types = new Map<number, StakingTerms>();
  for (const [, id, walletId, wallet2Id, maxUnits, termDays, active] of rows)
    if (id !== null) types.set(id, { walletId, wallet2Id, maxUnits: units(maxUnits), termDays, active });
  return { available: rows[0]?.[0] ?? false, types };
};

type StakeRow = [string, bigint, number, StakeStatus, WalletId, WalletId, bigint, bigint, bigint, Date];

export const loadStakes = async (
  client: PoolClient,
  ids: ReadonlySet<string>,
  lock: string,
  tag: string,
): Promise<Map<string, LedgerStake>> => {
  if (ids.size === 0) return new Map();
  const rows = await ask<StakeRow>(
    client,
    `ledger_stake${tag}`,
    `SELECT id, member_id, type_id, status, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, ends_at
       FROM staking_order WHERE id = ANY($1::uuid[]) ORDER BY id ${lock}`,
    [list(ids)],
  );
  return new Map(
    rows.map(([id, memberId, typeId, status, walletId, wallet2Id, amountUnits, amount2Units, holdOwnerId, endsAt]) => [
      id,
      { id, memberId, typeId, status, walletId, wallet2Id, amountUnits, amount2Units, holdOwnerId, endsAt },
    ]),
  );
};

/** What a batch did to stakes: new ones, and those that have ended. A stake is not made and ended in one batch. */
export interface StakeChanges {
  readonly newStakes: readonly LedgerStake[];
  readonly endedStakes: readonly string[];
}

export const writeStakes = (
  client: PoolClient,
  { newStakes, endedStakes }: StakeChanges,
  now: Date,
): Promise<unknown>[] => [
  ...(newStakes.length === 0
    ? []
    : [
        send(
          client,
          'ledger_new_stake',
          `INSERT INTO staking_order (id, member_id, type_id, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, ends_at, created_at)
           SELECT s.*, $10::timestamptz FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::timestamptz[]) AS s`,
          [
            list(newStakes.map(({ id }) => id)),
            list(newStakes.map(({ memberId }) => memberId)),
            list(newStakes.map(({ typeId }) => typeId)),
            list(newStakes.map(({ walletId }) => walletId)),
            list(newStakes.map(({ wallet2Id }) => wallet2Id)),
            list(newStakes.map(({ amountUnits }) => amountUnits)),
            list(newStakes.map(({ amount2Units }) => amount2Units)),
            list(newStakes.map(({ holdOwnerId }) => holdOwnerId)),
            list(newStakes.map(({ endsAt }) => endsAt.toISOString())),
            now.toISOString(),
          ],
        ),
      ]),
  ...(endedStakes.length === 0
    ? []
    : [
        send(
          client,
          'ledger_stake_ended',
          'UPDATE staking_order SET status = 9, ended_at = $2 WHERE id = ANY($1::uuid[])',
          [list(endedStakes), now.toISOString()],
        ),
      ]),
];
