import { pageOffset } from '@minerx/rules/paging';
import type { Db } from '../../db/transaction.ts';

/** A member's packs: granted, not opened, the orders they came from, and the one to open next. */
interface ChancesRow {
  total: number;
  remaining: number;
  orders: number;
  nextPackId: string | null;
}

export const countChances = async (db: Db, memberId: bigint): Promise<ChancesRow> => {
  const { rows } = await db.query<ChancesRow>({
    name: 'blessing_chances',
    text: `SELECT count(*)::integer AS total, count(*) FILTER (WHERE opened_at IS NULL)::integer AS remaining,
                  count(DISTINCT order_id)::integer AS orders,
                  (array_agg(id ORDER BY id) FILTER (WHERE opened_at IS NULL))[1] AS "nextPackId"
             FROM blessing_pack WHERE member_id = $1`,
    values: [memberId],
  });
  return rows[0]!;
};

export interface PackRow {
  id: string;
  openedAt: Date | null;
  /** Hex; null while it has no deck. */
  commitment: string | null;
}

/** Only the member's own pack; someone else's is as missing as none. */
export const findPack = async (db: Db, memberId: bigint, packId: string): Promise<PackRow | null> => {
  const { rows } = await db.query<PackRow>({
    name: 'blessing_pack_of_member',
    text: `SELECT p.id, p.opened_at AS "openedAt", encode(d.commitment, 'hex') AS commitment
             FROM blessing_pack p LEFT JOIN blessing_deck d ON d.pack_id = p.id WHERE p.id = $1 AND p.member_id = $2`,
    values: [packId, memberId],
  });
  return rows[0] ?? null;
};

export interface PickRow {
  packId: string;
  position: number;
  name: string;
  amountUnits: bigint;
  pickedAt: Date;
  walletName: string | null;
  creditedUnits: bigint | null;
  priceUnits: bigint | null;
  isVoucher: boolean;
  voucherRedeemed: boolean;
  needsFulfilment: boolean;
  fulfilled: boolean;
  deck: string;
  /** Hex. */
  salt: string;
  commitment: string;
  /** Null for decks that were dealt before draws were committed to. */
  draw: DrawRow | null;
}

/** How a deck was drawn; hex but for the texts. */
export interface DrawRow {
  day: string;
  member: string;
  number: number;
  memberSeed: string;
  table: string;
  tableCommitted: boolean;
  left: string;
  signature: string;
  publicKey: string;
  seedCommitment: string;
  committedAt: string;
  /** Null until the day is over. */
  seed: string | null;
}

const PICK = `
  SELECT k.pack_id AS "packId", k.position, z.name, c.amount_units AS "amountUnits", k.picked_at AS "pickedAt", w.name AS "walletName",
         k.credited_units AS "creditedUnits", k.price_units AS "priceUnits", k.voucher_id IS NOT NULL AS "isVoucher",
         v.redeemed_by IS NOT NULL AS "voucherRedeemed", f.pack_id IS NOT NULL AS "needsFulfilment", f.done_at IS NOT NULL AS fulfilled,
         o.deck, encode(o.salt, 'hex') AS salt, encode(d.commitment, 'hex') AS commitment,
         CASE WHEN o.signature IS NOT NULL THEN json_build_object('day', d.day, 'member', m.username, 'number', d.number,
           'memberSeed', d.member_seed, 'table', t.lines, 'tableCommitted', s.table_committed, 'left', d.left_before, 'signature', encode(o.signature, 'hex'),
           'publicKey', encode(s.public_key, 'hex'), 'seedCommitment', encode(s.commitment, 'hex'), 'committedAt', s.committed_at,
           'seed', encode(s.seed, 'hex')) END AS draw
    FROM blessing_pick k
    JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position
    JOIN blessing_prize z ON z.id = c.prize_id
    JOIN blessing_deck d ON d.pack_id = k.pack_id
    JOIN blessing_opened o ON o.pack_id = k.pack_id
    JOIN member m ON m.id = k.member_id
    LEFT JOIN blessing_seed s ON s.day = d.day
    LEFT JOIN blessing_table t ON t.hash = d.table_hash
    LEFT JOIN wallet_type w ON w.id = k.wallet_id
    LEFT JOIN voucher v ON v.id = k.voucher_id
    LEFT JOIN blessing_fulfilment f ON f.pack_id = k.pack_id`;

/** What was picked from an own pack; null while it is not opened. */
export const findPick = async (db: Db, memberId: bigint, packId: string): Promise<PickRow | null> => {
  const { rows } = await db.query<PickRow>({
    name: 'blessing_pick_of_member',
    text: `${PICK} WHERE k.pack_id = $1 AND k.member_id = $2`,
    values: [packId, memberId],
  });
  return rows[0] ?? null;
};

/** One page of a member's picks, newest first, and how many there are. */
export const listPicks = async (
  db: Db,
  memberId: bigint,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: PickRow[]; total: number }> => {
  const [{ rows }, counted] = await Promise.all([
    db.query<PickRow>({
      name: 'blessing_picks_of_member',
      text: `${PICK} WHERE k.member_id = $1 ORDER BY k.picked_at DESC, k.pack_id DESC LIMIT $2 OFFSET $3`,
      values: [memberId, pageSize, pageOffset(page, pageSize)],
    }),
    db.query<{ total: number }>({
      name: 'blessing_pick_count_of_member',
      text: 'SELECT count(*)::integer AS total FROM blessing_pick WHERE member_id = $1',
      values: [memberId],
    }),
  ]);
  return { rows, total: counted.rows[0]!.total };
};

/** A member's own seed, the next draw's; null when none was set. */
export const findMemberSeed = async (db: Db, memberId: bigint): Promise<string | null> => {
  const { rows } = await db.query<{ seed: string }>({
    name: 'blessing_member_seed',
    text: 'SELECT seed FROM blessing_member_seed WHERE member_id = $1',
    values: [memberId],
  });
  return rows[0]?.seed ?? null;
};

/** What draws a day: committed to before, revealed after. */
export interface SeedRow {
  day: string;
  commitment: string;
  publicKey: string;
  committedAt: Date;
  /** Version of the prize table that it is committed to; null for days from before that. */
  table: string | null;
  seed: string | null;
}

/** The newest days that were committed to, newest first. */
export const listDaySeeds = async (db: Db, count: number): Promise<SeedRow[]> => {
  const { rows } = await db.query<SeedRow>({
    name: 'blessing_seeds',
    text: `SELECT day, encode(commitment, 'hex') AS commitment, encode(public_key, 'hex') AS "publicKey", committed_at AS "committedAt",
                  CASE WHEN table_committed THEN encode(table_hash, 'hex') END AS table, encode(seed, 'hex') AS seed FROM blessing_seed ORDER BY day DESC LIMIT $1`,
    values: [count],
  });
  return rows;
};
