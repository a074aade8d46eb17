import { units } from '@minerx/rules/money';
import { STAKE_ACTIVE } from '@minerx/rules/staking';
import type { StakeStatus, StakingTerms } from '@minerx/rules/staking';
import type { WalletId } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerFacts, defineLedgerTable } from '../../ledger/table.ts';

interface LedgerStakingType extends StakingTerms {
  readonly id: number;
}

/** Read, not locked: a stake that is decided in the moment in which an operator switches its type off may be the last one. */
export const stakingTypes = defineLedgerFacts<LedgerStakingType>({
  name: 'stakingTypes',
  load: async (db, { ids }) => {
    const rows = await db.read<[number, WalletId, WalletId, bigint, number, boolean]>(
      'ledger_staking_type',
      'SELECT id, wallet_id, wallet2_id, max_units, term_days, active FROM staking_type WHERE id = ANY($1::smallint[])',
      [list(ids)],
    );
    return rows.map(([id, walletId, wallet2Id, max, termDays, active]) => {
      return { id, walletId, wallet2Id, maxUnits: units(max), termDays, active };
    });
  },
});

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

type StakeRow = [string, bigint, number, StakeStatus, WalletId, WalletId, bigint, bigint, bigint, Date];

export const stakes = defineLedgerTable<LedgerStake, 'status'>({
  name: 'stakes',
  money: {
    kinds: {
      stake: { ways: ['member hold'], whenFrozen: 'goes on', mail: TOLD.moved },
      unstake: { ways: ['hold member'], whenFrozen: 'waits', mail: TOLD.moved },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<StakeRow>(
      'ledger_stake',
      `SELECT id, member_id, type_id, status, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, ends_at
         FROM staking_order WHERE id = ANY($1::uuid[]) ORDER BY id`,
      [list(ids)],
    );
    return rows.map(
      ([id, memberId, typeId, status, walletId, wallet2Id, amountUnits, amount2Units, holdOwnerId, endsAt]) => {
        return { id, memberId, typeId, status, walletId, wallet2Id, amountUnits, amount2Units, holdOwnerId, endsAt };
      },
    );
  },
  /** What is staked stands in the accounts of its hold. */
  follows: ({ holdOwnerId, walletId, wallet2Id }) => ({
    accounts: [walletId, wallet2Id].map((wallet) => accountId(holdOwnerId, wallet)),
  }),
  allows: (before) => before.status === STAKE_ACTIVE,
  update: (db, rows) =>
    db.send(
      'ledger_stake_after',
      `UPDATE staking_order SET status = c.status, ended_at = CASE WHEN c.status <> $4 THEN $3::timestamptz END
         FROM unnest($1::uuid[], $2::smallint[]) AS c(id, status) WHERE staking_order.id = c.id`,
      [...columns(rows, 'id', 'status'), db.now.toISOString(), STAKE_ACTIVE],
    ),
  insert: (db, rows) =>
    db.send(
      'ledger_new_stake',
      `INSERT INTO staking_order (id, member_id, type_id, status, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, ends_at, created_at)
       SELECT s.*, $11::timestamptz FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::smallint[], $7::bigint[],
         $8::bigint[], $9::bigint[], $10::timestamptz[]) AS s`,
      [
        ...columns(
          rows,
          'id',
          'memberId',
          'typeId',
          'status',
          'walletId',
          'wallet2Id',
          'amountUnits',
          'amount2Units',
          'holdOwnerId',
          'endsAt',
        ),
        db.now.toISOString(),
      ],
    ),
});
