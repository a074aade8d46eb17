import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { register } from '../../test/people.ts';
import { createPool } from '../db/pool.ts';
import { checkGuards, checkIntegrity } from '../modules/integrity/integrity.query.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { createVouchers } from '../modules/voucher/voucher-batch.command.ts';
import { voidVouchers } from '../modules/voucher/voucher-void.command.ts';
import { REWARD_HOUSE } from '../modules/reward/reward.ledger.ts';

let app: TestApp;
let owner: Pool;
let memberId: bigint;
beforeEach(async () => {
  app = await testApp();
  owner = createPool(app.database.ownerUrl, { max: 1 });
  ({ memberId } = await register(app, { email: 'who@example.com', fullName: 'Who' }));
});
afterEach(async () => {
  await owner.end();
  await app.close();
});

/** With triggers and keys silenced, as whoever forges can have it. */
const write = (sql: string) =>
  owner.query(`SET session_replication_role = replica; ${sql}; RESET session_replication_role`);
/** More than the guards look at; counted, as the database does by itself a minute later: the check of everything would be planned for empty tables. */
const writeMore = () =>
  write(`
    INSERT INTO transfer (id, kind, member_id) SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n + 15), 12, '0'))::uuid, 'reward', ${memberId} FROM generate_series(1, 20000) n;
    INSERT INTO posting SELECT id, 0, 3, ${REWARD_HOUSE.MINING} * 16 + 3, ${memberId} * 16 + 3, 1 FROM transfer WHERE kind = 'reward';
    INSERT INTO withdrawal_address (member_id, wallet_id, network_id, address, saved_at, usable_at)
      SELECT ${memberId} + n, 1, 2, 'a' || n, now(), now() FROM generate_series(1, 300) n;
    ANALYZE transfer, posting, withdrawal_address`);
const askWithdrawal = () =>
  write(`
    INSERT INTO withdrawal (id, member_id, wallet_id, network_id, status, revision, amount_units, fee_units, hold_owner_id, address, two_operators, created_at, changed_at)
      VALUES (gen_random_uuid(), ${memberId}, 1, 2, 0, 1, 1, 0, 1, 'a', false, now(), now())`);
const seenBy = async (name: string) =>
  (await checkGuards(app.context, app.clock.now())).guards.find((outcome) => outcome.name === name)!.broken;
const seenByAll = async (name: string) =>
  (await checkIntegrity(app.context, { now: app.clock.now() })).find((outcome) => outcome.name === name)!.broken;

it('vouchers that an operator takes back break nothing that the guards look at', async () => {
  const by = { actor: 'operator:test', reason: 'test' } as const;
  await createVouchers(app.context, { packageId: 3, amountUnits: unitsOf('100'), count: 3, expiresAt: null, ...by });
  const { rows } = await app.context.pool.query<{ id: string }>('SELECT id FROM voucher ORDER BY id LIMIT 2');
  await app.context.funnel.run(voidVouchers({ ids: rows.map(({ id }) => id), batch: 1n, ...by }));
  const { guards } = await checkGuards(app.context, app.clock.now());
  expect(guards.filter(({ violations }) => violations > 0n)).toEqual([]);
});

describe('what was forged before all that the guards look at', () => {
  it('is found by the check of everything, and by the guards as soon as its member asks for money', async () => {
    const amountUnits = unitsOf('5');
    const given = { memberId, walletId: WALLET.USDT, amountUnits, reason: 'test', actor: 'operator:test' } as const;
    await app.context.funnel.run(creditMember(given));
    await write(`
      INSERT INTO transfer (id, kind, member_id) VALUES ('00000000-0000-7000-8000-000000000001', 'credit', ${memberId});
      INSERT INTO posting VALUES ('00000000-0000-7000-8000-000000000001', 0, 1, 8 * 16 + 1, ${memberId} * 16 + 1, 100000000);
      UPDATE account SET balance = balance + 100000000 WHERE id = ${memberId} * 16 + 1`);
    const forged = ['00000000-0000-7000-8000-000000000001'];
    expect(await seenBy('newest-money')).toEqual(forged);
    await writeMore();
    expect(await seenBy('newest-money')).toEqual([]);
    expect(await seenByAll('adjustments')).toEqual(forged);
    await askWithdrawal();
    expect(await seenBy('newest-money')).toEqual(forged);
  });

  it('is found by the check of everything, and by the guards as soon as its member asks for a withdrawal, where it is an address', async () => {
    await write(`
      INSERT INTO withdrawal_address (member_id, wallet_id, network_id, address, saved_at, usable_at)
        VALUES (${memberId}, 1, 2, 'thief', now(), now())`);
    expect(await seenBy('newest-leaving')).toEqual(['address 1']);
    await writeMore();
    expect(await seenBy('newest-leaving')).not.toContain('address 1');
    expect(await seenByAll('addresses')).toContain('address 1');
    await askWithdrawal();
    expect(await seenBy('newest-leaving')).toContain('address 1');
  });
});
