import { RESTRICTED_COUNTRY_ID } from '@minerx/rules/miner-package';
import { WALLETS } from '@minerx/rules/wallet';
import { HOUSE_ACCOUNTS } from '../composition/ledger-tables.ts';
import { createPool } from '../db/pool.ts';
import { accountId, FIRST_KEPT_OWNER } from '../ledger/account.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { seedReference } from './reference.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const rows = async (text: string) => (await database.pool.query(text)).rows;

describe('reference data', () => {
  it('is the same after ten starts at once, with one root member', async () => {
    const starts = await Promise.all(Array.from({ length: 10 }, () => seedReference(database.pool)));
    expect(starts.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(new Set(starts.map(({ rootReferralCode }) => rootReferralCode)).size).toBe(1);
    expect(starts[0]!.rootReferralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(
      await rows(
        'SELECT count(*)::int AS members, (SELECT count(*)::int FROM account WHERE account_owner(id) >= 1000) AS accounts FROM member',
      ),
    ).toEqual([{ members: 1, accounts: WALLETS.length }]);
  });

  it('knows the countries in English and Chinese; the United States are 211', async () => {
    const [us] = await rows(`SELECT * FROM country WHERE iso2 = 'US'`);
    expect(us).toEqual({
      id: RESTRICTED_COUNTRY_ID,
      iso2: 'US',
      name: 'United States',
      name_zh: '美国',
      calling_code: '1',
      symbol: 'US',
      shared_closed: true,
    });
    expect(await rows(`SELECT name, name_zh, calling_code FROM country WHERE iso2 = 'MY'`)).toEqual([
      { name: 'Malaysia', name_zh: '马来西亚', calling_code: '60' },
    ]);
    const [{ count, last }] = await rows('SELECT count(*)::int AS count, max(id) AS last FROM country');
    expect([count, last]).toEqual([243, 243]);
  });

  it('has no price for BTC that anybody could use before the market has spoken', async () => {
    const [btc] = await rows('SELECT price_at, price_source FROM wallet_type WHERE id = 3');
    expect([btc.price_at.getTime(), btc.price_source]).toEqual([0, 'none']);
    expect(await rows('SELECT count(*)::int AS count FROM wallet_price')).toEqual([{ count: WALLETS.length - 1 }]);
  });

  it('opens the account of a wallet that comes later, empty, for those who are members already and for the house where it keeps balances', async () => {
    const last = WALLETS.at(-1)!.id;
    const members = '(SELECT account_of(id, $1) FROM member)';
    const kept = [...HOUSE_ACCOUNTS.values()].filter((owner) => owner >= FIRST_KEPT_OWNER);
    const ofHouse = kept.map((owner) => accountId(owner, last));
    const owner = createPool(database.ownerUrl, { max: 1 });
    await owner.query(`DELETE FROM account WHERE id IN ${members} OR id = ANY($2)`, [last, ofHouse]);
    await owner.query('DELETE FROM wallet_price WHERE wallet_id = $1', [last]);
    await owner.query('DELETE FROM wallet_type WHERE id = $1', [last]);
    await owner.end();
    await seedReference(database.pool);
    const { rows: opened } = await database.pool.query(`SELECT balance FROM account WHERE id IN ${members}`, [last]);
    expect(opened).toEqual([{ balance: 0n }]);
    const all = kept.flatMap((each) => WALLETS.map(({ id }) => accountId(each, id)));
    const { rows: house } = await database.pool.query('SELECT id FROM account WHERE id = ANY($1) ORDER BY id', [all]);
    expect(house.map(({ id }) => id)).toEqual(all);
  });

  it('never overwrites what operators have set', async () => {
    await database.pool.query(`UPDATE miner_package SET price_units = 7 WHERE id = 1`);
    await database.pool.query(`UPDATE wallet_type SET price_units = 8 WHERE id = 2`);
    await database.pool.query(`UPDATE setting SET value = '"9"' WHERE key = 'nft_withdraw_fee'`);
    await seedReference(database.pool);
    expect(await rows('SELECT price_units FROM miner_package WHERE id = 1')).toEqual([{ price_units: 7n }]);
    expect(await rows('SELECT price_units FROM wallet_type WHERE id = 2')).toEqual([{ price_units: 8n }]);
    expect(await rows(`SELECT value FROM setting WHERE key = 'nft_withdraw_fee'`)).toEqual([{ value: '9' }]);
  });
});
