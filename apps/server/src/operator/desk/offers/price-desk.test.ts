import { LIST_ROWS } from '@minerx/contract/operator/list';
import {
  operatorPrice,
  operatorPriceHistory,
  operatorPrices,
  type OperatorPrice,
} from '@minerx/contract/operator/offers/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import {
  asOwner,
  emailOf,
  openConsole,
  openDesk,
  resultOf,
  type Console,
} from '../../../../test/operator/operators.ts';
import { setMinerPackage } from '../../../modules/miner-package/miner-package.command.ts';
import { setPoolFee } from '../../../modules/settlement/day-settings.command.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
let support: Console;
beforeAll(async () => {
  ({ app, admin, finance, support } = await openDesk('admin', 'finance', 'support'));
}, 60_000);
afterAll(() => app.close());

const getOne = (id: string) => admin.read(operatorPrice, `id=${encodeURIComponent(id)}`);
const historyOf = (id: string, after = '') =>
  admin.read(operatorPriceHistory, `id=${encodeURIComponent(id)}${after && `&after=${after}`}`);

/** Finance asks for a new value with what the page says. */
const ask = async (id: string, value: string, reason: string) => {
  const { action } = await getOne(id);
  // A wallet has one price at a time.
  app.clock.advance(1000);
  return finance.run(action.name, { ...action.given, [action.field]: value, reason });
};
const agree = async (by: Console, id: string, reason: string) => by.run('proposal agree', { id, reason });

/** Something else than it is, that can be. */
const anotherOf = ({ value }: OperatorPrice): string => String(Number(value) + 1);

