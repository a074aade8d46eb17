import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
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
  TH,
  world,
} from '../../../test/settlement-world.ts';
import { findDaySettings } from '../../modules/settlement/day-figures.query.ts';
import { runShell } from '../../../test/operator/shell.ts';

beforeAll(startWorld);
afterAll(endWorld);

const shell = (...words: string[]): Promise<string> => runShell(contextOf(), words);
const audits = async () =>
  (
    await database.pool.query<{ action: string }>(
      "SELECT action, subject, reason, detail FROM audit WHERE actor LIKE 'operator:%' ORDER BY id",
    )
  ).rows;

describe('a day in the hands of operators', () => {
  it('waits for nothing that is not over', async () => {
    for (const verb of [['payout', '--amount', '1'], ['decide']])
      await expect(shell('settlement', ...verb, '--day', '2026-11-20', '--reason', 'r')).rejects.toThrow(
        'not over yet',
      );
  });

  it('is decided without the pool, with a reason, and shown in full', async () => {
    const [silent, liar] = [await rows.device('S1'), await rows.device('D1')];
    await minutes(silent, 0, 1440);
    await minutes(liar, 0, 1440, { hashes: 3n * FULL_MINUTE });
    await order([[silent, 10]]);
    await order([[liar, 10]]);
    world.workers = { D1: 76e12 };
    world.paidSat = 100_000n;
    expect(await shell('settlement', 'run', '--day', DAY)).toContain('provisional');
    expect(await shell('settlement', 'show', '--day', DAY)).toContain(
      '1 device with live orders that the pool has told nothing of, or too late',
    );
    expect(await shell('settlement', 'decide', '--day', DAY, '--reason', 'The worker was renamed')).toContain(
      'is settled: 1 order credited',
    );
    const shown = await shell('settlement', 'show', '--day', DAY);
    const credited = (await rewards()).reduce((sum, { sat }) => sum + sat, 0n);
    expect(shown).toContain(`pool paid   0.001 BTC (test, `);
    expect(shown).toContain(`surplus     0.000${String(100_000n - credited).padStart(5, '0')}`.replace(/0+$/, ''));
    expect(shown).toContain(
      `D1           measured ${(Number((3n * FULL_MINUTE * 1440n) / 10n ** 15n) / 1000).toFixed(3)} EH, filled 0.000 EH, cut `,
    );
    expect(shown).toContain(`pool ${(Number((76n * TH * 86_400n) / 10n ** 15n) / 1000).toFixed(3)} EH`);
    expect(await audits()).toEqual([
      {
        action: 'settlement.decide',
        subject: `day:${DAY}`,
        reason: 'The worker was renamed',
        detail: { withoutPoolFigures: true },
      },
    ]);
  });

  it('has its payout put right, and shows what is missing', async () => {
    expect(await shell('settlement', 'payout', '--day', DAY, '--amount', '0.00001', '--reason', 'reorg')).toBe(
      `${DAY}: 0.001 BTC → 0.00001 BTC`,
    );
    expect(await shell('settlement', 'show', '--day', DAY)).toMatch(/shortfall {3}0\.0000\d+ BTC is missing in mining/);
  });
});

describe('settings of the settlement', () => {
  it('change the pool fee from the next day on, never under a day that runs', async () => {
    expect(await shell('settlement', 'fee', '--percent', '2.5', '--reason', 'new contract')).toBe(
      'Pool fee: 2 % → 2.5 % from 2026-11-21 on',
    );
    expect((await findDaySettings(database.pool, '2026-11-20')).poolFeePpm).toBe(20_000);
    expect((await findDaySettings(database.pool, '2026-11-21')).poolFeePpm).toBe(25_000);
    expect(await shell('settlement', 'fee', '--percent', '1', '--reason', 'typing mistake')).toContain('2.5 % → 1 %');
    expect((await findDaySettings(database.pool, '2026-11-30')).poolFeePpm).toBe(10_000);
    expect(await shell('settlement', 'fee', '--percent', '0', '--reason', 'a free day')).toContain('1 % → 0 %');
    for (const percent of ['101', '0.00001', 'none'])
      await expect(shell('settlement', 'fee', '--percent', percent, '--reason', 'r')).rejects.toThrow(
        'between 0 and 100',
      );
  });

  it('change the luck band, audited', async () => {
    expect(await shell('settlement', 'band', '--percent', '5', '--reason', 'less luck')).toBe('Luck band: 10 % → 5 %');
    expect((await findDaySettings(database.pool, DAY)).luckBandPpm).toBe(50_000);
    expect((await audits()).at(-1)).toMatchObject({
      action: 'settlement.band',
      reason: 'less luck',
      detail: { after: 50_000 },
    });
  });
});
