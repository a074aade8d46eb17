import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { ADVISORY_LOCK } from '../../db/advisory-locks.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openPayouts } from '../integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { insertPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { issueNft } from './nft-holding.command.ts';
import { approveNftWithdrawal } from './nft-review.command.ts';
import { withdrawNft } from './nft-withdrawal.command.ts';
import { findNftWithdrawal } from './nft.query.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BY = { actor: 'operator:ana' as const, reason: 'test' };

let database: TestDatabase;
let house: MoneyHouse;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

const isSomebodyWaiting = async (): Promise<boolean> => {
  const { rows } = await database.pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [ADVISORY_LOCK.payouts],
  );
  return rows.length > 0;
};

it('an approval waits for a freeze of payouts that is being written, and then nothing is approved until they are open', async () => {
  const member = await house.member({ USDT: '5' });
  const { id: nftId } = await issueNft(house, member, { category: 'rare' }, BY);
  const { id } = await house.funnel.run(withdrawNft(member, { nftId, address: ADDRESS, seenFeeUnits: null }, null));
  const withdrawal = (await findNftWithdrawal(house.pool, id))!;
  let isAnswered = false;
  const { asked } = await inTransaction(house.pool, async (tx) => {
    await insertPayoutFreeze(tx, { balances: 1 }, new Date());
    const approval = house.funnel.run(approveNftWithdrawal(withdrawal, BY)).finally(() => (isAnswered = true));
    approval.catch(() => undefined);
    while (!isAnswered && !(await isSomebodyWaiting()));
    return { asked: approval };
  });
  await expect(asked).rejects.toMatchObject({ code: 'err_payouts_frozen' });
  expect(await findNftWithdrawal(house.pool, id)).toMatchObject({ status: 0 });
  expect(await house.balance(member, 'USDT')).toBe(unitsOf('5') - withdrawal.feeUnits);
  await openPayouts(
    { pool: house.pool, clock: house.clock },
    { freeze: (await findPayoutFreeze(house.pool))!, outcomes: [], actor: 'operator:shell', reason: 'test' },
  );
  expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BY))).toEqual({ approved: true });
  await expectCoherentLedger(house.pool);
});
