import type { WalletId } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { accountId, isHouse, keepsBalance, ownerOf, walletOf } from './account.ts';

/** Wallets of today, of the second page, and the last that there is room for. */
const WALLETS = [1, 11, 15, 16, 17, 31, 32, 500, 2031] as WalletId[];
const OWNERS = [1n, 9n, 899n, 900n, 999n, 1000n, 123_456n, 2n ** 40n];

describe('account numbers', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(() => database.drop());

  it('are of one owner and one asset each, far beyond fifteen assets, and stay what they were below', () => {
    const seen = new Set<bigint>();
    for (const owner of OWNERS) {
      for (const wallet of WALLETS) {
        const account = accountId(owner, wallet);
        expect([ownerOf(account), walletOf(account), keepsBalance(account)]).toEqual([owner, wallet, owner >= 900n]);
        expect([account, isHouse(account)]).toEqual([account, owner < 1000n]);
        expect(account < 2n ** 63n).toBe(true);
        if (wallet < 16) expect(account).toBe(owner * 16n + BigInt(wallet));
        seen.add(account);
      }
    }
    expect(seen.size).toBe(OWNERS.length * WALLETS.length);
  });

  it('are the same in the database', async () => {
    for (const owner of OWNERS) {
      for (const wallet of WALLETS) {
        const { rows } = await database.pool.query<{ id: bigint; owner: bigint; wallet: number }>(
          'SELECT account_of($1, $2) AS id, account_owner(account_of($1, $2)) AS owner, account_wallet(account_of($1, $2)) AS wallet',
          [owner, wallet],
        );
        expect(rows[0]).toEqual({ id: accountId(owner, wallet), owner, wallet });
      }
    }
  });

  it('keep a posting within one asset, beyond fifteen too', async () => {
    const post = (source: bigint, destination: bigint, wallet: number) =>
      database.pool.query(
        'INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES (gen_random_uuid(), 0, $1, $2, $3, 1)',
        [wallet, source, destination],
      );
    const of = (owner: bigint, wallet: number) => accountId(owner, wallet as WalletId);
    await post(of(1n, 17), of(1000n, 17), 17);
    // Wallet 1 and wallet 17 share their low bits.
    await expect(post(of(1n, 1), of(1000n, 17), 17)).rejects.toThrow('posting_within_one_asset');
    await expect(post(of(1n, 17), of(1000n, 17), 1)).rejects.toThrow('posting_within_one_asset');
  });
});
