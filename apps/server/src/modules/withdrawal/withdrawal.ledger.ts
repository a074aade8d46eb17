import type { NetworkId } from '@minerx/rules/network';
import { usableAfterReset } from '@minerx/rules/factor-hold';
import type { WalletId } from '@minerx/rules/wallet';
import {
  canMoveWithdrawal,
  isOver,
  RETURNED_STATUSES,
  WITHDRAWAL_STATUS,
  type SavedAddress,
  type WithdrawalCause,
  type WithdrawalStatus,
  type WithdrawalTerms,
} from '@minerx/rules/withdrawal';
import { accountId } from '../../ledger/account.ts';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerFacts, defineLedgerTable } from '../../ledger/table.ts';
import { members } from '../member/member.ledger.ts';
import { IS_OPEN } from './withdrawal-open.sql.ts';
import { IS_FIRST_WITHDRAWAL_YES_SAID } from './withdrawal-approval.ledger.ts';
import { resetAtSql } from '../member/outgoing.ledger.ts';

/** The house's accounts of this noun. */
export const WITHDRAWAL_HOUSE = {
  /** Fees of withdrawals that took place. */
  WITHDRAWAL_FEES: 11n,
} as const;

/** A coin on a network, as a key. */
type AssetNetworkId = `${WalletId}/${NetworkId}`;
export const assetNetworkId = (walletId: WalletId, networkId: NetworkId): AssetNetworkId => `${walletId}/${networkId}`;

interface LedgerAssetNetwork extends WithdrawalTerms {
  readonly id: AssetNetworkId;
}

/** Read, not locked: what is asked for in the moment of a change may be the last by the old terms. */
export const assetNetworks = defineLedgerFacts<LedgerAssetNetwork>({
  name: 'assetNetworks',
  load: async (db, { ids }) => {
    const rows = await db.read<[AssetNetworkId, boolean, number, bigint, bigint, bigint, bigint]>(
      'ledger_asset_network',
      `SELECT a.wallet_id || '/' || a.network_id, ${IS_OPEN}, a.decimals, a.min_withdraw_units, a.fee_units,
              a.daily_limit_units, a.two_operators_above_units
         FROM asset_network a JOIN network n ON n.id = a.network_id WHERE a.wallet_id || '/' || a.network_id = ANY($1::text[])`,
      [[...ids]],
    );
    return rows.map(([id, enabled, decimals, minimumUnits, feeUnits, dailyLimitUnits, twoOperatorsAboveUnits]) => {
      return { id, enabled, decimals, minimumUnits, feeUnits, dailyLimitUnits, twoOperatorsAboveUnits };
    });
  },
});

interface LedgerNetwork {
  readonly id: NetworkId;
  /** Whether anything leaves by it. */
  readonly enabled: boolean;
}

/** The operators' switch of a whole network, for what is no coin. Read, not locked, as the terms of coins are. */
export const networks = defineLedgerFacts<LedgerNetwork>({
  name: 'networks',
  load: async (db, { ids }) => {
    const rows = await db.read<[NetworkId, boolean]>(
      'ledger_network',
      'SELECT id, enabled_withdraw FROM network WHERE id = ANY($1::smallint[])',
      [[...ids]],
    );
    return rows.map(([id, enabled]) => ({ id, enabled }));
  },
});

/** A member who withdraws: what was asked for today, and where it may go. */
interface LedgerWithdrawer {
  readonly id: bigint;
  /** What was asked for on this UTC day and did not come back. */
  readonly usedUnits: ReadonlyMap<WalletId, bigint>;
  readonly saved: ReadonlyMap<AssetNetworkId, SavedAddress>;
}

/**
 * Locks the member, so that of many requests at once each counts those before it, and none passes a freezing, a reset or a change of
 * address. Without the key: whoever writes a row that names the member does not wait.
 */
