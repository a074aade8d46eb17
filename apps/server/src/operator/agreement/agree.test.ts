import { unitsOf } from '@minerx/rules/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { giveByTwo } from '../../../test/operator/given-by-two.ts';
import { asOwner, openDesk, resultOf, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';

let app: TestApp;
let admin: Console;
let finance: Console;

beforeAll(async () => {
  ({ app, admin, finance } = await openDesk('admin', 'finance'));
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const propose = async (who: Console, name: string, values: Record<string, string>): Promise<string> => {
  const answer = await who.run(name, { reason: 'x', ...values });
  if (answer.status !== 200) throw new Error(answer.text);
  const { lines } = resultOf(answer);
  return /^Noted as (\S+):/.exec(lines[0]!)![1]!;
};
const agree = async (who: Console, id: string): Promise<string> => {
  const { status, body } = await who.run('proposal agree', { id, reason: 'seen' });
  return status === 200 ? resultOf({ body } as never).lines.join('\n') : `${status} ${body.err_code}`;
};
const stateOf = async (id: string) =>
  (
    await app.context.pool.query(
      `SELECT decided_by AS by, outcome, (SELECT count(*)::int FROM audit WHERE subject = 'proposal:' || p.id AND action = 'proposal.agree') AS lines
         FROM operator_proposal p WHERE id = $1`,
      [id],
    )
  ).rows[0];
const beforeOf = async (id: string) =>
  (await app.context.pool.query('SELECT before FROM operator_proposal WHERE id = $1', [id])).rows[0].before;
const WAITS = { by: null, outcome: null, lines: 0 };
const DONE = { by: 'operator:finance@minerx.test', outcome: 'done', lines: 1 };

const priceOf = async (): Promise<string> =>
  (
    await app.context.pool.query(
      `SELECT price_units AS units FROM wallet_price WHERE wallet_id = (SELECT id FROM wallet_type WHERE name = 'RW') ORDER BY at DESC LIMIT 1`,
    )
  ).rows[0].units;
const setTo = (price: string) => {
  // A price has its moment.
  app.clock.advance(1000);
  return propose(admin, 'price set', { wallet: 'RW', price });
};

const withMoney = async (amount: string) => {
  const member = await register(app);
  await giveByTwo(app.context, { memberId: member.memberId, walletId: 1, amountUnits: unitsOf(amount) });
  return member;
};

/** While `work` runs, rows of a table cannot be written: the change breaks in the middle. */
const whileBroken = async (table: string, work: () => Promise<void>): Promise<void> => {
  const owner = new Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  await owner.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER break_it BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION break_it()`);
  try {
    await work();
  } finally {
    await owner.query(`DROP TRIGGER break_it ON ${table}; DROP FUNCTION break_it()`);
    await owner.end();
  }
};

describe('agreeing is one with what is agreed to', () => {
  it('is given once, however many agree at once: a price', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await setTo(`1.${round + 1}`);
      const said = await Promise.all(Array.from({ length: 6 }, () => agree(finance, id)));
      expect(said.filter((each) => each.includes('→'))).toHaveLength(1);
      expect(new Set(said.filter((each) => !each.includes('→')))).toEqual(
        new Set(said.filter((each) => /meanwhile|no proposal/.test(each))),
      );
      expect(await stateOf(id)).toEqual(DONE);
    }
  });

  it('does one of two that rest on the same value, and leaves the other waiting', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [await setTo(`2.${round + 1}`), await setTo(`3.${round + 1}`)];
      const said = await Promise.all(ids.map((id) => agree(finance, id)));
      expect(said.map((each) => /→|was .* when it was proposed/.exec(each)?.[0].slice(0, 3)).toSorted()).toEqual([
        'was',
        '→',
      ]);
      const states = await Promise.all(ids.map(stateOf));
      expect(states).toEqual(expect.arrayContaining([DONE, WAITS]));
      const left = ids[states.findIndex(({ by }) => by === null)]!;
      expect(resultOf(await admin.run('proposal decline', { id: left, reason: 'late' })).outcome).toBe('done');
    }
  });

  it('is no agreement where the change breaks off: a price', async () => {
    const [before, id] = [await priceOf(), await setTo('4')];
    await whileBroken('wallet_price', async () => expect(await agree(finance, id)).toBe('500 err_internal'));
    expect([await priceOf(), await stateOf(id)]).toEqual([before, WAITS]);
    expect(await agree(finance, id)).toMatch(/→ 4/);
    expect(await stateOf(id)).toEqual(DONE);
  });

  it('is no agreement where the change breaks off: money', async () => {
    const { email } = await withMoney('5');
    const id = await propose(admin, 'member debit', { email, wallet: 'USDT', amount: '5' });
    await whileBroken('posting', async () => expect(await agree(finance, id)).toMatch(/^50\d/));
    expect(await stateOf(id)).toEqual(WAITS);
    expect(await agree(finance, id)).toMatch(/balance 0/);
    expect(await stateOf(id)).toEqual(DONE);
  });

  it('moves money once, however many agree at once, and its line names who agreed', async () => {
    const { email, memberId } = await withMoney('1');
    const id = await propose(admin, 'member credit', { email, wallet: 'USDT', amount: '7' });
    const said = await Promise.all(Array.from({ length: 6 }, () => agree(finance, id)));
    expect(said.filter((each) => /balance 8/.test(each))).toHaveLength(1);
    expect(await stateOf(id)).toEqual(DONE);
    const { rows } = await app.context.pool.query(
      `SELECT actor, detail -> 'agreed' AS agreed FROM audit WHERE subject = $1 AND action = 'member.credit' ORDER BY id DESC LIMIT 1`,
      [`member:${memberId}`],
    );
    expect(rows).toEqual([{ actor: 'operator:admin@minerx.test', agreed: { proposal: id, by: DONE.by } }]);
  });

  it('waits on where it cannot be done now', async () => {
    const { email, memberId } = await withMoney('5');
    const ids = await Promise.all(
      ['5', '4'].map((amount) => propose(admin, 'member debit', { email, wallet: 'USDT', amount })),
    );
    const said = await Promise.all(ids.map((id) => agree(finance, id)));
    expect(said.filter((each) => each.includes('err_insufficient_balance'))).toHaveLength(1);
    const late = ids[said.findIndex((each) => each.includes('err_insufficient_balance'))]!;
    expect(await stateOf(late)).toEqual(WAITS);
    await giveByTwo(app.context, { memberId, walletId: 1, amountUnits: unitsOf('5') });
    expect(await agree(finance, late)).toMatch(/debited/);
    expect(await stateOf(late)).toEqual(DONE);
  });

  it('is declined or agreed to, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email } = await withMoney('1');
      const id = await propose(admin, 'member credit', { email, wallet: 'USDT', amount: '7' });
      const [agreed, declined] = await Promise.all([
        agree(finance, id),
        admin.run('proposal decline', { id, reason: 'no' }).then((answer) => resultOf(answer).outcome),
      ]);
      expect([/balance 8/.test(agreed), declined === 'done'].filter(Boolean)).toHaveLength(1);
    }
  });

  it('shows what the pool was known to have paid, and is refused once that is another figure', async () => {
    const payout = (who: Console, amount: string) => propose(who, 'settlement payout', { day: '2024-01-02', amount });
    const ids = [await payout(admin, '0.5'), await payout(finance, '0.4')];
    expect(await beforeOf(ids[0]!)).toEqual({ known: 'nothing' });
    expect(await agree(finance, ids[0]!)).toMatch(/not known → 0.5/);
    expect(await agree(admin, ids[1]!)).toMatch(/known was nothing when it was proposed, and is 0.5 BTC now/);
  });

  it('is of no worth once whoever proposed it may not do it any more', async () => {
    const { email } = await withMoney('1');
    const id = await propose(admin, 'member credit', { email, wallet: 'USDT', amount: '7' });
    const become = (change: string) =>
      asOwner(app, ({ pool }) => pool.query(`UPDATE operator SET ${change} WHERE email = 'admin@minerx.test'`));
    for (const [change, back] of [
      ['disabled_at = now()', 'disabled_at = NULL'],
      ["role = 'support'", "role = 'admin'"],
    ] as const) {
      await become(change);
      expect(await agree(finance, id)).toMatch(/may not do member credit any more/);
      expect(await stateOf(id)).toEqual(WAITS);
      await become(back);
    }
    expect(await agree(finance, id)).toMatch(/balance 8/);
  });

  it('shows the role that somebody has, and is not agreed to once it is another', async () => {
    const id = await propose(admin, 'operator role', { email: 'support@minerx.test', role: 'finance' });
    const { lines } = resultOf(await finance.run('proposal list', {}));
    expect(lines.join('\n')).toContain('role: support → finance');
    const other = await propose(admin, 'operator role', { email: 'support@minerx.test', role: 'admin' });
    expect(await agree(finance, other)).toContain('is admin now');
    expect(await agree(finance, id)).toMatch(/role was support/);
    expect(await stateOf(id)).toEqual(WAITS);
  });

  it('makes nobody more than they are: who is an operator is proposed by admins alone', async () => {
    for (const [name, values] of [
      ['operator invite', { email: 'carol@minerx.test', name: 'Carol', role: 'admin', reason: 'x' }],
      ['operator role', { email: 'finance@minerx.test', role: 'admin', reason: 'x' }],
      ['operator enable', { email: 'finance@minerx.test', reason: 'x' }],
    ] as const)
      expect([name, (await finance.run(name, values)).body.err_code]).toEqual([name, 'err_forbidden']);
  });
});
