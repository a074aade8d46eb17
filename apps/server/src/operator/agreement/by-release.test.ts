import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { addOperators, asOwner } from '../../../test/operator/operators.ts';
import { seedReference } from '../../seed/reference.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await addOperators(app);
}, 240_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const COIN = '(wallet_id, network_id) = (1, 2)';

/** What no action makes, past the product: each with a price or limits that two agree to once it is there. */
const ROWS = [
  ['wallet_by_release', `INSERT INTO wallet_type (id, name, precision, price_units) VALUES (12, 'NEW', 2, 100000000)`],
  [
    'package_by_release',
    `INSERT INTO miner_package (id, name, price_units, quantity, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, free_blessings)
     VALUES (6, 'X', 1, 1, 1, 0, 1, 1, 100)`,
  ],
  [
    'coin_by_release',
    `INSERT INTO asset_network (wallet_id, network_id, decimals, min_deposit_units, min_withdraw_units, fee_units, daily_limit_units, two_operators_above_units)
     VALUES (4, 2, 6, 1, 1, 0, 9000000000000000, 9000000000000000)`,
  ],
] as const;

describe('what a release brings', () => {
  it.each(ROWS)(
    'is not added by whoever writes as the app where two operators agree to such things: %s',
    async (constraint, sql) => {
      await expect(app.context.pool.query(sql)).rejects.toMatchObject({ code: '23514', constraint });
      // Also not in words that leave alone what is there.
      await expect(app.context.pool.query(`${sql} ON CONFLICT DO NOTHING`)).rejects.toMatchObject({ constraint });
    },
  );

  it('is added by the owner at its first start, and every other start finds it there', async () => {
    const { context, clock } = app;
    await seedReference(context.pool, clock);
    await asOwner(app, ({ pool }) => pool.query(`DELETE FROM asset_network WHERE ${COIN}`));
    await expect(seedReference(context.pool, clock)).rejects.toMatchObject({ constraint: 'coin_by_release' });
    await asOwner(app, ({ pool }) => seedReference(pool, clock));
    await seedReference(context.pool, clock);
    const { rows } = await context.pool.query(`SELECT fee_units > 0 AS priced FROM asset_network WHERE ${COIN}`);
    expect(rows).toEqual([{ priced: true }]);
  });
});
