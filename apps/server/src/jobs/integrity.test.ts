import { HOUR_MS } from '@minerx/rules/duration';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EQUATIONS } from '../composition/equations.ts';
import { checkEquations, checkGuards, checkIntegrity, guardsOf } from '../modules/integrity/integrity.query.ts';
import { findKnown } from '../modules/integrity/payout-freeze.query.ts';
import { findPayoutFreeze } from '../modules/integrity/payout-freeze.store.ts';
import { findWritten } from '../modules/integrity/stillness.query.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { appendAudit, type AuditEntry } from '../ledger/audit.ts';
import type { Equation } from '../ledger/equation.ts';
import { integrityGuard, integrityRound } from './integrity.ts';
import { scheduledJobs } from './schedule.ts';
import { settleDay } from './settlement.ts';
import { openWatchedHouse, type WatchedHouse } from '../../test/whole/watched-house.ts';

let house: WatchedHouse;
let { app, owner, memberId, forgeCredit, guard, hourly, shell, broken, ready, mails } = {} as WatchedHouse;
beforeEach(async () => {
  house = await openWatchedHouse();
  ({ app, owner, memberId, forgeCredit, guard, hourly, shell, broken, ready, mails } = house);
});
afterEach(() => house.close());

const LIFT = `UPDATE payout_freeze SET lifted_at = now(), lifted_by = 'x', reason = 'x', known = '{"adjustments": 9}' WHERE lifted_at IS NULL`;

describe('the check by the minute', () => {
  it('leaves payouts open while all holds', async () => {
    await guard();
    expect(await findPayoutFreeze(app.context.pool)).toBeNull();
    expect(await ready()).toMatchObject({ status: 'ready', payouts: 'open' });
    expect(await mails()).toEqual([]);
  });

  it.each([
    [
      'order',
      'newest-orders',
      `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units)
         SELECT '00000000-0000-7000-8000-000000000002', 'FORGED', 'FORGED', m.id, 1, 7, 1, 1, 1 FROM member m ORDER BY m.id DESC LIMIT 1`,
    ],
    [
      'voucher',
      'newest-orders',
      `INSERT INTO voucher (id, code_hash, package_id, amount_units) VALUES (gen_random_uuid(), sha256('x'), 3, 100000000000)`,
    ],
    [
      'prize',
      'newest-orders',
      `WITH t AS (INSERT INTO transfer (id, kind, member_id) SELECT '00000000-0000-7000-8000-000000000003', 'prize', max(id) FROM member RETURNING id, member_id)
       INSERT INTO posting SELECT id, 0, 1, 6 * 16 + 1, member_id * 16 + 1, 1 FROM t`,
    ],
    [
      'stake',
      'newest-stakes',
      `INSERT INTO staking_order (id, member_id, type_id, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, created_at, ends_at)
         SELECT gen_random_uuid(), m.id, 1, 6, 7, 100, 25000, 1, now(), now() + interval '1 minute' FROM member m ORDER BY m.id DESC LIMIT 1`,
    ],
  ])('finds a new %s that nobody made', async (_, equation, sql) => {
    await owner.query(`SET session_replication_role = replica; ${sql}; RESET session_replication_role`);
    await guard();
    expect(await broken()).toContain(equation);
  });

  it('finds a balance that was made higher, of an account that money has moved of', async () => {
    await owner.query('UPDATE account SET balance = balance + 100000000 WHERE id = $1', [memberId * 16n + 1n]);
    await guard();
    expect(await broken()).toEqual(['newest-money']);
  });

  it('freezes what pays out, shows it and mails it once, until an operator opens payouts with a reason', async () => {
    await forgeCredit();
    await guard();
    await guard();
    expect(await ready()).toMatchObject({ status: 'ready', payouts: 'frozen', integrity: 'broken' });
    expect(await mails()).toEqual(['Payouts are frozen: the books do not hold']);
    expect(await settleDay(app.context, '2026-11-18')).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('frozen'),
    });
    const checked = await shell('integrity', 'check');
    expect(checked).toContain('BROKEN  adjustments');
    expect(checked).toContain('Payouts are frozen since');

    // A thief who lifts it by hand gets nowhere: only the audit log says what an operator knew.
    await owner.query(`SET session_replication_role = replica; ${LIFT}; RESET session_replication_role`);
    await guard();
    expect((await ready()).payouts).toBe('frozen');

    expect(await shell('payouts', 'open', '--reason', 'Looked into')).toContain('known to be broken: adjustments');
    await guard();
    expect((await ready()).payouts).toBe('open');
    expect(await mails()).toContain('Payouts were opened');
    expect(await shell('payouts', 'open', '--reason', 'again')).toBe('Payouts are not frozen.');
    // More of it is news.
    await forgeCredit();
    await guard();
    expect((await ready()).payouts).toBe('frozen');
  });

  it('knows what an operator has accepted by name: another wrong in its place is news', async () => {
    await forgeCredit();
    await guard();
    expect(await shell('payouts', 'open', '--reason', 'Looked into')).toContain('known to be broken');
    await guard();
    expect((await ready()).payouts).toBe('open');
    // As many as before, but another one.
    await owner.query(
      `DELETE FROM posting WHERE source = 8 * 16 + 1 AND amount = 100000000; DELETE FROM transfer t WHERE kind = 'credit' AND NOT EXISTS (SELECT FROM posting p WHERE p.transfer_id = t.id)`,
    );
    await forgeCredit();
    await guard();
    expect((await ready()).payouts).toBe('frozen');
  });

  it('of an order that an operator has accepted goes on being known', async () => {
    await owner.query(`SET session_replication_role = replica;
      INSERT INTO voucher (id, code_hash, package_id, amount_units) VALUES (gen_random_uuid(), sha256('x'), 3, 100000000000);
      RESET session_replication_role`);
    await guard();
    expect(await broken()).toEqual(['newest-orders']);
    await shell('payouts', 'open', '--reason', 'Looked into');
    await guard();
    expect((await ready()).payouts).toBe('open');
  });

  it('knows nothing by a line of before, which counted only', async () => {
    await forgeCredit();
    await guard();
    await inTransaction(app.context.pool, async (tx) => {
      const at = new Date(app.clock.now());
      const known = { adjustments: 1 };
      const entry = { actor: 'operator:ana', action: 'payouts.open', subject: 'payouts', reason: 'x' } as const;
      await appendAudit(tx, at, [{ ...entry, detail: { known } }]);
      await tx.query(
        `UPDATE payout_freeze SET lifted_at = $1, lifted_by = 'operator:ana', reason = 'x', known = $2 WHERE lifted_at IS NULL`,
        [at, known],
      );
    });
    await guard();
    expect((await ready()).payouts).toBe('frozen');
  });
});

