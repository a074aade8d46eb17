import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { describe, expect, it } from 'vitest';
import { testEnv } from '../../../../test/app.ts';
import { fillPrizePool, MONEY_ONLY, packsOf, positionOf } from '../../../../test/blessing-pool.ts';
import { tellBtcPrice } from '../../../../test/btc-price.ts';
import { eachInMoneyHouse } from '../../../../test/each-in-money-house.ts';
import { PEPPER, type MoneyHouse } from '../../../../test/money-house.ts';
import { createExpiryClock } from '../../../base/expiry-clock.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { subscribeMiner } from '../../purchase/purchase.command.ts';
import { openBlessing } from '../blessing.command.ts';
import { findPick } from '../blessing.query.ts';
import { markFulfilled, undoFulfilled } from './fulfilment.command.ts';
import { listFulfilments } from './fulfilment.query.ts';
import { listPrizes } from './prize-pool.query.ts';

const OPERATOR = { actor: 'operator:test' as const, reason: 'test' };
const NO_PACK = '01900000-0000-7000-8000-000000000000';
const DUBAI = { id: 5, name: 'Dubai', min: 2888, weight: 1_000_000, total: 66 };

const contextOf = (house: MoneyHouse) => ({
  ...house,
  env: testEnv(),
  expiryClock: createExpiryClock(house.clock, () => 0),
});

describe('a prize that people hand over', () => {
  let house: MoneyHouse;
  eachInMoneyHouse((fresh) => (house = fresh));

  /** Somebody who has picked the journey to Dubai. */
  const memberWithJourney = async (): Promise<{ memberId: bigint; packId: string }> => {
    await fillPrizePool(house.pool, [...MONEY_ONLY, DUBAI], { count: 1 });
    await tellBtcPrice(house.pool, house.clock.at);
    await house.devices('x2', 10);
    const memberId = await house.member({ USDT: '10000' });
    const amounts = { [WALLET.USDT]: unitsOf('10000') };
    const input = { page: 'x2' as const, packageId: 5, walletType: 1, quantity: 1, acceptWaiting: false, amounts };
    await house.funnel.run(subscribeMiner(memberId, input, null));
    const [pack] = await packsOf(house.pool, memberId);
    const index = positionOf(pack!, DUBAI.name);
    await house.funnel.run(openBlessing(memberId, { packId: pack!.id, index, pepper: PEPPER }, null));
    return { memberId, packId: pack!.id };
  };

  it('is on the list until somebody notes when it was', async () => {
    const { memberId, packId } = await memberWithJourney();
    expect((await listPrizes(house.pool)).find(({ name }) => name === 'Dubai')!.left).toBe(65);
    expect((await listFulfilments(house.pool, false)).map(({ prize, doneAt }) => [prize, doneAt])).toEqual([
      ['Dubai', null],
    ]);
    const input = { packId, note: 'Tickets sent', ...OPERATOR };
    const context = contextOf(house);
    await markFulfilled(context, input);
    const at = new Date(house.clock.at).toISOString();
    await expect(markFulfilled(context, input)).rejects.toMatchObject({
      code: 'err_conflict',
      more: { details: { by: 'operator:test', at } },
    });
    await expect(markFulfilled(context, { ...input, packId: NO_PACK })).rejects.toMatchObject({
      code: 'err_not_found',
    });
    const { rows: told } = await house.pool.query('SELECT kind, about, label FROM notice WHERE member_id = $1', [
      memberId,
    ]);
    expect(told).toContainEqual({ kind: 'prize_handed_over', about: input.packId, label: 'Dubai' });
    expect(await listFulfilments(house.pool, false)).toEqual([]);
    expect((await listFulfilments(house.pool, true))[0]).toMatchObject({
      doneBy: 'operator:test',
      note: 'Tickets sent',
    });
    const pick = (await findPick(house.pool, memberId, packId))!;
    expect([pick.needsFulfilment, pick.fulfilled]).toEqual([true, true]);
  });

  it('waits again where it was noted by mistake, as often as that happens, and its member is told both', async () => {
    const { memberId, packId } = await memberWithJourney();
    const context = contextOf(house);
    const undo = (seenAt: Date | null) =>
      undoFulfilled(context, { packId, seenAt: seenAt!, actor: OPERATOR.actor, reason: 'The wrong row' });
    let before: Date | null = new Date(house.clock.at);
    await expect(undo(before)).rejects.toMatchObject({ code: 'err_conflict' });
    for (const note of ['Tickets sent', 'Now they are']) {
      house.clock.at += 1000;
      await markFulfilled(context, { packId, note, ...OPERATOR });
      const noted = (await listFulfilments(house.pool, true))[0]!;
      // What was seen before it was handed over anew takes nothing back.
      await expect(undo(before)).rejects.toMatchObject({ code: 'err_conflict' });
      before = noted.doneAt;
      const pressed = await Promise.allSettled([undo(before), undo(before)]);
      expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(undo(before)).rejects.toMatchObject({ code: 'err_conflict' });
      expect(await listFulfilments(house.pool, false)).toMatchObject([
        { packId, doneAt: null, doneBy: null, note: null },
      ]);
      expect((await findPick(house.pool, memberId, packId))!.fulfilled).toBe(false);
      const { rows } = await house.pool.query(
        `SELECT actor, reason, detail FROM audit WHERE action = 'fulfilment.undo' ORDER BY id DESC LIMIT 1`,
      );
      const was = { at: noted.doneAt!.toISOString(), by: 'operator:test', note };
      const detail = { before: was, after: null };
      expect(rows).toEqual([{ actor: 'operator:test', reason: 'The wrong row', detail }]);
    }
    const { rows: told } = await house.pool.query(
      `SELECT kind, count(*)::integer FROM notice WHERE member_id = $1 AND kind LIKE 'prize%' GROUP BY kind ORDER BY kind`,
      [memberId],
    );
    expect(told).toEqual([
      { kind: 'prize_handed_over', count: 2 },
      { kind: 'prize_not_handed_over', count: 2 },
    ]);
    // Of a deleted account it would wait for ever.
    house.clock.at += 1000;
    await markFulfilled(context, { packId, note: 'In person', ...OPERATOR });
    const [last] = await listFulfilments(house.pool, true);
    await house.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [memberId]);
    await inTransaction(house.pool, async (tx) => {
      const entry = { actor: OPERATOR.actor, action: 'member.delete', subject: `member:${memberId}`, reason: 'test' };
      await appendAudit(tx, new Date(house.clock.at), [{ ...entry, detail: null }]);
      await tx.query(
        `UPDATE member SET email = e, email_key = e FROM (SELECT 'deleted-' || $1::bigint || '@deleted.invalid' AS e) WHERE id = $1`,
        [memberId],
      );
    });
    await expect(undo(last!.doneAt)).rejects.toMatchObject({ code: 'err_account_frozen' });
    await expect(
      undoFulfilled(context, { packId: NO_PACK, seenAt: new Date(), actor: OPERATOR.actor, reason: 'x' }),
    ).rejects.toMatchObject({ code: 'err_not_found' });
  });
});