describe('prices and fees on the desk', () => {
  // proves 7: GET operator/price/all, GET operator/price, GET operator/price/history
  it('are each changed by what their page says, when another agrees; who, why, before and after stand there', async () => {
    const { rows, next } = await support.read(operatorPrices);
    expect(next).toBeNull();
    expect([...new Set(rows.map(({ kind }) => kind))]).toEqual([
      'package_price',
      'activation_fee',
      'wallet_price',
      'withdrawal_fee',
      'nft_fee',
      'swap_spread',
      'swap_fee',
      'pool_fee',
    ]);
    expect(rows.map(({ of }) => of)).not.toContain('BTC');
    for (const price of rows) {
      expect(price.changed).toBeNull();
      const value = anotherOf(price);
      expect(resultOf(await ask(price.id, value, `for ${price.id}`))).toMatchObject({ outcome: 'done' });
      const waiting = await getOne(price.id);
      expect(waiting.price).toEqual(price);
      expect(waiting.proposals).toMatchObject([{ proposed_by: `operator:${emailOf('finance')}` }]);
      expect(resultOf(await agree(admin, waiting.proposals[0]!.id, 'agreed')).outcome).toBe('done');
      const { price: changed, proposals } = await getOne(price.id);
      expect(proposals).toEqual([]);
      expect(changed.value).toBe(value);
      expect(changed.changed).toMatchObject({
        actor: `operator:${emailOf('finance')}`,
        agreed_by: `operator:${emailOf('admin')}`,
        proposal: waiting.proposals[0]!.id,
        reason: `for ${price.id}`,
        before: price.value,
        after: value,
        from_day: price.kind === 'pool_fee' ? '2026-11-21' : null,
      });
      expect((await historyOf(price.id)).rows).toEqual([changed.changed]);
    }
  }, 120_000);

  it('are not changed by one alone, nor by a role that may not', async () => {
    const id = 'package-price.1';
    const { price: before, action } = await getOne(id);
    const values = { ...action.given, [action.field]: '1234', reason: 'costs' };
    expect((await support.run(action.name, values)).status).toBe(403);
    await finance.run(action.name, values);
    const [proposal] = (await getOne(id)).proposals;
    expect((await agree(support, proposal!.id, 'r')).status).toBe(403);
    expect(resultOf(await agree(finance, proposal!.id, 'mine')).lines).toEqual([
      'You have proposed it; somebody else has to agree.',
    ]);
    expect((await getOne(id)).price).toEqual(before);
    expect(resultOf(await admin.run('proposal decline', { id: proposal!.id, reason: 'too dear' })).outcome).toBe(
      'done',
    );
    expect(await getOne(id)).toEqual({ price: before, action, proposals: [] });
  });

  it('are not changed from another value than the one that the change was proposed from', async () => {
    const id = 'wallet-price.RW';
    const { price } = await getOne(id);
    await ask(id, '7', 'first');
    await ask(id, '8', 'second');
    const [first, second] = (await getOne(id)).proposals;
    expect([first!.before, second!.before]).toEqual([{ price: price.value }, { price: price.value }]);
    expect(resultOf(await agree(admin, first!.id, 'yes')).outcome).toBe('done');
    expect(resultOf(await agree(admin, second!.id, 'yes'))).toEqual({
      outcome: 'refused',
      lines: [
        `price was ${price.value} when it was proposed, and is 7 now.`,
        'Decline it, and propose what is wanted now.',
      ],
    });
    const after = await getOne(id);
    expect([after.price.value, after.proposals]).toEqual(['7', [second]]);
    await finance.run('proposal decline', { id: second!.id, reason: 'no more' });
  });

  it('are no other price when the same one is written otherwise', async () => {
    for (const id of ['wallet-price.RW', 'nft-fee']) {
      const [{ price }, before] = [await getOne(id), await historyOf(id)];
      await ask(id, `${price.value}${price.value.includes('.') ? '0' : '.00'}`, 'the same');
      const [proposal] = (await getOne(id)).proposals;
      expect(resultOf(await agree(admin, proposal!.id, 'yes')).outcome).toBe('done');
      expect(await historyOf(id)).toEqual(before);
    }
  });

  it('keep apart what was changed of the same thing: its fee, its price, or neither', async () => {
    const set = { id: 2, actor: 'operator:test', reason: 'pause' } as const;
    const before = [await historyOf('package-price.2'), await historyOf('activation-fee.2')];
    await asOwner(app, (context) => setMinerPackage(context, { ...set, active: false }));
    expect([await historyOf('package-price.2'), await historyOf('activation-fee.2')]).toEqual(before);
    await asOwner(app, (context) => setMinerPackage(context, { ...set, activationFeeUnits: 700_000_000n }));
    expect(await historyOf('package-price.2')).toEqual(before[0]);
    const [fee] = (await historyOf('activation-fee.2')).rows;
    expect(fee).toMatchObject({ after: '7', reason: 'pause', agreed_by: null, proposal: null });
  });

  it('tell of a pool fee that was set for tomorrow and taken back', async () => {
    const { price } = await getOne('pool-fee');
    const set = (percent: number) =>
      asOwner(app, (context) =>
        setPoolFee(context, { ppm: percent * 10_000, actor: 'operator:test', reason: `to ${percent}` }),
      );
    await set(7);
    expect((await getOne('pool-fee')).price).toMatchObject({ of: 'Mining pool, from tomorrow; today 2 %', value: '7' });
    await set(2);
    expect((await getOne('pool-fee')).price).toMatchObject({ of: 'Mining pool', value: '2' });
    expect((await historyOf('pool-fee')).rows.slice(0, 2)).toMatchObject([
      { before: '7', after: '2', reason: 'to 2' },
      { before: price.value, after: '7', reason: 'to 7' },
    ]);
  });

  it('go back page by page, and are nobody’s where there is no such price', async () => {
    await asOwner(app, async (context) => {
      for (let count = 0; count < LIST_ROWS + 1; count += 1)
        await setMinerPackage(context, {
          id: 3,
          actor: 'operator:test',
          reason: `step ${count}`,
          priceUnits: BigInt(500 + count) * 100_000_000n,
        });
    });
    const page = await historyOf('package-price.3');
    const rest = await historyOf('package-price.3', page.next!);
    expect(page.rows).toHaveLength(LIST_ROWS);
    // One of them is from the first test.
    expect(rest.rows.map(({ reason }) => reason)).toEqual(['step 0', 'for package-price.3']);
    expect(rest.next).toBeNull();
    for (const path of ['operator/price?id=package-price.9', 'operator/price/history?id=nothing'])
      expect((await support.ask('GET', path)).status).toBe(404);
    support = await openConsole(app, 'support');
    expect((await support.read(operatorPriceHistory, 'id=package-price.3')).rows).toHaveLength(LIST_ROWS);
  });
});
