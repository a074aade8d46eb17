import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPrizePool, MONEY_ONLY, packsOf, positionOf } from '../../../test/blessing-pool.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { testEnv } from '../../../test/app.ts';
import { createExpiryClock } from '../../base/expiry-clock.ts';
import { moneyHouse, PEPPER } from '../../../test/money-house.ts';
import type { MoneyHouse } from '../../../test/money-house.ts';
import type { Context } from '../../context.ts';
import { testDatabase } from '../../db/test-database.ts';
import type { TestDatabase } from '../../db/test-database.ts';
import { openBlessing } from '../../modules/blessing/blessing.command.ts';
import { unitsOf } from '@minerx/rules/money';
import { subscribeMiner } from '../../modules/purchase/purchase.command.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';

describe('Raya Blessings at the shell', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let memberId: bigint;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    const dubai = { id: 9, name: 'Dubai', min: 2888, weight: 1_000_000, total: 66 };
    await fillPrizePool(house.pool, [...MONEY_ONLY, dubai]);
    await house.devices('x1', 1);
    memberId = await house.member({ CW: '1000' });
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await house.close();
    await database.drop();
  });

  const context = (): Context =>
    ({ ...house, env: testEnv(), expiryClock: createExpiryClock(house.clock, () => 0) }) as unknown as Context;
  const shell = (...words: string[]): Promise<string> => runShell(context(), words);
  const complaint = (...words: string[]): Promise<string> => shellRefusal(context(), words);
  const why = ['--reason', 'test'] as const;

  it('lists the pool with what is left and the chance of each line', async () => {
    const list = await shell('prize', 'list');
    expect(list).toMatch(/9 Dubai +\$2888 +weight 1000000 +66 of 66 left +11\.1\d+ %/);
    expect(list).toMatch(/2 CW +\$28–8888 +weight 20 +unlimited +44\.4\d+ %/);
  });

  it('changes weights, counts and whether a prize is drawn, and adds one', async () => {
    expect(await shell('prize', 'set', '--id', '9', '--count', '3', '--weight', '500000', ...why)).toMatch(
      /weight 500000 +3 of 3 left/,
    );
    expect(await shell('prize', 'set', '--id', '2', '--draw', 'off', ...why)).toContain('off');
    expect(await shell('prize', 'set', '--id', '2', '--draw', 'on', ...why)).not.toContain('off');
    const words = ['--id', '20', '--name', 'Builder Package', '--from', '5000', '--weight', '1', '--package', '4'];
    expect(await shell('prize', 'set', ...words, ...why)).toMatch(/20 Builder Package +\$5000 +weight 1 +unlimited/);
    expect(await shell('prize', 'set', '--id', '20', '--draw', 'off', ...why)).toContain('off');
    expect(await complaint('prize', 'set', '--id', '9', '--draw', 'maybe', ...why)).toContain('on or off');
    expect(await complaint('prize', 'set', '--id', '9', '--count', 'many', ...why)).toContain(
      'whole number or unlimited',
    );
  });

  it('sets how many picks an order grants', async () => {
    expect(await shell('blessing', 'grant', '--package', '1', '--count', '1', ...why)).toContain('package 1 grants 1');
    expect(await complaint('blessing', 'grant', '--package', '1', '--count', '21', ...why)).toContain('at most 20');
  });

  it('shows a deck only when it is opened, and keeps the list of what people hand over', async () => {
    const amounts = { [WALLET.CW]: unitsOf('1000') };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity: 1, acceptWaiting: false, amounts };
    await house.funnel.run(subscribeMiner(memberId, input, null));
    const [pack] = await packsOf(house.pool, memberId);
    const closed = await shell('blessing', 'show', '--id', pack!.id);
    expect(closed).toContain(pack!.commitment);
    expect(closed).not.toContain(pack!.salt);
    expect(closed).not.toContain('Dubai');
    expect(await shell('fulfilment', 'list')).toBe('Nothing waits.');
    const index = positionOf(pack!, 'Dubai');
    await house.funnel.run(openBlessing(memberId, { packId: pack!.id, index, pepper: PEPPER }, null));
    expect(await shell('blessing', 'show', '--id', pack!.id)).toContain(`${pack!.salt}\n${pack!.deck}`);
    expect(await shell('fulfilment', 'list')).toMatch(/Dubai \$2888 .* waits/);
    expect(await shell('fulfilment', 'done', '--id', pack!.id, '--note', 'Flight booked', ...why)).toContain('Noted');
    expect(await shell('fulfilment', 'list')).toBe('Nothing waits.');
    expect(await shell('fulfilment', 'list', '--all', 'yes')).toMatch(
      /done .* by operator:ana@minerx.test: Flight booked/,
    );
    expect(await complaint('blessing', 'show', '--id', 'x')).toContain('no pack');
    expect(await complaint('fulfilment', 'done', '--id', 'x', '--note', 'n', ...why)).toContain('no prize');
  });
});
