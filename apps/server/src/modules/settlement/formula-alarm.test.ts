import { PICO } from '@minerx/rules/mining-reward';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  byHand,
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  minutes,
  order,
  rewards,
  rows,
  startWorld,
  world,
} from '../../../test/settlement-world.ts';
import { correctSettledDay, settleDay } from '../../jobs/settlement.ts';
import { readVitalSigns } from '../system/vital-signs.query.ts';
import { recordPayoutByHand } from './pool/pool-payout.command.ts';
import { runShell } from '../../../test/operator/shell.ts';

/** What one device's full day is worth. */
const WORTH = byHand(FULL_MINUTE * 1440n) / PICO;
/** Compact bits of a target 256 times as large: difficulty ÷ 256. */
const EASIER = '1801fca1';
const HARDER = '1601fca1';

beforeEach(async () => {
  await startWorld();
  world.paidSat = WORTH;
});
afterEach(endWorld);

const setBits = (bits: string): void => {
  world.segments = [{ ...world.segments[0]!, bits }];
};
const oneDevice = async (): Promise<void> => {
  const device = await rows.device('D1');
  await minutes(device, 0, 1440);
  await order([[device, 10]]);
};
const mails = async () =>
  (
    await database.pool.query<{ payload: { subject: string; text: string } }>(
      `SELECT payload FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    )
  ).rows.map(({ payload }) => payload);
const daysFar = async () =>
  (await readVitalSigns(database.pool, world.now)).find(({ name }) => name === 'settlement_days_far')!.value;
const shell = (...words: string[]): Promise<string> => runShell(contextOf(), words);
const show = () => shell('settlement', 'show', '--day', DAY);

describe('a day whose formula is far from what the pool paid', () => {
  it('is told once, by mail, in the audit log, as a metric and where the day is shown', async () => {
    setBits(EASIER);
    await oneDevice();
    await settleDay(contextOf(), DAY);
    await settleDay(contextOf(), DAY);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe(`${DAY}: the formula is far from what the pool paid`);
    expect(mail!.text).toMatch(/\(25[56]\.\d{4} times\)/);
    expect(mail!.text).toContain(`bits ${EASIER} at height 930000`);
    const { rows: told } = await database.pool.query("SELECT subject FROM audit WHERE action = 'settlement.far'");
    expect(told).toEqual([{ subject: `day:${DAY}` }]);
    expect(await daysFar()).toBe(1);
    expect(await show()).toMatch(/ALARM .*\(25[56]\.\d{4} times\), beyond 25 %/);
    // The payout held: nobody was paid more than it.
    expect((await rewards())[0]!.sat).toBeLessThanOrEqual(WORTH);
    // After a week it is no news any more.
    world.now += 9 * 86_400_000;
    expect(await daysFar()).toBe(0);
  });

  it('is told too when the formula is too low, and members are paid too little', async () => {
    setBits(HARDER);
    await oneDevice();
    await settleDay(contextOf(), DAY);
    expect(await mails()).toHaveLength(1);
    expect(await daysFar()).toBe(1);
  });

  it('is told when the pool paid nothing for what was measured', async () => {
    world.paidSat = 0n;
    await oneDevice();
    await settleDay(contextOf(), DAY);
    expect((await mails())[0]!.text).toContain('the pool paid nothing');
  });

  it('is no alarm while devices wait for the pool and the formula is not whole, but one when it is already too much', async () => {
    const silent = await rows.device('S1');
    await minutes(silent, 0, 1440);
    await order([[silent, 10]]);
    await oneDevice();
    world.paidSat = 4n * WORTH;
    expect((await settleDay(contextOf(), DAY)).state).toBe('provisional');
    expect(await mails()).toEqual([]);
    // Decided without the pool, the day is whole: two devices' worth to the payout of four.
    expect((await settleDay(contextOf(), DAY, { withoutPoolFigures: true })).state).toBe('settled');
    expect(await mails()).toHaveLength(1);
  });

  it('is told while devices wait, when what is known is already too much', async () => {
    const silent = await rows.device('S1');
    await order([[silent, 10]]);
    await oneDevice();
    world.paidSat = WORTH / 2n;
    // Once, however often the day is tried again.
    for (let tries = 0; tries < 2; tries += 1) expect((await settleDay(contextOf(), DAY)).state).toBe('provisional');
    expect(await mails()).toHaveLength(1);
    const { rows: told } = await database.pool.query("SELECT FROM audit WHERE action = 'settlement.far'");
    expect(told).toHaveLength(1);
  });

  it('is no alarm any more when an operator puts the payout right, and one again when that is far too', async () => {
    world.paidSat = WORTH / 256n;
    await oneDevice();
    await settleDay(contextOf(), DAY);
    expect(await daysFar()).toBe(1);
    const right = (rewardSat: bigint) =>
      recordPayoutByHand(contextOf(), { day: DAY, rewardSat, actor: 'operator:ana', reason: 'Read wrongly' });
    await right(WORTH + 1n);
    await correctSettledDay(contextOf(), DAY);
    expect(await daysFar()).toBe(0);
    expect(await show()).not.toContain('ALARM');
    expect(await mails()).toHaveLength(1);
    await right(WORTH * 9n);
    await correctSettledDay(contextOf(), DAY);
    expect(await daysFar()).toBe(1);
    expect(await mails()).toHaveLength(2);
  });
});

describe('a day within the band', () => {
  it('is no alarm when the pool paid for machines too that nobody has orders on and nobody measured', async () => {
    for (const free of ['D2', 'D3']) await rows.device(free);
    await oneDevice();
    world.paidSat = 3n * WORTH;
    await settleDay(contextOf(), DAY);
    expect(await mails()).toEqual([]);
  });

  it('is no alarm at a quarter more or less, and the band is an operator’s', async () => {
    await oneDevice();
    world.paidSat = (WORTH * 4n) / 5n + 1n; // The formula is a quarter more than this.
    await settleDay(contextOf(), DAY);
    expect(await mails()).toEqual([]);
    expect(await daysFar()).toBe(0);
    expect(await show()).not.toContain('ALARM');
  });

  it('is as wide as an operator has set it', async () => {
    expect(await shell('settlement', 'alarm', '--percent', '5', '--reason', 'A steady pool')).toBe('Alarm: 25 % → 5 %');
    await oneDevice();
    world.paidSat = (WORTH * 11n) / 10n;
    await settleDay(contextOf(), DAY);
    expect((await mails())[0]!.text).toContain('beyond the 5 % that are expected');
  });
});
