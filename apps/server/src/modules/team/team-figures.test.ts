import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { standingRulesFrom, type TeamFigures } from '@minerx/rules/team';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { moneyHouse } from '../../../test/money-house.ts';
import { readApi, rowsOf } from '../../../test/read-api.ts';
import { SAME_HISTORIES } from '../../../test/same-histories.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { checkEquations } from '../integrity/integrity.query.ts';
import { TEAM_EQUATIONS } from './team.equations.ts';
import { cancelWaitingOrder } from '../order/waiting-order.command.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import { foldAllTeamDeltas, foldTeamDeltas } from './team-fold.command.ts';
import { addTeamRoutes } from './team.route.ts';

/** As long as operators set no others. */
const RULES = standingRulesFrom(null, null);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

interface Stored extends TeamFigures {
  id: bigint;
  foundation: boolean;
  legacy: boolean;
}

const storedFigures = async (above: bigint): Promise<Stored[]> => {
  const { rows } = await database.pool.query<Stored>(
    `SELECT member_id AS id, capital_units AS "capitalUnits", direct_sponsor AS "directSponsor", direct_sales AS "directSales",
            group_sponsor AS "groupSponsor", group_sales AS "groupSales", foundation, legacy FROM member_figures WHERE member_id >= $1 ORDER BY member_id`,
    [above],
  );
  return rows;
};

/** Figures from first principles: every member asks everybody. */
const recomputed = (sponsors: Map<bigint, bigint | null>, sales: Map<bigint, bigint>): Stored[] => {
  const isBelow = (id: bigint, top: bigint): boolean => {
    for (let at = sponsors.get(id) ?? null; at !== null; at = sponsors.get(at) ?? null) if (at === top) return true;
    return false;
  };
  const sumOf = (ids: bigint[]) => ids.reduce((sum, id) => sum + (sales.get(id) ?? 0n), 0n);
  return [...sponsors.keys()].map((id) => {
    const direct = [...sponsors].filter(([, sponsor]) => sponsor === id).map(([member]) => member);
    const group = [...sponsors.keys()].filter((member) => isBelow(member, id));
    const figures = {
      capitalUnits: sales.get(id) ?? 0n,
      directSponsor: direct.length,
      directSales: sumOf(direct),
      groupSponsor: group.length,
      groupSales: sumOf(group),
    };
    return {
      id,
      ...figures,
      foundation:
        figures.capitalUnits >= RULES.foundationCapitalUnits && figures.directSponsor >= RULES.foundationDirectSponsors,
      legacy: figures.groupSales >= RULES.legacyGroupSalesUnits,
    };
  });
};

const violations = async () =>
  (await checkEquations(database.pool, TEAM_EQUATIONS)).filter((outcome) => outcome.violations > 0n);

