import type { RefusalCode } from '@minerx/contract/refusal';
import type { Money } from './money.ts';
import type { Bus } from '../bus/bus.ts';
import type { Vault } from '../security/vault.ts';

/**
 * What a noun brings so that commands can lock, read and change its rows: `modules/<noun>/<noun>.ledger.ts`, and a line of
 * `ledger-tables.ts`. Facts are read and never written; a table is locked, read, added to and changed; records are only ever
 * added; a list is the rows of a table in an order of their own.
 */
export interface LedgerRow {
  readonly id: string | number | bigint;
}

/** What the commands of a batch want of a table, all together. */
interface Wanted<Row extends LedgerRow, Ask> {
  readonly ids: ReadonlySet<Row['id']>;
  /** What is asked for by no id, as the commands spoke it: "so many free ones", "by this hash". */
  readonly asks: readonly Ask[];
}

interface LockHow {
  /** The one table of a join that is locked. */
  readonly of?: string;
  /** Nobody changes the row, but rows that reference it may be written meanwhile: FOR NO KEY UPDATE. */
  readonly keyStays?: boolean;
}

export interface LedgerReader {
  readonly now: Date;
  /** Opens what lies sealed. */
  readonly vault: Vault;
  /** Locks what it finds; `text` ends with ORDER BY id. Adds FOR UPDATE [OF `of`], or nothing when a test took the lock away. */
  lock<R extends unknown[]>(name: string, text: string, values: unknown[], how?: LockHow): Promise<R[]>;
  /** What another row's lock keeps still, and facts. */
  read<R extends unknown[]>(name: string, text: string, values: unknown[]): Promise<R[]>;
}

/** Statements leave at once and are waited for before the commit. */
export interface LedgerWriter {
  readonly now: Date;
  readonly vault: Vault;
  send(name: string, text: string, values: unknown[]): void;
}

/** What goes with a row: the command could not name it before it had read the row. */
interface Brought {
  readonly rows?: readonly RowKey[];
  readonly accounts?: readonly bigint[];
}

interface Gate<Row extends LedgerRow> {
  readonly id: Row['id'];
  /** What it refuses with while it is closed; null while it is open. */
  refusal(row: Row | null): RefusalCode | null;
}

export interface LedgerFacts<Row extends LedgerRow, Ask = never> {
  /** Unlike every other table's. */
  readonly name: string;
  /** Facts that stand before whatever gives something away: read with every batch, so that no command has to think of it. */
  readonly gate?: Gate<Row>;
  readonly money?: Money;
  load(db: LedgerReader, wanted: Wanted<Row, Ask>): Promise<readonly Row[]>;
}

/** `Field`: what a command may change, and what `update` writes. `New`: a row with what is written only when it is made. */
interface LedgerTable<
  Row extends LedgerRow,
  Field extends keyof Row = never,
  Ask = never,
  New extends Row = Row,
> extends LedgerFacts<Row, Ask> {
  /** Writes every column of `Field` too: a row may be added and changed in one batch. */
  insert?(db: LedgerWriter, rows: readonly New[]): void;
  /** The table before it whose lock keeps these rows still: who names one names that too, else none is brought along. Left out: they are locked themselves. */
  readonly keptStillBy?: string;
  /** Left out where a change is written by another table's rows. */
  update?(db: LedgerWriter, rows: readonly Pick<Row, Field | 'id'>[]): void;
  /** Trusts nothing: a change that is not allowed faults the command that made it. */
  allows?(before: Row, after: Row): boolean;
  /** Costs a round trip, so only for what a command cannot name. Points down the list. */
  follows?(row: Row): Brought;
  /** Whether what is wanted may bring anything: if not, nobody waits for it. Left out: it may. */
  mayBring?(wanted: Wanted<Row, Ask>): boolean;
  /** Tells other processes of the rows that are new or changed, after the commit. */
  committed?(bus: Bus, rows: readonly Row[]): void;
}

interface LedgerRecords<Row> {
  readonly name: string;
  readonly money?: Money;
  insert(db: LedgerWriter, rows: readonly Row[]): void;
}

