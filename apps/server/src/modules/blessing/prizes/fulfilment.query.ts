import type { FulfilmentList } from '@minerx/contract/operator/fulfilment';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { isUuid } from '../../../base/ids.ts';
import type { Db } from '../../../db/transaction.ts';
import { resetAtSql } from '../../member/outgoing.ledger.ts';
import { OF_WHOM } from './fulfilment.store.ts';

export interface FulfilmentRow {
  packId: string;
  memberId: bigint;
  prize: string;
  amountUnits: bigint;
  username: string;
  fullName: string;
  email: string;
  mobile: string;
  pickedAt: Date;
  doneAt: Date | null;
  doneBy: string | null;
  note: string | null;
  /** When what its member signs in with was last set anew from outside. */
  resetAt: Date | null;
}

const SHOWN = `SELECT f.pack_id AS "packId", k.member_id AS "memberId", z.name AS prize, c.amount_units AS "amountUnits", m.username, m.full_name AS "fullName", m.email,
            m.mobile, k.picked_at AS "pickedAt", f.done_at AS "doneAt", f.done_by AS "doneBy", f.note,
            ${resetAtSql('m.id')} AS "resetAt"`;
/** Prizes for people to hand over, the longest waiting first; with `all` those that were, too. */
export const listFulfilments = async (db: Db, all: boolean): Promise<FulfilmentRow[]> => {
  const { rows } = await db.query<FulfilmentRow>(
    `${SHOWN}
       FROM (SELECT /* whole blessing_fulfilment: planned with its value; what was handed over is asked for rarely */ * FROM blessing_fulfilment f
              WHERE $1 OR f.done_at IS NULL ORDER BY f.done_at NULLS FIRST, f.created_at, f.pack_id LIMIT 500) f
       ${OF_WHOM}
      ORDER BY f.done_at NULLS FIRST, f.created_at, f.pack_id`,
    [all],
  );
  return rows;
};

/** One page of them behind a pack, and one row more where another follows: the longest waiting first, or the last handed over first. */
export const listFulfilmentPage = async (
  db: Db,
  list: FulfilmentList,
  after: string | null,
): Promise<FulfilmentRow[]> => {
  const waits = `SELECT * FROM blessing_fulfilment f WHERE f.done_at IS NULL
      AND ($1::uuid IS NULL OR (f.created_at, f.pack_id) > (SELECT a.created_at, a.pack_id FROM blessing_fulfilment a WHERE a.pack_id = $1))
     ORDER BY f.created_at, f.pack_id LIMIT ${LIST_ROWS + 1}`;
  const done = `SELECT * FROM blessing_fulfilment f WHERE f.done_at IS NOT NULL
      AND ($1::uuid IS NULL OR (f.done_at, f.pack_id) < (SELECT a.done_at, a.pack_id FROM blessing_fulfilment a WHERE a.pack_id = $1))
     ORDER BY f.done_at DESC, f.pack_id DESC LIMIT ${LIST_ROWS + 1}`;
  const { rows } = await (list === 'waits'
    ? db.query<FulfilmentRow>(`${SHOWN} FROM (${waits}) f ${OF_WHOM} ORDER BY f.created_at, f.pack_id`, [after])
    : db.query<FulfilmentRow>(`${SHOWN} FROM (${done}) f ${OF_WHOM} ORDER BY f.done_at DESC, f.pack_id DESC`, [after]));
  return rows;
};

export const findFulfilment = async (db: Db, packId: string): Promise<FulfilmentRow | null> => {
  const { rows } = await db.query<FulfilmentRow>(
    `${SHOWN} FROM blessing_fulfilment f ${OF_WHOM} WHERE f.pack_id = $1`,
    [packId],
  );
  return rows[0] ?? null;
};

interface ShownPack {
  packId: string;
  email: string;
  orderNumber: string;
  grantedAt: Date;
  openedAt: Date | null;
  commitment: string | null;
  /** Null until it is opened: nobody is told what lies in a deck before its member knows. */
  deck: string | null;
  salt: string | null;
  position: number | null;
}

/** A pack for an operator. */
export const findAnyPack = async (db: Db, packId: string): Promise<ShownPack | null> => {
  const { rows } = await db.query<ShownPack>(
    `SELECT p.id AS "packId", m.email, o.number AS "orderNumber", p.granted_at AS "grantedAt", p.opened_at AS "openedAt",
            encode(d.commitment, 'hex') AS commitment, s.deck, encode(s.salt, 'hex') AS salt, k.position
       FROM blessing_pack p JOIN member m ON m.id = p.member_id JOIN miner_order o ON o.id = p.order_id
       LEFT JOIN blessing_deck d ON d.pack_id = p.id LEFT JOIN blessing_opened s ON s.pack_id = p.id LEFT JOIN blessing_pick k ON k.pack_id = p.id WHERE p.id = $1`,
    [isUuid(packId) ? packId : null],
  );
  return rows[0] ?? null;
};
