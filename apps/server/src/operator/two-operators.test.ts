import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { giveByTwo } from '../../test/operator/given-by-two.ts';
import { openDesk, resultOf, type Console } from '../../test/operator/operators.ts';
import { register } from '../../test/people.ts';
import { asking, rowOf, saveAddress } from '../../test/withdrawals.ts';
import { createPool } from '../db/pool.ts';
import { getSetting } from '../modules/setting/setting.query.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

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

const say = async (who: Console, name: string, values: Record<string, string> = {}): Promise<string> =>
  resultOf(await who.run(name, { reason: 'x', ...values })).lines.join('\n');
const waiting = async (): Promise<{ id: string; action: string }[]> =>
  (
    await app.context.pool.query<{ id: string; action: string }>(
      'SELECT id, action FROM operator_proposal WHERE decided_by IS NULL ORDER BY proposed_at',
    )
  ).rows;
const agree = async (who: Console): Promise<string> => say(who, 'proposal agree', { id: (await waiting()).at(-1)!.id });

/** Approved by the admin, to be sent by hand. */
const approvedByHand = async (): Promise<string> => {
  const { pool, funnel } = app.context;
  const { memberId } = await register(app);
  await giveByTwo(app.context, { memberId, walletId: 1, amountUnits: unitsOf('100') });
  const house = { pool, clock: app.clock };
  await saveAddress(house, memberId, { network: NETWORK.TRC20, address: TRON });
  const input = { network: NETWORK.TRC20, address: TRON };
  const { id } = await funnel.run(await asking(house, memberId, input));
  expect(await say(admin, 'withdrawal approve', { id, revision: '1' })).toMatch(/Approved/);
  return id;
};

describe('one operator alone', () => {
  it('gives back nothing that they may have sent by hand', async () => {
    const id = await approvedByHand();
    await say(admin, 'withdrawal errored', { id });
    expect(await say(admin, 'withdrawal reconcile', { id, cause: 'other' })).toMatch(/another operator has to agree/);
    expect((await rowOf(app.context.pool, id)).status).toBe(WITHDRAWAL_STATUS.ERRORED);
    expect(await agree(admin)).toMatch(/You have proposed it/);
    expect(await agree(finance)).toMatch(/went back/);
    expect((await rowOf(app.context.pool, id)).status).toBe(WITHDRAWAL_STATUS.REJECTED);
  });

  it('does not let a stolen account withdraw to a new address at once', async () => {
    const hold = () => getSetting(app.context.pool, 'withdrawal_address_hold_hours');
    expect(await say(admin, 'withdrawal hold', { hours: '0' })).toMatch(/another operator has to agree/);
    expect(await hold()).toBe(24);
    expect(await agree(finance)).toMatch(/wait 0 hours/);
    expect(await hold()).toBe(0);
  });
});

