import { NFT_CATEGORIES } from '@minerx/rules/nft-collection';
import type { NetworkId } from '@minerx/rules/network';
import type { NftRarity } from '@minerx/rules/nft-collection';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import type { NftRejectionCause, NftStatus, NftWithdrawalEvent, NftWithdrawalStatus } from '@minerx/rules/nft-status';
import type { LedgerView, OutboxEntry } from '../../ledger/command.ts';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerTable } from '../../ledger/table.ts';
import { IS_FIRST_NFT_YES_SAID } from './nft-approval.ledger.ts';
import { settingIn, settings } from '../setting/setting.ledger.ts';

/** The house's accounts of this noun. */
export const NFT_HOUSE = {
  /** Fees of NFTs that were sent out. */
  NFT_FEES: 9n,
} as const;

interface LedgerNft {
  readonly id: string;
  readonly rarity: NftRarity;
  /** Null while nobody holds it; so is its status. */
  readonly memberId: bigint | null;
  readonly status: NftStatus | null;
}

const rarityOf = (categoryId: number) => NFT_CATEGORIES.find(({ id }) => id === categoryId)!.name;

export const nfts = defineLedgerTable<LedgerNft, 'status'>({
  name: 'nfts',
  load: async (db, { ids }) => {
    const rows = await db.lock<[string, number, bigint | null, NftStatus | null]>(
      'ledger_nft',
      'SELECT id, category_id, member_id, status FROM nft WHERE id = ANY($1::uuid[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, categoryId, memberId, status]) => ({ id, rarity: rarityOf(categoryId), memberId, status }));
  },
  update: (db, rows) =>
    db.send(
      'ledger_nft_after',
      'UPDATE nft SET status = c.status FROM unnest($1::uuid[], $2::smallint[]) AS c(id, status) WHERE nft.id = c.id',
      columns(rows, 'id', 'status'),
    ),
});

export interface LedgerNftWithdrawal {
  readonly id: string;
  readonly nftId: string;
  readonly status: NftWithdrawalStatus;
  readonly cause: NftRejectionCause | null;
  readonly feeUnits: bigint;
  /** Whose account holds the fee. */
  readonly holdOwnerId: bigint;
  readonly holdDeadline: Date;
  /** By the terms of when it was asked for. */
  readonly twoOperators: boolean;
  /** While it is pending: null, unless the audit log tells it too. */
  readonly firstApprover: string | null;
  readonly secondApprover: string | null;
  /** Whom the contract named when its transaction was final; null before. */
  readonly owner: string | null;
}

/** What is written when it is asked for and never changes. */
interface NewNftWithdrawal extends LedgerNftWithdrawal {
  readonly memberId: bigint;
  readonly network: NetworkId;
  readonly address: string;
}

type WithdrawalRow = [
  string,
  string,
  NftWithdrawalStatus,
  NftRejectionCause | null,
  bigint,
  bigint,
  Date,
  boolean,
  string | null,
  string | null,
  string | null,
];

/**
 * Whoever ends a withdrawal names its item too: the item's lock keeps others away. They are read after it by a statement of their
 * own: joined to the locking one, a withdrawal that another process has ended meanwhile would still be seen as it was.
 */
export const nftWithdrawals = defineLedgerTable<
  LedgerNftWithdrawal,
  'status' | 'cause' | 'firstApprover' | 'secondApprover' | 'owner',
  never,
  NewNftWithdrawal
>({
  name: 'nftWithdrawals',
  money: {
    house: NFT_HOUSE,
    kinds: {
      nft_withdrawal: { ways: ['member hold'], whenFrozen: 'goes on', mail: TOLD.byStates },
      nft_fee: {
        ways: ['hold NFT_FEES'],
        whenFrozen: 'waits',
        mail: TOLD.byStates,
      },
      // From the house where it was approved and could not be sent.
      nft_refund: { ways: ['hold member', 'NFT_FEES member'], whenFrozen: 'goes on', mail: TOLD.byStates },
    },
  },
  keptStillBy: nfts.name,
  load: async (db, { ids }) => {
    const rows = await db.read<WithdrawalRow>(
      'ledger_nft_withdrawal',
      `SELECT w.id, w.nft_id, w.status, w.cause, w.fee_units, w.hold_owner_id, h.deadline_at, w.two_operators,
              CASE WHEN w.status <> ${NFT_WITHDRAWAL_STATUS.PENDING} OR ${IS_FIRST_NFT_YES_SAID} THEN w.first_approver END, w.second_approver, w.owner
         FROM nft_withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id WHERE w.id = ANY($1::uuid[])`,
      [list(ids)],
    );
    return rows.map(([id, nftId, status, cause, feeUnits, holdOwnerId, holdDeadline, twoOperators, ...whose]) => {
      const [firstApprover, secondApprover, owner] = whose;
      const asked = { id, nftId, status, cause, feeUnits, holdOwnerId, holdDeadline, twoOperators };
      return { ...asked, firstApprover, secondApprover, owner };
    });
  },
  /** What is decided stays, but an approved one gets its new owner, or proves impossible to send. */
  allows: (before, { status, owner }) =>
    before.status === NFT_WITHDRAWAL_STATUS.PENDING ||
    (before.status === NFT_WITHDRAWAL_STATUS.APPROVED &&
      before.owner === null &&
      (status === NFT_WITHDRAWAL_STATUS.REJECTED || owner !== null)),
  update: (db, rows) =>
    db.send(
      'ledger_nft_withdrawal_after',
      `UPDATE nft_withdrawal w SET status = c.status, cause = c.cause, first_approver = c.first_approver, second_approver = c.second_approver,
         decided_at = CASE WHEN c.status <> $8 THEN CASE WHEN c.owner IS NULL THEN $7::timestamptz ELSE w.decided_at END END,
         owner = c.owner, owner_read_at = CASE WHEN c.owner IS NOT NULL THEN $7::timestamptz END
       FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::text[], $6::text[]) AS c(id, status, cause, first_approver, second_approver, owner)
      WHERE w.id = c.id`,
      [
        ...columns(rows, 'id', 'status', 'cause'),
        rows.map(({ firstApprover }) => firstApprover),
        rows.map(({ secondApprover }) => secondApprover),
        rows.map(({ owner }) => owner),
        db.now.toISOString(),
        NFT_WITHDRAWAL_STATUS.PENDING,
      ],
    ),
  insert: (db, rows) =>
    db.send(
      'ledger_new_nft_withdrawal',
      `INSERT INTO nft_withdrawal (id, nft_id, member_id, status, cause, fee_units, hold_owner_id, network_id, address, two_operators, created_at, decided_at)
       SELECT w.*, $11::timestamptz, CASE WHEN w.status <> $12 THEN $11::timestamptz END
         FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::smallint[], $5::text[], $6::bigint[], $7::bigint[], $8::smallint[], $9::text[], $10::boolean[])
           AS w(id, nft_id, member_id, status, cause, fee_units, hold_owner_id, network_id, address, two_operators)`,
      [
        ...columns(rows, 'id', 'nftId', 'memberId', 'status', 'cause', 'feeUnits', 'holdOwnerId', 'network'),
        rows.map(({ address }) => address),
        rows.map(({ twoOperators }) => twoOperators),
        db.now.toISOString(),
        NFT_WITHDRAWAL_STATUS.PENDING,
      ],
    ),
});

/** The mail about a step of a withdrawal. */
export const nftMailAbout = (id: string, event: NftWithdrawalEvent): OutboxEntry => ({
  topic: 'nft_mail',
  payload: { id, event },
});

const FEE = 'nft_withdraw_fee';
const TWO_OPERATORS = 'nft_two_operators';

/** What `nftTerms` reads. */
export const NFT_TERMS_KEYS = [settings.key(FEE), settings.key(TWO_OPERATORS)];

/** What operators have set about withdrawing NFTs: the fee in USDT units, and the categories that two of them must approve. */
export const nftTerms = (view: LedgerView): { feeUnits: bigint; twoOperators: readonly NftRarity[] } => {
  return {
    feeUnits: settingIn(view, FEE),
    twoOperators: settingIn(view, TWO_OPERATORS),
  };
};
