import { MINUTE_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { register } from '../../../../test/people.ts';
import { createPool } from '../../../db/pool.ts';
import { SWAP_HOUSE } from '../../swap/swap.ledger.ts';
import { keyRangeRound } from './key-range.command.ts';
import { isOfEach } from './key-range.query.ts';
import { creditMember } from '../../member/adjustment.command.ts';
import { integrityRound } from '../../../jobs/integrity.ts';
import { findPayoutFreeze } from '../payout-freeze.store.ts';

let app: TestApp;
let owner: Pool;
let memberId: bigint;
/** No time at all: an account at a time, the house's all at once. */
let round: () => Promise<string[]>;
beforeEach(async () => {
  app = await testApp();
  owner = createPool(app.database.ownerUrl, { max: 1 });
  ({ memberId } = await register(app, { email: 'who@example.com', fullName: 'Who' }));
  await register(app, { email: 'other@example.com', fullName: 'Other' });
  await credit();
  app.clock.advance(2 * MINUTE_MS);
  const balances = app.context.equations.filter(isOfEach).find(({ name }) => name === 'balances')!;
  const ask = keyRangeRound(app.context, balances, 0);
  round = async () => (await ask()).flatMap(({ broken }) => broken);
});
afterEach(async () => {
  await owner.end();
  await app.close();
});

const credit = () =>
  app.context.funnel.run(
    creditMember({
      memberId,
      walletId: WALLET.USDT,
      amountUnits: unitsOf('5'),
      reason: 'test',
      actor: 'operator:test',
    }),
  );
const write = (sql: string) =>
  owner.query(`SET session_replication_role = replica; ${sql}; RESET session_replication_role`);
/** As many rounds as there are accounts of members, and one for the house's: what they find. */
const wholeTurn = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ rounds: number }>(
    'SELECT 1 + count(*)::integer AS rounds FROM account WHERE id > 16000',
  );
  const found: string[] = [];
  for (let n = 0; n < rows[0]!.rounds; n += 1) found.push(...(await round()));
  return found;
};

describe('what is asked of each account', () => {
  it('is asked of all in turn, and holds', async () => {
    expect(await wholeTurn()).toEqual([]);
  });

  const account = (sql: string): string => `(SELECT ${sql} FROM account WHERE id > 16000)`;
  it.each([
    [
      'the balance of the first member',
      () => `UPDATE account SET balance = balance + 1 WHERE id = ${account('min(id)')}`,
    ],
    ['the balance of the last', () => `UPDATE account SET balance = balance + 1 WHERE id = ${account('max(id)')}`],
    [
      'what the house has to give',
      () => `UPDATE account SET balance = balance + 1 WHERE id = ${SWAP_HOUSE.SWAP_LIQUIDITY} * 16 + 1`,
    ],
    ['a posting made higher', () => 'UPDATE posting SET amount = amount + 1'],
    ['a posting that is gone', () => 'DELETE FROM posting'],
    ['an account that is gone', () => `DELETE FROM account WHERE id = ${memberId} * 16 + 1`],
    [
      'money that went to no account',
      () => `INSERT INTO posting SELECT transfer_id, 1, 1, source, 160000001, 1 FROM posting`,
    ],
  ])('is broken by %s, once a turn', async (_, sql) => {
    await write(sql());
    const found = await wholeTurn();
    expect(found).toHaveLength(1);
    expect(await wholeTurn()).toEqual(found);
  });

  it('is asked at once of the accounts that something has moved of, whosever turn it is', async () => {
    await credit();
    await write('UPDATE account SET balance = balance + 1 WHERE balance > 0 AND id > 16000');
    const found = [`${memberId * 16n + 1n} by 1`];
    expect(await round()).toEqual(found);
    // It may have been committed later than its id says.
    expect(await round()).toEqual(found);
    app.clock.advance(2 * MINUTE_MS);
    await round();
    expect(await round()).toEqual([]);
  });

  it('freezes payouts, in the rounds, however long ago it was', async () => {
    await write('UPDATE account SET balance = balance + 1 WHERE balance > 0 AND id > 16000');
    await integrityRound(app.context).quick();
    expect(Object.keys((await findPayoutFreeze(app.context.pool))!.violations)).toEqual(['balances']);
  });
});
