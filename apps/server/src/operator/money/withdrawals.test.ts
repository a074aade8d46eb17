import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitsOf } from '@minerx/rules/money';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { register } from '../../../test/people.ts';
import { asking, rowOf, saveAddress } from '../../../test/withdrawals.ts';
import { creditMember } from '../../modules/member/adjustment.command.ts';
import { presentWithdrawal } from '../../modules/withdrawal/withdrawal.presenter.ts';
import { listWithdrawals } from '../../modules/withdrawal/withdrawal.query.ts';
import { OPERATOR_COMMANDS } from '../catalogue.ts';

let app: TestApp;
let memberId: bigint;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
beforeAll(async () => {
  app = await testApp();
  memberId = (await register(app)).memberId;
  const credit = { memberId, walletId: 1, amountUnits: unitsOf('9000'), actor: 'operator:t', reason: 'test' } as const;
  await app.context.funnel.run(creditMember(credit));
  const house = { pool: app.context.pool, clock: app.clock };
  await saveAddress(house, memberId);
  await saveAddress(house, memberId, { network: 1, address: TRON });
});
afterAll(() => app.close());

const type = async (name: string, values: Record<string, string | number | undefined>, by = 'ana'): Promise<string> => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const command = OPERATOR_COMMANDS.find((each) => each.name === name)!;
  try {
    await command.run({ context: app.context, print, printOnce: print, actor: `operator:${by}` }, values);
  } catch (error) {
    return `NO: ${(error as Error).message}`;
  }
  return lines.join('\n');
};
const ask = async (amount: string, tron = false) =>
  (
    await app.context.funnel.run(
      await asking(
        { pool: app.context.pool, clock: app.clock },
        memberId,
        tron ? { amount, network: 1, address: TRON } : { amount },
      ),
    )
  ).id;

