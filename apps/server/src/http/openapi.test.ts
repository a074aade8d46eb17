import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { codeFor, formOf } from '../../test/people.ts';
import { creditMember } from '../modules/member/adjustment.command.ts';
import { seedReference } from '../seed/reference.ts';

let app: TestApp;
const ROOT = join(import.meta.dirname, '../../../..');
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

/** What somebody outside writes with the generated client: the compiler holds it to the generated types, then it is run. */
const JOURNEY = `
import { client } from './client.gen.ts';
import * as api from './sdk.gen.ts';
import type { PostMemberSignupData } from './types.gen.ts';

type Form = PostMemberSignupData['body'];

export const join = async (form: Form, codeFor: (email: string) => Promise<string>): Promise<string> => {
  const refused = await api.getMemberProfile();
  const name = { member_username: form.member_detail_fullname, member_email: form.member_email };
  await api.postMemberSignupRequestCode({ body: name, throwOnError: true });
  await api.postMemberSignup({
    body: { ...form, verify_code: await codeFor(form.member_email) },
    headers: { 'Idempotency-Key': 'generated-0' },
    throwOnError: true,
  });
  const { data } = await api.postMemberLogin({
    body: { member_email: form.member_email, member_password: form.member_password },
    throwOnError: true,
  });
  client.setConfig({ auth: data.result.accessToken });
  return refused.error?.err_code ?? 'let in';
};

export const buy = async (pin: string) => {
  const { data } = await api.getPackageAll({ throwOnError: true });
  const [miner] = data.result.package;
  const body = {
    package: miner!.package_id,
    payment_method: 1,
    quantity: 1,
    amount1: miner!.package_price,
    amount2: '0',
    accept_waiting: true,
    member_security_pin: pin,
  };
  const purchase = (quantity: number) =>
    api.postPackagePurchase({ body: { ...body, quantity }, headers: { 'Idempotency-Key': 'generated-1' } });
  const none = await purchase(0);
  const bought = await purchase(1);
  const again = await purchase(1);
  return { price: miner!.package_price, refused: none.error?.err_fields, bought: bought.data?.result, again: again.data?.result };
};

export const look = async () => {
  const profile = await api.getMemberProfile({ throwOnError: true });
  const queue = await api.getPackageOrderQueue({ throwOnError: true });
  const all = await api.getPackageOrderAll({ throwOnError: true });
  const balances = profile.data.result.member.member_wallet.map((wallet): string => wallet.member_wallet_balance);
  const waiting: number = queue.data.result.outOfStock.length;
  return { balances, waiting, live: all.data.result.data.length };
};
`;

const compile = (files: string[]) => {
  const strict = ['--strict', '--noEmit', '--noUncheckedIndexedAccess', '--target', 'es2024', '--types', ''];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions'];
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  return spawnSync(process.execPath, [compiler, ...strict, ...modules, '--lib', 'es2024,dom,dom.iterable', ...files], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout;
};

// proves 7: a client generated from the description registers, signs in, buys and reads
it('gives a generated client, with its types, all it needs to join and buy a miner', async () => {
  const baseUrl = `${await app.http.listen({ port: 0 })}/api`;
  await createClient({
    input: JSON.parse(await described()),
    output: folder,
    plugins: [{ name: '@hey-api/client-fetch', baseUrl }, '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  const journey = join(folder, 'journey.ts');
  const wrong = join(folder, 'wrong.ts');
  writeFileSync(journey, JOURNEY);
  writeFileSync(wrong, JOURNEY.replaceAll('package_price', 'package_cost'));
  expect(compile([journey])).toBe('');
  expect(compile([wrong])).toContain('package_cost');

  const outside = (await import(journey)) as Record<'join' | 'buy' | 'look', (...input: unknown[]) => Promise<object>>;
  const form = await formOf(app, 'outside@example.com');
  expect(await outside.join(form, (email: string) => codeFor(app, email))).toBe('err_unauthorised');
  const { rows } = await app.context.pool.query<{ id: bigint }>(
    `SELECT id FROM member WHERE email = 'outside@example.com'`,
  );
  const adjustment = { amountUnits: 300_000_000_000n, reason: 'test', actor: 'operator:test' as const };
  await app.context.funnel.run(creditMember({ memberId: rows[0]!.id, walletId: WALLET.CW, ...adjustment }));
  const seen = async () => {
    const { balances, ...orders } = (await outside.look()) as { balances: string[] };
    return [Number(balances[WALLET.CW - 1]), orders];
  };
  expect(await seen()).toEqual([3000, { waiting: 0, live: 0 }]);
  const once = { order_count: 1, waiting_count: 1 };
  const refused = { quantity: expect.any(String) };
  const bought = (await outside.buy(form.member_security_pin)) as { price: string };
  expect(bought).toEqual({ price: expect.any(String), refused, bought: once, again: once });
  expect(await seen()).toEqual([3000 - Number(bought.price), { waiting: 1, live: 0 }]);
  await expectCoherentLedger(app.context.pool);
});