export const withdrawers = defineLedgerTable<LedgerWithdrawer, 'usedUnits'>({
  name: 'withdrawers',
  load: async (db, { ids }) => {
    const wanted = [list(ids)];
    const [rows, used, saved] = await Promise.all([
      db.lock<[bigint]>('ledger_withdrawer', 'SELECT id FROM member WHERE id = ANY($1::bigint[]) ORDER BY id', wanted, {
        keyStays: true,
      }),
      db.read<[bigint, WalletId, bigint]>(
        'ledger_withdrawn_today',
        `SELECT member_id, wallet_id, sum(amount_units)::bigint FROM withdrawal
          WHERE member_id = ANY($1::bigint[]) AND status NOT IN (${RETURNED_STATUSES.join(', ')}) AND created_at >= $2::timestamptz GROUP BY 1, 2`,
        [...wanted, `${db.now.toISOString().slice(0, 10)}T00:00:00Z`],
      ),
      db.read<[bigint, WalletId, NetworkId, string, Date, Date, Date | null]>(
        'ledger_withdrawal_address',
        `SELECT DISTINCT ON (member_id, wallet_id, network_id) member_id, wallet_id, network_id, address, saved_at, usable_at,
                ${resetAtSql('a.member_id')}
           FROM withdrawal_address a WHERE member_id = ANY($1::bigint[]) ORDER BY member_id, wallet_id, network_id, id DESC`,
        wanted,
      ),
    ]);
    return rows.map(([id]) => ({
      id,
      usedUnits: new Map(used.filter(([memberId]) => memberId === id).map(([, wallet, units]) => [wallet, units])),
      saved: new Map(
        saved
          .filter(([memberId]) => memberId === id)
          .map(([, wallet, network, address, savedAt, usableAt, resetAt]) => [
            assetNetworkId(wallet, network),
            {
              address,
              usableFromMs: usableAfterReset(savedAt.getTime(), usableAt.getTime(), resetAt?.getTime() ?? null),
            },
          ]),
      ),
    }));
  },
});

export interface LedgerWithdrawal {
  readonly id: string;
  readonly memberId: bigint;
  readonly walletId: WalletId;
  readonly networkId: NetworkId;
  readonly status: WithdrawalStatus;
  readonly revision: number;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  /** Whose account holds amount and fee. */
  readonly holdOwnerId: bigint;
  readonly holdDeadline: Date;
  readonly address: string;
  readonly twoOperators: boolean;
  /** While it is under review: null, unless the audit log tells it too. */
  readonly firstApprover: string | null;
  readonly secondApprover: string | null;
  readonly cause: WithdrawalCause | null;
  readonly txHash: string | null;
  /** Who recorded the transaction, and who told that it is final. */
  readonly sentBy: string | null;
  readonly confirmedBy: string | null;
}

type Changing =
  | 'status'
  | 'revision'
  | 'firstApprover'
  | 'secondApprover'
  | 'cause'
  | 'txHash'
  | 'sentBy'
  | 'confirmedBy';

type Row = [
  string,
  bigint,
  WalletId,
  NetworkId,
  WithdrawalStatus,
  number,
  bigint,
  bigint,
  bigint,
  Date,
  string,
  boolean,
  string | null,
  string | null,
  WithdrawalCause | null,
  string | null,
  string | null,
  string | null,
];

