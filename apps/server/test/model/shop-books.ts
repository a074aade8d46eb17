import { sharesOf, splitPrice } from '@minerx/rules/payment-method';
import type { PaymentMethod } from '@minerx/rules/payment-method';
import { UNIT, units } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { ByWallet } from '@minerx/rules/wallet';
import type { Purse, Purses } from './purses.ts';

export interface BookOrder {
  readonly n: number;
  readonly member: number;
  readonly packageId: number;
  readonly parts: Paid;
  readonly voucher: number | null;
  readonly arrived: number;
  readonly boughtAt: number;
  status: number;
  profit: bigint;
  group: number | null;
}

type Line = 'x1' | 'x2';
/** What an order took, by the wallets that this shop knows. */
interface Paid {
  cw: bigint;
  rw: bigint;
  usdt: bigint;
}

const WAITING_MS = 90 * 86_400_000;
export const METHODS = [1, 2, 3, 4, 5, 6] as const;
const PRICE = { 1: 1000n, 2: 1000n, 3: 1000n, 4: 1000n, 5: 10_000n } as const;
const MAX_PROFIT = { 1: 2500n, 2: 2500n, 3: 2500n, 4: 2500n, 5: 30_000n } as const;
const FEE = { 1: 20n, 2: 20n, 3: 20n, 4: 20n, 5: 200n } as const;
const lineOf = (packageId: number): Line => (packageId === 5 ? 'x2' : 'x1');
const isShared = (packageId: number): boolean => packageId === 2 || packageId === 4;

/** Orders, vouchers, stock and picks, kept as a person would on paper. */
export class ShopBooks {
  readonly wallets: readonly Purse[];
  readonly #purses: Purses;
  readonly orders: BookOrder[] = [];
  readonly vouchers: { packageId: 3 | 4; amount: bigint; used: boolean }[] = [];
  readonly devices = { x1: 0, x2: 0 };
  #groups = 0;
  #arrivals = 0;

  constructor(purses: Purses) {
    this.wallets = purses.members;
    this.#purses = purses;
  }

  /** What the member's screen shows before buying. */
  amounts(member: number, packageId: 1 | 2 | 5, quantity: number, method: PaymentMethod): ByWallet {
    const totalUsdt = PRICE[packageId] * UNIT * BigInt(quantity);
    if (packageId === 5) return { [WALLET.USDT]: units(totalUsdt) };
    return splitPrice({
      shares: sharesOf(method),
      totalUsdt,
      prices: { [WALLET.CW]: units(UNIT), [WALLET.RW]: units(UNIT / 2n) },
      balances: { [WALLET.RW]: units(this.wallets[member]!.RW) },
    });
  }

