import { units } from '@minerx/rules/money';
import type { Units } from '@minerx/rules/money';
import type { ByWallet } from '@minerx/rules/wallet';
import type { Statements } from '../db/packet.ts';
import { accountsOf, keepsBalance, ownerOf, walletOf } from './account.ts';
import type { ClosedHold, NewHold, Posting, Transfer } from './command.ts';
import { ask, columns, list, send } from './statement.ts';
import { writeTransfers } from './write-transfers.ts';

/**
 * The ledger's own rows in memory: accounts under lock, holds, transfers. The one place where a balance changes: by postings.
 * Trusts nothing: it throws on postings that touch an account that was not loaded, or that overdraw one.
 */
export class Books {
  readonly #wanted = new Set<bigint>();
  readonly #balances = new Map<bigint, bigint>();
  readonly #changed = new Set<bigint>();
  readonly #created = new Set<bigint>();
  readonly #holdOwners = new Set<bigint>();
  readonly #transfers: Transfer[] = [];
  readonly #newHolds: NewHold[] = [];
  readonly #closedHolds: ClosedHold[] = [];

  /** Accounts that keep a balance. The others have no row and need no lock. */
  want(accounts: Iterable<bigint>): void {
    for (const account of accounts) if (keepsBalance(account)) this.#wanted.add(account);
  }

  /** Locks and reads the accounts, in order of id: behind every other row, because everybody takes them last. */
  async load(db: Statements, isLocked = true): Promise<void> {
    if (this.#wanted.size === 0) return;
    const rows = await ask<[bigint, bigint]>(
      db,
      isLocked ? 'ledger_account' : 'ledger_account_unlocked',
      `SELECT id, balance FROM account WHERE id = ANY($1::bigint[]) ORDER BY id${isLocked ? ' FOR UPDATE' : ''}`,
      [list(this.#wanted)],
    );
    for (const [id, balance] of rows) this.#balances.set(id, balance);
  }

  /** Zero for one that has no row. Throws when no command of the batch has named it. */
  balance(account: bigint): bigint {
    const balance = this.#balances.get(account);
    if (balance === undefined && !this.#wanted.has(account)) fail(`account ${account} was not named`);
    return balance ?? 0n;
  }

  /** The loaded balances of an owner. */
  balancesOf(ownerId: bigint): ByWallet {
    const balances: Record<number, Units> = {};
    for (const account of accountsOf(ownerId)) {
      const balance = this.#balances.get(account);
      if (balance !== undefined) balances[walletOf(account)] = units(balance);
    }
    return balances;
  }

  openHold(hold: NewHold): void {
    this.#holdOwners.add(hold.ownerId);
    this.#newHolds.push(hold);
  }

  closeHold(hold: ClosedHold): void {
    this.#closedHolds.push(hold);
  }

  post(transfer: Transfer): void {
    if (transfer.postings.length === 0) fail(`transfer ${transfer.kind} moves nothing`);
    for (const posting of transfer.postings) this.#move(posting);
    this.#transfers.push(transfer);
  }

  write(db: Statements, now: Date): Promise<unknown>[] {
    return [...this.#writeHolds(db), ...this.#writeAccounts(db), ...writeTransfers(db, this.#transfers, now)];
  }

  #move({ walletId, source, destination, amount }: Posting): void {
    if (amount <= 0n || source === destination) fail('a posting moves a positive amount between two accounts');
    if (walletOf(source) !== walletId || walletOf(destination) !== walletId) fail('a posting stays within one asset');
    this.#change(source, -amount);
    this.#change(destination, amount);
  }

  #change(account: bigint, by: bigint): void {
    if (!keepsBalance(account)) return;
    let before = this.#balances.get(account);
    if (before === undefined) {
      if (!this.#holdOwners.has(ownerOf(account))) fail(`account ${account} was not loaded`);
      this.#created.add(account);
      before = 0n;
    }
    const after = before + by;
    if (after < 0n) fail(`account ${account} would be overdrawn`);
    this.#balances.set(account, after);
    this.#changed.add(account);
  }

  #writeHolds(db: Statements): Promise<unknown>[] {
    const [opened, closed] = [this.#newHolds, this.#closedHolds];
    const writes: Promise<unknown>[] = [];
    if (opened.length > 0) {
      const text = `INSERT INTO hold (owner_id, member_id, deadline_at, reason) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[])`;
      const values = [...columns(opened, 'ownerId', 'memberId', 'deadlineAt'), opened.map(({ reason }) => reason)];
      writes.push(send(db, 'ledger_new_hold', text, values));
    }
    if (closed.length > 0) {
      const text = `UPDATE hold SET state = c.state, closed_at = now() FROM unnest($1::bigint[], $2::text[]) AS c(owner_id, state) WHERE hold.owner_id = c.owner_id`;
      writes.push(send(db, 'ledger_close_hold', text, columns(closed, 'ownerId', 'state')));
    }
    return writes;
  }

  #writeAccounts(db: Statements): Promise<unknown>[] {
    const changed = [...this.#changed].filter((account) => !this.#created.has(account));
    const balances = (accounts: Iterable<bigint>) => [
      list(accounts),
      list([...accounts].map((account) => this.balance(account))),
    ];
    const writes: Promise<unknown>[] = [];
    if (this.#created.size > 0) {
      const text = 'INSERT INTO account (id, balance) SELECT * FROM unnest($1::bigint[], $2::bigint[])';
      writes.push(send(db, 'ledger_new_account', text, balances(this.#created)));
    }
    if (changed.length > 0) {
      const text = `UPDATE account SET balance = c.balance FROM unnest($1::bigint[], $2::bigint[]) AS c(id, balance) WHERE account.id = c.id`;
      writes.push(send(db, 'ledger_balance', text, balances(changed)));
    }
    return writes;
  }
}

const fail = (message: string): never => {
  throw new Error(message);
};
