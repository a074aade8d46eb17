import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, register, signIn } from '../../../test/people.ts';
import { listBreaksInAudit } from '../integrity/audit-chain.query.ts';
import { runShell } from '../../../test/operator/shell.ts';

const LEGENDARY = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OTHER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';

let app: TestApp;
let headers: { authorization: string };

beforeAll(async () => {
  app = await testApp();
  headers = bearer((await signIn(app, await register(app))).accessToken);
}, 60_000);
afterAll(() => app.close());

const seen = async () => {
  const { body } = await call(app, 'GET', 'nft/collection', undefined, headers);
  return (body.result as unknown as { collection: Record<string, unknown>[] }).collection;
};
const shell = (...words: string[]): Promise<string> => runShell(app.context, ['collection', ...words]);
const set = (collection: string, address: string, ...more: string[]) =>
  shell(
    'set',
    '--collection',
    collection,
    '--address',
    address,
    '--network',
    'BNB Smart Chain',
    '--reason',
    'r',
    ...more,
  );

describe('the collections of the information page', () => {
  it('are Legendary and Super Rare, without an address until operators set one', async () => {
    expect(await seen()).toEqual(
      ['legendary', 'super_rare'].map((id) => ({
        collection_id: id,
        contract_address: null,
        contract_network: null,
        contract_standard: 'BEP-721',
        simulated: false,
        marketplace: [],
      })),
    );
  });

  it('show the contract and the marketplaces that operators set, marked as simulated in a demo', async () => {
    await set('legendary', LEGENDARY, '--marketplaces', 'One=https://one.example/a?b=c|Two = https://two.example/');
    const [legendary, superRare] = await seen();
    expect(legendary).toMatchObject({
      contract_address: LEGENDARY,
      contract_network: 'BNB Smart Chain',
      simulated: true,
      marketplace: [
        { marketplace_name: 'One', marketplace_link: 'https://one.example/a?b=c' },
        { marketplace_name: 'Two', marketplace_link: 'https://two.example/' },
      ],
    });
    expect(superRare).toMatchObject({ contract_address: null });
  });

  it('are set one by one, each change on the audit log', async () => {
    await set('super_rare', OTHER);
    const addresses = (await seen()).map(({ contract_address }) => contract_address);
    expect(addresses).toEqual([LEGENDARY, OTHER]);
    expect(await shell('list')).toContain(`super_rare: ${OTHER} on BNB Smart Chain`);
    const { rows } = await app.context.pool.query(
      `SELECT subject FROM audit WHERE action = 'collection.set' ORDER BY id`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual(['collection:legendary', 'collection:super_rare']);
    expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
  });

  it.each([
    ['an address that is none', 'legendary', '0x1234', ''],
    ['an address with a wrong checksum', 'legendary', LEGENDARY.replace('F', 'f'), ''],
    ['a collection that is none', 'common', LEGENDARY, ''],
    ['a link that runs', 'legendary', LEGENDARY, 'Bad=javascript:alert(1)'],
    ['a link without encryption', 'legendary', LEGENDARY, 'Bad=http://one.example/'],
    ['a link with a sign-in', 'legendary', LEGENDARY, 'Bad=https://me:you@one.example/'],
    ['a marketplace without a name', 'legendary', LEGENDARY, '=https://one.example/'],
  ])('refuse %s and stay as they are', async (_what, collection, address, marketplaces) => {
    const before = await seen();
    await expect(set(collection, address, ...(marketplaces ? ['--marketplaces', marketplaces] : []))).rejects.toThrow();
    expect(await seen()).toEqual(before);
  });
});