/** Each step of a history: somebody joins below somebody, buys, cancels, or the folding job runs with some batch size. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('join' as const), who: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('buy' as const), who: fc.nat(), usd: fc.integer({ min: 1, max: 60_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), who: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fold' as const), who: fc.integer({ min: 1, max: 9 }) }) },
);

describe('team figures', () => {
  it('are what a recomputation gives, after any history of joining, buying, cancelling and folding', async () => {
    const rows = rowsOf(database);
    await rows.reference();
    const api = await readApi(database, '2026-11-20T12:00:00Z', addTeamRoutes);
    let first = 10_000n;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (history) => {
        first += 1000n;
        const sponsors = new Map<bigint, bigint | null>();
        const sales = new Map<bigint, bigint>();
        const open: { id: string; member: bigint; units: bigint }[] = [];
        const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;
        await rows.member(first);
        sponsors.set(first, null);
        for (const input of history) {
          if (input.do === 'join') {
            const id = first + BigInt(sponsors.size);
            const sponsor = pick([...sponsors.keys(), null], input.who);
            await rows.member(id, { sponsor_id: sponsor });
            sponsors.set(id, sponsor);
          } else if (input.do === 'buy') {
            const member = pick([...sponsors.keys()], input.who);
            const units = unitsOf(String(input.usd));
            open.push({ id: await rows.order(member, 6, { amount_units: units }), member, units });
            sales.set(member, (sales.get(member) ?? 0n) + units);
          } else if (input.do === 'cancel' && open.length > 0) {
            const { id, member, units } = pick(open, input.who);
            open.splice(
              open.findIndex((order) => order.id === id),
              1,
            );
            await database.pool.query('UPDATE miner_order SET status = 10, hold_owner_id = NULL WHERE id = $1', [id]);
            sales.set(member, sales.get(member)! - units);
          } else if (input.do === 'fold') await foldTeamDeltas(database.pool, input.who);
        }
        expect(await violations()).toEqual([]);
        await foldAllTeamDeltas(database.pool, 7);
        expect(await storedFigures(first)).toEqual(recomputed(sponsors, sales));
        expect(await violations()).toEqual([]);
        await expectOnlyOwnTeam(api, sponsors);
      }),
      { ...SAME_HISTORIES, numRuns: 25 },
    );
    await api.close();
  }, 120_000);

  /** Every pair of viewer and member: shown exactly when the member is below the viewer. */
  const expectOnlyOwnTeam = async (api: Awaited<ReturnType<typeof readApi>>, sponsors: Map<bigint, bigint | null>) => {
    const depth = (id: bigint, top: bigint): number => {
      let steps = 0;
      for (let at: bigint | null = id; at !== null; at = sponsors.get(at) ?? null, steps += 1)
        if (at === top) return steps;
      return 0;
    };
    const viewers = [...sponsors.keys()].slice(0, 6);
    for (const viewer of viewers) {
      for (const id of sponsors.keys()) {
        const { status, body } = await api.get(viewer, `member/myteam/search?member_username=member${id}&search=1`);
        const levels = depth(id, viewer);
        const shown =
          status === 200 ? (body.result as unknown as { data: { generation: number }[] }).data[0]?.generation : 0;
        expect([viewer, id, shown]).toEqual([viewer, id, levels]);
      }
    }
  };

  it('of a thousand purchases at once from a deep chain, and their cancelling, lose and double nothing', async () => {
    const house = await moneyHouse(await freshDatabase());
    const chain: bigint[] = [];
    for (let n = 0; n < 40; n += 1)
      chain.push(await house.member({ CW: '100000' }, { sponsorId: chain.at(-1) ?? null }));
    const input = {
      packageId: 1,
      page: 'x1',
      method: 1,
      quantity: 1,
      acceptWaiting: true,
      amounts: { [WALLET.CW]: unitsOf('1000') },
    } as never;
    const { pool } = house;
    let done = false;
    const folding = (async () => {
      for (; !done;) await foldTeamDeltas(pool, 50);
    })();
    const bought = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => house.funnel.run(subscribeMiner(chain[n % 40]!, input, null))),
    );
    await Promise.all(
      bought
        .slice(0, 200)
        .map(({ orderIds }, n) => house.funnel.run(cancelWaitingOrder(chain[n % 40]!, orderIds[0]!, null))),
    );
    done = true;
    await folding;
    await foldAllTeamDeltas(pool);
    const { rows } = await pool.query<{ capital: bigint; sales: bigint; below: number }>(
      'SELECT capital_units AS capital, group_sales AS sales, group_sponsor AS below FROM member_figures WHERE member_id = ANY($1) ORDER BY member_id',
      [chain],
    );
    expect(rows).toEqual(
      chain.map((_, n) => ({
        capital: unitsOf('20000'),
        sales: unitsOf(String((39 - n) * 20_000)),
        below: 39 - n,
      })),
    );
    expect((await checkEquations(pool, TEAM_EQUATIONS)).map((outcome) => outcome.violations)).toEqual([0n, 0n]);
    await house.close();
  }, 120_000);

  let second: TestDatabase | undefined;
  const freshDatabase = async () => (second = await testDatabase());
  afterAll(() => second?.drop());

  it('have sponsors that never change and are never younger', async () => {
    const rows = rowsOf(database);
    await rows.member(90_000n);
    await rows.member(90_001n, { sponsor_id: 90_000n });
    await expect(rows.member(90_002n, { sponsor_id: 90_002n })).rejects.toThrow('member_sponsor_is_older');
    const change = 'UPDATE member SET sponsor_id = NULL WHERE id = 90001';
    await expect(database.pool.query(change)).rejects.toThrow('permission denied');
    const owner = createPool(database.ownerUrl, { max: 1 });
    await expect(owner.query(change)).rejects.toThrow('never changes');
    await owner.end();
  });
});
