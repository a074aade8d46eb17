import type { Bus } from '../bus/bus.ts';
import type { Statements } from '../db/packet.ts';
import type { Vault } from '../security/vault.ts';
import { ask, send, settle } from './statement.ts';
import type { AnyTable, LedgerFacts, LedgerList, LedgerReader, LedgerRow, RowChange, RowKey } from './table.ts';

type RowId = LedgerRow['id'];
type Group = string | number;

/** A list as this memory holds it. */
interface AnyList {
  readonly table: AnyTable;
  opens(ask: unknown, group: Group): boolean;
  group(row: LedgerRow): Group | null;
  compare(a: LedgerRow, b: LedgerRow): number;
}

interface Memory {
  readonly ids: Set<RowId>;
  readonly asks: unknown[];
  readonly rows: Map<RowId, LedgerRow>;
  readonly added: Set<RowId>;
  readonly changed: Set<RowId>;
  readonly records: unknown[];
  /** Only those that were read. */
  readonly lists: Map<AnyList, Map<Group, LedgerRow[]>>;
  /** Its statement has left: nothing more can be asked for. */
  isSent: boolean;
}

interface LoadTools {
  readonly now: Date;
  readonly vault: Vault;
  /** Names of tables that are not locked: none, but for tests. */
  readonly unlocked: ReadonlySet<string>;
}

/** Whether its rows can bring others. */
const mayBring = (table: AnyTable, memory: Memory): boolean =>
  table.follows !== undefined && (table.mayBring?.(memory) ?? true);

/**
 * The rows of a batch: what its commands named, loaded under lock, and what they changed. Locks and writes go in the order of
 * the list of tables. Trusts nothing: reading what was not named, changing what was not loaded, adding what is there and a change
 * that its table does not allow all throw.
 */
export class TableRows {
  readonly #tables: readonly AnyTable[];
  readonly #memories = new Map<AnyTable, Memory>();

  constructor(tables: readonly AnyTable[]) {
    this.#tables = tables;
    for (const table of tables) this.#memories.set(table, newMemory());
  }

  want(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const { ids, asks, isSent } = this.#memory(key.table);
      if (isSent) throw new Error(`rows of ${key.table.name} were asked for after they had been loaded`);
      if ('id' in key) ids.add(key.id);
      else asks.push(key.ask);
    }
  }

  /**
   * One statement a table, sent without waiting for one another, except where rows bring others: tables that do and stand side by
   * side are sent together and waited for once.
   * @param bring takes accounts that rows bring.
   * @param last sends what is to be locked and read behind the tables, in the same packet as the last of them.
   */
  async load(
    db: Statements,
    tools: LoadTools,
    bring: (accounts: readonly bigint[]) => void,
    last: () => readonly Promise<unknown>[],
  ): Promise<void> {
    const [locking, careless] = [readerOf(db, tools, true), readerOf(db, tools, false)];
    const loading: Promise<void>[] = [];
    let bringing: AnyTable[] = [];
    const follow = async (): Promise<void> => {
      await settle(loading);
      for (const table of bringing) this.#follow(table, bring);
      bringing = [];
    };
    for (const table of this.#tables) {
      const memory = this.#memory(table);
      if (bringing.length > 0 && table.follows === undefined) await follow();
      memory.isSent = true;
      if (table.load === undefined || !isWanted(memory)) continue;
      loading.push(this.#fill(table, table.load(tools.unlocked.has(table.name) ? careless : locking, memory)));
      if (mayBring(table, memory)) bringing.push(table);
    }
    if (bringing.length > 0) await follow();
    await settle([...loading, ...last()]);
  }

  /** What was read goes into its table's memory. */
  #fill(table: AnyTable, reading: ReturnType<NonNullable<AnyTable['load']>>): Promise<void> {
    const memory = this.#memory(table);
    const lacking = this.#lacking(table);
    const loaded = fill(memory, reading).then(() => {
      if (lacking !== null && memory.rows.size > 0)
        throw new Error(`${table.name} were named without ${lacking}, whose lock keeps them still`);
    });
    // Listened to from here on: a failure that nobody listens to ends the process.
    loaded.catch(() => undefined);
    return loaded;
  }

  get<Row extends LedgerRow>(table: LedgerFacts<Row, never>, id: Row['id']): Row | null {
    const { rows, ids } = this.#memory(table);
    const row = rows.get(id);
    if (row === undefined && !ids.has(id)) throw new Error(`${table.name} ${String(id)} was not named`);
    // What a table gave is of the table's type.
    return (row as Row | undefined) ?? null;
  }

  list<Row extends LedgerRow, G extends Group>(list: LedgerList<Row, G, never>, group: G): readonly Row[] {
    const anyList = list as AnyList;
    const memory = this.#memory(list.table);
    if (!memory.asks.some((asked) => anyList.opens(asked, group)))
      throw new Error(`the list ${group} of ${list.table.name} was not asked for`);
    const groups = memory.lists.get(anyList) ?? sorted(memory, anyList);
    return (groups.get(group) ?? []) as LedgerRow[] as Row[];
  }

  apply(changes: readonly RowChange[]): void {
    for (const change of changes) {
      const memory = this.#memory(change.table);
      if ('record' in change) memory.records.push(change.record);
      else if ('add' in change) add(change.table, memory, change.add);
      else set(change.table, memory, change.id, change.set);
    }
  }

  /** One statement a table. Updates go before inserts: what a change frees in a unique index may be what a new row takes. */
  write(db: Statements, now: Date, vault: Vault): Promise<unknown>[] {
    const writes: Promise<unknown>[] = [];
    const writer = {
      now,
      vault,
      send: (name: string, text: string, values: unknown[]) => void writes.push(send(db, name, text, values)),
    };
    for (const table of this.#tables) {
      const { rows, added, changed, records } = this.#memory(table);
      if (changed.size > 0)
        table.update?.(
          writer,
          [...changed].map((id) => rows.get(id)!),
        );
      if (added.size > 0)
        table.insert?.(
          writer,
          [...added].map((id) => rows.get(id)!),
        );
      if (records.length > 0) table.insert?.(writer, records);
    }
    return writes;
  }

  /** Tells of what was written, after the commit. */
  committed(bus: Bus): void {
    for (const table of this.#tables) {
      if (table.committed === undefined) continue;
      const { rows, added, changed } = this.#memory(table);
      const touched = [...added, ...changed].map((id) => rows.get(id)!);
      if (touched.length > 0) table.committed(bus, touched);
    }
  }

  /** The table whose lock keeps these rows still, where nobody has named it before them. */
  #lacking(table: AnyTable): string | null {
    if (table.keptStillBy === undefined) return null;
    return this.#isKept(table) && this.#keeperOf(table)!.isSent ? null : table.keptStillBy;
  }

  /** Whether somebody has named the table whose lock keeps these rows still; true where they are locked themselves. */
  #isKept(table: AnyTable): boolean {
    if (table.keptStillBy === undefined) return true;
    const keeper = this.#keeperOf(table);
    return keeper !== undefined && isWanted(keeper);
  }

  #keeperOf({ keptStillBy }: AnyTable): Memory | undefined {
    const keeper = this.#tables.find(({ name }) => name === keptStillBy);
    return keeper && this.#memory(keeper);
  }

  #memory(table: AnyTable): Memory {
    return this.#memories.get(table) ?? fail(`${table.name} is not in the list of tables`);
  }

  /** Rows that nothing keeps still are not brought along: who named no keeper reads and changes none of them. */
  #follow(table: AnyTable, bring: (accounts: readonly bigint[]) => void): void {
    for (const row of this.#memory(table).rows.values()) {
      const { rows = [], accounts = [] } = table.follows!(row);
      this.want(rows.filter((key) => this.#isKept(key.table)));
      bring(accounts);
    }
  }
}

