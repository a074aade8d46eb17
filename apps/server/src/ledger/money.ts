import { FIRST_PLACE_OWNER } from '@minerx/rules/network-place';
import { FIRST_KEPT_OWNER, FIRST_MEMBER_OWNER } from './account.ts';

/** A way between two parties: accounts of the house and places on networks by name, `member`, `hold` (of that member), `receiver`. */
type Way = `${string} ${string}`;

export interface TransferKind {
  /** Every way in which money may go in such a transfer; the integrity check knows no other. */
  readonly ways: readonly Way[];
  /**
   * What becomes of it while the books do not hold. What gives a member something that was neither in that member's wallets nor on its way
   * out of them waits. On goes what a member pays or lays aside, what comes back from a way out, and what a chain has already done.
   */
  readonly whenFrozen: 'waits' | 'goes on';
  /** The topic of the outbox under which its member is told by mail, noted by the ledger with the transfer itself; or in words why no mail tells of it. */
  readonly mail: { readonly topic: string } | { readonly none: string };
}

/** How kinds are told that need no words of their own. */
export const TOLD = {
  moved: { topic: 'moved_mail' },
  byStates: { none: 'the mails about the states of its withdrawal tell of it' },
  ofTheHouse: { none: 'nothing of a member moves' },
} as const satisfies Record<string, TransferKind['mail']>;

/** What a noun moves: it stands in the definition of a table, facts or records of the noun. */
export interface Money {
  /** Accounts of the house, by name: owner numbers that nobody else has, 1 to 99, or 900 to 999 for those that may not go below zero. */
  readonly house?: Readonly<Record<string, bigint>>;
  /** Kinds of transfers, by name. */
  readonly kinds?: Readonly<Record<string, TransferKind>>;
}

interface WithMoney {
  readonly money?: Money;
}

const gather = <Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]): ReadonlyMap<string, Value> => {
  const all = new Map<string, Value>();
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) {
      if (all.has(name)) throw new Error(`${name} is brought twice`);
      all.set(name, value);
    }
  return all;
};

const isFree = (owner: bigint): boolean =>
  (owner > 0n && owner < FIRST_PLACE_OWNER) || (owner >= FIRST_KEPT_OWNER && owner < FIRST_MEMBER_OWNER);

/** Accounts of the house that the tables bring, by name. */
export const houseAccounts = (tables: readonly WithMoney[]): ReadonlyMap<string, bigint> => {
  const all = gather(tables.map(({ money }) => money?.house));
  if (new Set(all.values()).size < all.size) throw new Error('two accounts of the house have one number');
  for (const [name, owner] of all) if (!isFree(owner)) throw new Error(`${owner} is no number for ${name}`);
  return all;
};

/** Kinds of transfers that the tables bring, by name. */
export const transferKinds = (tables: readonly WithMoney[]): ReadonlyMap<string, TransferKind> =>
  gather(tables.map(({ money }) => money?.kinds));
