import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit, auditHash } from '../../ledger/audit.ts';
import { AUDIT_COLUMNS, checkAudit, findAuditHead, type AuditHead, type AuditLine } from './audit-chain.query.ts';

const ROWS = 60;
const CHANGES = 1000;

let database: TestDatabase;
let owner: pg.Pool;
/** As it was noted outside of the database. */
let anchor: AuditHead;

beforeAll(async () => {
  database = await testDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
  for (let made = 0; made < ROWS; made += 1) {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + made * 60_000);
    const line = {
      actor: 'job:test',
      action: 'test.done',
      subject: `thing:${made % 7}`,
      reason: `round ${made}`,
    } as const;
    const detail = { before: made, after: String(made + 1), list: [made, null, { deep: true }] };
    await inTransaction(database.pool, (tx) => appendAudit(tx, at, [{ ...line, detail }]));
  }
  anchor = (await findAuditHead(owner))!;
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const row = fc.integer({ min: 1, max: ROWS });
const text = fc.string({ minLength: 1, maxLength: 12 }).map((some) => some.replaceAll('\0', '0'));
const WORDS = ['actor', 'action', 'subject', 'reason'] as const;
const COLUMNS = 'at, actor, action, subject, reason, detail, tx, written_at';

/** One change of the log by whoever may write into it; false where it would leave it as it is. */
type Change = (tx: Tx) => Promise<boolean>;

const changes = async (tx: Tx, sql: string, values: unknown[] = []): Promise<boolean> =>
  (await tx.query(sql, values)).rowCount !== 0;

/** Edits, each with a value of its own. */
const EDITS: fc.Arbitrary<Change>[] = [
  ...WORDS.map((word) =>
    fc.tuple(row, text).map(
      ([id, to]): Change =>
        (tx) =>
          changes(tx, `UPDATE audit SET ${word} = $2 WHERE id = $1 AND ${word} <> $2`, [id, to]),
    ),
  ),
  fc.tuple(row, fc.oneof(fc.integer(), text, fc.constant(null))).map(
    ([id, to]): Change =>
      (tx) =>
        changes(
          tx,
          `UPDATE audit SET detail = jsonb_set(detail, '{list,0}', $2) WHERE id = $1 AND detail #> '{list,0}' <> $2`,
          [id, JSON.stringify(to)],
        ),
  ),
  fc.tuple(row, fc.constantFrom('before', 'after', 'list')).map(
    ([id, key]): Change =>
      (tx) =>
        changes(tx, 'UPDATE audit SET detail = detail - $2 WHERE id = $1', [id, key]),
  ),
  ...['at', 'written_at'].map((moment) =>
    fc
      .tuple(row, fc.integer({ min: -999, max: 999 }), fc.constantFrom('minutes', 'microseconds'))
      .filter(([, by]) => by !== 0)
      .map(
        ([id, by, unit]): Change =>
          (tx) =>
            changes(tx, `UPDATE audit SET ${moment} = ${moment} + $2 * interval '1 ${unit}' WHERE id = $1`, [id, by]),
      ),
  ),
  row.map(
    (id): Change =>
      (tx) =>
        changes(tx, 'UPDATE audit SET written_at = NULL WHERE id = $1', [id]),
  ),
  fc.tuple(row, fc.integer({ min: 1, max: 1e6 })).map(
    ([id, by]): Change =>
      (tx) =>
        changes(tx, 'UPDATE audit SET tx = tx + $2 WHERE id = $1', [id, by]),
  ),
  fc.tuple(row, fc.constantFrom('hash', 'previous_hash'), fc.integer({ min: 0, max: 255 })).map(
    ([id, hash, bit]): Change =>
      (tx) =>
        changes(tx, `UPDATE audit SET ${hash} = set_bit(${hash}, $2, 1 - get_bit(${hash}, $2)) WHERE id = $1`, [
          id,
          bit,
        ]),
  ),
  // Somebody who knows how the hash is made mends the row itself, or all behind it too.
  fc.tuple(row, text, fc.boolean()).map(
    ([id, to, all]): Change =>
      (tx) =>
        forge(tx, id, to, all),
  ),
];

const forge = async (tx: Tx, id: number, reason: string, all: boolean): Promise<boolean> => {
  if (!(await changes(tx, 'UPDATE audit SET reason = $2 WHERE id = $1 AND reason <> $2', [id, reason]))) return false;
  const until = all ? ROWS : id;
  const { rows } = await tx.query<AuditLine>(
    `SELECT ${AUDIT_COLUMNS} FROM audit WHERE id BETWEEN $1 AND $2 ORDER BY id`,
    [id, until],
  );
  let previous = rows[0]!.previousHash;
  for (const line of rows) {
    const hash = auditHash(previous, line.at, line);
    await tx.query('UPDATE audit SET previous_hash = $2, hash = $3 WHERE id = $1', [line.id, previous, hash]);
    previous = hash;
  }
  return true;
};

const DELETIONS: fc.Arbitrary<Change>[] = [
  fc.tuple(row, fc.integer({ min: 1, max: 5 })).map(
    ([id, count]): Change =>
      (tx) =>
        changes(tx, 'DELETE FROM audit WHERE id >= $1 AND id < $1 + $2', [id, count]),
  ),
  // The end is cut off, and numbers close up over a gap.
  row.map(
    (id): Change =>
      (tx) =>
        changes(tx, 'DELETE FROM audit WHERE id >= $1', [id]),
  ),
  row.map((id): Change => async (tx) => {
    await tx.query('DELETE FROM audit WHERE id = $1', [id]);
    await tx.query('UPDATE audit SET id = -id WHERE id > $1', [id]);
    await tx.query('UPDATE audit SET id = -id - 1 WHERE id < 0');
    return true;
  }),
];

const two = fc.tuple(row, row).filter(([a, b]) => a !== b);
const REORDERINGS: fc.Arbitrary<Change>[] = [
  two.map(([a, b]): Change => async (tx) => {
    await tx.query('UPDATE audit SET id = -id WHERE id IN ($1, $2)', [a, b]);
    await tx.query('UPDATE audit SET id = CASE -id WHEN $1 THEN $2::bigint ELSE $1 END WHERE id < 0', [a, b]);
    return true;
  }),
  // What they say changes places, what chains them stays.
  two.map(
    ([a, b]): Change =>
      (tx) =>
        changes(
          tx,
          `UPDATE audit SET (${COLUMNS}) = (SELECT ${COLUMNS} FROM audit o WHERE o.id = $1::bigint + $2::bigint - audit.id) WHERE id IN ($1, $2)`,
          [a, b],
        ),
  ),
  two.map(([a, b]): Change => async (tx) => {
    await tx.query('UPDATE audit SET id = -id WHERE id = $1', [a]);
    await tx.query('UPDATE audit SET id = $1 WHERE id = -$2::bigint', [ROWS + b, a]);
    return true;
  }),
];

const anyChange = fc.oneof(fc.oneof(...EDITS), fc.oneof(...DELETIONS), fc.oneof(...REORDERINGS));

it(`finds each of ${CHANGES} random edits, deletions and reorderings`, async () => {
  expect((await checkAudit(owner, [anchor])).broken).toEqual([]);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(anyChange, async (change) => {
      const client = (await owner.connect()) as Tx;
      try {
        await client.query('BEGIN; SET LOCAL session_replication_role = replica');
        fc.pre(await change(client));
        expect((await checkAudit(client, [anchor])).violations).toBeGreaterThan(0n);
        found += 1;
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    }),
    { numRuns: CHANGES },
  );
  expect(found).toBe(CHANGES);
  expect((await checkAudit(owner, [anchor])).broken).toEqual([]);
}, 120_000);
