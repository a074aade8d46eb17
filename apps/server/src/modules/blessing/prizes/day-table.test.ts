import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPrizePool, MONEY_ONLY, packsOf, positionOf } from '../../../../test/blessing-pool.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { moneyHouse, PEPPER, type MoneyHouse } from '../../../../test/money-house.ts';
import { buy } from '../../../../test/purchases.ts';
import { testDatabase, type TestDatabase } from '../../../db/test-database.ts';
import { openBlessing } from '../blessing.command.ts';
import { listDaySeeds } from '../blessing.query.ts';
import { keepDaySeeds } from '../draw/day-seed.command.ts';
import { listFalseDraws } from '../draw/draw-check.query.ts';
import { setPrize } from './prize-pool.command.ts';
import { listDrawnPrizes } from './prize-pool.query.ts';

const OPERATOR = { actor: 'operator:test' as const, reason: 'test' };
const PHUKET = { id: 9, name: 'Phuket', min: 888, weight: 1_000_000, total: 66 };

/** One house that lives from day to day. */
describe('the prize table of a day', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let memberId: bigint;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    await fillPrizePool(house.pool, [...MONEY_ONLY, PHUKET], { packageId: 1, count: 2 });
    await house.devices('x1', 8);
    memberId = await house.member({ CW: '8000' });
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await house.close();
    await database.drop();
  });

  /** As the job does at that time, the day before too, so that the day is committed to ahead of it. */
  const live = async (day: string): Promise<void> => {
    house.clock.at = Date.parse(`${day}T00:05:00Z`);
    await keepDaySeeds(house);
  };
  const drawn = (day: string) => listDrawnPrizes(house.pool, day);
  const phuketOf = async (day: string) => (await drawn(day)).find(({ id }) => id === 9)!;
  /** Two more decks, dealt now. */
  const deal = async () => {
    await house.funnel.run(buy(memberId, 1));
    return (await packsOf(house.pool, memberId)).slice(-2);
  };

  it('is committed to ahead: a change counts from the first day that is not, and says from which', async () => {
    await live('2026-11-20');
    const { line, from } = await setPrize(house, { id: 9, weight: 3, ...OPERATOR });
    expect([line.weight, from]).toEqual([3, '2026-11-22']);
    await live('2026-11-21');
    await live('2026-11-22');
    expect((await phuketOf('2026-11-20')).weight).toBe(1_000_000);
    expect((await phuketOf('2026-11-21')).weight).toBe(1_000_000);
    expect((await phuketOf('2026-11-22')).weight).toBe(3);
    const { rows } = await house.pool.query<{ detail: object }>(
      `SELECT detail FROM audit WHERE action = 'prize.set' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]!.detail).toMatchObject({ from: '2026-11-22' });
  });

  it('stands in the commitment and in the line of the audit log that was written with it', async () => {
    const [tomorrow, today, yesterday] = await listDaySeeds(house.pool, 3);
    expect([tomorrow!.table, today!.table === yesterday!.table]).toEqual([today!.table, false]);
    const { rows } = await house.pool.query<{ detail: object }>(
      `SELECT detail FROM audit WHERE action = 'blessing.commit' AND subject = 'seed:2026-11-22'`,
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { day: '2026-11-22', commitment: today!.commitment, table: today!.table },
    ]);
  });

  it('deals all the day what it was committed to, whatever operators do meanwhile', async () => {
    await setPrize(house, { id: 9, weight: 1_000_000, ...OPERATOR });
    await live('2026-11-25');
    // Switched off, and a new line: today's decks are dealt as if nothing had happened.
    await setPrize(house, { id: 9, enabled: false, ...OPERATOR });
    await setPrize(house, { id: 2, weight: 0, ...OPERATOR });
    for (const pack of await deal()) expect(positionOf(pack, 'Phuket')).toBeGreaterThanOrEqual(0);
    await live('2026-11-26');
    for (const pack of await deal()) expect(positionOf(pack, 'Phuket')).toBeGreaterThanOrEqual(0);
    await live('2026-11-27');
    for (const pack of await deal()) expect([positionOf(pack, 'Phuket'), positionOf(pack, 'CW')]).toEqual([-1, -1]);
    expect((await phuketOf('2026-11-27')).left).toBe(62);
  });

  it('counts what is left by its own count, of what is gone by all of them', async () => {
    await setPrize(house, { id: 9, enabled: true, total: 5, ...OPERATOR });
    await live('2026-11-28');
    await live('2026-11-29');
    // Unlimited from the day after tomorrow on; until then five, of which four are gone.
    expect((await setPrize(house, { id: 9, total: null, ...OPERATOR })).line.left).toBeNull();
    expect((await phuketOf('2026-11-29')).left).toBe(1);
    const [third, fourth] = await deal();
    expect([positionOf(third!, 'Phuket') >= 0, positionOf(fourth!, 'Phuket')]).toEqual([true, -1]);
    expect((await phuketOf('2026-11-29')).left).toBe(0);
    // What is not picked is there again, for this day's table as well.
    const index = (positionOf(third!, 'Phuket') + 1) % 9;
    await house.funnel.run(openBlessing(memberId, { packId: third!.id, index, pepper: PEPPER }, null));
    expect((await phuketOf('2026-11-29')).left).toBe(1);
  });

  it('gives no more of a prize whose count comes too late, and takes a count from what went without a limit', async () => {
    await live('2026-11-30');
    await live('2026-12-01');
    await expect(setPrize(house, { id: 9, total: 3, ...OPERATOR })).rejects.toMatchObject({ code: 'err_quantity' });
    expect((await setPrize(house, { id: 9, total: 4, ...OPERATOR })).line.left).toBe(0);
    // Two more go by today's table, which has no limit: six of four.
    for (const pack of await deal()) expect(positionOf(pack, 'Phuket')).toBeGreaterThanOrEqual(0);
    await live('2026-12-02');
    await live('2026-12-03');
    expect((await phuketOf('2026-12-03')).left).toBe(0);
    for (const pack of await deal()) expect(positionOf(pack, 'Phuket')).toBe(-1);
    expect(await listFalseDraws(house.pool, house.vault)).toEqual([]);
  });
});
