import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { Db } from '../../db/transaction.ts';

/** A row of the outbox that nobody tries any more. What it carries is not shown: mails hold links and codes. */
export interface GivenUp {
  id: bigint;
  topic: string;
  createdAt: Date;
  givenUpAt: Date;
  attempts: number;
  lastError: string | null;
  /** Of a mail: which one. */
  template: string | null;
}

const SHOWN = `SELECT id, topic, created_at AS "createdAt", given_up_at AS "givenUpAt", attempts, last_error AS "lastError", payload ->> 'template' AS template FROM outbox`;

const MOST_SHOWN = 100;

/** The latest first, 100 at most. */
export const listGivenUp = async (db: Db): Promise<GivenUp[]> => {
  const { rows } = await db.query<GivenUp>(
    `${SHOWN} WHERE given_up_at IS NOT NULL ORDER BY given_up_at DESC, id DESC LIMIT ${MOST_SHOWN}`,
  );
  return rows;
};

/** Where a page of them ends: a row may be tried again meanwhile, so its moment is named beside its number. */
export interface GivenUpKey {
  givenUpAt: Date;
  id: bigint;
}

/** One page behind a key, and one row more where another follows. */
export const listGivenUpPage = async (db: Db, after: GivenUpKey | null): Promise<GivenUp[]> => {
  const { rows } = await db.query<GivenUp>(
    `${SHOWN} WHERE given_up_at IS NOT NULL AND ($1::timestamptz IS NULL OR (given_up_at, id) < ($1, $2::bigint))
      ORDER BY given_up_at DESC, id DESC LIMIT ${LIST_ROWS + 1}`,
    [after?.givenUpAt ?? null, after?.id ?? null],
  );
  return rows;
};
