import pino from 'pino';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../src/bus/bus.ts';
import { createPool } from '../../src/db/pool.ts';
import { seedDemo } from '../../src/demo/demo.ts';
import { testDatabase, type TestDatabase } from '../../src/db/test-database.ts';
import { startSimulators } from '../../src/demo/simulators.ts';
import { LEDGER_TABLES } from '../../src/composition/ledger-tables.ts';
import { createFunnel } from '../../src/ledger/funnel.ts';
import { findAuditHead, type AuditHead } from '../../src/modules/integrity/audit-chain.query.ts';
import { testEnv } from '../app.ts';
import { FORGERIES } from './forgeries.ts';
import { forge } from './forgery.ts';
import { prepareForgeries } from './prepare.ts';
import { byTheMinute, everything, only } from './checks.ts';
import { finderOf, FOUND_BY } from './found-by.ts';
import { testRandom } from '../money-house.ts';
import { createVault } from '../../src/security/vault.ts';

/** The same list as `npm run faults -- forgeries`, on the same lived demo. */
describe('the integrity check', () => {
  let database: TestDatabase;
  let pool: Pool;
  let owner: PoolClient;
  let anchors: readonly AuditHead[];

  beforeAll(async () => {
    database = await testDatabase();
    const world = await startSimulators({ env: testEnv(), serials: [], log: () => undefined });
    await seedDemo({
      databaseUrl: database.url,
      world,
      log: pino({ level: 'silent' }),
      now: Date.parse('2026-11-20T12:34:56Z'),
      say: () => undefined,
    });
    await world.stop();
    const ledger = createPool(database.url, { max: 2, work: 'ledger' });
    const funnel = createFunnel({
      pool: ledger,
      clock: Date,
      random: testRandom,
      bus: createLocalBus(),
      vault: createVault(world.env.pepper),
      tables: LEDGER_TABLES,
    });
    await prepareForgeries(database.pool, funnel.run);
    await ledger.end();
    pool = createPool(database.ownerUrl, { max: 1 });
    owner = await pool.connect();
    anchors = [(await findAuditHead(owner))!];
  }, 180_000);
  afterAll(async () => {
    owner.release();
    await pool.end();
    await database.drop();
  });

  it('holds on a lived demo', async () => {
    const whole = everything(anchors);
    expect(await forge(owner, { sql: 'SELECT 1' }, 'open', whole)).toMatchObject({ seenBy: [], refused: null });
    expect(await forge(owner, { sql: 'SELECT 1' }, 'open', byTheMinute)).toMatchObject({ seenBy: [], refused: null });
  });

  it.each(FORGERIES.flatMap((forgery) => (['open', 'silent'] as const).map((way) => ({ ...forgery, way }))))(
    'finds $name ($way)',
    async ({ way, ...forgery }) => {
      const finder = finderOf(forgery, way);
      if (forgery.soon) {
        const { seenBy, refused } = await forge(owner, forgery, way, byTheMinute);
        expect(refused === null ? seenBy.length > 0 : refused === finder, 'it is found within a minute').toBe(true);
      }
      const { seenBy, refused, rows } = await forge(owner, forgery, way, only(finder, anchors));
      expect(refused === null ? seenBy : [refused], 'it is found by what is said to find it').toEqual([finder]);
      expect(refused !== null || rows > 0, 'it changes something').toBe(true);
    },
  );

  it('has a word for each of them about what finds it, and for no other', () => {
    expect(Object.keys(FOUND_BY).toSorted()).toEqual(FORGERIES.map(({ name }) => name).toSorted());
  });
});
