import type { BankActs } from './bank-acts.ts';
import { DepositBooks } from './deposit-books.ts';
import type { ItemActs } from './item-acts.ts';
import { ItemBooks } from './item-books.ts';
import { MoveBooks } from './move-books.ts';
import { named, PLACES, Purses } from './purses.ts';
import type { ShopActs } from './shop-acts.ts';
import { ShopBooks } from './shop-books.ts';
import { MEMBERS } from './steps.ts';
import { WithdrawalBooks } from './withdrawal-books.ts';

/** All books of a history. */
export class Books {
  readonly purses: Purses;
  readonly shop: ShopBooks;
  readonly deposits: DepositBooks;
  readonly withdrawals: WithdrawalBooks;
  readonly moves: MoveBooks;
  readonly items: ItemBooks;

  constructor(now: number) {
    this.purses = new Purses(MEMBERS, now);
    this.shop = new ShopBooks(this.purses);
    this.deposits = new DepositBooks(this.purses);
    this.withdrawals = new WithdrawalBooks(this.purses);
    this.moves = new MoveBooks(this.purses);
    this.items = new ItemBooks(this.purses);
  }

  /** What the house must show. */
  told(shop: ShopActs, bank: BankActs, items: ItemActs): unknown {
    const { cw, rw, usdt } = this.shop.held();
    const { held, members, liquidity, house } = this.purses;
    const byId = <T>(known: readonly string[], all: readonly T[], tell: (each: T) => unknown) =>
      Object.fromEntries(all.map((each, n) => [known[n]!, tell(each)]));
    const stock = (line: 'x1' | 'x2') => `${this.shop.total(line)} ${this.shop.used(line)} ${this.shop.waiting(line)}`;
    return {
      wallets: Object.assign({}, ...members.map((purse, n) => named(n, purse))),
      liquidity: named(900, liquidity),
      held: named('held', { ...held, CW: held.CW + cw, RW: held.RW + rw, USDT: held.USDT + usdt }),
      orders: byId(shop.orderIds, this.shop.orders, ({ status, profit }) => `${status} ${profit}`),
      stock: { x1: stock('x1'), x2: stock('x2') },
      packs: this.shop.packs(),
      withdrawals: byId(bank.withdrawalIds, this.withdrawals.all, ({ status, revision }) => `${status} ${revision}`),
      deposits: String(-house.deposits.USDT),
      nfts: byId(items.nftIds, this.items.nfts, ({ status }) => status),
      stakes: byId(items.stakeIds, this.items.stakes, ({ ended }) => (ended ? 9 : 1)),
    };
  }

  house(): Record<string, string> {
    const { house } = this.purses;
    return Object.assign({}, ...Object.entries(PLACES).map(([place, owner]) => named(owner, house[place as 'hot'])));
  }
}