describe('the check of everything', () => {
  it('is done twice a minute where it is quick: what no guard sees freezes payouts within a minute', async () => {
    const scheduled = scheduledJobs(app.context).find(({ name }) => name === 'integrity')!;
    expect(scheduled.everyMs).toBe(30_000);
    const { quick: job } = integrityRound(app.context);
    await job();
    await owner.query('UPDATE account SET balance = balance + 1 WHERE id = $1', [memberId * 16n + 4n]);
    app.clock.advance(scheduled.everyMs);
    await guard();
    expect((await ready()).payouts).toBe('open');
    await job();
    expect(await broken()).toEqual(['balances']);
  });

  it('knows when anything was written, by whomever, and not by the clock alone', async () => {
    const written = async (): Promise<string> => {
      await owner.query('SELECT pg_stat_force_next_flush()');
      return findWritten(app.context.pool, '2026-11-28');
    };
    const isSeen = async (sql: string): Promise<boolean> => {
      const before = await written();
      await owner.query(sql);
      return (await written()) !== before;
    };
    expect(await isSeen('UPDATE account SET balance = balance')).toBe(true);
    expect(await isSeen('CREATE TABLE another (id integer)')).toBe(true);
    expect(await isSeen('TRUNCATE another')).toBe(true);
    // What others wrote before is counted within ten seconds.
    await vi.waitFor(async () => expect(await isSeen('UPDATE wallet_type SET price_at = price_at')).toBe(false), {
      timeout: 30_000,
      interval: 500,
    });
  });

  it('asks what is slow apart from what is quick, and finds it there', async () => {
    let [at, steps] = [app.clock.now(), 60_000];
    const job = integrityRound({ ...app.context, clock: { now: () => (at += steps) } });
    await job.quick(); // Each part takes a minute.
    steps = 0;
    at += HOUR_MS;
    await owner.query('UPDATE account SET balance = balance + 1 WHERE id = $1', [memberId * 16n + 1n]);
    await job.quick();
    expect((await ready()).payouts).toBe('open');
    for (const _ of EQUATIONS) await job.slow();
    expect(await broken()).toContain('balances');
  });
});

