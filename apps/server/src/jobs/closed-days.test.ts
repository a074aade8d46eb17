import { DAY_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { register } from '../../test/people.ts';
import { createPool } from '../db/pool.ts';
import { closedDayRound } from '../modules/integrity/closed-day.command.ts';
import { checkClosedDays, cutTo, listClosedDays, openSpan } from '../modules/integrity/closed-day.query.ts';
import { checkEquations, checkIntegrity } from '../modules/integrity/integrity.query.ts';
import { openPayouts } from '../modules/integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../modules/integrity/payout-freeze.store.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { integrityRound } from './integrity.ts';

let app: TestApp;
let owner: Pool;
let memberId: bigint;
let round: ReturnType<typeof closedDayRound>;
beforeEach(async () => {
  app = await testApp();
  owner = createPool(app.database.ownerUrl, { max: 1 });
  ({ memberId } = await register(app, { email: 'who@example.com', fullName: 'Who' }));
  round = closedDayRound(app.context, 60_000);
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
/** A transfer without postings. */
const nothingMoved = () =>
  `INSERT INTO transfer (id, kind, member_id) VALUES ('00000000-0000-7000-8000-000000000001', 'credit', ${memberId})`;
const closed = async () => (await listClosedDays(app.context.pool, app.context.vault)).map(({ day }) => day);
const brokenIn = (outcomes: Awaited<ReturnType<typeof round>>) =>
  outcomes.filter(({ violations }) => violations > 0n).map(({ name }) => name);
const today = () => new Date(app.clock.now()).toISOString().slice(0, 10);
/** What the rounds see of an equation: the open days. */
const seenOpen = async (name: string) => {
  const span = openSpan(await listClosedDays(app.context.pool, app.context.vault));
  const equation = app.context.equations.find((each) => each.name === name)!;
  return brokenIn(await checkEquations(app.context.pool, [cutTo(equation, span)]));
};

describe('a day of the ledger', () => {
  it('is closed two days after it is over, one after the other, and holds then', async () => {
    await credit();
    const first = today();
    expect(brokenIn(await round())).toEqual([]);
    app.clock.advance(DAY_MS);
    const second = today();
    await credit();
    await round();
    expect(await closed()).toEqual([]);
    app.clock.advance(2 * DAY_MS);
    await round();
    expect(await closed()).toEqual([first]);
    app.clock.advance(DAY_MS);
    expect(brokenIn(await round())).toEqual([]);
    expect(await closed()).toEqual([first, second]);
    expect((await checkClosedDays(app.context.pool, app.context.vault)).violations).toBe(0n);
  });

  it('is not closed while it does not hold, until an operator knows of it', async () => {
    await credit();
    await write(nothingMoved());
    app.clock.advance(4 * DAY_MS);
    expect(brokenIn(await round())).toEqual(['transfers']);
    expect(await closed()).toEqual([]);
    await integrityRound(app.context).quick();
    expect(await findPayoutFreeze(app.context.pool)).not.toBeNull();
    const outcomes = await checkIntegrity(app.context, { now: app.clock.now() });
    await openPayouts(app.context, {
      freeze: (await findPayoutFreeze(app.context.pool))!,
      outcomes,
      actor: 'operator:test',
      reason: 'looked into',
    });
    await round();
    expect(await closed()).not.toEqual([]);
  });
});

describe('what is forged in a closed day', () => {
  let day: string;
  beforeEach(async () => {
    await credit();
    day = today();
    app.clock.advance(4 * DAY_MS);
    await round();
  });

  it.each([
    ['a posting that is higher', `UPDATE posting SET amount = amount + 1`],
    ['a transfer that has another reason', `UPDATE transfer SET reason = 'x'`],
    ['a transfer that is gone, with its posting', `DELETE FROM posting; DELETE FROM transfer`],
    [
      'one more, with its posting',
      `INSERT INTO transfer SELECT overlay(id::text placing 'ffff' from 33)::uuid, kind, member_id, order_id, NULL, reason, at FROM transfer LIMIT 1;
       INSERT INTO posting SELECT id, 0, 1, 129, 16001, 1 FROM transfer WHERE id::text LIKE '%ffff'`,
    ],
  ])('is %s: the open days do not show it, the day’s digest does', async (_, sql) => {
    await write(sql);
    for (const name of ['transfers', 'flows', 'assets']) expect(await seenOpen(name)).toEqual([]);
    expect(brokenIn(await round())).toContain('closed-days');
    expect((await checkClosedDays(app.context.pool, app.context.vault)).broken).toEqual([
      expect.stringMatching(`^${day} \\([0-9a-f]{16}\\)$`),
    ]);
    await integrityRound(app.context).quick();
    expect(Object.keys((await findPayoutFreeze(app.context.pool))!.violations)).toContain('closed-days');
  });

  it('opens the day again where its seal is made up or gone: nothing is closed by a forger', async () => {
    const reopened = async () => [await closed(), await seenOpen('transfers')];
    await write(nothingMoved());
    expect(await seenOpen('transfers')).toEqual([]);
    await owner.query('UPDATE ledger_day SET sealed = sealed || sealed');
    expect(await reopened()).toEqual([[], ['transfers']]);
    await owner.query('DELETE FROM ledger_day');
    expect(await reopened()).toEqual([[], ['transfers']]);
  });

  it('cannot be covered by the seal of another day', async () => {
    await write(`UPDATE posting SET amount = amount + 1`);
    const { rows } = await owner.query<{ days: number }>('SELECT count(*)::integer AS days FROM ledger_day');
    expect(rows[0]!.days).toBeGreaterThan(1);
    const before = await closed();
    await owner.query('UPDATE ledger_day SET day = day + 1 WHERE day = (SELECT max(day) FROM ledger_day)');
    expect(await closed()).toEqual(before.slice(0, -1));
    await owner.query('UPDATE ledger_day SET sealed = (SELECT sealed FROM ledger_day ORDER BY day DESC LIMIT 1)');
    expect(await closed()).toEqual([]);
  });

  it('opens what is behind a day that is missing', async () => {
    const before = await closed();
    expect(before.length).toBeGreaterThan(1);
    await owner.query('DELETE FROM ledger_day WHERE day = $1', [before[1]]);
    expect(await closed()).toEqual([before[0]]);
  });

  it('opens all where the first day is missing', async () => {
    const [first] = await closed();
    await owner.query('DELETE FROM ledger_day WHERE day = $1', [first]);
    expect(await closed()).toEqual([]);
  });
});
