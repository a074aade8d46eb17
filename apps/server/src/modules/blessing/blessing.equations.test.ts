import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPrizePool, MONEY_ONLY, packsOf } from '../../../test/blessing-pool.ts';
import { moneyHouse, PEPPER } from '../../../test/money-house.ts';
import type { MoneyHouse } from '../../../test/money-house.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase } from '../../db/test-database.ts';
import type { TestDatabase } from '../../db/test-database.ts';
import { openBlessing } from './blessing.command.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import { BLESSING_EQUATIONS } from './blessing.equations.ts';
import { judge } from '../integrity/integrity.query.ts';

describe('the equations of Raya Blessings', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let owner: Pool;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    owner = createPool(database.ownerUrl, { max: 1 });
    const phuket = { id: 9, name: 'Phuket', min: 888, weight: 1_000_000, total: 66 };
    await fillPrizePool(house.pool, [...MONEY_ONLY, phuket], { packageId: 1, count: 2 });
    await house.devices('x1', 1);
    const memberId = await house.member({ CW: '1000' });
    const amounts = { [WALLET.CW]: unitsOf('1000') };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity: 1, acceptWaiting: false, amounts };
    await house.funnel.run(subscribeMiner(memberId, input, null));
    const [first] = await packsOf(house.pool, memberId);
    // A card of money.
    const index = first!
      .deck!.split('\n')
      .slice(2)
      .findIndex((line) => !line.includes('Phuket'));
    await house.funnel.run(openBlessing(memberId, { packId: first!.id, index, pepper: PEPPER }, null));
  });
  afterAll(async () => {
    await owner.end();
    await house.close();
    await database.drop();
  });

  /** The equations that do not hold after somebody with all rights did this; then it is undone. */
  const brokenBy = async (lie: string | null): Promise<string[]> => {
    const client = await owner.connect();
    try {
      await client.query('BEGIN');
      if (lie !== null) await client.query(lie);
      const outcomes = await judge(client, BLESSING_EQUATIONS);
      return outcomes.filter(({ violations }) => violations > 0n).map(({ name }) => name);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  it('hold after a grant and a pick', async () => {
    expect(await brokenBy(null)).toEqual([]);
  });

  it.each([
    [
      'a closed deck that was left in clear',
      `UPDATE blessing_deck SET clear_deck = 'x' WHERE pack_id NOT IN (SELECT pack_id FROM blessing_opened)`,
      ['blessing-secrets'],
    ],
    [
      'an opened deck whose seal names another one',
      `UPDATE blessing_deck SET commitment = sha256('x')`,
      ['blessing-decks'],
    ],
    [
      'a deck that says it took other prizes',
      `UPDATE blessing_deck SET prize_ids = array_fill(2::smallint, ARRAY[9]) WHERE pack_id IN (SELECT pack_id FROM blessing_opened)`,
      ['blessing-decks'],
    ],
    ['a pack of an order that was cancelled', 'UPDATE miner_order SET status = 10', ['blessing-grants', 'order-packs']],
    [
      'a card that is swapped for another',
      'UPDATE blessing_card SET amount_units = amount_units + 100000000 WHERE position = 3',
      ['blessing-decks'],
    ],
    ['a limited prize that vanishes', 'UPDATE blessing_prize SET gone = gone + 1 WHERE id = 9', ['blessing-pool']],
    [
      'a pick that is not paid',
      `DELETE FROM posting WHERE source < 16000 AND transfer_id IN (SELECT transfer_id FROM blessing_pick)`,
      ['blessing-picks'],
    ],
    [
      'a day that is committed to another prize table',
      `WITH other AS (INSERT INTO blessing_table SELECT sha256('x'), 'x', now() RETURNING hash) UPDATE blessing_seed SET table_hash = hash FROM other`,
      ['blessing-days'],
    ],
    [
      'a deck that was dealt by another table than its day’s',
      `WITH other AS (INSERT INTO blessing_table SELECT sha256('x'), 'x', now() RETURNING hash) UPDATE blessing_deck SET table_hash = hash FROM other`,
      ['blessing-days'],
    ],
    [
      'a day that takes back its promise of a table',
      'UPDATE blessing_seed SET table_committed = false',
      ['blessing-days'],
    ],
    ['a day that no line of the audit log tells of', `UPDATE audit SET action = 'x'`, ['blessing-days']],
    ['a pick that is paid double', 'UPDATE blessing_pick SET credited_units = credited_units * 2', ['blessing-picks']],
    [
      'a pack that says it was opened',
      'UPDATE blessing_pack SET opened_at = now()',
      ['blessing-secrets', 'blessing-pool', 'blessing-picks'],
    ],
    ['a prize paid without a pick', `UPDATE transfer SET kind = 'prize' WHERE kind = 'credit'`, ['blessing-picks']],
  ])('find %s', async (_, lie, broken) => {
    expect(await brokenBy(lie)).toEqual(broken);
  });

  it('find an opened deck that is rewritten, and leave nobody of the app the right to', async () => {
    expect(await brokenBy(`UPDATE blessing_opened SET deck = replace(deck, '|', '|1')`)).toEqual(['blessing-decks']);
    await expect(brokenBy(`UPDATE blessing_table SET lines = lines || '!'`)).rejects.toThrow('blessing_table_hash');
    for (const lie of [
      'UPDATE blessing_deck SET sealed = sealed',
      'UPDATE blessing_opened SET deck = deck',
      'UPDATE blessing_seed SET commitment = commitment',
      'UPDATE blessing_table SET lines = lines',
    ])
      await expect(house.pool.query(lie)).rejects.toThrow('permission denied');
    await expect(house.pool.query('DELETE FROM blessing_pick')).rejects.toThrow('permission denied');
    await expect(house.pool.query('UPDATE blessing_card SET position = position')).rejects.toThrow('permission denied');
  });
});
