import { HOUR_MS } from '@minerx/rules/duration';
import { addressBytes } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import { WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyTron, type FaultyTron } from '../../../../../simulators/src/chain/faulty-tron.ts';
import { TronState } from '../../../../../simulators/src/chain/tron-state.ts';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { register } from '../../../test/people.ts';
import { asking, rowOf, saveAddress } from '../../../test/withdrawals.ts';
import { unitsOf } from '@minerx/rules/money';
import { TRON_DOLLAR } from '../../demo/chain/demo-tron.ts';
import { depositJobs } from '../../jobs/chain/deposits.ts';
import { OPERATOR_COMMANDS } from '../../operator/catalogue.ts';
import { createTronChain } from '../../outside/chain/tron.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { confirmSent } from './withdrawal-payout.command.ts';
import { proveHandSent } from './withdrawal-proof.command.ts';
import { presentWithdrawal } from './withdrawal.presenter.ts';
import { findWithdrawal } from './withdrawal.query.ts';

/** Of a simulated TRON: no public chain has it. */
const LOCAL_TRON_ID = 31_338;

const { SENT, CONFIRMED, ERRORED } = WITHDRAWAL_STATUS;
/** Rows of operators that this file sets by hand. */
const BY_HAND = ['changes', 'versions'];
const TO = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const BITCOIN = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const [token, to] = [TRON_DOLLAR.address, TO].map((each) => addressBytes(NETWORK.TRC20, each)!.slice(2)) as [
  string,
  string,
];
const HOT = '66'.repeat(20);

let app: TestApp;
let state: TronState;
let stub: FaultyTron;
let memberId: bigint;

beforeAll(async () => {
  app = await testApp();
  state = new TronState(LOCAL_TRON_ID, 4, app.clock.now);
  state.mine(2);
  stub = await startFaultyTron(state, [{}]);
  const nodes = stub.urls.map((url) => ({ url }));
  app.context.outside.tron = createTronChain({ chainId: LOCAL_TRON_ID, simulated: true, nodes, clock: Date });
  memberId = (await register(app)).memberId;
  const { pool, funnel } = app.context;
  const by = { actor: 'operator:t', reason: 'test' } as const;
  await funnel.run(creditMember({ memberId, walletId: 1, amountUnits: unitsOf('9000'), ...by }));
  await funnel.run(creditMember({ memberId, walletId: 3, amountUnits: unitsOf('1'), ...by }));
  const house = { pool, clock: app.clock };
  await saveAddress(house, memberId, { network: NETWORK.TRC20, address: TO });
  await saveAddress(house, memberId, { walletId: 3, network: NETWORK.OMNI, address: BITCOIN });
  await pool.query('UPDATE asset_network SET contract = $1 WHERE wallet_id = 1 AND network_id = 1', [
    TRON_DOLLAR.address,
  ]);
  await pool.query('UPDATE network SET confirmations = 5 WHERE id = 1');
});
afterAll(async () => {
  await expectCoherentLedger(app.context.pool, BY_HAND);
  await app.close();
  await stub.stop();
});

const type = async (name: string, { by = 'ana', ...values }: Record<string, string | number | undefined>) => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const command = OPERATOR_COMMANDS.find((each) => each.name === name)!;
  try {
    await command.run(
      { context: app.context, print, printOnce: print, actor: `operator:${by}` },
      { reason: 'x', ...values },
    );
  } catch (error) {
    return `NO: ${(error as Error).message}`;
  }
  return lines.join('\n');
};
const approved = async (more: Parameters<typeof asking>[2] = {}): Promise<string> => {
  const input = { network: NETWORK.TRC20, address: TO, ...more };
  const { id } = await app.context.funnel.run(
    await asking({ pool: app.context.pool, clock: app.clock }, memberId, input),
  );
  expect(await type('withdrawal approve', { id, revision: 1, by: 'ana' })).toMatch(/Approved/);
  return id;
};
const pay = (dollars: number, { contract = token, receiver = to, failed = false } = {}): string =>
  state.send([{ contract, from: HOT, to: receiver, value: String(dollars * 1_000_000) }], failed);
const prove = (): Promise<void> => proveHandSent({ ...app.context, log: pino({ level: 'silent' }) });
const statusOf = async (id: string) => (await rowOf(app.context.pool, id)).status;
const shown = async (id: string) => presentWithdrawal((await findWithdrawal(app.context.pool, id))!, () => null);