  buy(member: number, packageId: 1 | 2 | 5, quantity: number, method: PaymentMethod, wait: boolean): string {
    const asked = this.amounts(member, packageId, quantity, method);
    const [cw, rw, usdt] = [WALLET.CW, WALLET.RW, WALLET.USDT].map((id): bigint => asked[id] ?? 0n) as [
      bigint,
      bigint,
      bigint,
    ];
    const wallet = this.wallets[member]!;
    if (wallet.CW < cw || wallet.RW < rw || wallet.USDT < usdt) return 'err_insufficient_balance';
    const free = this.free(lineOf(packageId));
    if (free < quantity && !wait) return 'err_out_of_stock';
    wallet.CW -= cw;
    wallet.RW -= rw;
    wallet.USDT -= usdt;
    const left = { cw, rw, usdt };
    const made: BookOrder[] = [];
    for (let unit = quantity - 1; unit >= 0; unit -= 1) {
      const parts =
        unit === 0
          ? { ...left }
          : { cw: cw / BigInt(quantity), rw: rw / BigInt(quantity), usdt: usdt / BigInt(quantity) };
      left.cw -= parts.cw;
      left.rw -= parts.rw;
      left.usdt -= parts.usdt;
      made.unshift(this.#order(member, packageId, parts, null, MAX_PROFIT[packageId] * UNIT));
    }
    made.forEach((order, unit) => this.#add(order, unit < free));
    return 'ok';
  }

  redeem(member: number, voucher: number): string {
    const known = this.vouchers[voucher];
    if (known === undefined || known.used) return 'err_voucher_invalid';
    known.used = true;
    const profit = (known.amount * 25n) / 10n;
    this.#add(this.#order(member, known.packageId, { cw: 0n, rw: 0n, usdt: 0n }, voucher, profit), this.free('x1') > 0);
    return 'ok';
  }

  activate(order: BookOrder): string {
    if (order.status !== 2) return 'err_order_status';
    const fee = this.#fee(order);
    const wallet = this.wallets[order.member]!;
    if (wallet.AOGTD < fee) return 'err_insufficient_balance';
    wallet.AOGTD -= fee;
    order.status = 1;
    return 'ok';
  }

  /** A voucher's order pays in proportion to the voucher's amount. */
  #fee({ packageId, voucher }: BookOrder): bigint {
    const full = FEE[packageId as 1] * UNIT;
    return voucher === null ? full : (full * this.vouchers[voucher]!.amount) / (PRICE[packageId as 1] * UNIT);
  }

  cancel(order: BookOrder): string {
    if (order.status !== 6) return 'err_order_status';
    order.status = 10;
    const wallet = this.wallets[order.member]!;
    wallet.CW += order.parts.cw;
    wallet.RW += order.parts.rw;
    wallet.USDT += order.parts.usdt;
    if (order.voucher !== null) this.vouchers[order.voucher]!.used = false;
    return 'ok';
  }

  /** What was paid goes back by itself after ninety days; a voucher waits as long as it takes. */
  expire(order: BookOrder): string {
    const due = order.voucher === null && this.#purses.now >= order.boughtAt + WAITING_MS;
    return due ? this.cancel(order) : 'err_order_status';
  }

  /** What stands in the holds of waiting orders. */
  held(): Paid {
    const sum = { cw: 0n, rw: 0n, usdt: 0n };
    for (const { parts } of this.orders.filter(({ status }) => status === 6)) {
      sum.cw += parts.cw;
      sum.rw += parts.rw;
      sum.usdt += parts.usdt;
    }
    return sum;
  }

  place(line: Line): string {
    const waiting = this.orders
      .filter(({ status, packageId }) => status === 6 && lineOf(packageId) === line)
      .sort((a, b) => a.arrived - b.arrived);
    for (const order of waiting) if (this.used(line) < this.total(line)) this.#takePlace(order);
    return 'ok';
  }

  reward(order: BookOrder, sat: bigint, usd: bigint): string {
    if (order.status !== 1) return 'skipped';
    this.wallets[order.member]!.BTC += sat;
    order.profit -= usd;
    if (order.profit === 0n) order.status = 9;
    return 'ok';
  }

  /** Each order that is paid with money, and for good, has one pick. */
  packs(): number {
    return this.orders.filter(({ voucher, status }) => voucher === null && status !== 6 && status !== 10).length;
  }

  /** What a deck's card brings: BTC at 60 000, CW at 1 and RW at 0.5 dollars, packages as a voucher, journeys no money. */
  win(member: number, deck: string, index: number): string {
    const [, name, dollars] = deck.split('\n')[2 + index]!.split('|') as [string, string, string];
    const amount = BigInt(dollars) * UNIT;
    const wallet = this.wallets[member]!;
    if (name === 'BTC') wallet.BTC += amount / 60_000n;
    if (name === 'CW') wallet.CW += amount;
    if (name === 'RW') wallet.RW += amount * 2n;
    if (name.includes('Package')) this.vouchers.push({ packageId: 3, amount, used: false });
    return 'ok';
  }

  total(line: Line): number {
    return line === 'x1' ? this.devices.x1 : Math.floor(this.devices.x2 / 10);
  }

  /** Queued units, own units that run, and ten for every shared group of which somebody still runs. */
  used(line: Line): number {
    const held = this.orders.filter(
      ({ packageId, status }) => lineOf(packageId) === line && [1, 2, 7].includes(status),
    );
    const groups = new Set(held.filter(({ group }) => group !== null).map(({ group }) => group));
    return held.filter(({ group }) => group === null).length + 10 * groups.size;
  }

  waiting(line: Line): number {
    return this.orders.filter(({ packageId, status }) => lineOf(packageId) === line && status === 6).length;
  }

  free(line: Line): number {
    return Math.max(0, this.total(line) - this.used(line) - this.waiting(line));
  }

  #order(member: number, packageId: number, parts: Paid, voucher: number | null, profit: bigint): BookOrder {
    const boughtAt = this.#purses.now;
    return { n: 0, member, packageId, parts, voucher, arrived: 0, boughtAt, status: 6, profit, group: null };
  }

  #add(order: BookOrder, placed: boolean): void {
    this.orders.push(Object.assign(order, { n: this.orders.length, arrived: (this.#arrivals += 1) }));
    if (placed) this.#takePlace(order);
  }

  #takePlace(order: BookOrder): void {
    order.status = isShared(order.packageId) ? 7 : 2;
    const queue = this.orders.filter(({ status }) => status === 7);
    if (queue.length < 10) return;
    this.#groups += 1;
    for (const member of queue) Object.assign(member, { status: 2, group: this.#groups });
  }
}
