import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { runMigration } from '../../test/run-migration.ts';
import { moneyHouse, type MoneyHouse } from '../../test/money-house.ts';
import { createPool } from '../db/pool.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { issueNft } from '../modules/nft/nft-holding.command.ts';
import { approveNftWithdrawal } from '../modules/nft/nft-review.command.ts';
import { withdrawNft } from '../modules/nft/nft-withdrawal.command.ts';
import { findNftWithdrawal } from '../modules/nft/nft.query.ts';
import { subscribeMiner } from '../modules/purchase/purchase.command.ts';
import { auditHash, GENESIS } from '../ledger/audit.ts';

let database: TestDatabase;
let house: MoneyHouse;
let owner: Pool;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await expectCoherentLedger(house.pool);
  await Promise.all([house.close(), owner.end()]);
  await database.drop();
});

/** As the database stood before actors had one form. */
const asBefore = (actor: string, before: string) =>
  Promise.all([
    owner.query('UPDATE command SET actor = $2 WHERE actor = $1', [actor, before]),
    owner.query(`UPDATE transfer SET answered = replace(answered, $1, $2) WHERE answered LIKE $1 || ' %'`, [
      actor,
      before,
    ]),
  ]);

const upgrade = () => runMigration(database, 'one-form-of-actors');

it('answers that were kept before actors had one form are found by it, and old lines of the audit log still prove', async () => {
  const first = { actor: 'cli', action: 'payouts.open', subject: 'payouts', reason: 'x', detail: {} };
  await owner.query(
    `INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash) VALUES (1, $1, $2, $3, $4, $5, '{}', $6, $7)`,
    [
      new Date(0),
      first.actor,
      first.action,
      first.subject,
      first.reason,
      GENESIS,
      auditHash(GENESIS, new Date(0), first),
    ],
  );
  const memberId = await house.member({ CW: '2000' });
  await house.devices('x1', 2);
  const buy = () =>
    house.funnel.run(
      subscribeMiner(
        memberId,
        {
          page: 'x1',
          packageId: 1,
          method: 1,
          quantity: 1,
          acceptWaiting: false,
          amounts: { [WALLET.CW]: unitsOf('1000') },
        },
        'a purchase',
      ),
    );
  const bought = await buy();
  const input = { memberId, walletId: WALLET.USDT, amountUnits: unitsOf('3'), reason: 'goodwill' };
  const credit = (actor: 'operator:ana' | 'operator:shell') =>
    house.funnel.run(creditMember({ ...input, actor }, 'a credit'));
  const credited = [await credit('operator:ana'), await credit('operator:shell')];
  const digest = '0123456789abcdef0123456789abcdef';
  await owner.query(
    `INSERT INTO command (actor, name, key, fingerprint, answer) VALUES ($1, 'member/signup', 'k', '\\x00', '{"ok": true}')`,
    [`s${digest}`],
  );
  await asBefore(`member:${memberId}`, `m${memberId}`);
  await asBefore('operator:ana', 'ana');
  await asBefore('operator:shell', 'cli');

  await upgrade();
  await upgrade();

  const { rows } = await house.pool.query<{ actor: string }>('SELECT actor FROM command ORDER BY actor');
  expect(rows.map(({ actor }) => actor)).toEqual(
    [`member:${memberId}`, 'operator:ana', 'operator:shell', `visitor:${digest}`].toSorted(),
  );
  expect(await buy()).toEqual(bought);
  expect([await credit('operator:ana'), await credit('operator:shell')]).toEqual(credited);
  expect(await house.balance(memberId, 'CW')).toBe(unitsOf('1000'));
  expect(await house.balance(memberId, 'USDT')).toBe(unitsOf('6'));
});

it('who approved before is still the same operator, so that another one has to agree', async () => {
  const memberId = await house.member({ USDT: '50' });
  const by = (actor: 'operator:ana' | 'operator:shell') => ({ actor, reason: 'test' });
  for (const [name, before] of [
    ['operator:ana', 'ana'],
    ['operator:shell', 'cli'],
  ] as const) {
    const { id: nftId } = await issueNft(house, memberId, { category: 'legendary' }, by(name));
    const input = { nftId, address: `0x${'ab'.repeat(20)}`, seenFeeUnits: null };
    const { id } = await house.funnel.run(withdrawNft(memberId, input, null));
    const withdrawal = (await findNftWithdrawal(house.pool, id))!;
    await house.funnel.run(approveNftWithdrawal(withdrawal, by(name)));
    await owner.query('UPDATE nft_withdrawal SET first_approver = $2 WHERE id = $1', [id, before]);
    await upgrade();
    await expect(house.funnel.run(approveNftWithdrawal(withdrawal, by(name)))).rejects.toMatchObject({
      code: 'err_second_operator',
    });
  }
});
