import type { Pool } from 'pg';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { bindHash } from '../security/secret-hash.ts';

interface Unbound {
  /** Of a member or an operator. */
  id: string;
  passwordHash: string;
}

const STATEMENTS = {
  member: {
    list: `SELECT /* whole member: at a start, once in a database's life */ id::text, password_hash AS "passwordHash" FROM member
            WHERE password_hash NOT LIKE '%#%' FOR UPDATE`,
    replace: `UPDATE member SET password_hash = w.hash FROM unnest($1::bigint[], $2::text[]) AS w(id, hash) WHERE member.id = w.id`,
    takeNoMore: `ALTER TABLE member ADD CONSTRAINT member_password_is_bound CHECK (password_hash LIKE '%#%')`,
  },
  operator: {
    list: `SELECT id::text, password_hash AS "passwordHash" FROM operator WHERE password_hash NOT LIKE '%#%' FOR UPDATE`,
    replace: `UPDATE operator SET password_hash = w.hash FROM unnest($1::uuid[], $2::text[]) AS w(id, hash) WHERE operator.id = w.id`,
    takeNoMore: `ALTER TABLE operator ADD CONSTRAINT operator_password_is_bound CHECK (password_hash LIKE '%#%')`,
  },
} as const;

const areBound = async (tx: Tx): Promise<boolean> =>
  (await tx.query(`SELECT FROM pg_constraint WHERE conname = 'member_password_is_bound'`)).rowCount === 1;

/**
 * Binds the hashes of passwords from before they were bound to their owners, once in a database's life, as the owner of the tables.
 * From then on the database takes no others: whoever may write rows cannot put back one that a later start would bind.
 */
export const bindPasswords = (owner: Pool, pepper: string): Promise<void> =>
  inTransaction(owner, async (tx) => {
    if (await areBound(tx)) return;
    for (const whose of ['member', 'operator'] as const) {
      const { list, replace, takeNoMore } = STATEMENTS[whose];
      const { rows } = await tx.query<Unbound>(list);
      const ownerOf = (id: string) =>
        whose === 'member' ? (`member:${BigInt(id)}` as const) : (`operator:${id}` as const);
      const bound = rows.map(({ id, passwordHash }) => bindHash(pepper, ownerOf(id), passwordHash));
      await tx.query(replace, [rows.map(({ id }) => id), bound]);
      await tx.query(takeNoMore);
    }
  });