describe('withdrawals at the shell', () => {
  it('are listed with age and account, and approved by revision, above the amount by two', async () => {
    const id = await ask('2000');
    app.clock.advance(5 * 3_600_000);
    const listed = await type('withdrawal list', {});
    expect(listed).toMatch(new RegExp(`${id} 2000 USDT on BEP20, fee 1`));
    expect(listed).toMatch(/review, revision 1, for 5 h, TWO OPERATORS/);
    const by = (name: string, revision: number) =>
      type('withdrawal approve', { id, revision, reason: 'known member' }, name);
    expect(await by('ana', 1)).toBe('Noted; a second operator has to approve it too.');
    expect(await by('ana', 2)).toMatch(/NO: You have approved it/);
    expect(await by('ben', 1)).toMatch(/NO: It has changed since/);
    expect(await by('ben', 2)).toBe('Approved; it may be sent.');
    expect(await type('withdrawal sent', { id, hash: `0x${'a'.repeat(64)}`, reason: 'x' })).toMatch(
      /NO: The worker sends/,
    );
  });

  it('on a network without a worker are sent, confirmed and reconciled by hand, by hashes of their own', async () => {
    const [one, two] = [await ask('20', true), await ask('30', true)];
    for (const id of [one, two]) await type('withdrawal approve', { id, revision: 1, reason: 'x' });
    const hash = 'b'.repeat(64);
    expect(await type('withdrawal sent', { id: one, hash: `0x${hash}`, reason: 'x' })).toMatch(
      /NO: --hash is no transaction/,
    );
    expect(await type('withdrawal sent', { id: one, hash: hash.toUpperCase(), reason: 'x' })).toMatch(/Noted/);
    expect(await type('withdrawal sent', { id: two, hash, reason: 'x' })).toMatch(/NO: This transaction pays another/);
    expect(await type('withdrawal confirmed', { id: one, reason: 'x' })).toMatch(
      /NO: You have approved it, or sent it/,
    );
    expect(await type('withdrawal confirmed', { id: one, reason: 'x' }, 'ben')).toMatch(/Confirmed/);
    expect(await type('withdrawal errored', { id: two, reason: 'the wallet crashed' })).toMatch(/Noted/);
    expect(await type('withdrawal confirmed', { id: two, reason: 'x' })).toMatch(/NO: Its outcome is unknown/);
    expect(await type('withdrawal reconcile', { id: two, cause: 'network', reason: 'never signed' })).toMatch(
      /went back/,
    );
    expect(await rowOf(app.context.pool, one)).toMatchObject({ status: 3, hash });
    expect(await rowOf(app.context.pool, two)).toMatchObject({ status: 9, cause: 'network' });
    await expectCoherentLedger(app.context.pool);
  });

  it('have terms and networks that operators set, each with a line of the audit log', async () => {
    const set = { wallet: 'USDT', network: 'TRC20', fee: '2.5', limit: '500', reason: 'costs' };
    expect(await type('withdrawal terms', set)).toMatch(/USDT on TRC20 +fee 2.5, minimum 10, a day 500/);
    expect(await type('withdrawal terms', { ...set, network: 'OMNI' })).toMatch(/NO: USDT does not leave on OMNI/);
    expect(await type('withdrawal network', { network: 'TRC20', withdrawals: 'off', reason: 'x' })).toBe('Set.');
    expect(await type('withdrawal terms', {})).toMatch(/USDT on TRC20.*OFF/);
    const { rows } = await app.context.pool.query<{ action: string }>(
      `SELECT action FROM audit WHERE action IN ('withdrawal.terms', 'network.set') AND reason <> 'test' ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['withdrawal.terms', 'network.set']);
    const broken = await app.context.pool.query(
      `SELECT FROM row_version v WHERE v.table_name IN ('network', 'asset_network') AND v.tx IS NOT NULL AND NOT EXISTS (SELECT FROM audit a WHERE a.tx = v.tx)`,
    );
    expect(broken.rowCount).toBe(0);
  });

  it('name the explorer in which members look their transactions up, https alone', async () => {
    const set = (explorer: string) => type('withdrawal network', { network: 'TRC20', explorer, reason: 'x' });
    const shown = async () => {
      const { rows } = await listWithdrawals(app.context.pool, memberId, { page: 1, pageSize: 50 });
      return rows.map((row) => presentWithdrawal(row, () => null).hash_url).filter((url) => url !== null);
    };
    expect(await shown()).toEqual([]);
    for (const bad of ['http://tronscan.org/{hash}', 'https://tronscan.org/', 'javascript:{hash}'])
      expect(await set(bad)).toMatch(/NO: --explorer is an https address/);
    expect(await set('https://tronscan.org/#/transaction/{hash}')).toBe('Set.');
    expect(await shown()).toEqual([`https://tronscan.org/#/transaction/${'b'.repeat(64)}`]);
    // Nobody shows what stands on a simulated chain.
    const { rows } = await listWithdrawals(app.context.pool, memberId, { page: 1, pageSize: 50 });
    const simulated = rows.map((row) => presentWithdrawal(row, () => 31_337));
    expect(simulated.filter(({ hash_url: url }) => url !== null)).toEqual([]);
    expect(new Set(simulated.map((each) => each.simulated_chain_id))).toEqual(new Set([31_337]));
    expect(await set('none')).toBe('Set.');
    expect(await shown()).toEqual([]);
  });

  it('are not recorded as sent by hand while the account is frozen or was reset; what had left before, two say', async () => {
    const { pool } = app.context;
    await type('withdrawal network', { network: 'TRC20', withdrawals: 'on', reason: 'x' });
    // Another day has a limit of its own.
    app.clock.advance(24 * 3_600_000);
    const id = await ask('20', true);
    await type('withdrawal approve', { id, revision: 1, reason: 'known member' });
    const sent = () => type('withdrawal sent', { id, hash: 'ce'.repeat(32), reason: 'sent from the wallet' });
    await pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [memberId]);
    expect(await sent()).toMatch(/NO: The account is frozen: do not send it/);
    await pool.query('UPDATE member SET frozen_at = NULL WHERE id = $1', [memberId]);
    await pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [
      memberId,
      new Date(app.clock.now()),
    ]);
    expect(await sent()).toMatch(
      /NO: Do not send it yet: password and PIN, the second factor or the email address were reset/,
    );
    expect(await rowOf(pool, id)).toMatchObject({ status: 1, hash: null });
    const proved = { id, hash: 'ce'.repeat(32), reason: 'sent before the reset' };
    expect(await type('withdrawal reconcile', proved)).toMatch(/Noted/);
    // Its fee was raised: it is the same money that has left.
    const other = { id, hash: 'cf'.repeat(32), reason: 'sent from the wallet' };
    expect(await type('withdrawal sent', other)).toMatch(/Noted/);
    app.clock.advance(48 * 3_600_000);
  });
});
