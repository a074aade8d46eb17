import { operatorHealth } from '@minerx/contract/operator/health';
import { operatorSession } from '@minerx/contract/operator/session';
import { unitsOf } from '@minerx/rules/money';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { giveByTwo } from '../../../../test/operator/given-by-two.ts';
import { openConsole, openDesk, type Console } from '../../../../test/operator/operators.ts';
import { register } from '../../../../test/people.ts';
import { asking, saveAddress } from '../../../../test/withdrawals.ts';
import { openPayouts } from '../../../modules/integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../../../modules/integrity/payout-freeze.store.ts';
import { LIMITS, troublesOf } from '../../../modules/system/troubles.ts';

let app: TestApp;
let support: Console;

beforeAll(async () => {
  const calm = (sourceId: string) => ({
    health: () => ({
      sourceId,
      simulated: sourceId === 'pool',
      answered: 3,
      failed: { timeout: 2 },
      lastAnswerAt: Date.parse('2026-11-20T11:59:00Z'),
      lastFailureAt: null,
      lastFailure: null,
    }),
  });
  ({ app, support } = await openDesk('support'));
  Object.assign(app.context.outside, {
    pool: calm('pool'),
    network: calm('network'),
    market: calm('market'),
    secondMarket: null,
  });
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const health = () => support.read(operatorHealth);
const troubleOf = async (name: string) => (await health()).troubles.find(({ trouble }) => trouble === name);

describe('health', () => {
  // proves 7: GET operator/health
  it('tells every source with its last answer and failures, payouts, and the signs that are scraped', async () => {
    const told = await health();
    expect(told).toMatchObject({ frozen: null, differences: 0, refused_tip: null, hot_wallets: [] });
    expect(told.sources.find(({ name }) => name === 'Pool (pool)')).toMatchObject({
      simulated: true,
      answered: 3,
      failed: 2,
      last_answer_at: '2026-11-20T11:59:00.000Z',
    });
    expect(told.signs.find(({ name }) => name === 'withdrawals_waiting')?.value).toBe(0);
  });

  it('tells what is past its limit, since when, and what cannot wait first', async () => {
    const { memberId } = await register(app);
    await giveByTwo(app.context, { memberId, walletId: 1, amountUnits: unitsOf('90') });
    const bank = { pool: app.context.pool, clock: app.clock };
    await saveAddress(bank, memberId);
    const askedAt = new Date(app.clock.now()).toISOString();
    await app.context.funnel.run(await asking(bank, memberId, {}));
    expect(await troubleOf('withdrawal_oldest_seconds')).toBeUndefined();
    app.clock.advance(25 * 3_600_000);
    // Whoever was silent for so long signs in anew.
    support = await openConsole(app, 'support');
    expect(await troubleOf('withdrawal_oldest_seconds')).toEqual({
      trouble: 'withdrawal_oldest_seconds',
      urgent: false,
      value: 25 * 3600 + 30,
      since: askedAt,
    });
    const frozenAt = new Date(app.clock.now());
    await app.context.pool.query(`INSERT INTO payout_freeze (frozen_at, violations) VALUES ($1, '{"balances": 1}')`, [
      frozenAt,
    ]);
    const { frozen, troubles } = await health();
    expect(frozen).toMatchObject({ broken: ['balances'] });
    expect(troubles[0]).toEqual({
      trouble: 'payouts_frozen',
      urgent: true,
      value: 1,
      since: frozenAt.toISOString(),
    });
    expect(troubles.map(({ urgent }) => urgent)).toEqual(
      troubles
        .map(({ urgent }) => urgent)
        .toSorted()
        .toReversed(),
    );
    expect((await support.read(operatorSession)).frozen).toEqual({
      since: frozenAt.toISOString(),
      broken: ['balances'],
    });
  });

  it('tells what is known to be broken once payouts were opened over it', async () => {
    expect((await health()).known).toEqual([]);
    await openPayouts(app.context, {
      freeze: (await findPayoutFreeze(app.context.pool))!,
      actor: 'operator:test',
      reason: 'seen',
      outcomes: [{ name: 'balances', sentence: '', violations: 2n, broken: ['1 USDT', '2 USDT'], examples: [] }],
    });
    const { frozen, known } = await health();
    expect([frozen, known]).toEqual([null, [{ equation: 'balances', rows: 2 }]]);
  });

  it('tells the last check of each kind, and that it is old', async () => {
    const at = new Date(app.clock.now() - 11 * 60_000);
    await app.context.pool.query('UPDATE integrity_check SET at = $1', [at]);
    const { checks } = await health();
    expect(checks).toEqual([
      { kind: 'whole', at: at.toISOString(), old: false },
      { kind: 'guard', at: at.toISOString(), old: true },
    ]);
    expect(await troubleOf('integrity_guard_age_seconds')).toMatchObject({ since: at.toISOString() });
  });
});

describe('limits', () => {
  it('are those of the rules that wake people, and a figure at its limit is none', () => {
    const file = readFileSync(new URL('../../../../../../deploy/alerts.yml', import.meta.url), 'utf8');
    const rules = [...file.matchAll(/expr: (.*)\n(?: {8}for: .*\n)? {8}labels: { severity: (\w+) }/g)];
    const ruled = rules.flatMap(([, expression, severity]) =>
      [...expression!.matchAll(/(?:max|min)\((\w+)\) ([<>]) ([\d* ]+)/g)].map(([, name, way, limit]) => {
        const most = limit!.split('*').reduce((product, factor) => product * Number(factor), 1);
        return [name, { [way === '>' ? 'above' : 'below']: most, urgent: severity === 'page' }];
      }),
    );
    // A broken equation is what freezes payouts; commands that wait are of one process.
    const {
      equations_broken: _,
      ledger_commands_waiting: __,
      ...same
    } = Object.fromEntries(ruled) as object & {
      equations_broken: unknown;
      ledger_commands_waiting: unknown;
    };
    expect(same).toEqual(LIMITS);
    const at = (name: keyof typeof LIMITS, value: number | null) => troublesOf([{ name, value }], {}, 0).length;
    expect([at('chain_lag_blocks', 200), at('chain_lag_blocks', 201)]).toEqual([0, 1]);
    expect([at('hot_wallet_gas_left', 50), at('hot_wallet_gas_left', 49)]).toEqual([0, 1]);
    expect(at('btc_price_age_seconds', null)).toBe(0);
  });
});
