import { memberProfile } from '@minerx/contract/profile';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, register, signIn, type Person } from '../../../test/people.ts';
import { listBreaksInAudit } from '../../modules/integrity/audit-chain.query.ts';
import { foldAllTeamDeltas } from '../../modules/team/team-fold.command.ts';
import { runShell } from '../../../test/operator/shell.ts';

let app: TestApp;
let person: Person & { memberId: bigint };
beforeAll(async () => {
  app = await testApp();
  person = await register(app);
});
afterAll(() => app.close());

const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
const profile = async () => {
  const { accessToken } = await signIn(app, person);
  const { body } = await call(app, 'GET', 'member/profile', undefined, bearer(accessToken));
  return z.parse(memberProfile.result, body.result).member;
};

it('a rank has a name in each language, and members are given it', async () => {
  expect(await profile()).toMatchObject({ ranking_name: 'Member', ranking_name_gr: 'Mitglied' });
  await expect(shell('rank', 'set', '--id', '7', '--reason', 'r')).rejects.toThrow('give --name');
  for (const names of ['nonsense', '[]', '{"xx":"y"}', '{"zh":""}', '{"zh":5}'])
    await expect(shell('rank', 'set', '--id', '7', '--name', 'B', '--names', names, '--reason', 'r')).rejects.toThrow(
      '--names is JSON',
    );
  const rank = ['--id', '7', '--name', 'Builder', '--names', '{"zh":"建造者"}', '--member', person.email];
  const made = await shell('rank', 'set', ...rank, '--reason', 'first year');
  expect(made).toBe(`Rank 7 Builder {"zh":"建造者"}, now with ${person.email}`);
  const ranked = await profile();
  expect(ranked.member_ranking3).toBe(7);
  expect([ranked.ranking_name, ranked.ranking_name_zh, ranked.ranking_name_gr]).toEqual([
    'Builder',
    '建造者',
    undefined,
  ]);
  expect(await shell('rank', 'list')).toContain('7  Builder              1 member');
});

it('the rules of Foundation and Legacy are settings, and members follow at once', async () => {
  await foldAllTeamDeltas(app.context.pool);
  const said = await shell('team', 'rules', '--sponsors', '0', '--capital', '0.5', '--sales', '7', '--reason', 'trial');
  expect(said).toBe('Foundation at 0.5 capital and 0 direct sponsors, Legacy at 7 group sales; 0 members changed');
  await app.context.pool.query('UPDATE member_figures SET capital_units = $1 WHERE member_id = $2', [
    unitsOf('0.5'),
    person.memberId,
  ]);
  expect(await shell('team', 'rules', '--sales', '8', '--reason', 'trial')).toBe(
    'Foundation at 0.5 capital and 0 direct sponsors, Legacy at 8 group sales; 1 member changed',
  );
  expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
});
