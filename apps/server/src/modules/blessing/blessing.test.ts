import { WALLET } from '@minerx/rules/wallet';
import { createHash } from 'node:crypto';
import { parseDeck, verifyPick } from '@minerx/rules/blessing';
import { pickOdds } from '@minerx/rules/blessing-draw';
import { formatUnits, mulDivFloor, UNIT, unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import {
  commitTo,
  EVERY_KIND,
  fillPrizePool,
  MONEY_ONLY,
  packsOf,
  positionOf,
  type DealtPack,
  type TestPrize,
} from '../../../test/blessing-pool.ts';
import { eachInMoneyHouse } from '../../../test/each-in-money-house.ts';
import { PEPPER, type MoneyHouse } from '../../../test/money-house.ts';
import { placeAllWaiting } from '../../jobs/due.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openPayouts } from '../integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { insertPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { cancelWaitingOrder } from '../order/waiting-order.command.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import { redeemVoucher } from '../voucher/voucher.command.ts';
import { dealBlessing, openBlessing } from './blessing.command.ts';
import { findPick, listPicks } from './blessing.query.ts';
import { listFulfilments } from './prizes/fulfilment.query.ts';
import { setPrize } from './prizes/prize-pool.command.ts';
import { listPrizes } from './prizes/prize-pool.query.ts';
import { prizeVoucherCode } from './prizes/prize-voucher.ts';
import { tellBtcPrice } from '../../../test/btc-price.ts';

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> => createHash('sha256').update(bytes).digest();
const OPERATOR = { actor: 'operator:test' as const, reason: 'test' };

describe('Raya Blessings', () => {
  let house: MoneyHouse;
  eachInMoneyHouse((fresh) => (house = fresh));

  const buyX2 = (memberId: bigint, quantity: number, acceptWaiting = false) => {
    const amounts = { [WALLET.USDT]: unitsOf(String(10_000 * quantity)) };
    const input = { page: 'x2' as const, packageId: 5, walletType: 1, quantity, acceptWaiting, amounts };
    return house.funnel.run(subscribeMiner(memberId, input, null));
  };
  /** Somebody with so many packs. */
  const memberWithPacks = async (
    count: number,
    prizes: readonly TestPrize[] = EVERY_KIND,
  ): Promise<{ memberId: bigint; packs: DealtPack[] }> => {
    await fillPrizePool(house.pool, prizes, { count });
    await freshBtcPrice();
    await house.devices('x2', 10);
    const memberId = await house.member({ USDT: '10000' });
    await buyX2(memberId, 1);
    return { memberId, packs: await packsOf(house.pool, memberId) };
  };
  const freshBtcPrice = (ageMs = 0) => tellBtcPrice(house.pool, house.clock.at - ageMs);
  const open = (memberId: bigint, packId: string, index: number, key: string | null = null) =>
    house.funnel.run(openBlessing(memberId, { packId, index, pepper: PEPPER }, key));
  const leftOf = async (name: string): Promise<number | null> =>
    (await listPrizes(house.pool)).find((prize) => prize.name === name)!.left;

  it('grants a pack for each X2 unit, with a committed deck of nine, and none for X1', async () => {
    await fillPrizePool(house.pool);
    await house.devices('x2', 30);
    await house.devices('x1', 1);
    const memberId = await house.member({ USDT: '30000', CW: '1000' });
    const { orderIds } = await buyX2(memberId, 3);
    const amounts = { [WALLET.CW]: unitsOf('1000') };
    const input = { page: 'x1' as const, packageId: 1, method: 1, quantity: 1, acceptWaiting: false, amounts };
    await house.funnel.run(subscribeMiner(memberId, input, null));
    const packs = await packsOf(house.pool, memberId);
    expect(packs).toHaveLength(3);
    const { rows } = await house.pool.query('SELECT order_id FROM blessing_pack ORDER BY order_id');
    expect(rows.map(({ order_id }) => order_id)).toEqual(orderIds.toSorted());
    for (const { id, deck, salt, commitment } of packs) {
      expect(parseDeck(deck!)?.packId).toBe(id);
      expect(createHash('sha256').update(deck!).update(Buffer.from(salt!, 'hex')).digest('hex')).toBe(commitment);
    }
    expect(new Set(packs.map(({ salt }) => salt)).size).toBe(3);
  });

  it('grants to an order that waits for stock when it is placed, and nothing to one that is cancelled', async () => {
    await fillPrizePool(house.pool);
    const memberId = await house.member({ USDT: '20000' });
    const { orderIds } = await buyX2(memberId, 2, true);
    expect(await packsOf(house.pool, memberId)).toEqual([]);
    await house.funnel.run(cancelWaitingOrder(memberId, orderIds[0]!, null));
    await house.devices('x2', 20);
    await placeAllWaiting(house, 'x2');
    expect(await packsOf(house.pool, memberId)).toHaveLength(1);
    const { rows } = await house.pool.query('SELECT order_id FROM blessing_pack');
    expect(rows).toEqual([{ order_id: orderIds[1] }]);
  });

  it('opens no card while the books do not hold, whatever it would pay by, and tells nothing of it', async () => {
    const { memberId, packs } = await memberWithPacks(1);
    await inTransaction(house.pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, new Date(house.clock.at)));
    for (let index = 0; index < 9; index += 1)
      await expect(open(memberId, packs[0]!.id, index)).rejects.toMatchObject({ code: 'err_payouts_frozen' });
    await openPayouts(house, { freeze: (await findPayoutFreeze(house.pool))!, outcomes: [], ...OPERATOR });
    await open(memberId, packs[0]!.id, 4);
  });

  it('grants nothing to orders of vouchers, whatever their package says', async () => {
    await fillPrizePool(house.pool, EVERY_KIND, { packageId: 3, count: 2 });
    const memberId = await house.member();
    const context = {
      funnel: house.funnel,
      pool: house.pool,
      clock: house.clock,
      security: house.security,
      env: { pepper: PEPPER },
    };
    // Without a miner it waits: what is placed later passes the grants as orders for money do.
    await redeemVoucher(context, memberId, await house.voucher(3, '1000'), 'key-voucher');
    await house.devices('x1', 1);
    expect(await placeAllWaiting(house, 'x1')).toBe(1);
    expect(await packsOf(house.pool, memberId)).toEqual([]);
  });

  it('pays RW, CW and BTC at their price of now, rounded down', async () => {
    const prizes = EVERY_KIND.filter(({ name }) => ['BTC', 'CW', 'RW'].includes(name));
    const { memberId, packs } = await memberWithPacks(3, prizes);
    const prices = { BTC: unitsOf('60000'), CW: unitsOf('1'), RW: unitsOf('0.5') } as const;
    for (const [at, wallet] of (['BTC', 'CW', 'RW'] as const).entries()) {
      const pack = packs.find((_, n) => n === at)!;
      const index = positionOf(pack, wallet);
      if (index < 0) continue; // One deck in thousands has none of a kind.
      await open(memberId, pack.id, index, `key-${wallet}-1`);
      const dollars = parseDeck(pack.deck!)!.cards[index]!.amountUnits;
      const expected = mulDivFloor(dollars, UNIT, prices[wallet]);
      expect(await house.balance(memberId, wallet)).toBe(expected);
      const pick = (await findPick(house.pool, memberId, pack.id))!;
      expect([pick.name, pick.amountUnits, pick.walletName, pick.creditedUnits, pick.priceUnits]).toEqual([
        wallet,
        dollars,
        wallet,
        expected,
        prices[wallet],
      ]);
    }
  });

  it('opens once: the same key gets the same answer, another key is refused', async () => {
    const { memberId, packs } = await memberWithPacks(1, MONEY_ONLY);
    const first = await open(memberId, packs[0]!.id, 4, 'the-first-key');
    expect(await open(memberId, packs[0]!.id, 4, 'the-first-key')).toEqual(first);
    await expect(open(memberId, packs[0]!.id, 5, 'the-first-key')).rejects.toMatchObject({
      code: 'err_idempotency_mismatch',
    });
    await expect(open(memberId, packs[0]!.id, 4, 'another-key')).rejects.toMatchObject({ code: 'err_opened_pack' });
    const { rows } = await house.pool.query(`SELECT FROM transfer WHERE kind = 'prize'`);
    expect(rows).toHaveLength(1);
  });

  it("answers another member's pack like a missing one, and a frozen member not at all", async () => {
    const { memberId, packs } = await memberWithPacks(1);
    const stranger = await house.member();
    const missing = '01900000-0000-7000-8000-000000000000';
    await expect(open(stranger, packs[0]!.id, 0)).rejects.toMatchObject({ code: 'err_not_found' });
    await expect(open(stranger, missing, 0)).rejects.toMatchObject({ code: 'err_not_found' });
    await expect(house.funnel.run(dealBlessing(stranger, packs[0]!.id))).rejects.toMatchObject({
      code: 'err_not_found',
    });
    await house.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [memberId]);
    await expect(open(memberId, packs[0]!.id, 0)).rejects.toMatchObject({ code: 'err_account_frozen' });
  });

  it('refuses while the price of BTC is older than five minutes, whichever card is tapped, and the pack stays closed', async () => {
    // One BTC card among eight that could be paid: an answer that depended on the card would tell where it lies.
    const oneBtc = { id: 1, name: 'BTC', min: 100, weight: 1_000_000 };
    const { memberId, packs } = await memberWithPacks(1, [oneBtc, ...MONEY_ONLY]);
    const pack = packs[0]!;
    expect(parseDeck(pack.deck!)!.cards.filter(({ name }) => name === 'BTC')).toHaveLength(1);
    await freshBtcPrice(5 * 60_000 + 1);
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        open(memberId, pack.id, index, `key-while-stale-${index}`).catch((error: unknown) => error),
      ),
    );
    expect(answers.map((answer) => (answer as { code?: string }).code)).toEqual(Array(9).fill('err_price_stale'));
    await freshBtcPrice(5 * 60_000);
    await open(memberId, pack.id, positionOf(pack, 'BTC'), 'key-while-fresh');
    expect((await findPick(house.pool, memberId, pack.id))!.name).toBe('BTC');
  });

  it('turns a package prize into a voucher whose code only its owner reads, redeemable once', async () => {
    const { memberId, packs } = await memberWithPacks(1, [
      ...MONEY_ONLY,
      { id: 6, name: 'Miner X Package', min: 100, weight: 1_000_000 },
    ]);
    const index = positionOf(packs[0]!, 'Miner X Package');
    await open(memberId, packs[0]!.id, index);
    const pick = (await findPick(house.pool, memberId, packs[0]!.id))!;
    expect([pick.isVoucher, pick.voucherRedeemed, formatUnits(pick.amountUnits)]).toEqual([true, false, '100']);
    const code = prizeVoucherCode(PEPPER, packs[0]!.id);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    await house.devices('x1', 1);
    const context = {
      funnel: house.funnel,
      pool: house.pool,
      clock: house.clock,
      security: house.security,
      env: { pepper: PEPPER },
    };
    expect((await redeemVoucher(context, memberId, code, 'key-redeem')).amount).toBe('100');
    expect((await findPick(house.pool, memberId, packs[0]!.id))!.voucherRedeemed).toBe(true);
  });

  it('takes limited prizes out of the pool while they lie in a deck, and puts back what was not picked', async () => {
    const { memberId, packs } = await memberWithPacks(2, [
      ...MONEY_ONLY,
      { id: 4, name: 'Phuket', min: 888, weight: 1_000_000, total: 1 },
    ]);
    // The only one lies in the first deck; the second has none.
    expect(await leftOf('Phuket')).toBe(0);
    const [first, second] = [
      packs.find((pack) => positionOf(pack, 'Phuket') >= 0)!,
      packs.find((pack) => positionOf(pack, 'Phuket') < 0)!,
    ];
    await open(memberId, second.id, 0);
    expect(await leftOf('Phuket')).toBe(0);
    await open(memberId, first.id, (positionOf(first, 'Phuket') + 1) % 9);
    expect(await leftOf('Phuket')).toBe(1);
  });

  it('never gives out more of a limited prize than there are', async () => {
    const { memberId, packs } = await memberWithPacks(20, [
      ...MONEY_ONLY,
      { id: 4, name: 'Phuket', min: 888, weight: 1_000_000, total: 3 },
    ]);
    expect(packs.filter((pack) => positionOf(pack, 'Phuket') >= 0)).toHaveLength(3);
    for (const pack of packs) await open(memberId, pack.id, Math.max(0, positionOf(pack, 'Phuket')));
    expect(await listFulfilments(house.pool, false)).toHaveLength(3);
    expect(await leftOf('Phuket')).toBe(0);
  });

  it('deals a deck later to a pack that the pool could not fill; until then there is no prize', async () => {
    const eight = Array.from({ length: 8 }, (_, n) => ({ id: n + 1, name: 'RW', min: 100 + n }));
    const { memberId, packs } = await memberWithPacks(1, eight);
    const packId = packs[0]!.id;
    expect(packs[0]!.deck).toBeNull();
    expect(await house.funnel.run(dealBlessing(memberId, packId))).toEqual({ dealt: false });
    await expect(open(memberId, packId, 0)).rejects.toMatchObject({ code: 'err_no_angpau_prize' });
    await setPrize(house, {
      id: 9,
      name: 'CW',
      minUnits: unitsOf('28'),
      maxUnits: unitsOf('88'),
      weight: 5,
      ...OPERATOR,
    });
    // Today's table stays as it was committed to.
    expect(await house.funnel.run(dealBlessing(memberId, packId))).toEqual({ dealt: false });
    house.clock.at += 86_400_000;
    await commitTo(house.pool, new Date(house.clock.at).toISOString());
    expect(await house.funnel.run(dealBlessing(memberId, packId))).toEqual({ dealt: true });
    const [{ commitment }] = (await packsOf(house.pool, memberId)) as [DealtPack];
    expect(await house.funnel.run(dealBlessing(memberId, packId))).toEqual({ dealt: true });
    expect((await packsOf(house.pool, memberId))[0]!.commitment).toBe(commitment);
    await open(memberId, packId, 8);
  });

  it('lets every one of 180 picks be proved from what was shown before', async () => {
    const { memberId } = await memberWithPacks(20);
    await house.devices('x2', 90);
    const shown = new Map<string, string>();
    for (let order = 1; order < 10; order += 1) {
      const rich = await house.member({ USDT: '10000' });
      await buyX2(rich, 1);
      for (const [n, pack] of (await packsOf(house.pool, rich)).entries()) {
        shown.set(pack.id, pack.commitment!);
        await open(rich, pack.id, (n + order) % 9);
      }
      const { rows, total } = await listPicks(house.pool, rich, { page: 1, pageSize: 100 });
      expect(total).toBe(20);
      for (const pick of rows) {
        const proof = {
          packId: pick.packId,
          commitment: shown.get(pick.packId)!,
          deck: pick.deck,
          salt: pick.salt,
          index: pick.position,
          name: pick.name,
          amount: formatUnits(pick.amountUnits),
        };
        expect(await verifyPick(proof, sha256)).toBe('proven');
      }
    }
    for (const [n, pack] of (await packsOf(house.pool, memberId)).entries()) await open(memberId, pack.id, n % 9);
    expect(shown.size).toBe(180);
  });

  it('deals by the published odds, from the bytes that the system gives (chi-square, 99.9999 %)', async () => {
    const endless = EVERY_KIND.map((prize) => ({ ...prize, total: null }));
    await fillPrizePool(house.pool, endless, { count: 20 });
    await house.devices('x2', 250);
    for (let order = 0; order < 25; order += 1) await buyX2(await house.member({ USDT: '10000' }), 1);
    const pool = await listPrizes(house.pool);
    const odds = pickOdds(pool);
    const { rows } = await house.pool.query<{ id: number; seen: number }>(
      'SELECT unnest(prize_ids) AS id, count(*)::integer AS seen FROM blessing_deck GROUP BY 1',
    );
    const seen = new Map(rows.map(({ id, seen: count }) => [id, count]));
    const cards = 25 * 20 * 9;
    const chiSquare = pool.reduce((sum, { id }, line) => {
      const expected = odds[line]! * cards;
      return sum + ((seen.get(id) ?? 0) - expected) ** 2 / expected;
    }, 0);
    // 6 degrees of freedom; cards of one deck differ, so the real spread is smaller.
    expect(chiSquare).toBeLessThan(38.3);
    expect([...seen.values()].reduce((all, count) => all + count, 0)).toBe(cards);
  });
});
