import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { register, type Person } from '../../../test/people.ts';
import { creditMember } from '../../modules/member/adjustment.command.ts';
import { stakeTokens } from '../../modules/staking/staking.command.ts';
import { runShell } from '../../../test/operator/shell.ts';

let app: TestApp;
let person: Person & { memberId: bigint };
beforeAll(async () => {
  app = await testApp();
  person = await register(app);
}, 60_000);
afterAll(() => app.close());

const shell = (...words: string[]): Promise<string> => runShell(app.context, words);

it('staking is switched on and off, with a reason', async () => {
  await expect(shell('staking', 'on')).rejects.toThrow('needs --reason');
  expect(await shell('staking', 'on', '--reason', 'start')).toBe('Staking is on.');
  expect(await shell('staking-type', 'list')).toContain(
    'Staking is on.\n1  AOGP + GBPT, Right Arm GBPT: AOGP and GBPT, at most 10000, 28 days',
  );
  expect(await shell('staking', 'off', '--reason', 'pause')).toBe('Staking is off.');
  const { rows } = await app.context.pool.query(
    `SELECT detail, reason FROM audit WHERE action = 'staking.set' ORDER BY id`,
  );
  expect(rows).toEqual([
    { detail: { before: false, after: true }, reason: 'start' },
    { detail: { before: true, after: false }, reason: 'pause' },
  ]);
});

it('a staking type is made of two wallets, a most and a term, and changes part by part', async () => {
  const set = (...words: string[]) => shell('staking-type', 'set', '--reason', 'r', ...words);
  await expect(set('--id', '7', '--name', 'X')).rejects.toThrow('give --name2, --wallet, --wallet2, --max, --days too');
  const full = ['--id', '7', '--name', 'AOG + RW', '--name2', 'Ten days', '--wallet', 'AOG', '--days', '10'];
  await expect(set(...full, '--wallet2', 'AOG', '--max', '50')).rejects.toMatchObject({ code: 'err_staking_type' });
  await expect(set(...full, '--wallet2', 'RW', '--max', '0.5')).rejects.toMatchObject({ code: 'err_amount' });
  await expect(set(...full, '--wallet2', 'RW', '--max', '50', '--names2', '{"xx":"y"}')).rejects.toThrow(
    '--names2 is JSON of language codes',
  );
  await expect(set(...full, '--wallet2', 'RW', '--max', '50', '--names2', '[]')).rejects.toThrow('--names2 is JSON');
  expect(await set(...full, '--wallet2', 'RW', '--max', '50', '--names2', '{"zh":"十天"}')).toBe(
    '7  AOG + RW, Ten days: AOG and RW, at most 50, 10 days  {"zh":"十天"}',
  );
  await expect(set('--id', '7', '--days', '0')).rejects.toMatchObject({ code: 'err_validation' });
  expect(await set('--id', '7', '--days', '20', '--offered', 'no')).toBe(
    '7  AOG + RW, Ten days: AOG and RW, at most 50, 20 days, not offered  {"zh":"十天"}',
  );
});

it('stakes are listed with their members', async () => {
  expect(await shell('staking', 'list')).toBe('No stake found.');
  await shell('staking', 'on', '--reason', 'r');
  for (const walletId of [WALLET.AOGP, WALLET.GBPT])
    await app.context.funnel.run(
      creditMember({
        memberId: person.memberId,
        walletId,
        amountUnits: unitsOf('500'),
        reason: 'r',
        actor: 'operator:test',
      }),
    );
  await app.context.funnel.run(
    stakeTokens(person.memberId, { typeId: 1, amountUnits: unitsOf('2'), amount2Units: unitsOf('500') }, null),
  );
  expect(await shell('staking', 'list', '--email', person.email)).toMatch(/2 AOGP \+ 500 GBPT\s+until 2026-12-18$/);
  await expectCoherentLedger(app.context.pool);
});
