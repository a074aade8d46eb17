import { WALLET } from '@minerx/rules/wallet';
import type { WalletId } from '@minerx/rules/wallet';
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountId } from './account.ts';
import { MEMBER_HOUSE } from '../modules/member/member.ledger.ts';
import { Books } from './books.ts';
import type { Transfer } from './command.ts';

const MEMBER = 1001n;
const own = accountId(MEMBER, WALLET.USDT);
const house = accountId(MEMBER_HOUSE.ADJUSTMENTS, WALLET.USDT);

/** What the books guard by themselves, before the database is asked anything: it refuses the same, but then a whole batch is undone. */
describe('the books', () => {
  let books: Books;
  beforeEach(async () => {
    books = new Books();
    books.want([own]);
    const client = { query: async () => ({ rows: [[own, 100n]] }) } as unknown as PoolClient;
    await books.load(client);
  });

  const post = (source: bigint, destination: bigint, amount: bigint, walletId: WalletId = WALLET.USDT): void => {
    const postings = [{ walletId, source, destination, amount }];
    const transfer: Transfer = { id: 'x', kind: 'credit', memberId: MEMBER, postings };
    books.post(transfer);
  };

  it('let a member have the last unit and none below', () => {
    post(own, house, 100n);
    expect(books.balance(own)).toBe(0n);
    expect(() => post(own, house, 1n)).toThrow('would be overdrawn');
  });

  it('move a positive amount between two accounts, and nothing else', () => {
    for (const amount of [0n, -1n]) expect(() => post(house, own, amount)).toThrow('a positive amount');
    expect(() => post(own, own, 1n)).toThrow('between two accounts');
    expect(books.balance(own)).toBe(100n);
  });

  it('keep every posting within one asset', () => {
    expect(() => post(accountId(MEMBER_HOUSE.ADJUSTMENTS, WALLET.BTC), own, 1n)).toThrow('within one asset');
    expect(() => post(house, own, 1n, WALLET.BTC)).toThrow('within one asset');
  });

  it('touch no account that was not named', () => {
    const stranger = accountId(MEMBER + 1n, WALLET.USDT);
    expect(() => books.balance(stranger)).toThrow('was not named');
    expect(() => post(house, stranger, 1n)).toThrow('was not loaded');
  });
});