const { UNDER_REVIEW, SENT, CONFIRMED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;
const OVER = `(${CONFIRMED}, ${CANCELLED}, ${REJECTED})`;

/** Its member, coin, terms and accounts come with the row: whoever goes on with a withdrawal names its id and nothing else. */
export const withdrawals = defineLedgerTable<LedgerWithdrawal, Changing>({
  name: 'withdrawals',
  money: {
    house: WITHDRAWAL_HOUSE,
    kinds: {
      withdrawal: { ways: ['member hold'], whenFrozen: 'goes on', mail: TOLD.byStates },
      withdrawal_sent: { ways: ['hold HOT', 'hold WITHDRAWAL_FEES'], whenFrozen: 'goes on', mail: TOLD.byStates },
      withdrawal_refund: { ways: ['hold member'], whenFrozen: 'goes on', mail: TOLD.byStates },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<Row>(
      'ledger_withdrawal',
      `SELECT w.id, w.member_id, w.wallet_id, w.network_id, w.status, w.revision, w.amount_units, w.fee_units, w.hold_owner_id, h.deadline_at,
              w.address, w.two_operators, w.first_approver, w.second_approver, w.cause, w.tx_hash, w.sent_by, w.confirmed_by
         FROM withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id WHERE w.id = ANY($1::uuid[]) ORDER BY w.id`,
      [list(ids)],
      { of: 'w' },
    );
    const half = rows.filter(([, , , , status, , , , , , , , first]) => status === UNDER_REVIEW && first !== null);
    // By a statement of its own: the one that waited for a lock sees the log as it was before.
    const said =
      half.length === 0
        ? []
        : await db.read<[string]>(
            'ledger_withdrawal_first_said',
            `SELECT w.id FROM withdrawal w WHERE w.id = ANY($1::uuid[]) AND ${IS_FIRST_WITHDRAWAL_YES_SAID}`,
            [list(new Set(half.map(([id]) => id)))],
          );
    return rows.map((row) => {
      const [id, memberId, walletId, networkId, status, revision, amountUnits, feeUnits, holdOwnerId, holdDeadline] =
        row;
      const [
        ,
        ,
        ,
        ,
        ,
        ,
        ,
        ,
        ,
        ,
        address,
        twoOperators,
        firstApprover,
        secondApprover,
        cause,
        txHash,
        sentBy,
        confirmedBy,
      ] = row;
      return {
        id,
        memberId,
        walletId,
        networkId,
        status,
        revision,
        amountUnits,
        feeUnits,
        holdOwnerId,
        holdDeadline,
        address,
        twoOperators,
        firstApprover: half.includes(row) && !said.some(([each]) => each === id) ? null : firstApprover,
        secondApprover,
        cause,
        txHash,
        sentBy,
        confirmedBy,
      };
    });
  },
  follows: ({ memberId, walletId, networkId, holdOwnerId }) => ({
    rows: [members.key(memberId), assetNetworks.key(assetNetworkId(walletId, networkId))],
    accounts: [accountId(memberId, walletId), accountId(holdOwnerId, walletId)],
  }),
  /** Every change is one more revision, and each move is one of the table's. */
  allows: (before, after) =>
    !isOver(before) &&
    after.revision === before.revision + 1 &&
    (after.status === before.status || canMoveWithdrawal(before.status, after.status)),
  insert: (db, rows) =>
    db.send(
      'ledger_new_withdrawal',
      `INSERT INTO withdrawal (id, member_id, wallet_id, network_id, status, revision, amount_units, fee_units, hold_owner_id, two_operators, cause,
                               address, first_approver, second_approver, tx_hash, sent_by, confirmed_by, created_at, changed_at, decided_at, sent_at, ended_at)
       SELECT w.*, $18::timestamptz, $18::timestamptz, CASE WHEN w.status <> ${UNDER_REVIEW} THEN $18::timestamptz END,
              CASE WHEN w.status = ${SENT} THEN $18::timestamptz END, CASE WHEN w.status IN ${OVER} THEN $18::timestamptz END
         FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::integer[], $7::bigint[], $8::bigint[],
                     $9::bigint[], $10::boolean[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
           AS w(id, member_id, wallet_id, network_id, status, revision, amount_units, fee_units, hold_owner_id, two_operators, cause, address,
                first_approver, second_approver, tx_hash, sent_by, confirmed_by)`,
      [
        ...columns(rows, 'id', 'memberId', 'walletId', 'networkId', 'status', 'revision', 'amountUnits', 'feeUnits'),
        ...columns(rows, 'holdOwnerId', 'twoOperators', 'cause'),
        rows.map(({ address }) => address),
        rows.map(({ firstApprover }) => firstApprover),
        rows.map(({ secondApprover }) => secondApprover),
        rows.map(({ txHash }) => txHash),
        rows.map(({ sentBy }) => sentBy),
        rows.map(({ confirmedBy }) => confirmedBy),
        db.now.toISOString(),
      ],
    ),
  update: (db, rows) =>
    db.send(
      'ledger_withdrawal_after',
      `UPDATE withdrawal w
          SET status = c.status, revision = c.revision, cause = c.cause, first_approver = c.first_approver, second_approver = c.second_approver,
              tx_hash = c.tx_hash, sent_by = c.sent_by, confirmed_by = c.confirmed_by,
              block_number = CASE WHEN c.tx_hash IS NOT DISTINCT FROM w.tx_hash THEN w.block_number END, changed_at = CASE WHEN c.status <> w.status THEN $10::timestamptz ELSE w.changed_at END,
              decided_at = CASE WHEN c.status <> ${UNDER_REVIEW} THEN coalesce(w.decided_at, $10::timestamptz) END,
              sent_at = CASE WHEN c.status = ${SENT} THEN coalesce(w.sent_at, $10::timestamptz) ELSE w.sent_at END,
              ended_at = CASE WHEN c.status IN ${OVER} THEN $10::timestamptz END
         FROM unnest($1::uuid[], $2::smallint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                     $9::text[])
           AS c(id, status, revision, cause, first_approver, second_approver, tx_hash, sent_by, confirmed_by) WHERE w.id = c.id`,
      [
        ...columns(rows, 'id', 'status', 'revision', 'cause'),
        rows.map(({ firstApprover }) => firstApprover),
        rows.map(({ secondApprover }) => secondApprover),
        rows.map(({ txHash }) => txHash),
        rows.map(({ sentBy }) => sentBy),
        rows.map(({ confirmedBy }) => confirmedBy),
        db.now.toISOString(),
      ],
    ),
});
