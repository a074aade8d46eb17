import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '../bus/bus.ts';
import { createVault } from '../security/vault.ts';
import { defineLedgerFacts, defineLedgerList, defineLedgerRecords, defineLedgerTable } from './table.ts';
import type { RowKey } from './table.ts';
import { TableRows } from './table-rows.ts';

interface Parcel {
  readonly id: number;
  readonly place: string | null;
  readonly weight: number;
  readonly customer: bigint;
}

const nobody = {} as PoolClient;
const tools = { now: new Date(0), vault: createVault('a secret for a test of tables'), unlocked: new Set<string>() };

const stored: Parcel[] = [
  { id: 1, place: 'a', weight: 5, customer: 7n },
  { id: 2, place: 'a', weight: 3, customer: 7n },
  { id: 3, place: 'b', weight: 1, customer: 8n },
];

let log: string[] = [];

const customers = defineLedgerFacts<{ readonly id: bigint; readonly name: string }>({
  name: 'customers',
  load: async (_, { ids }) => {
    log.push(`customers ${[...ids].join()}`);
    return [...ids].map((id) => ({ id, name: `customer ${id}` }));
  },
});

const parcels = defineLedgerTable<Parcel, 'place' | 'weight', { readonly place: string }>({
  name: 'parcels',
  load: async (_, { ids, asks }) => {
    log.push('parcels');
    return stored.filter(({ id, place }) => ids.has(id) || asks.some((ask) => ask.place === place));
  },
  follows: ({ customer }) => ({ rows: [customers.key(customer)], accounts: [customer] }),
  allows: (_, after) => after.weight > 0,
  insert: (_, rows) => void log.push(`insert ${JSON.stringify(rows.map(({ id, place }) => [id, place]))}`),
  update: (_, rows) => void log.push(`update ${JSON.stringify(rows.map(({ id, place }) => [id, place]))}`),
  committed: (_, rows) => void log.push(`told ${rows.map(({ id }) => id).join()}`),
});

const labels = defineLedgerTable<{ readonly id: number }>({
  name: 'labels',
  keptStillBy: 'parcels',
  load: async (_, { ids }) => stored.filter(({ id }) => ids.has(id)),
});

/** Brings a label that another table's lock keeps still. */
const drawers = defineLedgerTable<{ readonly id: number }>({
  name: 'drawers',
  load: async (_, { ids }) => stored.filter(({ id }) => ids.has(id)),
  follows: ({ id }) => ({ rows: [labels.key(id)] }),
});

const slips = defineLedgerRecords<string>({
  name: 'slips',
  insert: (_, rows) => void log.push(`slips ${rows.join()}`),
});

/** The lightest first. */
const place = defineLedgerList<Parcel, string, { readonly place: string }>({
  table: parcels,
  opens: (ask, name: string) => ask.place === name,
  group: (parcel) => parcel.place,
  compare: (a, b) => a.weight - b.weight,
});

const parcel = (id: number, name: string): Parcel => ({ id, place: name, weight: 4, customer: 7n });

describe('the rows of a batch', () => {
  let rows: TableRows;
  let brought: bigint[];
  const load = async (...keys: RowKey[]): Promise<void> => {
    rows.want(keys);
    await rows.load(
      nobody,
      tools,
      (accounts) => brought.push(...accounts),
      () => {
        log.push('last');
        return [];
      },
    );
  };
  const idsOn = (name: string): number[] => rows.list(place, name).map(({ id }) => id);
  beforeEach(() => {
    log = [];
    brought = [];
    rows = new TableRows([parcels, labels, slips, customers]);
  });

  it('gives what was named, and null for a row that is not there', async () => {
    await load(parcels.key(1), parcels.key(99));
    expect(rows.get(parcels, 1)).toEqual(stored[0]);
    expect(rows.get(parcels, 99)).toBeNull();
  });

  it('throws where a command reads what nobody has named, or a list that nobody has asked for', async () => {
    await load(parcels.key(1), parcels.ask({ place: 'a' }));
    expect(() => rows.get(parcels, 3)).toThrow('parcels 3 was not named');
    expect(() => rows.list(place, 'b')).toThrow('the list b of parcels was not asked for');
  });

  it('brings what follows a row before the next table is sent, and what comes last behind all of them', async () => {
    await load(parcels.key(1));
    expect(log).toEqual(['parcels', 'customers 7', 'last']);
    expect(rows.get(customers, 7n)).toEqual({ id: 7n, name: 'customer 7' });
    expect(brought).toEqual([7n]);
  });

  it('loads rows that another table’s lock keeps still only where that is named, and stands before them', async () => {
    await load(parcels.key(1), labels.key(1));
    rows = new TableRows([parcels, labels, customers]);
    await load(labels.key(99));
    rows = new TableRows([parcels, labels, customers]);
    await expect(load(labels.key(1))).rejects.toThrow('labels were named without parcels, whose lock keeps them still');
    rows = new TableRows([labels, parcels, customers]);
    await expect(load(parcels.key(1), labels.key(1))).rejects.toThrow('labels were named without parcels');
  });

  it('brings rows that another table’s lock keeps still only where that is named', async () => {
    rows = new TableRows([parcels, drawers, labels, customers]);
    await load(drawers.key(1));
    expect(() => rows.get(labels, 1)).toThrow('labels 1 was not named');
    rows = new TableRows([parcels, drawers, labels, customers]);
    await load(parcels.key(2), drawers.key(1));
    expect(rows.get(labels, 1)).toMatchObject({ id: 1 });
  });

  it('takes no more keys of a table whose statement has left', async () => {
    await load(parcels.key(1));
    expect(() => rows.want([parcels.key(2)])).toThrow('after they had been loaded');
  });

  it('keeps a list in its order while rows join it, leave it and change', async () => {
    await load(parcels.ask({ place: 'a' }));
    expect(idsOn('a')).toEqual([2, 1]);
    rows.apply([parcels.add(parcel(4, 'a'))]);
    expect(idsOn('a')).toEqual([2, 4, 1]);
    rows.apply([parcels.set(2, { weight: 9 }), parcels.set(4, { place: null })]);
    expect(idsOn('a')).toEqual([1, 2]);
  });

  it('refuses to add what is there, to change what was not loaded, and what its table does not allow', async () => {
    await load(parcels.key(1));
    expect(() => rows.apply([parcels.add(parcel(1, 'a'))])).toThrow('is there already');
    expect(() => rows.apply([parcels.set(2, { place: 'b' })])).toThrow('was not loaded');
    expect(() => rows.apply([parcels.set(1, { weight: 0 })])).toThrow('may not change so');
  });

  it('writes updates before inserts, and a new row as it has become', async () => {
    await load(parcels.key(1));
    rows.apply([parcels.add(parcel(4, 'a')), slips.add('one'), parcels.set(4, { place: 'b' })]);
    rows.apply([parcels.set(1, { place: 'c' }), slips.add('two')]);
    log = [];
    await Promise.all(rows.write(nobody, tools.now, tools.vault));
    expect(log).toEqual(['update [[1,"c"]]', 'insert [[4,"b"]]', 'slips one,two']);
  });

  it('tells of what is new and what has changed, and of nothing else', async () => {
    await load(parcels.key(1), parcels.key(2));
    rows.apply([parcels.add(parcel(4, 'a')), parcels.set(2, { place: 'b' })]);
    log = [];
    rows.committed(createLocalBus());
    expect(log).toEqual(['told 4,2']);
  });

  it('knows no table that is not in the list', () => {
    rows = new TableRows([parcels]);
    expect(() => rows.want([customers.key(1n)])).toThrow('customers is not in the list of tables');
  });
});
