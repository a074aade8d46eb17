import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { memberLogin } from '@minerx/contract/session';
import { packageOrderQueue } from '@minerx/contract/order';
import { packageAll } from '@minerx/contract/miner-package';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../../test/app.ts';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { PASSWORD, PIN, register } from '../../test/people.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { seedReference } from '../seed/reference.ts';

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'minerx-openapi-'));
beforeAll(async () => {
  app = await testApp();
  await seedReference(app.context.pool);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

const described = async (): Promise<string> => (await app.http.inject('/api/openapi.json')).payload;

it('is described without a fault that a public linter finds', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: await described(), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

type Answer = { data?: { result: unknown }; error?: { err_code: string; err_fields?: Record<string, string> } };
/** Every call by its name in the description. */
type Sdk = Record<string, (input?: { body?: object; query?: object; headers?: object }) => Promise<Answer>>;

const generatedClient = async (baseUrl: string) => {
  await createClient({
    input: JSON.parse(await described()),
    output: folder,
    plugins: [{ name: '@hey-api/client-fetch', baseUrl }, '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  const sdk: Sdk = await import(join(folder, 'sdk.gen.ts'));
  const { client } = await import(join(folder, 'client.gen.ts'));
  return { sdk, signedIn: (token: string) => client.setConfig({ auth: token }) };
};

// proves 7: a client generated from the description signs in and buys
it('gives a generated client all it needs to buy a miner', async () => {
  const person = await register(app);
  const adjustment = { amountUnits: 300_000_000_000n, reason: 'test', actor: 'operator:test' as const };
  await app.context.funnel.run(creditMember({ memberId: person.memberId, walletId: WALLET.CW, ...adjustment }));
  const { sdk, signedIn } = await generatedClient(`${await app.http.listen({ port: 0 })}/api`);

  const refused = await sdk['getMemberProfile']!();
  expect(refused.error?.err_code).toBe('err_unauthorised');
  const login = await sdk['postMemberLogin']!({
    body: { member_email: person.email, member_password: PASSWORD },
  });
  signedIn(z.parse(memberLogin.result, login.data?.result).accessToken);

  const answer = await sdk['getPackageAll']!();
  const [miner] = z.parse(packageAll.result, answer.data?.result).package;
  const body = {
    package: miner!.package_id,
    payment_method: 1,
    quantity: 1,
    amount1: miner!.package_price,
    amount2: '0',
    accept_waiting: true,
    member_security_pin: PIN,
  };
  const purchase = (input: object) =>
    sdk['postPackagePurchase']!({ body: { ...body, ...input }, headers: { 'Idempotency-Key': 'generated-1' } });
  expect((await purchase({ quantity: 0 })).error?.err_fields).toHaveProperty('quantity');
  const bought = await purchase({});
  expect(bought.data?.result).toEqual({ order_count: 1, waiting_count: 1 });
  expect((await purchase({})).data).toEqual(bought.data);
  const queue = await sdk['getPackageOrderQueue']!();
  expect(z.parse(packageOrderQueue.result, queue.data?.result).outOfStock).toHaveLength(1);
  await expectCoherentLedger(app.context.pool);
});