export interface LedgerList<Row extends LedgerRow, Group extends string | number, Ask = never> {
  readonly table: LedgerFacts<Row, Ask>;
  /** Whether this ask loads what stands there. A list that nobody has asked for is not read. */
  opens(ask: Ask, group: Group): boolean;
  /** Where a row stands now; null: nowhere. Asked again whenever a command changes the row. */
  group(row: Row): Group | null;
  compare(a: Row, b: Row): number;
}

/** A table as the funnel holds it: methods, because they are compared both ways. */
export interface AnyTable {
  readonly name: string;
  readonly isLocked?: boolean;
  readonly gate?: { readonly id: LedgerRow['id']; refusal(row: LedgerRow | null): RefusalCode | null };
  readonly keptStillBy?: string;
  readonly money?: Money;
  load?(db: LedgerReader, wanted: Wanted<LedgerRow, unknown>): Promise<readonly LedgerRow[]>;
  insert?(db: LedgerWriter, rows: readonly unknown[]): void;
  update?(db: LedgerWriter, rows: readonly unknown[]): void;
  allows?(before: LedgerRow, after: LedgerRow): boolean;
  follows?(row: LedgerRow): Brought;
  mayBring?(wanted: Wanted<LedgerRow, unknown>): boolean;
  committed?(bus: Bus, rows: readonly LedgerRow[]): void;
}

/** Plain data, so that a decision stays a value that can be looked at. */
export type RowKey = { readonly table: AnyTable } & ({ readonly id: LedgerRow['id'] } | { readonly ask: unknown });
export type RowChange = { readonly table: AnyTable } & (
  | { readonly add: LedgerRow }
  | { readonly record: unknown }
  | { readonly id: LedgerRow['id']; readonly set: object }
);

/** No field but these, and none undefined: memory would change and the database not. */
type Exactly<Values, Field> = {
  readonly [Name in keyof Values]: Name extends Field ? (undefined extends Values[Name] ? never : Values[Name]) : never;
};

interface Keyed<Row extends LedgerRow, Ask> {
  key(id: Row['id']): RowKey;
  ask(ask: Ask): RowKey;
}

interface TableChanges<Row extends LedgerRow, Field extends keyof Row, New extends Row> {
  add(row: New): RowChange;
  set<V extends Partial<Pick<Row, Field>>>(id: Row['id'], values: V & Exactly<V, Field>): RowChange;
}

export const defineLedgerFacts = <Row extends LedgerRow, Ask = never>(
  facts: LedgerFacts<Row, Ask>,
): LedgerFacts<Row, Ask> & Keyed<Row, Ask> => {
  const defined = {
    ...facts,
    key: (id: Row['id']): RowKey => ({ table: defined, id }),
    ask: (ask: Ask): RowKey => ({ table: defined, ask }),
  };
  return defined;
};

export const defineLedgerTable = <
  Row extends LedgerRow,
  Field extends keyof Row = never,
  Ask = never,
  New extends Row = Row,
>(
  table: LedgerTable<Row, Field, Ask, New>,
): LedgerTable<Row, Field, Ask, New> & Keyed<Row, Ask> & TableChanges<Row, Field, New> => {
  const defined = {
    ...table,
    isLocked: table.keptStillBy === undefined,
    key: (id: Row['id']): RowKey => ({ table: defined, id }),
    ask: (ask: Ask): RowKey => ({ table: defined, ask }),
    add: (row: New): RowChange => ({ table: defined, add: row }),
    set: (id: Row['id'], values: object): RowChange => ({ table: defined, id, set: values }),
  };
  return defined;
};

export const defineLedgerRecords = <Row>(
  records: LedgerRecords<Row>,
): LedgerRecords<Row> & { add(row: Row): RowChange } => {
  const defined = { ...records, add: (row: Row): RowChange => ({ table: defined, record: row }) };
  return defined;
};

export const defineLedgerList = <Row extends LedgerRow, Group extends string | number, Ask = never>(
  list: LedgerList<Row, Group, Ask>,
): LedgerList<Row, Group, Ask> => list;
