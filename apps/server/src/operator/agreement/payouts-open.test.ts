import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { asOwner, openDesk, resultOf, type Console } from '../../../test/operator/operators.ts';
import { EQUATIONS } from '../../composition/equations.ts';
import type { Equation } from '../../ledger/equation.ts';
import { checkEquations } from '../../modules/integrity/integrity.query.ts';
import { freezeWhenBroken, openPayouts } from '../../modules/integrity/payout-freeze.command.ts';
import { findKnown } from '../../modules/integrity/payout-freeze.query.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { listProposals } from '../../modules/operator/proposal.store.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
beforeAll(async () => {
  ({ app, admin, finance } = await openDesk('admin', 'finance'));
}, 60_000);
afterAll(() => app.close());

const said = async (who: Console, name: string, values: Record<string, string>): Promise<string> =>
  resultOf(await who.run(name, { reason: 'x', ...values })).lines.join('\n');
const open = async (who: Console): Promise<string> => /^Noted as (\S+):/.exec(await said(who, 'payouts open', {}))![1]!;
const agree = (who: Console, id: string): Promise<string> => said(who, 'proposal agree', { id });
const waiting = async (id: string) => (await listProposals(app.context.pool)).find((each) => each.id === id);

describe('payouts are opened by two', () => {
  const freeze = () =>
    asOwner(app, ({ pool, clock }) =>
      pool.query(
        `INSERT INTO payout_freeze (frozen_at, violations) VALUES ($1, '{"changes": 1}') ON CONFLICT DO NOTHING`,
        [new Date(clock.now())],
      ),
    );
  let broken: readonly string[];
  /** What breaks it from the next time on that it is asked. */
  let later: readonly string[] | null;
  let asked: number;
  const equation: Equation = {
    name: 'made-up',
    sentence: 'Nothing is made up.',
    get rows() {
      const rows = broken;
      asked += 1;
      broken = later ?? broken;
      later = null;
      return `SELECT unnest('{${rows.join()}}'::text[])`;
    },
  };
  beforeEach(async () => {
    [broken, later, asked] = [[], null, 0];
    app.context.equations = [...EQUATIONS, equation];
    app.clock.advance(1000);
    await freeze();
  });
  afterEach(() => {
    app.context.equations = EQUATIONS;
  });
  /** As the next check of the equation finds it. */
  const freezesAgain = async () =>
    freezeWhenBroken(app.context, await checkEquations(app.context.pool, [{ ...equation }]));

  it('once for the freeze that it was proposed for, and no later one', async () => {
    const [first, kept] = [await open(admin), await open(finance)];
    expect(await agree(finance, first)).toBe('Payouts are open.');
    app.clock.advance(1000);
    await freeze();
    expect(await agree(admin, kept)).toMatch(/^frozen was \S+ when it was proposed, and is \S+ now/);
    expect(await agree(finance, await open(admin))).toBe('Payouts are open.');
  });

  it('and for none that began in the second between', async () => {
    const frozen = () => findPayoutFreeze(app.context.pool);
    const before = (await frozen())!;
    await agree(finance, await open(admin));
    await freeze();
    const late = openPayouts(app.context, { freeze: before, outcomes: [], actor: 'operator:test', reason: 'late' });
    await expect(late).rejects.toMatchObject({ code: 'err_conflict' });
    expect(await frozen()).not.toBeNull();
  });

  it('over what both were shown: everything is checked once for each of them', async () => {
    broken = ['a', 'b'];
    const id = await open(admin);
    expect([asked, (await waiting(id))?.before['broken']]).toEqual([1, 'made-up (2 rows: a, b)']);
    expect(await agree(finance, id)).toBe('Payouts are open; known to be broken: made-up.');
    expect(asked).toBe(2);
    expect(await findKnown(app.context.pool)).toEqual({ 'made-up': ['a', 'b'] });
    expect(await freezesAgain()).toBe(false);
  });

  it('and over nothing that broke in the second between: it freezes again', async () => {
    broken = ['a'];
    const id = await open(admin);
    later = ['a', 'b'];
    expect(await agree(finance, id)).toBe('Payouts are open; known to be broken: made-up.');
    expect(await findKnown(app.context.pool)).toEqual({ 'made-up': ['a'] });
    expect(await freezesAgain()).toBe(true);
    expect(await agree(finance, await open(admin))).toMatch(/^Payouts are open/);
  });

  it('and over no other row in the place of one, also where there are too many to name', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'];
    broken = rows;
    const id = await open(admin);
    broken = [...rows.slice(0, 5), 'g'];
    expect(await agree(finance, id)).toMatch(/^broken was made-up \(6 rows: a, b, c, d, e/);
    expect(await waiting(id)).toBeDefined();
    broken = rows;
    expect(await agree(finance, id)).toBe('Payouts are open; known to be broken: made-up.');
  });
});
