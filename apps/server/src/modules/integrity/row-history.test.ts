import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EQUATIONS } from '../../composition/equations.ts';
import { readMigrations } from '../../db/migrate.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit, auditHash } from '../../ledger/audit.ts';
import { seedReference } from '../../seed/reference.ts';
import { findAuditHead } from './audit-chain.query.ts';
import { checkIntegrity } from './integrity.query.ts';

let database: TestDatabase;
let owner: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  await seedReference(database.pool);
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const ENTRY = { actor: 'operator:x', action: 'x', subject: 'x', reason: 'x', detail: {} } as const;
const CHANGE = 'UPDATE miner_package SET price_units = price_units + 1 WHERE id = 1';
const broken = async () =>
  (await checkIntegrity({ pool: owner, equations: EQUATIONS }))
    .filter(({ violations }) => violations > 0n)
    .map(({ name }) => name);

/** As a version of before wrote it: a change with its line, which says of neither who wrote it. */
const changeAsBefore = async (): Promise<void> => {
  const { id, hash } = (await findAuditHead(owner))!;
  const at = new Date('2026-11-20T12:00:00Z');
  const previous = Buffer.from(hash, 'hex');
  const client = await owner.connect();
  await client.query(`BEGIN; ${CHANGE}`);
  await client.query(
    `INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash) VALUES ($1, $2, 'operator:x', 'x', 'x', 'x', '{}', $3, $4)`,
    [id + 1n, at, previous, auditHash(previous, at, ENTRY)],
  );
  await client.query('COMMIT');
  client.release();
};
/** The migration over a database of before, which holds versions that an older file left without a transaction. */
const migrateFromBefore = async (): Promise<void> => {
  await owner.query(`
    UPDATE audit SET written_at = NULL;
    UPDATE row_version SET tx = NULL WHERE table_name = 'community'`);
  await owner.query('ALTER TABLE audit DROP COLUMN written_at');
  const { sql, name } = readMigrations().find((each) => each.name.includes('written-together'))!;
  await owner.query(`BEGIN; ${sql}; UPDATE schema_migration SET applied_at = now() WHERE name = '${name}'; COMMIT`);
};

it('a database of before holds after its migration, and its old lines vouch for nothing new', async () => {
  // Lines as they were before: their hashes cover no transaction.
  await owner.query('SET session_replication_role = replica; DELETE FROM audit; RESET session_replication_role');
  await inTransaction(database.pool, (tx) => appendAudit(tx, new Date(), [ENTRY]));
  await owner.query(`UPDATE audit SET written_at = NULL, hash = $1`, [
    auditHash(Buffer.alloc(32), (await owner.query<{ at: Date }>('SELECT at FROM audit')).rows[0]!.at, ENTRY),
  ]);
  await owner.query('UPDATE row_version SET tx = (SELECT tx FROM audit)');
  await changeAsBefore();
  await migrateFromBefore();
  expect(await broken()).toEqual([]);

  await inTransaction(database.pool, async (tx) => {
    await tx.query(CHANGE);
    await appendAudit(tx, new Date(), [ENTRY]);
  });
  expect(await broken()).toEqual([]);
  await owner.query(CHANGE);
  expect(await broken()).toEqual(['changes']);
  await owner.query('UPDATE audit SET tx = (SELECT tx FROM row_version ORDER BY id DESC LIMIT 1) WHERE id = 1');
  expect(await broken()).toContain('changes');
});