describe('what is worth money to whoever gets it', () => {
  it('is not given to a friend by one operator: an item', async () => {
    const { email } = await register(app);
    expect(await say(admin, 'nft issue', { email, category: 'rare' })).toMatch(/another operator has to agree/);
    const held = async () => (await app.context.pool.query('SELECT FROM nft WHERE member_id IS NOT NULL')).rowCount;
    expect([await agree(admin), await held()]).toEqual([expect.stringMatching(/You have proposed it/), 0]);
    expect(await agree(finance)).toMatch(/AOG #\d{5} \(rare\)/);
    expect(await held()).toBe(1);
  });

  it('is not made by one operator: a voucher, whose code is shown to who agrees, once', async () => {
    const code = /^\w{4}(-\w{4}){3}$/m;
    const said = await say(admin, 'voucher create', { package: '3', amount: '1000', count: '1' });
    expect(said).toMatch(/another operator has to agree/);
    expect(said).not.toMatch(code);
    expect(await agree(finance)).toMatch(code);
  });
});

describe('what two have to agree to', () => {
  it.each([
    ['price set', { wallet: 'BTC', price: '5' }, /follows the market source/],
    ['swap set', { from: 'USDT', to: 'RW', offered: 'no' }, /give “Spread”/],
    ['swap set', { from: 'USDT', to: 'CW' }, /Needs “Spread”/],
    ['operator role', { email: 'nobody@minerx.test', role: 'admin' }, /There is no operator/],
    ['operator invite', { email: 'finance@minerx.test', name: 'Again', role: 'admin' }, /operator already/],
    ['wallet explain', { id: '1' }, /There is no difference/],
    ['deposit record', { network: 'BEP20', hash: '0x12' }, /is no transaction/],
    ['wallet cold', { network: 'BEP20', address: '0x12' }, /is no address/],
    ['package set', { id: '1', price: '0.00000001', fee: '9' }, /at most ten times the price/],
    ['package set', { id: '1' }, /Needs “Name”/],
    ['prize set', { id: '1' }, /Needs “Name”/],
    ['withdrawal hold', { hours: '100000' }, /at most/],
    ['withdrawal terms', { wallet: 'USDT', network: 'OMNI', fee: '2' }, /does not leave/],
    ['payout return', { id: 'x' }, /There is no payout/],
  ] as const)('is refused before it is proposed: %s %o', async (name, values, why) => {
    expect(JSON.stringify((await admin.run(name, { reason: 'x', ...values })).body)).toMatch(why);
    expect(await waiting()).toEqual([]);
  });

  it('is refused before it is proposed where money is missing, and nothing is taken', async () => {
    const { email, memberId } = await register(app);
    const values = { email, wallet: 'USDT', amount: '7' };
    const refused = await admin.run('member debit', { reason: 'x', ...values });
    expect([refused.status, refused.body.err_code]).toEqual([422, 'err_insufficient_balance']);
    expect(await waiting()).toEqual([]);
    await giveByTwo(app.context, { memberId, walletId: 1, amountUnits: unitsOf('7') });
    expect(await say(admin, 'member debit', values)).toMatch(/another operator has to agree/);
    expect(await say(admin, 'member show', { email })).toMatch(/USDT +7$/m);
    expect(await agree(finance)).toMatch(/balance 0/);
  });

  it('pays nobody but the member who was meant, whoever has the address by then', async () => {
    const [meant, stranger] = [await register(app), await register(app)];
    const values = { email: meant.email, wallet: 'USDT', amount: '7' };
    expect(await say(admin, 'member credit', values)).toMatch(/another operator has to agree/);
    expect(await say(finance, 'proposal list')).toMatch(new RegExp(`member: ${meant.memberId} `));
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    // By the product it takes two mailboxes, and two days.
    await owner.query('SET session_replication_role = replica');
    const rename = (id: bigint, email: string) =>
      owner.query('UPDATE member SET email = $2, email_key = $2 WHERE id = $1', [id, email]);
    await rename(meant.memberId, 'elsewhere@example.com');
    await rename(stranger.memberId, meant.email);
    expect(await agree(finance)).toMatch(new RegExp(`member was ${meant.memberId} .* is ${stranger.memberId} `));
    await rename(stranger.memberId, stranger.email);
    expect(await agree(finance)).toMatch(/is nobody now/);
    await rename(meant.memberId, meant.email);
    await owner.end();
    expect(await agree(finance)).toMatch(/balance 7/);
  });

  it('shows where nothing is asked for, and proposes nothing', async () => {
    const line = /USDT on TRC20 +fee 1, minimum 10, a day 10000/;
    expect(resultOf(await admin.run('withdrawal terms')).lines.join('\n')).toMatch(line);
    expect(await waiting()).toEqual([]);
    expect(await say(admin, 'withdrawal terms', { wallet: 'USDT', network: 'TRC20', fee: '2' })).toMatch(
      /has to agree/,
    );
    expect(resultOf(await admin.run('withdrawal terms')).lines.join('\n')).toMatch(line);
    expect(await agree(finance)).toMatch(/USDT on TRC20 +fee 2/);
  });

  it('is whether the only admin stays one: nobody could make another', async () => {
    const email = 'admin@minerx.test';
    expect(await say(admin, 'operator disable', { email })).toMatch(/is the only admin/);
    expect(await say(admin, 'operator role', { email, role: 'finance' })).toMatch(/is the only admin/);
    expect(await waiting()).toEqual([]);
  });
});
