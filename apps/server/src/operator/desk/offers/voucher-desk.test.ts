import { LIST_ROWS } from '@minerx/contract/operator/list';
import {
  operatorVoucherBatch,
  operatorVoucherBatches,
  operatorVouchers,
} from '@minerx/contract/operator/offers/voucher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { openConsole, openDesk, resultOf, type Console } from '../../../../test/operator/operators.ts';
import { register } from '../../../../test/people.ts';
import { redeemVoucher } from '../../../modules/voucher/voucher.command.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
let support: Console;
beforeAll(async () => {
  ({ app, admin, finance, support } = await openDesk('admin', 'finance', 'support'));
}, 60_000);
afterAll(() => app.close());

const run = async (name: string, values: Record<string, string>, operator = admin): Promise<string[]> => {
  const { body, text } = await operator.run(name, { reason: 'a fair', ...values });
  if (!body.result) throw new Error(text);
  return (body.result as unknown as { lines: string[] }).lines;
};
/** Their codes, which are shown to who agrees. */
const make = async (values: Record<string, string>): Promise<string[]> => {
  const [noted] = await run('voucher create', { package: '3', amount: '100', ...values });
  const [id] = /[0-9a-f-]{36}/.exec(noted!)!;
  return resultOf(await finance.run('proposal agree', { id, reason: 'a fair' })).lines;
};
const redeem = (memberId: bigint, code: string) => redeemVoucher(app.context, memberId, code, null);
const stateOf = async () => (await support.read(operatorVoucherBatches)).rows[0]!;

describe('vouchers on the desk', () => {
  // proves 7: GET operator/voucher/batches, GET operator/voucher/batch, GET operator/voucher/all
  it('stand by batch with what became of them, and those of a batch page by page', async () => {
    const { memberId } = await register(app);
    await make({ count: '1' });
    const [used] = await make({ count: String(LIST_ROWS + 1), expires: '2030-01-01' });
    await redeem(memberId, used!);
    const [last, first] = (await support.read(operatorVoucherBatches)).rows;
    expect(last).toMatchObject({
      package: 3,
      amount: '100',
      count: LIST_ROWS + 1,
      redeemed: 1,
      voided: 0,
      reason: 'a fair',
    });
    expect(last).toMatchObject({
      made_by: expect.stringMatching(/^operator:/),
      expires_at: '2030-01-02T00:00:00.000Z',
    });
    expect(first).toMatchObject({ count: 1, redeemed: 0, expires_at: null });
    const page = await support.read(operatorVouchers, `batch=${last!.id}`);
    const rest = await support.read(operatorVouchers, `batch=${last!.id}&after=${page.next}`);
    const all = [...page.rows, ...rest.rows];
    expect(new Set(all.map(({ id }) => id)).size).toBe(LIST_ROWS + 1);
    expect(rest.next).toBeNull();
    expect(all.filter(({ state }) => state === 'redeemed')).toEqual([
      expect.objectContaining({ member_id: String(memberId), username: expect.any(String) }),
    ]);
  });

  it('are taken back, all of a batch or one by its code: what is void nobody redeems, what was redeemed stays', async () => {
    const { memberId } = await register(app);
    const [redeemed, byCode, byBatch] = await make({ count: '3' });
    await redeem(memberId, redeemed!);
    expect(await run('voucher void', { code: byCode! }, finance)).toEqual(['It can be redeemed no more.']);
    expect(await run('voucher void', { code: byCode! })).toEqual(['It was void before.']);
    expect(await run('voucher void', { code: redeemed! })).toEqual(['It was redeemed before: nothing is changed.']);
    const { id } = await stateOf();
    expect(await run('voucher void', { batch: id })).toEqual([`1 of batch ${id} can be redeemed no more.`]);
    for (const code of [byCode!, byBatch!])
      await expect(redeem(memberId, code)).rejects.toMatchObject({ code: 'err_voucher_invalid' });
    expect(await stateOf()).toMatchObject({ count: 3, redeemed: 1, voided: 2 });
    const { audit } = await support.read(operatorVoucherBatch, `id=${id}`);
    expect(audit.map(({ action }) => action)).toEqual(['voucher.void', 'voucher.void']);
    await expectCoherentLedger(app.context.pool);
  });

  it('refuse what is nobody’s, both or neither, and whoever may not', async () => {
    expect(await run('voucher void', { batch: '999999' })).toEqual(['There is no batch 999999.']);
    expect(await run('voucher void', { code: 'AAAA-AAAA-AAAA-AAAA' })).toEqual(['No voucher has that code.']);
    expect(await run('voucher void', {})).toEqual(['“Batch” or “Code”, one of them.']);
    expect((await support.run('voucher void', { batch: '1', reason: 'r' })).status).toBe(403);
    expect((await support.ask('GET', 'operator/voucher/batch?id=999999')).status).toBe(404);
  });

  it('are redeemed or taken back, never both, when it happens at once', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => register(app)));
    const codes = await make({ count: '10' });
    const { id } = await stateOf();
    const [, ...outcomes] = await Promise.allSettled([
      run('voucher void', { batch: id }),
      ...members.map(({ memberId }, place) => redeem(memberId, codes[place]!)),
    ]);
    const redeemed = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(await stateOf()).toMatchObject({ redeemed, voided: 10 - redeemed });
    await expectCoherentLedger(app.context.pool);
  });

  it('end with their last day', async () => {
    await make({ count: '1', expires: new Date(app.clock.now()).toISOString().slice(0, 10) });
    const { id } = await stateOf();
    const states = async () => (await support.read(operatorVouchers, `batch=${id}`)).rows.map(({ state }) => state);
    expect(await states()).toEqual(['unused']);
    app.clock.advance(86_400_000);
    support = await openConsole(app, 'support');
    expect(await states()).toEqual(['ended']);
  });
});
