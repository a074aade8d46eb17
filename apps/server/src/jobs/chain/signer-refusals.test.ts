import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { DOLLAR, payoutTestWorld, type PayoutTestWorld } from '../../../test/chain/payout-world.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { SIGNING_REFUSALS } from '../../outside/signer/port.ts';
import { payoutJobs } from './payouts.ts';

let database: TestDatabase;
let world: PayoutTestWorld;
let app: TestApp;
beforeAll(async () => {
  database = await testDatabase();
  world = await payoutTestWorld(database);
  app = await testApp({ database, outside: { signer: world.signer, chains: world.world.chains } });
});
afterAll(async () => {
  await world.close();
  await app.close();
  await database.drop();
});

const refusals = async (): Promise<Record<string, number>> => {
  const { body } = await app.http.inject({ url: '/metrics' });
  const lines = [...body.matchAll(/^payout_signer_refusals_total\{code="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(lines.map(([, code, count]) => [code!, Number(count)]));
};

it('each payout that the signer refuses by its policy is counted on /metrics under its reason', async () => {
  const [job] = payoutJobs(app.context);
  const none = Object.fromEntries(SIGNING_REFUSALS.map((code) => [code, 0]));
  await database.pool.query(
    `INSERT INTO reconciliation (network_id, block_number, block_hash, at, looked, differences) VALUES (2, 1, '0x', $1, 1, 0)`,
    [new Date(app.clock.now())],
  );
  // Each stands there from the start: a series that begins at one has not risen for who watches it.
  expect(await refusals()).toEqual(none);

  await world.approvedWithdrawal(DOLLAR);
  await world.approvedWithdrawal();
  await job!.run();
  expect(await refusals()).toEqual({ ...none, receiver: 1 });

  await world.approvedWithdrawal(world.hot);
  await job!.run();
  expect(await refusals()).toEqual({ ...none, receiver: 2 });
});