describe('what operators send on TRON', () => {
  it('counts its confirmations, and is confirmed by the chain when it is final', async () => {
    for (const job of depositJobs(app.context)) await job.run();
    const id = await approved();
    const hash = pay(20);
    expect(await type('withdrawal sent', { id, hash, by: 'ana' })).toBe(
      'Noted; the chain confirms it, or says that it is wrong.',
    );
    await prove();
    expect(await shown(id)).toMatchObject({ status: SENT, confirmations: 0, confirmed_by: null });
    state.mine(3);
    for (const job of depositJobs(app.context)) await job.run();
    await prove();
    expect(await shown(id)).toMatchObject({ status: SENT, confirmations: 3, confirmations_needed: 5, hash });
    expect(await type('withdrawal confirmed', { id, by: 'ben' })).toMatch(/NO: TRC20 is read here/);
    state.mine(2);
    await prove();
    expect(await shown(id)).toMatchObject({ status: CONFIRMED, confirmations: 5, confirmed_by: 'chain' });
    const { rows } = await app.context.pool.query<{ actor: string }>(
      `SELECT actor FROM audit WHERE subject = $1 AND action = 'withdrawal.confirmed'`,
      [`withdrawal:${id}`],
    );
    expect(rows).toEqual([{ actor: 'job:withdrawal-proof' }]);
    await expectCoherentLedger(app.context.pool, BY_HAND);
  });

  it('is not recorded as sent while nobody has said which contract the coin has: no block could confirm it', async () => {
    const { pool } = app.context;
    const id = await approved();
    const named = (contract: string | null) =>
      pool.query('UPDATE asset_network SET contract = $1 WHERE wallet_id = 1 AND network_id = 1', [contract]);
    await named(null);
    expect(await type('withdrawal sent', { id, hash: pay(20), by: 'ana' })).toMatch(/NO: .*wallet terms/);
    expect(await shown(id)).toMatchObject({ status: WITHDRAWAL_STATUS.APPROVED });
    await named(TRON_DOLLAR.address);
    expect(await type('withdrawal reconcile', { id, cause: 'network', by: 'ana' })).toMatch(/went back/);
  });

  it('is refused when the chain says that it is something else', async () => {
    const old = pay(20);
    state.mine();
    app.clock.advance(HOUR_MS);
    const id = await approved();
    const wrong: [string, RegExp][] = [
      [pay(19), /another amount/],
      [pay(20, { receiver: HOT }), /none of the coin to this address/],
      [pay(20, { contract: HOT }), /none of the coin to this address/],
      [pay(20, { failed: true }), /it failed/],
      [old, /older than the approval/],
    ];
    state.mine();
    for (const [hash, why] of wrong) expect(await type('withdrawal sent', { id, hash })).toMatch(why);
    expect(await statusOf(id)).toBe(WITHDRAWAL_STATUS.APPROVED);
  });

  it('is errored when what was recorded turns out wrong or never comes; the right hash leads on', async () => {
    const [id, lost] = [await approved({ amount: '21' }), await approved({ amount: '22' })];
    const wrong = pay(20);
    expect(await type('withdrawal sent', { id, hash: wrong })).toMatch(/Noted/);
    expect(await type('withdrawal sent', { id: lost, hash: 'ab'.repeat(32) })).toMatch(/Noted/);
    state.mine();
    await prove();
    // Another branch may still say otherwise.
    expect(await statusOf(id)).toBe(SENT);
    state.mine(5);
    await prove();
    expect(await statusOf(id)).toBe(ERRORED);
    expect(await statusOf(lost)).toBe(SENT);
    app.clock.advance(27 * HOUR_MS);
    await prove();
    expect(await statusOf(lost)).toBe(ERRORED);
    const right = pay(21);
    state.mine(6);
    expect(await type('withdrawal reconcile', { id, hash: wrong })).toMatch(/NO: .*another amount/);
    expect(await type('withdrawal reconcile', { id, hash: right })).toMatch(/the chain confirms it/);
    await prove();
    expect(await statusOf(id)).toBe(CONFIRMED);
    expect(await type('withdrawal reconcile', { id: lost, cause: 'network' })).toMatch(/went back/);
    await expectCoherentLedger(app.context.pool, BY_HAND);
  });

  it('whose block is taken back counts from nothing again', async () => {
    const id = await approved({ amount: '23' });
    expect(await type('withdrawal sent', { id, hash: pay(23) })).toMatch(/Noted/);
    state.mine(2);
    for (const job of depositJobs(app.context)) await job.run();
    await prove();
    expect((await shown(id)).confirmations).toBe(2);
    state.reorganise(2);
    await prove();
    expect(await shown(id)).toMatchObject({ status: SENT, confirmations: 0 });
  });

  it('stays as it is while the nodes do not tell', async () => {
    const id = await approved({ amount: '24' });
    const hash = pay(24);
    state.mine(8);
    stub.setFaults(0, { lose: 1 });
    expect(await type('withdrawal sent', { id, hash })).toMatch(/Noted/);
    await prove();
    expect(await statusOf(id)).toBe(SENT);
    stub.setFaults(0, {});
    await prove();
    expect(await statusOf(id)).toBe(CONFIRMED);
  });
});

describe('what operators send where nobody reads the chain', () => {
  it('is confirmed by the word of another operator than the one who sent it, and says so', async () => {
    const id = await approved({ walletId: 3, network: NETWORK.OMNI, address: BITCOIN, amount: '0.01' });
    expect(await type('withdrawal sent', { id, hash: 'cd'.repeat(32), by: 'ana' })).toMatch(
      /another operator confirms/,
    );
    expect(await type('withdrawal confirmed', { id, by: 'ana' })).toMatch(/NO: You have approved it, or sent it/);
    expect(await statusOf(id)).toBe(SENT);
    expect(await type('withdrawal confirmed', { id, by: 'ben' })).toMatch(/Confirmed/);
    expect(await shown(id)).toMatchObject({ status: CONFIRMED, confirmed_by: 'operators' });
    const { rows } = await app.context.pool.query<{ actor: string; sentBy: string }>(
      `SELECT actor, detail->>'sentBy' AS "sentBy" FROM audit WHERE subject = $1 AND action = 'withdrawal.confirmed'`,
      [`withdrawal:${id}`],
    );
    expect(rows).toEqual([{ actor: 'operator:ben', sentBy: 'operator:ana' }]);
  });

  it('is held to two by the database as well', async () => {
    const id = await approved({ walletId: 3, network: NETWORK.OMNI, address: BITCOIN, amount: '0.01' });
    await type('withdrawal sent', { id, hash: 'de'.repeat(32), by: 'ana' });
    const one = { actor: 'operator:ana', reason: 'x' } as const;
    await expect(app.context.funnel.run(confirmSent(id, one))).rejects.toMatchObject({ code: 'err_second_operator' });
    await expect(
      app.context.pool.query(
        `UPDATE withdrawal SET status = 3, confirmed_by = sent_by, ended_at = now() WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow(/violates check constraint/);
  });
});
