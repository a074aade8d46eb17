import { WALLETS } from '@minerx/rules/wallet';
import type { WalletId } from '@minerx/rules/wallet';
import type { Tx } from '../db/transaction.ts';
import type { LedgerSequence } from './command.ts';

/** Owner numbers of members and holds. */
export const OWNER_NUMBERS: LedgerSequence = { name: 'owner_id' };

/** Assets in a page: an owner's accounts of one page stand side by side. */
const PAGE = 16;
/** The page stands above everything that owners take. */
const PAGE_BIT = 56n;
const BELOW_PAGE = (1n << PAGE_BIT) - 1n;
/**
 * Owner numbers below 1000 are the house's: nouns bring theirs (`Money`), places on networks have theirs from 100 on; members and holds come
 * from the sequence `owner_id`. House accounts have no row: their balance is the sum of their postings, because a kept one would be a row that
 * every purchase in the world waits for. From 900 on they keep one: it may not go below zero.
 */
export const FIRST_KEPT_OWNER = 900n;
export const FIRST_KEPT_ACCOUNT = FIRST_KEPT_OWNER * BigInt(PAGE);
export const FIRST_MEMBER_OWNER = 1000n;
/**
 * Postings are found by accounts from here on, of members and of holds: what the indexes `posting_source` and `posting_destination` hold. It
 * stands in the text of a statement, since the planner takes them for no parameter.
 */
export const FIRST_INDEXED_ACCOUNT = 16_000n;

/** The account of an owner for a wallet: owner × 16 + wallet id, for the first sixteen; `account_of` in the database. */
export const accountId = (ownerId: bigint, walletId: WalletId): bigint =>
  ownerId * BigInt(PAGE) + BigInt(walletId % PAGE) + (BigInt(Math.floor(walletId / PAGE)) << PAGE_BIT);

export const walletOf = (account: bigint): WalletId =>
  (Number(account >> PAGE_BIT) * PAGE + Number(account & 15n)) as WalletId;

export const ownerOf = (account: bigint): bigint => (account & BELOW_PAGE) / BigInt(PAGE);

/** Of nobody but us. */
export const isHouse = (account: bigint): boolean => ownerOf(account) < FIRST_MEMBER_OWNER;

/** Accounts of members and holds keep their balance, and those of the house that may not go below zero. */
export const keepsBalance = (account: bigint): boolean => ownerOf(account) >= FIRST_KEPT_OWNER;

/** An owner's accounts, one of each wallet, in order of wallet id. */
export const accountsOf = (ownerId: bigint): bigint[] => WALLETS.map(({ id }) => accountId(ownerId, id));

/** Opens the accounts of a new member, all empty. Belongs in the transaction that creates the member. */
export const openMemberAccounts = async (tx: Tx, memberId: bigint): Promise<void> => {
  await tx.query('INSERT INTO account (id, balance) SELECT unnest($1::bigint[]), 0', [accountsOf(memberId)]);
};

/** A wallet that comes later: every member gets its account, empty, and so does the house where it keeps balances. Who has accounts and is no hold is one of them. */
export const openWalletAccounts = async (tx: Tx, walletId: WalletId): Promise<void> => {
  await tx.query(
    `INSERT INTO account (id, balance) SELECT /* whole account: once for each wallet that is added */ DISTINCT account_of(account_owner(a.id), $1), 0
       FROM account a WHERE account_owner(a.id) >= ${FIRST_KEPT_OWNER} AND NOT EXISTS (SELECT FROM hold h WHERE h.owner_id = account_owner(a.id))
     ON CONFLICT DO NOTHING`,
    [walletId],
  );
};
