import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { createPool } from '../../src/db/pool.ts';
import { integrityGuard, integrityRound } from '../../src/jobs/integrity.ts';
import { findPayoutFreeze } from '../../src/modules/integrity/payout-freeze.store.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { OPERATOR_COMMANDS } from '../../src/operator/catalogue.ts';
import type { OperatorHouse } from '../../src/operator/command.ts';
import { readOperatorInput } from '../../src/operator/read-flags.ts';
import { testApp } from '../app.ts';
import { register } from '../people.ts';
import { rowsOf } from '../read-api.ts';

export type WatchedHouse = Awaited<ReturnType<typeof openWatchedHouse>>;

/** A house with one member who was credited once, its owner, and whoever looks whether its books hold. */
export const openWatchedHouse = async () => {
  const app = await testApp();
  await rowsOf(app.database).reference();
  const owner = createPool(app.database.ownerUrl, { max: 1 });
  // The rows of `reference` came past the seed, and claim miners in use that are not there.
  await owner.query(`
    UPDATE stock SET total = 0, used = 0, waiting = 0, shared_queue = 0;
    UPDATE row_version SET tx = NULL, at = (SELECT max(applied_at) FROM schema_migration);
    INSERT INTO wallet_price SELECT id, price_at, price_units, price_source, price_simulated FROM wallet_type`);
  const { memberId } = await register(app, { email: 'who@example.com', fullName: 'Who' });
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
  await credit();
  return {
    app,
    owner,
    memberId,
    credit,
    /** Money from nowhere: its own postings and balance, and no word in the audit log. */
    forgeCredit: () =>
      owner.query(`
        WITH t AS (INSERT INTO transfer (id, kind, member_id) VALUES (gen_random_uuid(), 'credit', ${memberId}) RETURNING id),
             p AS (INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
                   SELECT id, 0, 1, 8 * 16 + 1, ${memberId} * 16 + 1, 100000000 FROM t)
        UPDATE account SET balance = balance + 100000000 WHERE id = ${memberId} * 16 + 1`),
    guard: () => integrityGuard(app.context)(),
    hourly: () => integrityRound(app.context).quick(),
    shell: async (...words: string[]): Promise<string> => {
      const { command, values } = readOperatorInput(OPERATOR_COMMANDS, words);
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const house: OperatorHouse = { context: app.context, print, printOnce: print, actor: 'operator:ana' };
      await command.run(house, values).catch((error: Error) => lines.push(error.message));
      return lines.join('\n');
    },
    broken: async () => Object.keys((await findPayoutFreeze(app.context.pool))!.violations),
    ready: async () => (await app.http.inject('/readyz')).json(),
    mails: async (): Promise<string[]> =>
      (
        await app.context.pool.query<{ subject: string }>(
          `SELECT payload->>'subject' AS subject FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
        )
      ).rows.map(({ subject }) => subject),
    close: async () => {
      await owner.end();
      await app.close();
    },
  };
};
