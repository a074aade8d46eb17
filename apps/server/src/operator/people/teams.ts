import { formatUnits, unitsOf } from '@minerx/rules/money';
import { setRank } from '../../modules/team/rank.command.ts';
import type { RankNames } from '../../modules/team/rank.store.ts';
import { setStandingRules } from '../../modules/team/standing-rules.command.ts';
import { recomputeStanding } from '../../modules/team/team-fold.command.ts';
import { listRanks } from '../../modules/team/team.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';
import { counted } from '../counted.ts';
import { readVariants } from '../read-variants.ts';
import { requireMember } from './require-member.ts';

const LONGEST_NAME = 40;

export const teamCommands = [
  defineOperatorCommand({
    name: 'rank list',
    grant: GRANTS.all,
    summary: 'Ranks with their names in each language and how many members have them.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, name, names, members } of await listRanks(context.pool)) {
        print(`${id}  ${name.padEnd(20)} ${counted(members, 'member')}  ${JSON.stringify(names)}`);
      }
    },
  }),
  defineOperatorCommand({
    name: 'rank set',
    grant: GRANTS.admin,
    summary: 'Creates or renames a rank; --member also gives it to that member.',
    flags: {
      id: { hint: '1', kind: 'whole', required: true },
      name: { hint: 'English name', kind: 'text' },
      names: { hint: `'{"zh":"…","gr":"…"}'`, kind: 'text' },
      member: { hint: 'email', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, name, names, member, reason }) => {
      if (id > 32_767) throw new OperatorProblem('--id is at most 32767', 'id');
      if (name !== undefined && name.length > LONGEST_NAME)
        throw new OperatorProblem('--name has at most 40 letters', 'name');
      if (member !== undefined) await requireMember(context.pool, member);
      const known = (await listRanks(context.pool)).some((rank) => rank.id === id);
      if (!known && name === undefined) throw new OperatorProblem(`There is no rank ${id}; give --name to create it.`);
      const variants = names === undefined ? undefined : readNames(names);
      const after = await setRank(context, { id, name, names: variants, member, actor, reason });
      print(`Rank ${id} ${after.name} ${JSON.stringify(after.names)}${member ? `, now with ${member}` : ''}`);
    },
  }),
  defineOperatorCommand({
    name: 'team rules',
    grant: GRANTS.admin,
    summary: 'Changes from when on members are Foundation (own capital and direct sponsors) or Legacy (group sales).',
    flags: {
      capital: { hint: '1000', kind: 'amount' },
      sponsors: { hint: '3', kind: 'whole' },
      sales: { hint: '100000', kind: 'amount' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { capital, sponsors, sales, reason }) => {
      const after = await setStandingRules(context, {
        ...(capital === undefined ? {} : { foundationCapitalUnits: unitsOf(capital) }),
        ...(sponsors === undefined ? {} : { foundationDirectSponsors: sponsors }),
        ...(sales === undefined ? {} : { legacyGroupSalesUnits: unitsOf(sales) }),
        actor,
        reason,
      });
      print(
        `Foundation at ${formatUnits(after.foundationCapitalUnits)} capital and ${after.foundationDirectSponsors} direct sponsors, ` +
          `Legacy at ${formatUnits(after.legacyGroupSalesUnits)} group sales; ${counted(await recomputeStanding(context.pool), 'member')} changed`,
      );
    },
  }),
];

const readNames = (text: string): RankNames => {
  const names = readVariants('names', text);
  if (Object.values(names).some((name) => name.length > LONGEST_NAME)) {
    throw new OperatorProblem('Each of --names has at most 40 letters', 'names');
  }
  return names;
};