describe('an opening of payouts that no operator made', () => {
  /** By name, as whoever forged it knows. */
  let known: Record<string, readonly string[]>;
  let line: AuditEntry & { detail: { known: typeof known } };
  beforeEach(async () => {
    await app.context.pool.query('DELETE FROM outbox');
    await hourly();
    await forgeCredit();
    await guard();
    const outcomes = [
      ...(await checkIntegrity(app.context, { now: app.clock.now() })),
      ...(await checkGuards(app.context, app.clock.now())).guards,
    ];
    const broken = outcomes.filter(({ violations }) => violations > 0n);
    known = Object.fromEntries(broken.map((outcome) => [outcome.name, outcome.broken]));
    line = { actor: 'operator:shell', action: 'payouts.open', subject: 'payouts', reason: 'x', detail: { known } };
  });
  /** With the app's own rights: a line of the audit log, and the row by which payouts are open. */
  const open = (write: (tx: Tx, at: Date) => Promise<unknown>) =>
    inTransaction(app.context.pool, async (tx) => {
      const at = new Date(app.clock.now());
      await write(tx, at);
      await tx.query(
        `UPDATE payout_freeze SET lifted_at = $1, lifted_by = 'operator:shell', reason = 'x', known = $2 WHERE lifted_at IS NULL`,
        [at, known],
      );
    });

  it('is refused by the database when the audit log tells nothing of it, or something else', async () => {
    await expect(app.context.pool.query(LIFT)).rejects.toThrow('payouts are opened together with a line');
    await expect(open((tx, at) => appendAudit(tx, at, [{ ...line, detail: { known: {} } }]))).rejects.toThrow(
      'payouts are opened together with a line',
    );
    expect((await ready()).payouts).toBe('frozen');
  });

  it.each([
    ['no detail', {}],
    ['nothing', { known: null }],
    ['what are no counts', { known: ['x'] }],
  ])(
    'with a line that tells %s of what is known is mailed all the same, and nothing is known by it',
    async (_, detail) => {
      const job = integrityGuard(app.context);
      await inTransaction(app.context.pool, (tx) =>
        appendAudit(tx, new Date(app.clock.now()), [{ ...line, detail: detail as never }]),
      );
      await job();
      expect((await mails()).filter((subject) => subject === 'Payouts were opened')).toHaveLength(1);
      expect((await ready()).payouts).toBe('frozen');
    },
  );

  it('with a line that does not follow from the one before counts for nothing, and is found with the next guard', async () => {
    await open((tx, at) =>
      tx.query(
        `INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash)
         SELECT id + 1, $1, 'operator:shell', 'payouts.open', 'payouts', 'x', $2, hash, sha256('x') FROM audit ORDER BY id DESC LIMIT 1`,
        [at, line.detail],
      ),
    );
    expect((await ready()).payouts).toBe('open');
    expect(await findKnown(app.context.pool)).toEqual({});
    await guard();
    expect(await ready()).toMatchObject({ payouts: 'frozen', integrity: 'broken' });
  });

  it('with a line that fits is mailed to the operators with the next guard, and missed when it is taken out again', async () => {
    const job = integrityGuard(app.context);
    await open((tx, at) => appendAudit(tx, at, [line]));
    await job();
    await job();
    expect((await mails()).filter((subject) => subject === 'Payouts were opened')).toHaveLength(1);
    expect((await ready()).payouts).toBe('open');
    await hourly();
    await owner.query(`DELETE FROM audit WHERE action = 'payouts.open'`);
    await job();
    expect(await ready()).toMatchObject({ payouts: 'frozen' });
    expect(await broken()).toContain('audit');
  });
});

it('a row that an equation cannot read breaks it, and switches no other off', async () => {
  const { pool, clock } = app.context;
  const line = { actor: 'operator:shell', action: 'member.credit', subject: 'member:1', reason: 'x' } as const;
  await inTransaction(pool, (tx) => appendAudit(tx, new Date(clock.now()), [{ ...line, detail: { amount: 'x' } }]));
  const [first, second] = guardsOf(app.context.equations) as [Equation, Equation];
  const reckons = { ...first, rows: `SELECT id::text AS id FROM audit WHERE (detail->>'amount')::numeric = 0` };
  expect(await checkEquations(pool, [reckons, second])).toMatchObject([
    { name: first.name, violations: 1n, examples: [expect.stringContaining('"x"')] },
    { name: second.name },
  ]);
});
