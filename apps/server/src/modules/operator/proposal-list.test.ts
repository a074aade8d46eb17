import { LIST_ROWS } from '@minerx/contract/operator/list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsRead } from '../../../test/whole/rows-read.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { findProposal, listProposals, listProposalsOf } from './proposal.store.ts';

const PROPOSALS = 3000;
const LINES = 60_000;
const idOf = (place: number): string => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

let database: TestDatabase;
/** Of three thousand the newest third waits, every tenth of it said by nobody; the audit log is long, and tells of all others. */
beforeAll(async () => {
  database = await testDatabase();
  const owner = createPool(database.ownerUrl, { max: 1 });
  await owner.query(`
    SET session_replication_role = replica;
    CREATE TEMP VIEW made AS
      SELECT n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id, CASE WHEN n % 2 = 0 THEN 'price set' ELSE 'member credit' END AS action,
             n <= ${(PROPOSALS / 3) * 2} AS is_over
        FROM generate_series(1, ${PROPOSALS}) n;
    INSERT INTO operator_proposal (id, action, input, proposed_by, proposed_at, decided_by, decided_at, agreed, made_tx)
      SELECT id, action, '{}', 'operator:ana', now(), CASE WHEN is_over THEN 'operator:bo' END, CASE WHEN is_over THEN now() END, CASE WHEN is_over THEN false END, n
        FROM made;
    INSERT INTO audit (id, actor, action, subject, reason, detail, previous_hash, hash, tx)
      SELECT n, 'operator:ana', 'proposal.make', 'proposal:' || id, 'x', jsonb_build_object('action', action), '', sha256(n::text::bytea), n FROM made WHERE n % 10 <> 0;
    INSERT INTO audit (id, actor, action, subject, reason, detail, previous_hash, hash, tx)
      SELECT n, 'operator:ana', CASE n % 3 WHEN 0 THEN 'proposal.make' ELSE 'operator.look' END, 'member:' || n % 500, 'x', '{"action": "price set"}', '', sha256(n::text::bytea), n
        FROM generate_series(${PROPOSALS + 1}, ${LINES}) n;
    ANALYZE audit, operator_proposal`);
  await owner.end();
});
afterAll(() => database.drop());

it('reads a page of what waits for a page, and never the audit log whole', async () => {
  const { pool } = database;
  const KEPT = ['audit', 'operator_proposal'];
  const first = await listProposals(pool);
  expect(first.map(({ id }) => id)).toEqual(
    Array.from({ length: PROPOSALS }, (_, place) => place + 1)
      .filter((n) => n > (PROPOSALS / 3) * 2 && n % 10 !== 0)
      .slice(0, LIST_ROWS + 1)
      .map(idOf),
  );
  // Each proposal is looked at with its own lines, and one in ten is nobody's.
  const aPage = 3 * (LIST_ROWS + 1);
  expect(await rowsRead(pool, KEPT, (db) => listProposals(db))).toBeLessThanOrEqual(aPage);
  expect(await rowsRead(pool, KEPT, (db) => listProposals(db, idOf(2500)))).toBeLessThanOrEqual(aPage);
  expect(await rowsRead(pool, KEPT, (db) => findProposal(db, idOf(2001)))).toBeLessThanOrEqual(3);
  expect(await listProposalsOf(pool, ['price set'])).toHaveLength(400);
  expect(await rowsRead(pool, KEPT, (db) => listProposalsOf(db, ['price set']))).toBeLessThanOrEqual(PROPOSALS);
});
