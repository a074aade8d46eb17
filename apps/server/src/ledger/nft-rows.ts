import { parseUnits } from '@minerx/rules/money';
import { NFT_CATEGORIES } from '@minerx/rules/nft-collection';
import type { NftStatus } from '@minerx/rules/nft-status';
import { readTwoOperators } from '@minerx/rules/nft-withdrawal';
import type { PoolClient } from 'pg';
import type { LedgerNft, NftTerms, PendingNftWithdrawal } from './command.ts';
import type { Wanted } from './load-rows.ts';
import type { BatchState, LoadedRows } from './state.ts';
import { ask, list, send, settle } from './statement.ts';

const rarityOf = (categoryId: number) => NFT_CATEGORIES.find(({ id }) => id === categoryId)!.name;

/**
 * NFTs by id, with what is pending. The withdrawals are read by a statement of their own after the lock: joined to the
 * locking one, a row that another process has ended meanwhile would still be seen as it was.
 */
export const loadNfts = async (
  client: PoolClient,
  { nfts }: Wanted,
  lock: string,
  tag: string,
): Promise<Pick<LoadedRows, 'nfts' | 'nftTerms'>> => {
  if (nfts.size === 0) return { nfts: new Map(), nftTerms: null };
  const locked = ask<[string, number, bigint | null, NftStatus | null]>(
    client,
    `ledger_nft${tag}`,
    `SELECT id, category_id, member_id, status FROM nft WHERE id = ANY($1::uuid[]) ORDER BY id ${lock}`,
    [list(nfts)],
  );
  const pending = ask<[string, string, bigint, bigint, Date, string | null]>(
    client,
    'ledger_nft_pending',
    `SELECT w.nft_id, w.id, w.fee_units, w.hold_owner_id, h.deadline_at, w.first_approver
     FROM nft_withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id WHERE w.nft_id = ANY($1::uuid[]) AND w.status = 0`,
    [list(nfts)],
  );
  const settings = ask<[string, unknown]>(
    client,
    'ledger_nft_terms',
    `SELECT key, value FROM setting WHERE key IN ('nft_withdraw_fee', 'nft_two_operators')`,
  );
  await settle([locked, pending, settings]);
  const [rows, withdrawals, terms] = [await locked, await pending, await settings];
  const pendingOf = new Map<string, PendingNftWithdrawal>(
    withdrawals.map(([nftId, id, feeUnits, holdOwnerId, holdDeadline, firstApprover]) => [
      nftId,
      { id, feeUnits, holdOwnerId, holdDeadline, firstApprover },
    ]),
  );
  return {
    nfts: new Map(
      rows.map(([id, categoryId, memberId, status]): [string, LedgerNft] => [
        id,
        { id, rarity: rarityOf(categoryId), memberId, status, pending: pendingOf.get(id) ?? null },
      ]),
    ),
    nftTerms: readTerms(new Map(terms)),
  };
};

const readTerms = (settings: ReadonlyMap<string, unknown>): NftTerms => {
  const fee = settings.get('nft_withdraw_fee');
  return {
    feeUnits: (typeof fee === 'string' ? parseUnits(fee) : null) ?? 0n,
    twoOperators: readTwoOperators(settings.get('nft_two_operators')),
  };
};

/** A withdrawal ends before another one of the same item begins: only one may be pending. */
export const writeNfts = (client: PoolClient, state: BatchState, now: Date): Promise<unknown>[] => [
  ...writeEnded(client, state, now),
  ...writeStates(client, state),
  ...writeNew(client, state, now),
];

const writeEnded = (client: PoolClient, { nftWithdrawals }: BatchState, now: Date): Promise<unknown>[] => {
  if (nftWithdrawals.size === 0) return [];
  const patches = [...nftWithdrawals.values()];
  return [
    send(
      client,
      'ledger_nft_withdrawal_after',
      `UPDATE nft_withdrawal w SET status = coalesce(c.status, w.status), cause = coalesce(c.cause, w.cause),
         first_approver = coalesce(c.first_approver, w.first_approver), decided_at = CASE WHEN c.status IS NOT NULL THEN $5::timestamptz END
       FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[]) AS c(id, status, cause, first_approver) WHERE w.id = c.id`,
      [
        list(nftWithdrawals.keys()),
        list(patches.map(({ status }) => status ?? null)),
        list(patches.map(({ cause }) => cause ?? null)),
        patches.map(({ firstApprover }) => firstApprover ?? null),
        now.toISOString(),
      ],
    ),
  ];
};

const writeStates = (client: PoolClient, state: BatchState): Promise<unknown>[] => {
  if (state.changedNfts.size === 0) return [];
  const nfts = [...state.changedNfts].map((id) => state.nft(id)!);
  return [
    send(
      client,
      'ledger_nft_after',
      'UPDATE nft SET status = c.status FROM unnest($1::uuid[], $2::smallint[]) AS c(id, status) WHERE nft.id = c.id',
      [list(nfts.map(({ id }) => id)), list(nfts.map(({ status }) => status))],
    ),
  ];
};

const writeNew = (client: PoolClient, { newNftWithdrawals: rows }: BatchState, now: Date): Promise<unknown>[] => {
  if (rows.length === 0) return [];
  return [
    send(
      client,
      'ledger_new_nft_withdrawal',
      `INSERT INTO nft_withdrawal (id, nft_id, member_id, status, fee_units, hold_owner_id, network, address, created_at)
       SELECT w.id, w.nft_id, w.member_id, 0, w.fee_units, w.hold_owner_id, w.network, w.address, $8::timestamptz
       FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])
         AS w(id, nft_id, member_id, fee_units, hold_owner_id, network, address)`,
      [
        list(rows.map(({ id }) => id)),
        list(rows.map(({ nftId }) => nftId)),
        list(rows.map(({ memberId }) => memberId)),
        list(rows.map(({ feeUnits }) => feeUnits)),
        list(rows.map(({ holdOwnerId }) => holdOwnerId)),
        rows.map(({ network }) => network),
        rows.map(({ address }) => address),
        now.toISOString(),
      ],
    ),
  ];
};
