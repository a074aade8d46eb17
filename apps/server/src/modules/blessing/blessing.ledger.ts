import { parseTable, type TableLine } from '@minerx/rules/blessing-draw-proof';
import type { WalletId } from '@minerx/rules/wallet';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerList, defineLedgerRecords, defineLedgerTable } from '../../ledger/table.ts';
import type { LedgerWriter } from '../../ledger/table.ts';
import {
  openDaySeed,
  openDeck,
  sealDeck,
  utcDay,
  type DaySeed,
  type DealtDeck,
  type DeckContent,
} from './draw/deck.ts';

/** The house's accounts of this noun. */
export const BLESSING_HOUSE = {
  PRIZES: 6n,
} as const;

export interface LedgerPack {
  readonly id: string;
  readonly memberId: bigint;
  readonly opened: boolean;
}

interface NewPack extends LedgerPack {
  readonly orderId: string;
  /** Of the packs of its order, from 1. */
  readonly number: number;
}

/** Packs of Raya Blessings. */
export const packs = defineLedgerTable<LedgerPack, 'opened', never, NewPack>({
  name: 'packs',
  load: async (db, { ids }) => {
    const rows = await db.lock<[string, bigint, boolean]>(
      'ledger_pack',
      'SELECT id, member_id, opened_at IS NOT NULL FROM blessing_pack WHERE id = ANY($1::uuid[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, memberId, opened]) => ({ id, memberId, opened }));
  },
  allows: (before, after) => !before.opened && after.opened,
  update: (db, rows) =>
    db.send('ledger_pack_opened', 'UPDATE blessing_pack SET opened_at = $2 WHERE id = ANY($1::uuid[])', [
      ...columns(rows, 'id'),
      db.now.toISOString(),
    ]),
  insert: (db, rows) =>
    db.send(
      'ledger_new_pack',
      `INSERT INTO blessing_pack (id, member_id, order_id, number, granted_at, opened_at)
       SELECT p.id, p.member_id, p.order_id, p.number, $6::timestamptz, CASE WHEN p.opened THEN $6::timestamptz END
         FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::smallint[], $5::boolean[]) AS p(id, member_id, order_id, number, opened)`,
      [...columns(rows, 'id', 'memberId', 'orderId', 'number'), rows.map(({ opened }) => opened), db.now.toISOString()],
    ),
});

export interface LedgerDeck extends DeckContent {
  /** Its pack's. */
  readonly id: string;
}

interface NewDeck extends DealtDeck {
  readonly id: string;
  readonly memberId: bigint;
}

/** Sealed as they are written: the database sees which lines of the pool a deck took from, not where they lie. */
const insertDecks = (db: LedgerWriter, rows: readonly NewDeck[]): void => {
  const prizeIds = ({ cards }: NewDeck) => cards.map(({ prizeId }) => prizeId).toSorted((a, b) => a - b);
  db.send(
    'ledger_new_deck',
    `INSERT INTO blessing_deck (pack_id, sealed, commitment, prize_ids, member_id, number, day, member_seed, table_hash, left_before, dealt_at)
     SELECT d.pack_id, d.sealed, d.commitment, string_to_array(d.prizes, ',')::smallint[], d.member_id, d.number, d.day, d.member_seed,
            d.table_hash, d.left_before, $11::timestamptz
       FROM unnest($1::uuid[], $2::bigint[], $3::integer[], $4::date[], $5::bytea[], $6::bytea[], $7::text[], $8::text[], $9::bytea[], $10::text[])
         AS d (pack_id, member_id, number, day, sealed, commitment, prizes, member_seed, table_hash, left_before)`,
    [
      ...columns(rows, 'id', 'memberId'),
      list(rows.map(({ draw }) => draw.number)),
      list(rows.map(({ draw }) => draw.day)),
      rows.map((deck) => sealDeck(db.vault, deck.id, deck)),
      rows.map(({ commitment }) => commitment),
      rows.map((deck) => prizeIds(deck).join(',')),
      rows.map(({ draw }) => draw.memberSeed),
      rows.map(({ draw }) => Buffer.from(draw.tableHash, 'hex')),
      rows.map(({ draw }) => draw.left),
      db.now.toISOString(),
    ],
  );
};

/**
 * What lies in packs; a pack may have none yet. Never changed. Read by a statement of their own: one that waited for the lock still
 * has the old picture of other tables.
 */
export const decks = defineLedgerTable<LedgerDeck, never, never, NewDeck>({
  name: 'decks',
  keptStillBy: packs.name,
  load: async (db, { ids }) => {
    const rows = await db.read<[string, Buffer]>(
      'ledger_deck',
      'SELECT pack_id, sealed FROM blessing_deck WHERE pack_id = ANY($1::uuid[]) AND sealed IS NOT NULL',
      [list(ids)],
    );
    return rows.map(([id, sealed]) => ({ id, ...openDeck(db.vault, id, sealed) }));
  },
  insert: insertDecks,
});

/** A pack that is opened, and what the member got: from now on everybody may see its deck. */
export interface Opening {
  readonly packId: string;
  readonly memberId: bigint;
  readonly deck: DeckContent;
  readonly position: number;
  /** What went into a wallet, at which price, by which transfer. */
  readonly credit: {
    readonly walletId: WalletId;
    readonly units: bigint;
    readonly priceUnits: bigint;
    readonly transferId: string;
  } | null;
  readonly voucherId: string | null;
  /** People hand it over. */
  readonly needsFulfilment: boolean;
}

export const openings = defineLedgerRecords<Opening>({
  name: 'openings',
  insert: (db, rows) => {
    const cards = rows.flatMap(({ packId, deck }) =>
      deck.cards.map(({ prizeId, amountUnits }, position) => ({ packId, position, prizeId, amountUnits })),
    );
    db.send(
      'ledger_opened_deck',
      `INSERT INTO blessing_opened (pack_id, deck, salt, signature)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[])`,
      [
        ...columns(rows, 'packId'),
        rows.map(({ deck }) => deck.text),
        rows.map(({ deck }) => deck.salt),
        rows.map(({ deck }) => deck.signature),
      ],
    );
    db.send(
      'ledger_new_card',
      `INSERT INTO blessing_card (pack_id, position, prize_id, amount_units)
       SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::bigint[])`,
      columns(cards, 'packId', 'position', 'prizeId', 'amountUnits'),
    );
    db.send(
      'ledger_pick',
      `INSERT INTO blessing_pick (pack_id, position, member_id, voucher_id, wallet_id, credited_units, price_units, transfer_id, picked_at)
       SELECT p.*, $9::timestamptz
         FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::uuid[], $5::smallint[], $6::bigint[], $7::bigint[], $8::uuid[]) AS p`,
      [
        ...columns(rows, 'packId', 'position', 'memberId', 'voucherId'),
        list(rows.map(({ credit }) => credit?.walletId ?? null)),
        list(rows.map(({ credit }) => credit?.units ?? null)),
        list(rows.map(({ credit }) => credit?.priceUnits ?? null)),
        list(rows.map(({ credit }) => credit?.transferId ?? null)),
        db.now.toISOString(),
      ],
    );
    const handed = rows.filter(({ needsFulfilment }) => needsFulfilment);
    if (handed.length > 0)
      db.send(
        'ledger_fulfilment',
        'INSERT INTO blessing_fulfilment (pack_id, created_at) SELECT unnest($1::uuid[]), $2',
        [...columns(handed, 'packId'), db.now.toISOString()],
      );
  },
});

/** A line of the prize pool. */
interface LedgerPrize {
  readonly id: number;
  /** Cards that were picked, or lie in a deck that is not opened yet. */
  readonly gone: number;
  /** The package of the voucher that a package prize becomes. */
  readonly voucherPackageId: number | null;
}

/** The pool for whoever deals or opens a deck; or only if orders of that package grant any. */
type PoolAsk = 'pool' | { readonly grantedBy: number };

/** The condition of the two statements below: $1 whether anybody asks for the pool itself, $2 packages. */
const ASKED =
  '($1::boolean OR EXISTS (SELECT FROM miner_package p WHERE p.id = ANY($2::smallint[]) AND p.free_blessings > 0))';
const askedFor = (asks: readonly PoolAsk[]): [boolean, string] => [
  asks.includes('pool'),
  list(new Set(asks.flatMap((ask) => (ask === 'pool' ? [] : [ask.grantedBy])))),
];

/** Nobody waits for the pool when no package of the batch grants anything: the scan does not begin. */
export const prizes = defineLedgerTable<LedgerPrize, 'gone', PoolAsk>({
  name: 'prizes',
  money: {
    house: BLESSING_HOUSE,
    kinds: {
      prize: { ways: ['PRIZES member'], whenFrozen: 'waits', mail: TOLD.moved },
    },
  },
  load: async (db, { asks }) => {
    const rows = await db.lock<[number, number, number | null]>(
      'ledger_prize',
      `SELECT id, gone, voucher_package_id FROM blessing_prize WHERE ${ASKED} ORDER BY id`,
      askedFor(asks),
    );
    return rows.map(([id, gone, voucherPackageId]) => ({ id, gone, voucherPackageId }));
  },
  allows: (_, { gone }) => gone >= 0,
  update: (db, rows) =>
    db.send(
      'ledger_prize_after',
      'UPDATE blessing_prize SET gone = c.gone FROM unnest($1::smallint[], $2::integer[]) AS c(id, gone) WHERE blessing_prize.id = c.id',
      columns(rows, 'id', 'gone'),
    ),
});

/** In order of id; empty when no package of the batch grants anything. */
export const prizePool = defineLedgerList<LedgerPrize, 'pool', PoolAsk>({
  table: prizes,
  opens: () => true,
  group: () => 'pool',
  compare: (a, b) => a.id - b.id,
});

/** Whose decks may be drawn, and by what. */
interface LedgerDrawer {
  /** The member's. */
  readonly id: bigint;
  readonly username: string;
  /** Empty when there is none. */
  readonly seed: string;
  /** Decks drawn for this member so far; a new one is written with the number after it. */
  readonly decks: number;
  /** What draws today's decks; null when nothing was committed to. */
  readonly day: { readonly seed: DaySeed; readonly table: readonly TableLine[] } | null;
}

/** Read behind the pool's lock, so that nobody else deals to these members meanwhile; nobody is when the pool is not. */
export const drawers = defineLedgerTable<LedgerDrawer, 'decks', PoolAsk>({
  name: 'drawers',
  keptStillBy: prizes.name,
  load: async (db, { ids, asks }) => {
    if (asks.length === 0 || ids.size === 0) return [];
    const today = utcDay(db.now.getTime());
    const rows = await db.read<[Buffer | null, string | null, bigint, string, string, number]>(
      'ledger_drawer',
      `SELECT s.sealed, t.lines, m.id, m.username, coalesce(o.seed, ''),
              (SELECT coalesce(max(d.number), 0) FROM blessing_deck d WHERE d.member_id = m.id)
         FROM member m LEFT JOIN blessing_member_seed o ON o.member_id = m.id LEFT JOIN blessing_seed s ON s.day = $4
         LEFT JOIN blessing_table t ON t.hash = s.table_hash
        WHERE m.id = ANY($3::bigint[]) AND ${ASKED}`,
      [...askedFor(asks), list(ids), today],
    );
    const [sealed = null, lines = null] = rows[0] ?? [];
    const table = lines === null ? null : parseTable(lines);
    const day = sealed === null || table === null ? null : { seed: openDaySeed(db.vault, today, sealed), table };
    return rows.map(([, , id, username, seed, dealt]) => ({ id, username, seed, decks: dealt, day }));
  },
});
