import type { RefusalCode } from '@minerx/contract/refusal';
import { transferKinds, type TransferKind } from './money.ts';
import { queueMany } from '../outbox/outbox.ts';
import type { ByWallet } from '@minerx/rules/wallet';
import type { Statements } from '../db/packet.ts';
import type { Vault } from '../security/vault.ts';
import type { AuditEntry } from './audit.ts';
import { Books } from './books.ts';
import type { Changes, Command, Keys, LedgerView, OutboxEntry, Transfer } from './command.ts';
import type { LedgerFacts, LedgerList, LedgerRow, AnyTable } from './table.ts';
import { TableRows } from './table-rows.ts';

/** The rows of a batch in memory: what `decide` reads, and what accepted commands change. */
export class BatchState implements LedgerView {
  readonly rows: TableRows;
  readonly books = new Books();
  readonly outbox: OutboxEntry[] = [];
  readonly audit: AuditEntry[] = [];

  readonly #gates: readonly AnyTable[];
  readonly #kinds: ReadonlyMap<string, TransferKind>;

  constructor(tables: readonly AnyTable[]) {
    this.rows = new TableRows(tables);
    this.#kinds = kindsOf(tables);
    this.#gates = tables.filter(({ gate }) => gate !== undefined);
    for (const table of this.#gates) this.rows.want([{ table, id: table.gate!.id }]);
  }

  want({ rows = [], accounts = [] }: Keys): void {
    this.rows.want(rows);
    this.books.want(accounts);
  }

  get<Row extends LedgerRow>(table: LedgerFacts<Row, never>, id: Row['id']): Row | null {
    return this.rows.get(table, id);
  }

  list<Row extends LedgerRow, Group extends string | number>(
    list: LedgerList<Row, Group, never>,
    group: NoInfer<Group>,
  ): readonly Row[] {
    return this.rows.list(list, group);
  }

  balance(account: bigint): bigint {
    return this.books.balance(account);
  }

  balancesOf(ownerId: bigint): ByWallet {
    return this.books.balancesOf(ownerId);
  }

  /**
   * Why these changes may not be taken over now: they give something away while a gate is closed. The one place that says so; null where
   * they may.
   */
  findClosedGate({ transfers = [] }: Changes, { letsOut }: Pick<Command, 'letsOut'> = {}): RefusalCode | null {
    if (letsOut !== true && !transfers.some(({ kind }) => this.#kind(kind).whenFrozen === 'waits')) return null;
    const closed = this.#gates.map((table) =>
      table.gate!.refusal(this.rows.get(table as LedgerFacts<LedgerRow>, table.gate!.id)),
    );
    return closed.find((code) => code !== null) ?? null;
  }

  /**
   * Takes over what an accepted command changes. Throws on a command that breaks a rule of the ledger.
   * @param answered where its answer is stored, if it has a key.
   */
  apply({ newHolds, transfers, closedHolds, rows, outbox, audit }: Changes, answered: string | null): void {
    for (const hold of newHolds ?? []) this.books.openHold(hold);
    for (const transfer of transfers ?? []) {
      this.#kind(transfer.kind);
      this.books.post(answered === null ? transfer : { ...transfer, answered });
    }
    for (const hold of closedHolds ?? []) this.books.closeHold(hold);
    this.rows.apply(rows ?? []);
    this.outbox.push(...(outbox ?? []), ...this.#mailsAbout(transfers));
    this.audit.push(...(audit ?? []));
  }

  /** One entry for what a command moves of one kind for one member, however many transfers that is. */
  #mailsAbout(transfers: readonly Transfer[] = []): OutboxEntry[] {
    const told = transfers.flatMap(({ id, kind, memberId }) => {
      const { mail } = this.#kind(kind);
      return 'topic' in mail ? [{ topic: mail.topic, about: `${kind} ${memberId}`, id }] : [];
    });
    return [...Map.groupBy(told, ({ about }) => about).values()].map((of) => ({
      topic: of[0]!.topic,
      payload: { transferIds: of.map(({ id }) => id) },
    }));
  }

  #kind(name: string): TransferKind {
    const kind = this.#kinds.get(name);
    if (kind === undefined) throw new Error(`no table brings the kind of transfer ${name}`);
    return kind;
  }

  /** Sends everything that changed, one statement a table, without waiting in between. The order satisfies the foreign keys. */
  write(db: Statements, now: Date, vault: Vault): Promise<unknown>[] {
    return [
      ...this.books.write(db, now),
      ...this.rows.write(db, now, vault),
      ...(this.outbox.length > 0 ? [queueMany(db, this.outbox, now)] : []),
    ];
  }
}

const known = new WeakMap<readonly AnyTable[], ReadonlyMap<string, TransferKind>>();

/** Of a list of tables that every batch has. */
const kindsOf = (tables: readonly AnyTable[]): ReadonlyMap<string, TransferKind> => {
  const kinds = known.get(tables) ?? transferKinds(tables);
  known.set(tables, kinds);
  return kinds;
};