const isWanted = ({ ids, asks }: Memory): boolean => ids.size > 0 || asks.length > 0;

const newMemory = (): Memory => ({
  ids: new Set(),
  asks: [],
  rows: new Map(),
  added: new Set(),
  changed: new Set(),
  records: [],
  lists: new Map(),
  isSent: false,
});

const fill = async (memory: Memory, loading: Promise<readonly LedgerRow[]>): Promise<void> => {
  for (const row of await loading) memory.rows.set(row.id, row);
};

/** @param locks false for a test that shows what the lock is for. */
const readerOf = (db: Statements, { now, vault }: LoadTools, locks: boolean): LedgerReader => ({
  now,
  vault,
  lock: (name, text, values, { of, keyStays = false } = {}) =>
    locks
      ? ask(db, name, `${text} FOR ${keyStays ? 'NO KEY ' : ''}UPDATE${of === undefined ? '' : ` OF ${of}`}`, values)
      : ask(db, `${name}_unlocked`, text, values),
  read: (name, text, values) => ask(db, name, text, values),
});

const add = (table: AnyTable, memory: Memory, row: LedgerRow): void => {
  if (memory.rows.has(row.id)) fail(`${table.name} ${String(row.id)} is there already`);
  memory.rows.set(row.id, row);
  memory.added.add(row.id);
  for (const [list, groups] of memory.lists) enter(list, groups, row);
};

const set = (table: AnyTable, memory: Memory, id: RowId, values: object): void => {
  const before = memory.rows.get(id) ?? fail(`${table.name} ${String(id)} was not loaded`);
  const after: LedgerRow = { ...before, ...values };
  if (table.allows?.(before, after) === false) fail(`${table.name} ${String(id)} may not change so`);
  memory.rows.set(id, after);
  if (!memory.added.has(id)) memory.changed.add(id);
  for (const [list, groups] of memory.lists) {
    leave(list, groups, before);
    enter(list, groups, after);
  }
};

/** Reads the rows into a list; from here on it follows their changes. */
const sorted = (memory: Memory, list: AnyList): Map<Group, LedgerRow[]> => {
  const groups = new Map<Group, LedgerRow[]>();
  for (const row of memory.rows.values()) {
    const group = list.group(row);
    if (group === null) continue;
    const rows = groups.get(group);
    if (rows === undefined) groups.set(group, [row]);
    else rows.push(row);
  }
  for (const rows of groups.values()) rows.sort((a, b) => list.compare(a, b));
  memory.lists.set(list, groups);
  return groups;
};

const leave = (list: AnyList, groups: Map<Group, LedgerRow[]>, row: LedgerRow): void => {
  const group = list.group(row);
  const rows = group === null ? undefined : groups.get(group);
  const at = rows?.indexOf(row) ?? -1;
  if (at >= 0) rows!.splice(at, 1);
};

const enter = (list: AnyList, groups: Map<Group, LedgerRow[]>, row: LedgerRow): void => {
  const group = list.group(row);
  if (group === null) return;
  const rows = groups.get(group);
  if (rows === undefined) {
    groups.set(group, [row]);
    return;
  }
  let at = rows.length;
  while (at > 0 && list.compare(rows[at - 1]!, row) > 0) at -= 1;
  rows.splice(at, 0, row);
};

const fail = (message: string): never => {
  throw new Error(message);
};
