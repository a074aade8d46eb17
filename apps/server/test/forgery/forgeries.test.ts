import { DAY_MS } from '@minerx/rules/duration';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../src/bus/bus.ts';
import { createPool } from '../../src/db/pool.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { LEDGER_TABLES } from '../../src/composition/ledger-tables.ts';
import { EQUATIONS } from '../../src/composition/equations.ts';
import { createFunnel } from '../../src/ledger/funnel.ts';
import { closedDayRound } from '../../src/modules/integrity/closed-day.command.ts';
import { listClosedDays, ofDays, type ClosedDay } from '../../src/modules/integrity/closed-day.query.ts';
import { isOfEach } from '../../src/modules/integrity/key-range/key-range.query.ts';
import { findAuditHead, type AuditHead } from '../../src/modules/integrity/audit-chain.query.ts';
import { FORGERIES } from './forgeries.ts';
import { forge } from './forgery.ts';
import { prepareForgeries } from './prepare.ts';
import { byDays, byKeys, byTheMinute, everything, only, type Check } from './checks.ts';
import { finderOf, FOUND_BY } from './found-by.ts';
import { LIVED, livedDemo } from './lived-demo.ts';
import { testRandom } from '../money-house.ts';
import { createVault, type Vault } from '../../src/security/vault.ts';

/** The same list as `npm run faults -- forgeries`, on the same lived demo. */
describe('the integrity check', () => {
  let database: TestDatabase;
  let pool: Pool;
  let owner: PoolClient;
  let anchors: readonly AuditHead[];
  let vault: Vault;

  beforeAll(async () => {
    const demo = await livedDemo();
    database = demo.database;
    vault = createVault(demo.env.pepper);
    const ledger = createPool(database.url, { max: 2, work: 'ledger' });
    const funnel = createFunnel({
      pool: ledger,
      clock: Date,
      random: testRandom,
      bus: createLocalBus(),
      vault,
      tables: LEDGER_TABLES,
    });
    await prepareForgeries(database.pool, funnel.run);
    await ledger.end();
    pool = createPool(database.ownerUrl, { max: 1 });
    owner = await pool.connect();
    anchors = [(await findAuditHead(owner))!];
  }, 600_000);
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

  describe('when the days that were lived are closed', () => {
    const finders = ofDays(EQUATIONS).map(({ name }) => name);
    const ofDaysAlone = FORGERIES.filter((forgery) => finders.includes(finderOf(forgery, 'silent')));
    let closed: readonly ClosedDay[];
    let check: Check;
    beforeAll(async () => {
      const clock = { now: () => LIVED + 4 * DAY_MS };
      await closedDayRound({ pool: database.pool, clock, vault, equations: EQUATIONS }, 60_000)();
      closed = await listClosedDays(owner, vault);
      check = byDays(closed);
    });

    it('holds', async () => {
      expect(closed.length).toBeGreaterThan(2);
      expect(await forge(owner, { sql: 'SELECT 1' }, 'open', check)).toMatchObject({ seenBy: [], refused: null });
    });

    it('finds a reward of nothing among those of a closed day, and has none for a later one', async () => {
      const nothing = (seq: string) =>
        `INSERT INTO reward (order_id, day, member_id, sat, usd_units, inputs, simulated, seq) OVERRIDING SYSTEM VALUE
           SELECT gen_random_uuid(), day, member_id, 0, 0, inputs, simulated, ${seq} FROM reward ORDER BY seq LIMIT 1`;
      expect(BigInt(closed.at(-1)!.uptoSeq)).toBeGreaterThan(0n);
      const early = await forge(owner, { sql: nothing('0') }, 'silent', check);
      expect(early.seenBy).toContain('closed-days');
      const late = await forge(owner, { sql: nothing('1000000') }, 'silent', check);
      expect(late.seenBy).not.toContain('closed-days');
      // It is open: the equations of its day see it.
      expect(late.seenBy).toContain('reward-segments');
    });

    it.each(ofDaysAlone)('finds $name', async (forgery) => {
      const { seenBy } = await forge(owner, forgery, 'silent', check);
      expect(seenBy.length).toBeGreaterThan(0);
    });
  });

  describe('when accounts and orders are asked of one after the other', () => {
    const finders = EQUATIONS.filter(isOfEach).map(({ name }) => name);

    it.each(finders)('%s holds', async (name) => {
      const { seenBy } = await forge(owner, { sql: 'SELECT 1' }, 'open', byKeys(name));
      expect(seenBy).toEqual([]);
    });

    it.each(FORGERIES.filter((forgery) => finders.includes(finderOf(forgery, 'silent'))))(
      'finds $name',
      async (forgery) => {
        const finder = finderOf(forgery, 'silent');
        const { seenBy } = await forge(owner, forgery, 'silent', byKeys(finder));
        expect(seenBy).toEqual([finder]);
      },
    );
  });

  it('has a word for each of them about what finds it, and for no other', () => {
    expect(Object.keys(FOUND_BY).toSorted()).toEqual(FORGERIES.map(({ name }) => name).toSorted());
  });
});
