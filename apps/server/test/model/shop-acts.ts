import assert from 'node:assert/strict';
import { mulDivFloor, UNIT, units } from '@minerx/rules/money';
import { placeAllWaiting } from '../../src/jobs/due.ts';
import { prizeVoucherCode } from '../../src/modules/blessing/prizes/prize-voucher.ts';
import { openDeck } from '../../src/modules/blessing/draw/deck.ts';
import { openBlessing } from '../../src/modules/blessing/blessing.command.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import { cancelWaitingOrder, expireWaitingOrder } from '../../src/modules/order/waiting-order.command.ts';
import { subscribeMiner } from '../../src/modules/purchase/purchase.command.ts';
import { settleRewards } from '../../src/modules/reward/reward.command.ts';
import { redeemVoucherCommand } from '../../src/modules/voucher/voucher.command.ts';
import { voucherCodeHash } from '../../src/modules/voucher/voucher.ledger.ts';
import { PEPPER, type MoneyHouse } from '../money-house.ts';
import type { BookOrder, ShopBooks } from './shop-books.ts';
import { nothing, one, type Outcome, type Teller } from './teller.ts';
import type { StepOf } from './steps.ts';

/** What happens in the shop, in the books and in the house. */
export class ShopActs {
  readonly orderIds: string[] = [];
  readonly #codes: string[] = [];
  readonly #days = new Map<string, number>();
  readonly #house: MoneyHouse;
  readonly #teller: Teller;
  readonly #books: ShopBooks;
  readonly #ids: readonly bigint[];

  constructor(house: MoneyHouse, teller: Teller, books: ShopBooks, ids: readonly bigint[]) {
    this.#house = house;
    this.#teller = teller;
    this.#books = books;
    this.#ids = ids;
  }

  async buy({ member, packageId, quantity, method, wait }: StepOf<'buy'>): Promise<Outcome> {
    const amounts = this.#books.amounts(member, packageId, quantity, method);
    const base = { packageId, quantity, amounts, acceptWaiting: wait };
    const input =
      packageId === 5 ? { ...base, page: 'x2' as const, walletType: 1 } : { ...base, page: 'x1' as const, method };
    const expected = this.#books.buy(member, packageId, quantity, method, wait);
    const real = await this.#teller.keyed(
      (funnel, key) => funnel.run(subscribeMiner(this.#ids[member]!, input, key)),
      ({ orderIds }) => this.orderIds.push(...orderIds),
    );
    return { expected, real };
  }

  async voucher({ packageId, amount }: StepOf<'voucher'>): Promise<Outcome> {
    this.#codes.push(await this.#house.voucher(packageId, String(amount)));
    this.#books.vouchers.push({ packageId, amount: BigInt(amount) * UNIT, used: false });
    return nothing;
  }

  async redeem({ member, pick }: StepOf<'redeem'>): Promise<Outcome> {
    const voucher = pick % (this.#codes.length + 1);
    const hash = voucherCodeHash(PEPPER, this.#codes[voucher] ?? 'no such code');
    const expected = this.#books.redeem(member, voucher);
    const real = await this.#teller.keyed(
      (funnel, key) => funnel.run(redeemVoucherCommand(this.#ids[member]!, hash, key)),
      ({ orderId }) => this.orderIds.push(orderId),
    );
    return { expected, real };
  }

  activate({ pick }: StepOf<'activate'>): Promise<Outcome> {
    return this.#withOrder(pick, async (order, member, id) => {
      const expected = this.#books.activate(order);
      const real = await this.#teller.keyed((funnel, key) => funnel.run(activateOrder(member, id, key)));
      return { expected, real };
    });
  }

  cancel({ pick }: StepOf<'cancel'>): Promise<Outcome> {
    return this.#withOrder(pick, async (order, member, id) => {
      const expected = this.#books.cancel(order);
      const real = await this.#teller.keyed((funnel, key) => funnel.run(cancelWaitingOrder(member, id, key)));
      return { expected, real };
    });
  }

  expire({ pick }: StepOf<'expire'>): Promise<Outcome> {
    return this.#withOrder(pick, async (order, member, id) => ({
      expected: this.#books.expire(order),
      real: await this.#teller.run(expireWaitingOrder(member, id)),
    }));
  }

  reward({ pick, percent }: StepOf<'reward'>): Promise<Outcome> {
    return this.#withOrder(pick, (order, _, id) => this.#settle(order, id, percent));
  }

  async devices({ line, count }: StepOf<'devices'>): Promise<Outcome> {
    this.#books.devices[line] += count;
    await this.#house.devices(line, count);
    return nothing;
  }

  async place({ line }: StepOf<'place'>): Promise<Outcome> {
    const expected = this.#books.place(line);
    return { expected, real: await this.#teller.told(placeAllWaiting(this.#teller, line)) };
  }

  /** The books read the deck that the server has committed to, and work out by themselves what its card is worth. */
  async pick({ pick, index }: StepOf<'pick'>): Promise<Outcome> {
    const { rows: packs } = await this.#house.pool.query<{
      id: string;
      memberId: bigint;
      opened: boolean;
      sealed: Buffer;
    }>(
      `SELECT p.id, p.member_id AS "memberId", p.opened_at IS NOT NULL AS opened, d.sealed
         FROM blessing_pack p JOIN blessing_deck d ON d.pack_id = p.id ORDER BY p.id`,
    );
    const pack = one(packs, pick);
    if (pack === undefined) return nothing;
    const { id: packId, memberId, sealed, opened } = pack;
    const deck = openDeck(this.#house.vault, packId, sealed).text;
    const expected = opened ? 'err_opened_pack' : this.#books.win(this.#ids.indexOf(memberId), deck, index);
    if (!opened && this.#books.vouchers.length > this.#codes.length) this.#codes.push(prizeVoucherCode(PEPPER, packId));
    const input = { packId, index, pepper: PEPPER };
    const real = await this.#teller.keyed((funnel, key) => funnel.run(openBlessing(memberId, input, key)));
    return { expected, real };
  }

  #withOrder(pick: number, act: (order: BookOrder, member: bigint, id: string) => Promise<Outcome>): Promise<Outcome> {
    const order = one(this.#books.orders, pick);
    if (order === undefined) return Promise.resolve(nothing);
    return act(order, this.#ids[order.member]!, this.orderIds[order.n]!);
  }

  async #settle(order: BookOrder, orderId: string, percent: number): Promise<Outcome> {
    const price = 60_000n * UNIT;
    const wanted = mulDivFloor(order.profit, BigInt(percent), 100n);
    const endsOrder = wanted >= order.profit;
    const usdUnits = endsOrder ? order.profit : wanted;
    const sat = mulDivFloor(usdUnits, UNIT, price);
    const day = (this.#days.get(orderId) ?? 0) + 1;
    this.#days.set(orderId, day);
    const inputs = {
      segments: [],
      poolFeePpm: 0,
      payoutFactor: { numerator: '1', denominator: '1' },
      carryPicoSat: '0',
      btcPriceUnits: String(price),
      profitBalanceUnits: String(order.profit),
    };
    const reward = {
      orderId,
      part: 0,
      cause: null,
      sat,
      usdUnits: units(usdUnits),
      carryPicoSat: 0n,
      endsOrder,
      inputs,
      simulated: true,
    };
    const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
    const expected = this.#books.reward(order, sat, usdUnits);
    const { settled } = await settleRewards(this.#house, date, [reward]);
    // However often the job runs.
    assert.equal((await settleRewards(this.#house, date, [reward])).settled, 0);
    return { expected, real: settled === 1 ? 'ok' : 'skipped' };
  }
}
